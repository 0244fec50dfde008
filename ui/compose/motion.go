package compose

import (
	"strings"
	"time"

	"attic/desk"
	"attic/draw/scene"
	"attic/table"
)

// motion is the animation of a move.
type motion struct {
	scene.Motion
	of    *desk.Play
	begun time.Time
	layer bool            // the animation shows or hides a layer; it is not a move
	from  scene.Rectangle // the focus before the move
}

// stage holds the board of the current position as it is shown: cached, with its layers, animated, as a whole or in part.
type stage struct {
	desk   *desk.Desk
	now    func() time.Time
	motion motion
	board  board  // the scene of the position shown
	asides asides // the asides of the position shown
	zoom   zoom
}

// begin starts the animation from the earlier position, before, to the current one, and reports whether there is one.
func (c *stage) begin(before table.Now) bool {
	old := c.layered(c.taste().Of(before.View.Scene()))
	m := scene.Between(old, c.sceneNow())
	if m.Duration() == 0 {
		return false
	}
	c.motion = motion{Motion: m, of: c.desk.Play, begun: c.now(), from: old.Focus}
	return true
}

// moving reports whether a move is being animated, or a layer being shown or hidden.
func (c *stage) moving() bool {
	return c.desk.Play != nil && c.motion.of == c.desk.Play && (c.desk.Play.Motion.Moving || c.motion.layer)
}

func (c *stage) step() {
	if !c.moving() || c.now().Sub(c.motion.begun) < c.motion.Duration() {
		return
	}
	if c.motion.layer {
		c.motion.layer = false
		return
	}
	c.desk.Play.Motion.Moved()
}

// shift starts the animation of a layer that was switched on or off since the last page.
func (c *stage) shift() {
	p := c.desk.Play
	if p == nil || p.Motion.Moving {
		c.motion.layer = false
		return
	}
	old := c.board
	now := c.sceneNow()
	if old.of != p || old.ply != c.board.ply || old.layers == c.board.layers || c.desk.NoMotion {
		return
	}
	c.motion = motion{Motion: scene.Between(old.Scene, now), of: p, begun: c.now(), layer: true}
}

// board is the cached scene of a position, with the values that it was made from.
type board struct {
	scene.Scene
	of      *desk.Play
	changes int
	ply     int
	taste   scene.Taste
	layers  string // the names of the layers that are on
}

// taste returns how the person sees the board of the game.
func (c *stage) taste() scene.Taste { return desk.TasteOf(&c.desk.Settings, c.desk.Play.Info.Name) }

// sceneNow returns the scene of the position shown, with the layers that are on.
func (c *stage) sceneNow() scene.Scene {
	p := c.desk.Play
	if taste := c.taste(); c.board.of != p || c.board.changes != p.Changes || c.board.taste != taste {
		s := taste.Of(p.Now.View.Scene())
		c.board = board{c.layered(s), p, p.Changes, p.Now.Ply, taste, c.on(s)}
	}
	return c.board.Scene
}

// shown returns the scene as shown now, including during an animation.
func (c *stage) shown() scene.Scene {
	if c.moving() {
		return c.motion.At(c.now().Sub(c.motion.begun))
	}
	return c.sceneNow()
}

// on lists the layers of a scene that are on.
func (c *stage) on(s scene.Scene) string {
	var names []string
	for _, l := range s.Layers {
		if c.desk.Play.Layers[l.Name] {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, " ")
}

// layered puts the layers that are on over a scene.
func (c *stage) layered(s scene.Scene) scene.Scene {
	for _, l := range s.Layers {
		if c.desk.Play.Layers[l.Name] {
			s.Shapes = append(s.Shapes[:len(s.Shapes):len(s.Shapes)], l.Shapes...)
		}
	}
	return s
}

// framable reports whether the scene of the game shown has a focus.
func (c *stage) framable() bool { return c.desk.Play != nil && c.sceneNow().Focus.W > 0 }

// framed returns the scene as shown now, and the visible part of the board: the focus of the scene, or the whole board if there is no focus or the user
// has chosen the whole board. The part grows during the animation of a move that enlarges the focus.
func (c *stage) framed() (sc scene.Scene, part scene.Rectangle) {
	if sc = c.shown(); sc.Focus.W == 0 || !c.desk.Part {
		sc.Layers = nil
		return sc, sc.View
	}
	part = sc.Focus
	if old := c.motion.from; c.moving() && !c.motion.layer && old.W > 0 {
		done := min(1, float64(c.now().Sub(c.motion.begun))/float64(max(c.motion.Duration(), 1)))
		between := func(a, b float64) float64 { return a + (b-a)*done }
		part = scene.Rectangle{X: between(old.X, part.X), Y: between(old.Y, part.Y), W: between(old.W, part.W), H: between(old.H, part.H)}
	}
	sc = sc.Within(part)
	sc.Layers = nil
	return sc, part
}

package window

import (
	"strings"
	"time"

	"attic/desk"
	"attic/scene"
	"attic/table"
)

// The interval between frames of motion, and between effects.
const (
	frameTime = time.Second / 60
	soundStep = 150 * time.Millisecond
)

// motion is the animation of a move.
type motion struct {
	scene.Motion
	of    *desk.Play
	begun time.Time
	layer bool            // it animates a layer, not a move
	from  scene.Rectangle // the focus before the move
}

// Begin implements desk.Display.
func (w *window) Begin(before table.Now) bool {
	old := w.layered(before.View.Scene())
	m := scene.Between(old, w.sceneNow())
	if m.Duration() == 0 {
		return false
	}
	w.motion = motion{Motion: m, of: w.desk.Play, begun: w.now(), from: old.Focus}
	return true
}

// moving reports whether a move is being animated, or a layer being shown or hidden.
func (w *window) moving() bool {
	return w.desk.Play != nil && w.motion.of == w.desk.Play && (w.desk.Play.Moving || w.motion.layer)
}

// step advances the animation.
func (w *window) step() {
	if !w.moving() || w.now().Sub(w.motion.begun) < w.motion.Duration() {
		return
	}
	if w.motion.layer {
		w.motion.layer = false
		return
	}
	w.desk.Play.Moved()
}

// shift starts the animation of a layer that was switched on or off since the last page.
func (w *window) shift() {
	p := w.desk.Play
	if p == nil || p.Moving {
		w.motion.layer = false
		return
	}
	old := w.board
	now := w.sceneNow()
	if old.of != p || old.ply != w.board.ply || old.layers == w.board.layers || w.desk.NoMotion {
		return
	}
	w.motion = motion{Motion: scene.Between(old.Scene, now), of: p, begun: w.now(), layer: true}
}

// board is the cached scene of a position, and what it was made for.
type board struct {
	scene.Scene
	of      *desk.Play
	changes int
	ply     int
	layers  string // the names of the layers that are on
}

// sceneNow returns the scene of the position shown, with the layers that are on.
func (w *window) sceneNow() scene.Scene {
	p := w.desk.Play
	if w.board.of != p || w.board.changes != p.Changes {
		s := p.Now.View.Scene()
		w.board = board{w.layered(s), p, p.Changes, p.Now.Ply, w.on(s)}
	}
	return w.board.Scene
}

// shown returns the scene as shown now, including during an animation.
func (w *window) shown() scene.Scene {
	if w.moving() {
		return w.motion.At(w.now().Sub(w.motion.begun))
	}
	return w.sceneNow()
}

// on lists the layers of a scene that are on.
func (w *window) on(s scene.Scene) string {
	var names []string
	for _, l := range s.Layers {
		if w.desk.Play.Layer(l.Name) {
			names = append(names, l.Name)
		}
	}
	return strings.Join(names, " ")
}

// layered puts the layers that are on over a scene.
func (w *window) layered(s scene.Scene) scene.Scene {
	for _, l := range s.Layers {
		if w.desk.Play.Layer(l.Name) {
			s.Shapes = append(s.Shapes[:len(s.Shapes):len(s.Shapes)], l.Shapes...)
		}
	}
	return s
}

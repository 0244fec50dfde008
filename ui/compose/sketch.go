package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	images "attic/match/pictures"
	"attic/match/tree"
)

// sketch holds the arrows and rings that a person has drawn on the board. Only that person sees them; the next click or move removes them. Those in an
// analysis stay with its move.
type sketch struct {
	lines []tree.Shape
	from  string // the start of the arrow being drawn, or ""
	ink   tree.Colour
	of    string // the position shown
}

// settle removes the arrows and rings if they were drawn on another position.
func (s *sketch) settle(play *desk.Play) {
	of := ""
	if play != nil {
		of = fmt.Sprintf("%p %d %d", play, play.Now.N, play.Now.Ply)
	}
	if s.of != of {
		*s = sketch{of: of}
	}
}

// Ink returns the colour of what is drawn while keys are held, for Draw: an index of tree.Colours.
func Ink(shift, alt bool) (ink int) {
	if shift {
		ink++
	}
	if alt {
		ink += 2
	}
	return ink
}

// Draw handles the second mouse button going down or up at x, y. On the board it draws an arrow from where the button went down, or a ring
// if that is the same spot, in the colour that ink had when the button went down; see Ink. Drawing the same arrow or ring again removes it. If something
// is chosen, Draw cancels the choice instead.
func (p *Pages) Draw(x, y float64, down bool, ink int) {
	p.Skip()
	p.point(x, y)
	s := &p.sketch
	s.settle(p.Desk.Play)
	from := s.from
	s.from = ""
	switch spot := p.spotOfBoard(); {
	case down && spot != "" && !p.Desk.Drop():
		s.from, s.ink = spot, tree.Colours[ink&3]
	case !down && spot != "" && from != "":
		if p.Desk.Play.Now.Studies {
			desk.Sketch(p.Desk.Play, tree.Shape{Colour: s.ink, From: from, To: spot})
			return
		}
		l := tree.Shape{Colour: s.ink, From: from, To: spot}
		if i := slices.Index(s.lines, l); i >= 0 {
			s.lines = slices.Delete(s.lines, i, i+1)
		} else {
			s.lines = append(s.lines, l)
		}
	}
}

// spotOfBoard returns the spot of the board under the pointer, or "".
func (p *Pages) spotOfBoard() string {
	if p.Desk.Play == nil || p.Desk.Pages.Covers() || strings.HasPrefix(p.over, desk.ButtonSpot) {
		return ""
	}
	if _, ok := p.stage.sceneNow().Spot(p.over); !ok {
		return ""
	}
	return p.over
}

// drawn returns the shapes of the arrows and rings, including the arrow being drawn and those of an analysis.
func (s sketch) drawn(sc scene.Scene, over string, kept []tree.Shape) []scene.Shape {
	list := slices.Concat(s.lines, kept)
	if s.from != "" {
		list = append(list, tree.Shape{Colour: s.ink, From: s.from, To: over})
	}
	return images.Marks(sc, list)
}

// carried draws the piece being dragged at the mouse, which is at x, y of the scene.
func (c *gamePage) carried(s scene.Scene, x, y float64) []scene.Shape {
	held := c.desk.Play.Pointer.Dragged()
	if held == "" || held == c.over {
		return nil
	}
	spot, ok := s.Spot(held)
	if !ok {
		return nil
	}
	mx, my := spot.Middle()
	var list []scene.Shape
	for _, sh := range s.Shapes {
		if sh.Key != "" && (sh.Stroke == scene.None || sh.Fill != scene.None) && math.Hypot(sh.X-mx, sh.Y-my) < 0.1 {
			sh.Fade = max(sh.Fade, 0.25)
			list = append(list, sh.Moved(x-mx, y-my, 1, "dragged "))
		}
	}
	return list
}

package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/match/tree"
)

// sketch holds the arrows and rings that a person has drawn on the board. Only that person sees them; the next click or move removes them. Those in an
// analysis stay with its move.
type sketch struct {
	lines []line
	from  string // the start of the arrow being drawn, or ""
	of    string // the position shown
}

// line is an arrow, or a ring if it ends where it begins.
type line struct {
	from, to string
	colour   scene.Colour
}

// shades are the colours of the arrows and rings of an analysis.
var shades = map[tree.Colour]scene.Colour{tree.Green: scene.Good, tree.Red: scene.Bad, tree.Yellow: scene.Yellow, tree.Blue: scene.Blue}

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

// Draw handles the second mouse button going down or up at x, y. On the board it draws an arrow from where the button went down, or a ring
// if that is the same spot. Drawing the same arrow or ring again removes it. If something is chosen, Draw cancels the choice instead.
func (p *Pages) Draw(x, y float64, down bool) {
	p.Skip()
	p.point(x, y)
	s := &p.sketch
	s.settle(p.Desk.Play)
	from := s.from
	s.from = ""
	switch spot := p.spotOfBoard(); {
	case down && spot != "" && !p.Desk.Drop():
		s.from = spot
	case !down && spot != "" && from != "":
		if p.Desk.Play.Now.Studies {
			desk.Sketch(p.Desk.Play, from, spot)
			return
		}
		l := line{from, spot, scene.Good}
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
func (s sketch) drawn(sc scene.Scene, over string, kept []tree.Shape) (list []scene.Shape) {
	lines := slices.Clip(s.lines)
	for _, k := range kept {
		lines = append(lines, line{k.From, k.To, shades[k.Colour]})
	}
	if s.from != "" {
		lines = append(lines, line{s.from, over, scene.Good})
	}
	for _, l := range lines {
		from, ok := sc.Spot(l.from)
		to, known := sc.Spot(l.to)
		switch {
		case ok && (!known || l.from == l.to):
			x, y := from.Middle()
			ring := scene.Ring(x, y, min(from.Area.W, from.Area.H)*0.46, 0.07, l.colour)
			ring.Fade = sketchFade
			list = append(list, ring)
		case ok:
			list = append(list, arrow(from, to, l.colour))
		}
	}
	return list
}

// The transparency of arrows and rings, and the sizes of an arrow.
const (
	sketchFade           = 0.2
	arrowWidth, headSize = 0.13, 0.36
)

// arrow draws an arrow between the middles of two spots, as one shape so that all of it is equally faint.
func arrow(from, to scene.Spot, colour scene.Colour) scene.Shape {
	x, y := from.Middle()
	tx, ty := to.Middle()
	length := math.Hypot(tx-x, ty-y)
	ux, uy := (tx-x)/length, (ty-y)/length
	var d strings.Builder
	for i, p := range []scene.Point{
		{X: 0.2, Y: -arrowWidth / 2},
		{X: length - headSize, Y: -arrowWidth / 2},
		{X: length - headSize, Y: -headSize / 2},
		{X: length - 0.05},
		{X: length - headSize, Y: headSize / 2},
		{X: length - headSize, Y: arrowWidth / 2},
		{X: 0.2, Y: arrowWidth / 2},
	} {
		fmt.Fprintf(&d, "%c%.4f %.4f", "ML"[min(i, 1)], p.X*ux-p.Y*uy, p.X*uy+p.Y*ux)
	}
	return scene.Shape{Kind: scene.Path, X: x, Y: y, W: 1, H: 1, D: d.String() + "Z", Fill: colour, Fade: sketchFade}
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

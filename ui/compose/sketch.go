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
	ink   tree.Colour
	of    string // the position shown
}

// line is an arrow, or a ring if it ends where it begins.
type line struct {
	from, to string
	colour   tree.Colour
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
		l := line{from, spot, s.ink}
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
		lines = append(lines, line{k.From, k.To, k.Colour})
	}
	if s.from != "" {
		lines = append(lines, line{s.from, over, s.ink})
	}
	for _, l := range lines {
		from, ok := sc.Spot(l.from)
		to, known := sc.Spot(l.to)
		switch {
		case ok && (!known || l.from == l.to):
			list = append(list, ring(from, l.colour)...)
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

// ring draws a ring around a spot. For people who do not tell colours apart, a red ring is thick, a blue one double, and a yellow one thin.
func ring(at scene.Spot, colour tree.Colour) (list []scene.Shape) {
	x, y := at.Middle()
	size, wide := min(at.Area.W, at.Area.H)*0.46, map[tree.Colour]float64{tree.Green: 0.07, tree.Red: 0.13, tree.Yellow: 0.04, tree.Blue: 0.04}[colour]
	list = append(list, scene.Ring(x, y, size, wide, shades[colour]))
	if colour == tree.Blue {
		list = append(list, scene.Ring(x, y, size*0.78, wide, shades[colour]))
	}
	for i := range list {
		list[i].Fade = sketchFade
	}
	return list
}

// arrow draws an arrow between the middles of two spots, as one shape so that all of it is equally faint. A red arrow is thick, a yellow one thin, and a
// blue one hollow.
func arrow(from, to scene.Spot, colour tree.Colour) scene.Shape {
	x, y := from.Middle()
	tx, ty := to.Middle()
	length := math.Hypot(tx-x, ty-y)
	ux, uy := (tx-x)/length, (ty-y)/length
	wide := arrowWidth * map[tree.Colour]float64{tree.Green: 1, tree.Red: 1.7, tree.Yellow: 0.5, tree.Blue: 1.3}[colour]
	var d strings.Builder
	for i, p := range []scene.Point{
		{X: 0.2, Y: -wide / 2},
		{X: length - headSize, Y: -wide / 2},
		{X: length - headSize, Y: -headSize / 2},
		{X: length - 0.05},
		{X: length - headSize, Y: headSize / 2},
		{X: length - headSize, Y: wide / 2},
		{X: 0.2, Y: wide / 2},
	} {
		fmt.Fprintf(&d, "%c%.4f %.4f", "ML"[min(i, 1)], p.X*ux-p.Y*uy, p.X*uy+p.Y*ux)
	}
	sh := scene.Shape{Kind: scene.Path, X: x, Y: y, W: 1, H: 1, D: d.String() + "Z", Fill: shades[colour], Fade: sketchFade}
	if colour == tree.Blue {
		sh.Fill, sh.Stroke, sh.Width = scene.None, shades[colour], 0.05
	}
	return sh
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

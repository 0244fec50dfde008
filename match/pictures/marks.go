package pictures

import (
	"fmt"
	"math"
	"strings"

	"attic/draw/scene"
	"attic/match"
	"attic/match/tree"
)

// shades are the colours of the arrows and rings of an analysis.
var shades = map[tree.Colour]scene.Colour{tree.Green: scene.Good, tree.Red: scene.Bad, tree.Yellow: scene.Yellow, tree.Blue: scene.Blue}

// The transparency of arrows and rings, and the sizes of an arrow.
const (
	markFade             = 0.2
	arrowWidth, headSize = 0.13, 0.36
)

// Marks returns the arrows and rings of an analysis as they are drawn over a scene; what concerns spots that it lacks is left out.
func Marks(sc scene.Scene, list []tree.Shape) (shapes []scene.Shape) {
	for _, m := range list {
		from, ok := sc.Spot(m.From)
		to, known := sc.Spot(m.To)
		switch {
		case !ok:
		case !known || m.From == m.To:
			shapes = append(shapes, ring(from, m.Colour)...)
		default:
			shapes = append(shapes, arrow(from, to, m.Colour))
		}
	}
	return shapes
}

// ring draws a ring around a spot. For people who do not tell colours apart, a red ring is thick, a blue one double, and a yellow one thin.
func ring(at scene.Spot, colour tree.Colour) (list []scene.Shape) {
	x, y := at.Middle()
	size, wide := min(at.Area.W, at.Area.H)*0.46, map[tree.Colour]float64{tree.Green: 0.07, tree.Red: 0.13, tree.Yellow: 0.04, tree.Blue: 0.04}[colour]
	list = append(list, scene.Ring(x, y, size, wide, shades[colour]))
	if colour == tree.Blue {
		list = append(list, scene.Ring(x, y, size*0.78, wide, shades[colour]))
	}
	for i := range list {
		list[i].Fade = markFade
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
	sh := scene.Shape{Kind: scene.Path, X: x, Y: y, W: 1, H: 1, D: d.String() + "Z", Fill: shades[colour], Fade: markFade}
	if colour == tree.Blue {
		sh.Fill, sh.Stroke, sh.Width = scene.None, shades[colour], 0.05
	}
	return sh
}

// noted returns what was said of the move of an analysis that m shows, in one line after the move: "f3-g4!? Too slow."; "" if nothing was said.
func noted(m match.Match) string {
	t, at, ok := match.Study(m)
	if !ok {
		return ""
	}
	s, text := t.Said(at), ""
	for _, mark := range s.Marks {
		text += tree.Sign(mark)
	}
	if text != "" || s.Comment != "" && at != tree.Root {
		text = t.Label(at) + text + " "
	}
	return strings.TrimSpace(text + strings.Join(strings.Fields(s.Comment), " "))
}

// The captions of pictures: at most mostLines lines, of which captionWide letters fit into the width. Where they would be smaller than smallLetter
// pixels, there is none.
const (
	captionWide = 36.0
	lineHeight  = 1.4
	smallLetter = 8
	mostLines   = 3
)

// caption returns the lines of a text in letters of a size, at most mostLines lines of this width.
func caption(text string, size, wide float64) []string {
	list := scene.Wrap(text, size, false, wide)
	if len(list) > mostLines {
		rest := strings.Join(list[mostLines-1:], " ")
		list = append(list[:mostLines-1:mostLines-1], scene.Clip(rest, size, false, wide))
	}
	return list
}

// captioned returns a scene that f has cropped with the text below it.
func (f Frame) captioned(s scene.Scene, text string) scene.Scene {
	if f.foot == 0 {
		return s
	}
	v := s.View
	size := v.W / captionWide
	s.View.H += v.W * f.foot
	for i, line := range caption(text, size, v.W-size) {
		s.Add(scene.Word(v.X+size/2, v.Y+v.H+size*lineHeight*(float64(i)+0.6), size, line, scene.Left, scene.Text))
	}
	return s
}

// say makes room for the caption of another position, which is wide units wide.
func (f *Frame) say(text string, wide float64) {
	if text != "" && float64(f.size) >= smallLetter*captionWide {
		size := wide / captionWide
		f.foot = max(f.foot, (float64(len(caption(text, size, wide-size)))+0.2)*lineHeight/captionWide)
	}
}

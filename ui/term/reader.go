package term

import (
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
)

// reader draws text set for w columns, with its lessons.
type reader struct {
	w       int
	lessons []game.Shown
}

// setting returns how the text is set. The pictures of a lesson have text beside them if it gets at least 22 columns.
func (r reader) setting() desk.Setting {
	return desk.Setting{
		Setter: prose.Columns(r.w), Line: 1, Beside: 3, LeastBeside: 22,
		Pictures: func(shown game.Shown) (w, h float64) {
			pictures := shown.Grid(r.w, false)
			return float64(pictures.W), float64(pictures.H)
		},
	}
}

var styleRoles = [...]grid.Role{prose.Normal: grid.Plain, prose.Bold: grid.Title, prose.Code: grid.Key, prose.Head: grid.Title, prose.Name: grid.Muted}

// draw draws a line in row y.
func (r reader) draw(c *canvas, y int, l prose.Line) {
	if l.Figure {
		if l.Row == 0 || y == 0 { // draw the figure once
			r.drawLesson(c, y-l.Row, r.lessons[l.Number])
		}
		return
	}
	for _, rule := range l.Rules {
		c.put(int(rule.X), y, strings.Repeat("─", int(rule.W)), grid.Muted)
	}
	for _, p := range l.Parts {
		c.put(int(p.X), y, p.Text, styleRoles[p.Style])
		if x := int(p.X) + width(p.Text) + 1; p.Style == prose.Head && x < r.w {
			c.put(x, y, strings.Repeat("─", r.w-x), grid.Line)
		}
	}
}

// drawLesson draws a lesson from row y on; y may be negative.
func (r reader) drawLesson(c *canvas, y int, shown game.Shown) {
	l := r.setting().Lay(shown)
	c.grid.Draw(0, y+int(l.Y), shown.Grid(r.w, false))
	for i, line := range l.Text {
		for _, p := range line.Parts {
			c.put(int(l.X+p.X), y+i, p.Text, styleRoles[p.Style])
		}
	}
	for i, line := range l.Said {
		c.put(int(l.X), y+int(l.SaidY)+i, line.Text(), grid.Muted)
	}
}

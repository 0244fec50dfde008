package term

import (
	"strings"

	"attic/game"
	"attic/grid"
	"attic/internal/prose"
)

// reader draws text set for w columns, with its lessons.
type reader struct {
	w       int
	lessons []game.Shown
}

func (r reader) setter() prose.Setter {
	s := prose.Columns(r.w)
	s.Figure = func(n int) int { return r.lesson(n).lines }
	return s
}

var styleRoles = [...]grid.Role{prose.Normal: grid.Plain, prose.Bold: grid.Title, prose.Code: grid.Key, prose.Head: grid.Title, prose.Name: grid.Muted}

// draw draws a line in row y.
func (r reader) draw(c *canvas, y int, l prose.Line) {
	if l.Figure {
		if l.Row == 0 || y == 0 { // draw the figure once
			r.lesson(l.Number).draw(c, y-l.Row)
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

// The columns between the pictures and the text of a lesson, and the least columns of text beside pictures.
const textGap, leastBeside = 3, 22

// lesson is a lesson with its layout.
type lesson struct {
	pictures   grid.Grid
	y          int // of the pictures
	text, said []prose.Line
	textX      int
	saidY      int
	lines      int
}

// lesson lays out a lesson: text beside the pictures, or above and below them where there is no room for it.
func (r reader) lesson(n int) lesson {
	shown := r.lessons[n]
	l := lesson{pictures: shown.Grid(r.w)}
	w := r.w - l.pictures.W - textGap
	beside := w >= leastBeside
	if beside {
		l.textX = l.pictures.W + textGap
	} else {
		w = r.w
	}
	set := func(text string) []prose.Line {
		return prose.Columns(w).Set([]prose.Block{{Kind: prose.Paragraph, Text: text}})
	}
	l.text, l.said = set("**"+shown.Title+".** "+shown.Text), set(strings.Join(shown.Said, " "))
	if l.saidY = len(l.text); !beside {
		l.y = len(l.text)
		l.saidY += l.pictures.H
	}
	l.lines = max(l.y+l.pictures.H, l.saidY+len(l.said))
	return l
}

// draw draws the lesson from row y on; y may be negative.
func (l lesson) draw(c *canvas, y int) {
	c.grid.Draw(0, y+l.y, l.pictures)
	for i, line := range l.text {
		for _, p := range line.Parts {
			c.put(l.textX+int(p.X), y+i, p.Text, styleRoles[p.Style])
		}
	}
	for i, line := range l.said {
		c.put(l.textX, y+l.saidY+i, line.Text(), grid.Muted)
	}
}

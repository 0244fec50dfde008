package term

import (
	"strings"

	"attic/game"
	"attic/grid"
	"attic/internal/prose"
)

// reader draws text that was set for w columns, and its lessons.
type reader struct {
	w       int
	lessons []game.Shown
}

func (r reader) setter() prose.Setter {
	s := prose.Columns(r.w)
	s.Verbatim = func(texts []string) []prose.Line {
		var lines []prose.Line
		for _, text := range wrap(strings.Join(texts, "\n"), r.w) {
			lines = append(lines, prose.Line{Parts: []prose.Part{{Text: text}}})
		}
		return lines
	}
	s.Figure = func(n int) int { return r.lesson(n).lines }
	return s
}

var styleRoles = [...]grid.Role{prose.Normal: grid.Plain, prose.Bold: grid.Title, prose.Code: grid.Key, prose.Head: grid.Title, prose.Name: grid.Muted}

// draw draws a line in row y.
func (r reader) draw(c *canvas, y int, l prose.Line) {
	if l.Figure {
		if l.Row == 0 || y == 0 { // once
			r.lesson(l.Number).draw(c, y-l.Row)
		}
		return
	}
	for _, rule := range l.Rules {
		c.put(int(rule.X), y, strings.Repeat("─", int(rule.W)), grid.Muted)
	}
	for _, p := range l.Parts {
		c.put(int(p.X), y, p.Text, styleRoles[p.Style])
	}
}

// The parts of a lesson: columns between pictures, which hold an arrow, and between pictures and text, and the least
// columns of text beside pictures.
const arrowGap, textGap, leastBeside = 5, 3, 22

// lesson is a lesson as it is laid out.
type lesson struct {
	pictures [2]grid.Grid
	across   bool // the pictures stand side by side
	y        int  // of the pictures
	text     []prose.Line
	textX    int
	said     []prose.Line
	saidX    int
	saidY    int
	lines    int
}

// lesson lays out a lesson: text beside the pictures, or above and below them where there is no room for it.
func (r reader) lesson(n int) lesson {
	shown := r.lessons[n]
	l := lesson{pictures: [2]grid.Grid{shown.First.Grid(0, 0).Part(shown.Part...), shown.Then.Grid(0, 0).Part(shown.Part...)}}
	before, after := l.pictures[0], l.pictures[1]
	pairW, pairH := before.W+arrowGap+after.W, max(before.H, after.H)
	if l.across = pairW <= r.w; !l.across {
		pairW, pairH = max(before.W, after.W), before.H+1+after.H
	}
	set := func(text string, w int) []prose.Line {
		return prose.Columns(w).Set([]prose.Block{{Kind: prose.Paragraph, Text: text}})
	}
	text, said := "**"+shown.Title+".** "+shown.Text, strings.Join(shown.Said, " ")
	if w := r.w - pairW - textGap; w >= leastBeside {
		l.textX = pairW + textGap
		l.text, l.saidX = set(text, w), l.textX
		l.said, l.saidY = set(said, w), len(l.text)
		l.lines = max(pairH, l.saidY+len(l.said))
		return l
	}
	l.text, l.said = set(text, r.w), set(said, r.w)
	l.y = len(l.text)
	l.saidY = l.y + pairH
	l.lines = l.saidY + len(l.said)
	return l
}

// draw draws the lesson from row y on, which may lie above the canvas.
func (l lesson) draw(c *canvas, y int) {
	picture := func(x, y int, g grid.Grid) {
		for dy := range g.H {
			for dx := range g.W {
				if cell := g.At(dx, dy); y+dy >= 0 && y+dy < c.grid.H && x+dx < c.grid.W {
					c.grid.Set(x+dx, y+dy, grid.Cell{Rune: cell.Rune, Role: cell.Role}) // only to be looked at
				}
			}
		}
	}
	before, after := l.pictures[0], l.pictures[1]
	picture(0, y+l.y, before)
	if l.across {
		c.put(before.W+arrowGap/2, y+l.y+before.H/2, "→", grid.Muted)
		picture(before.W+arrowGap, y+l.y, after)
	} else {
		c.put(before.W/2, y+l.y+before.H, "↓", grid.Muted)
		picture(0, y+l.y+before.H+1, after)
	}
	for i, line := range l.text {
		for _, p := range line.Parts {
			c.put(l.textX+int(p.X), y+i, p.Text, styleRoles[p.Style])
		}
	}
	for i, line := range l.said {
		c.put(l.saidX, y+l.saidY+i, line.Text(), grid.Muted)
	}
}

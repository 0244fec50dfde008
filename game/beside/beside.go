// Package beside draws what is shown beside a board, such as the score: a single list of rows makes both
// View.Panel, in characters, and View.Aside, in shapes.
package beside

import (
	"strings"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/draw/scene"
)

// Row is one line beside the board.
type Row struct {
	Text  string
	Short string // the text in a narrow panel, at most 12 characters; "" omits the row there
	Muted bool   // the row matters less than the others

	Sign   rune          // comes before the text in a panel; 0: none
	Role   grid.Role     // the role of Sign
	Shapes []scene.Shape // the sign as shapes, around 0, 0, from -0.5 to 0.5
}

const (
	high     = 26.0 // the height of a row, in points
	letters  = 15.0 // the size of letters
	signWide = 32.0
)

// Panel draws the rows that fit into w columns and h rows.
func Panel(w, h int, rows ...Row) grid.Grid {
	g := grid.New(w, min(max(h, 0), len(rows))) // h may be unlimited
	y := 0
	for _, r := range rows {
		x, text, role := 0, r.Text, grid.Plain
		if r.Sign != 0 {
			x = 2
		}
		if r.Muted {
			role = grid.Muted
		}
		if x+prose.Width(text) > w {
			text = r.Short
		}
		if text == "" || y == h || x+prose.Width(text) > w {
			continue
		}
		if r.Sign != 0 {
			g.Put(0, y, string(r.Sign), r.Role, "")
		}
		g.Put(x, y, text, role, "")
		y++
	}
	if y == 0 {
		return grid.Grid{}
	}
	fitting := grid.New(w, y)
	fitting.Draw(0, 0, g)
	return fitting
}

// Aside draws the rows that fit into w by h points.
func Aside(w, h float64, rows ...Row) scene.Scene {
	var s scene.Scene
	y := 0.0
	for _, r := range rows {
		text := strings.TrimSpace(r.Text)
		if text == "" || y+high > h {
			continue
		}
		x, colour := 0.0, scene.Text
		if r.Muted {
			colour = scene.Muted
		}
		if len(r.Shapes) > 0 {
			for _, sh := range r.Shapes {
				s.Add(sh.Moved(high/2, y+high/2, high-4, ""))
			}
			x = signWide
		}
		s.Add(scene.Word(x, y+high/2, letters, scene.Clip(text, letters, false, w-x), scene.Left, colour))
		y += high
	}
	if y > 0 {
		s.View = scene.Rectangle{W: w, H: y}
	}
	return s
}

package term

import (
	"math"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/scene"
)

// drawEngine lists the engine's lines in the panel, each in one row, as far as the list of moves keeps its least height. It returns the next row.
func (p play) drawEngine(c *canvas, f frame, y, bottom int, e desk.Engine) int {
	names, lines := 0, e.Lines
	for room := bottom - y - leastMoves - 1; len(lines) > max(room, 1); {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 || y >= bottom {
		return y
	}
	for _, l := range lines {
		names = max(names, width(l.Name)+1)
	}
	for _, l := range lines {
		end := f.panelX + f.panelW
		c.put(f.panelX, y, l.Name, grid.Title)
		x := f.panelX + names
		for _, s := range l.Turns[0].Steps {
			if x+width(s.Text) > end {
				break
			}
			role := grid.Plain
			if s.Chosen {
				role = grid.Accent
			}
			c.putSpot(x, y, s.Text, role, s.Spot())
			x += width(s.Text) + 1
		}
		y++
	}
	p.divide(c, f, y)
	return y + 1
}

// drawShare draws a bar beside the board, with the chance of the first seat from the bottom, if there is a column for it.
func drawShare(c *canvas, f frame, e desk.Engine) {
	x := f.x - 1
	if x < 0 {
		x = f.x + f.board.W
	}
	if e.Said == "" || e.Share < 0 || x >= c.grid.W || f.panelW > 0 && !f.column && x >= f.panelX {
		return
	}
	filled := int(math.Round(e.Share * float64(f.board.H)))
	for row := range f.board.H {
		sign, ink := "░", e.Inks[1]
		if f.board.H-row <= filled {
			sign, ink = "█", e.Inks[0]
		}
		role := grid.Accent
		if ink >= scene.Red && ink <= scene.White {
			role = grid.Red + grid.Role(ink-scene.Red)
			sign, role = letters[role], role.Edge()
		}
		c.put(x, f.y+row, sign, role)
	}
}

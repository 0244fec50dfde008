package term

import (
	"fmt"
	"math"
	"strings"

	"attic/desk"
	"attic/draw/grid"
)

// chartRows is the rows of the graph of decisions: two lines about one of them, two rows on each side of the middle, the numbers, and a blank
// row. A page needs leastCharted rows for it.
const chartRows, leastCharted = 9, 20

// drawGraph draws a graph, and above it what is said of the move whose position is shown.
func drawGraph(c *canvas, x, y, w int, g desk.Graph) {
	const left, half, widest = 9, 2, 10
	drawSaid(c, x, y, w, 2, strings.SplitAfter(g.Said, ". "))
	y += 2
	c.put(x, y, g.Names[0], grid.Muted)
	c.put(x, y+half+1, g.Names[1], grid.Muted)
	each := min((w-left)/len(g.Bars), widest)
	if each < 1 {
		return
	}
	for i, d := range g.Bars {
		at, bar := x+left+i*each, max(1, each-1)
		up, down := int(math.Round(2*half*d.Up)), int(math.Ceil(2*half*d.Down))
		for row := range half {
			c.putSpot(at, y+half-1-row, repeated(bar, up-2*row, "▄"), grid.Accent, d.Spot)
			c.putSpot(at, y+half+1+row, repeated(bar, down-2*row, "▀"), grid.Bad, d.Spot)
		}
		number, role := fmt.Sprint(i+1), grid.Muted
		if d.Bad {
			role = grid.Bad
		}
		line, ink := "─", grid.Line
		if d.Here {
			line, ink, role = "━", grid.Title, grid.Cursor
		}
		c.putSpot(at, y+half, strings.Repeat(line, bar), ink, d.Spot)
		if len(number) < each || each == 1 && len(number) == 1 {
			c.putSpot(at+(bar-len(number))/2, y+2*half+1, number, role, d.Spot)
		}
	}
}

// repeated returns a part of an upright bar in one row, w columns wide: full if it has at least 2 halves of the row, and part, a half block, for 1.
func repeated(w, halves int, part string) string {
	switch {
	case halves >= 2:
		part = "█"
	case halves < 1:
		part = " "
	}
	return strings.Repeat(part, w)
}

package term

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
)

// chartRows is the rows of the graph of decisions: two lines about one of them, two rows on each side of the middle, the numbers, and a blank
// row. A page needs leastCharted rows for it.
const chartRows, leastCharted = 9, 20

// drawText shows a text, beside the board if it is about the position there, and above it the graph of the decisions that it is about.
func (p play) drawText(c *canvas, g *desk.Pager) {
	f := p.current()
	if g.Kept = len(g.Board) > 0 && f.page.w > 0; g.Kept {
		p.drawBeside(c, f, func(c *canvas) { p.drawCharted(c, g) })
		return
	}
	p.drawCharted(c, g)
}

// drawCharted draws a text, and the graph above it.
func (p play) drawCharted(c *canvas, g *desk.Pager) {
	if len(g.Decisions) == 0 || c.grid.H < leastCharted {
		drawPager(c, g)
		return
	}
	drawPagerBelow(c, g, chartRows)
	side := pagerSide(c.grid.W)
	drawDecisions(c, side, 2, min(c.grid.W-2*side, widestText), p.Decided(g))
}

// drawDecisions draws the graph of an analysed round: for each decision, above the middle how much was still unknown, and below it the points
// that it lost. Above the graph stands what is said of the decision whose position is shown.
func drawDecisions(c *canvas, x, y, w int, list []desk.Decided) {
	const left, half, widest = 9, 2, 10
	if at := slices.IndexFunc(list, func(d desk.Decided) bool { return d.Here }); at >= 0 {
		drawSaid(c, x, y, w, 2, strings.SplitAfter(list[at].Says, ". "))
	}
	y += 2
	c.put(x, y, "unknown", grid.Muted)
	c.put(x, y+half+1, "lost", grid.Muted)
	each := min((w-left)/len(list), widest)
	if each < 1 {
		return
	}
	most, worst := 0.5, desk.Worst(list)
	for _, d := range list {
		most = max(most, d.Lost)
	}
	for i, d := range list {
		at, bar := x+left+i*each, max(1, each-1)
		up, down := int(math.Round(2*half*max(0, d.Open))), int(math.Ceil(2*half*d.Lost/most))
		for row := range half {
			c.putSpot(at, y+half-1-row, repeated(bar, up-2*row, "▄"), grid.Accent, d.Spot)
			c.putSpot(at, y+half+1+row, repeated(bar, down-2*row, "▀"), grid.Bad, d.Spot)
		}
		number, role := fmt.Sprint(i+1), grid.Muted
		if slices.Contains(worst, i) {
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

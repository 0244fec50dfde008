package term

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/prose"
	"attic/draw/qr"
)

// Read shows a long text on the full screen until the person leaves it or ctx is done.
func Read(ctx context.Context, c Config, title string, text []prose.Block) error {
	s := newScreen(c)
	s.reads = title
	s.desk.Pages.Read(title, text)
	return s.run(ctx)
}

// drawPage draws the page that covers the menu or the game. If the board stays, the page is beside it, and the page's sentences are below the
// board.
func drawPage(s *screen, c *canvas, blocks []desk.Block) {
	board := desk.PartOf[*desk.Board](blocks)
	if board == nil {
		drawBlocks(s, c, blocks)
		return
	}
	p := s.play()
	f := p.current()
	if board.Kept = !board.Wide && f.page.w > 0; board.Kept {
		p.drawBeside(c, f, func(c *canvas) { drawBlocks(s, c, besideBoard(blocks)) })
	} else if !p.drawListed(c, f, blocks) {
		drawBlocks(s, c, blocks)
	}
}

// besideBoard returns the blocks without the sentences, which are below the board.
func besideBoard(blocks []desk.Block) []desk.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b desk.Block) bool { _, says := b.(desk.Says); return says })
}

// heightOf returns the rows of a block in w columns of a page h rows high, or -1 if it grows.
func heightOf(b desk.Block, w, h int) int {
	switch b := b.(type) {
	case *desk.Board:
		return 0
	case desk.Heading:
		return map[bool]int{true: 1}[width(b.Title) <= w] // a title that is too long occurs only above a list of moves, whose columns have headings
	case desk.Buttons:
		return 1
	case desk.Says:
		if b.Quiet {
			return len(b.Shown())
		}
		return min(len(wrap(strings.Join(b.Shown(), " "), w)), 2)
	case desk.Graph:
		if h < leastCharted || b.Spare && h < leastSpare {
			return 0
		}
		return chartRows
	}
	return -1
}

// drawBlocks draws the blocks of a page: in the middle the block that grows, and the others above and below it.
func drawBlocks(s *screen, c *canvas, blocks []desk.Block) {
	side, w, h := pagerSide(c.grid.W), 0, c.grid.H
	w = c.grid.W - 2*side
	y, rest := 0, 0 // rest is the number of rows of the blocks below the one that grows
	grown := slices.IndexFunc(blocks, func(b desk.Block) bool { return heightOf(b, w, h) < 0 })
	for _, b := range blocks[grown+1:] {
		rest += heightOf(b, w, h)
	}
	where, short := "", ""
	for i, b := range blocks {
		a := area{side, y, w, heightOf(b, w, h)}
		switch b := b.(type) {
		case desk.Heading:
			if a.h == 0 {
				break
			}
			c.put(a.x, a.y, b.Title, grid.Title)
			if width(b.Title)+1+width(b.Remark) <= w {
				c.put(a.x+w-width(b.Remark), a.y, b.Remark, grid.Muted)
			}
			if next := blocks[i+1]; airy(next) {
				a.h++
			}
		case desk.Says:
			if b.Quiet {
				for i, line := range b.Shown() {
					c.put(a.x, a.y+i, clip(line, w), grid.Muted)
				}
			} else {
				c.say(a.x, a.y, w, a.h, strings.Join(b.Shown(), " "), grid.Plain)
			}
		case desk.Graph:
			if a.h > 0 {
				drawGraph(c, a.x, a.y, min(w, widestText), b)
			}
		case desk.Buttons:
			x := c.keys(a.x, a.y, b.List())
			if x+width(where)+side > c.grid.W { // write the text where beside the title
				where, a.y = short, 0
			}
			c.put(c.grid.W-side-width(where), a.y, where, grid.Muted)
		default:
			if i == grown {
				a.h = h - rest - y
				where, short = drawGrown(s, c, a, b)
			}
		}
		y = a.y + a.h
	}
}

// airy reports whether a blank row separates a block from the title above it.
func airy(b desk.Block) bool {
	switch b.(type) {
	case desk.Graph, *desk.Pager, *desk.Chooser:
		return true
	}
	return false
}

// drawGrown draws a block that grows. If only a part of it fits, it returns a long and a short text about the part shown.
func drawGrown(s *screen, c *canvas, a area, b desk.Block) (where, short string) {
	switch b := b.(type) {
	case *desk.Pager:
		r, room := reader{w: min(a.w, widestText), lessons: b.Lessons}, max(a.h-1, 0) // leaves a blank row
		lines, top, all := b.Shown(r.setting(), room)
		text := newCanvas(r.w, room)
		for i, line := range lines {
			r.draw(text, i, line)
		}
		c.grid.Draw(a.x, a.y, text.grid)
		if all > room {
			return fmt.Sprintf("lines %d to %d of %d", top+1, top+len(lines), all), fmt.Sprintf("%d of %d", top+len(lines), all)
		}
	case *desk.Chooser:
		where = drawItemsOf(c, a, b)
		return where, where
	case desk.MoveList:
		s.play().drawAllMoves(c, a, b)
	case qr.Code:
		drawCode(s, c, a, b)
	}
	return "", ""
}

// chartRows is the number of rows of a graph: two lines about one of the bars, two rows on each side of the middle line, the numbers, and a blank
// row. A page with a graph needs leastCharted rows.
const chartRows, leastCharted = 9, 20

// leastSpare is the least number of rows of a page with a graph that is only an addition.
const leastSpare = 36

// drawGraph draws a graph, and above it the sentences about the move whose position is shown.
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
		if d.Spot == "" { // a bar that does not stand for a move has a name
			number = d.Text
		}
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

// repeated returns one row of an upright bar, w columns wide. It consists of full blocks for 2 halves or more, of the half block part for 1, and
// otherwise of blanks.
func repeated(w, halves int, part string) string {
	switch {
	case halves >= 2:
		part = "█"
	case halves < 1:
		part = " "
	}
	return strings.Repeat(part, w)
}

// terminal returns the limits of the terminal for a QR code.
func (s *screen) terminal() qr.Terminal {
	return qr.Terminal{ASCII: s.painter.ASCII, Mono: s.painter.Depth == palette.None, Light: !s.dark}
}

// drawCode draws a QR code in the middle of an area, or writes the size that it needs.
func drawCode(s *screen, c *canvas, a area, code qr.Code) {
	on := s.terminal()
	if border, ok := code.Fit(c.grid.W, a.h, on); ok {
		shown := code.Grid(border, on)
		c.grid.Draw((c.grid.W-shown.W)/2, a.y+(a.h-shown.H)/2, shown)
		return
	}
	least, high := code.Room(qr.Narrow, on)
	text := fmt.Sprintf("The QR code needs %d columns and %d rows; this terminal is %dx%d.", least, c.grid.H-a.h+high, c.grid.W, c.grid.H)
	c.lines(a.x, a.y+1, a.w, text, grid.Plain)
}

// drawScanBeside draws the QR code of a hosted game into h rows of the panel until the other player joins. It reports whether there is room.
func (p play) drawScanBeside(c *canvas, f frame, y, h int, scan *desk.Scan) bool {
	if scan == nil {
		return false
	}
	on, w := p.screen.terminal(), f.panelW
	if f.page.w > 0 { // up to the frame
		w += 2 * (boxSide - 1)
	}
	border, ok := scan.Code.Fit(w, h-1, on)
	if ok {
		c.put(f.panelX, y, clip(scan.Title(), f.panelW), grid.Title)
		y++
	} else if border, ok = scan.Code.Fit(w, h, on); !ok {
		return false
	}
	code := scan.Code.Grid(border, on)
	c.grid.Draw(f.panelX+(f.panelW-code.W)/2, y, code)
	return true
}

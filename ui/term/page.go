package term

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
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

// drawPage draws the page that covers the menu or the game, beside the board where that stays: then the sentences below it say what the page would.
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

// besideBoard returns the blocks without the sentences, which stand below the board.
func besideBoard(blocks []desk.Block) []desk.Block {
	return slices.DeleteFunc(slices.Clone(blocks), func(b desk.Block) bool { _, says := b.(desk.Says); return says })
}

// heightOf returns the rows of a block in w columns of a page h rows high, or -1 if it grows.
func heightOf(b desk.Block, w, h int) int {
	switch b := b.(type) {
	case *desk.Board:
		return 0
	case desk.Heading:
		return map[bool]int{true: 1}[width(b.Title) <= w] // a longer one only beside the board, where the columns of moves have headings
	case desk.Buttons:
		return 1
	case desk.Says:
		if b.Quiet {
			return len(b.Shown())
		}
		return min(len(wrap(strings.Join(b.Shown(), " "), w)), 2)
	case desk.Graph:
		if h < leastCharted {
			return 0
		}
		return chartRows
	}
	return -1
}

// drawBlocks draws the blocks of a page: in the middle what grows, above and below it the others.
func drawBlocks(s *screen, c *canvas, blocks []desk.Block) {
	side, w, h := pagerSide(c.grid.W), 0, c.grid.H
	w = c.grid.W - 2*side
	y, rest := 0, 0 // rest is the rows of the blocks that follow what grows
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
			if x+width(where)+side > c.grid.W { // beside the title
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

// drawGrown draws a block that grows, and returns which part of it is shown if not all of it is, at length and shortly.
func drawGrown(s *screen, c *canvas, a area, b desk.Block) (where, short string) {
	switch b := b.(type) {
	case *desk.Pager:
		r, room := reader{w: min(a.w, widestText), lessons: b.Lessons}, max(a.h-1, 0) // a blank row
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

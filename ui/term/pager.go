package term

import (
	"fmt"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
)

// pagerMargin is the number of rows of the screen without text; widestText is the maximum width of text in columns. A
// screen of fewer than slimPager columns has narrow margins.
const pagerMargin, widestText, slimPager = 4, 100, 60

// drawPager shows a long text.
func drawPager(c *canvas, g *desk.Pager) { drawPagerBelow(c, g, 0) }

// pagerSide returns the margin of a text on a screen w columns wide.
func pagerSide(w int) int {
	if w < slimPager {
		return 1
	}
	return 2
}

// drawPagerBelow shows a long text below a number of rows that something else takes.
func drawPagerBelow(c *canvas, g *desk.Pager, rows int) {
	side := pagerSide(c.grid.W)
	r := reader{w: min(c.grid.W-2*side, widestText), lessons: g.Lessons}
	room := c.grid.H - pagerMargin - rows
	lines, top, all := g.Shown(r.setting(), room)
	c.put(side, 0, g.Title, grid.Title)
	text := newCanvas(r.w, max(room, 0))
	for i, line := range lines {
		r.draw(text, i, line)
	}
	c.grid.Draw(side, 2+rows, text.grid)
	x := c.keys(side, g.Keys())
	if all <= room {
		return
	}
	where, y := fmt.Sprintf("lines %d to %d of %d", top+1, top+len(lines), all), c.grid.H-1
	if x+width(where)+side > c.grid.W { // beside the title
		where, y = fmt.Sprintf("%d of %d", top+len(lines), all), 0
	}
	c.put(c.grid.W-side-width(where), y, where, grid.Muted)
}

// The size of an item with its label and, if the items have pictures, its picture.
const itemW, itemH = 26, 9

// keyItemW is the width of an item of the drawer, a key and a word.
const keyItemW = 19

// columns returns how many items of the chooser or the drawer are side by side in w columns, and the width of one.
func columns(drawer bool, w int) (n, each int) {
	if each = itemW; drawer {
		each = keyItemW
	}
	return max(1, (w-2)/each), each
}

// drawChooser draws the chooser.
func drawChooser(c *canvas, ch *desk.Chooser) {
	c.put(2, 0, ch.Word.Label, grid.Title)
	cols, itemW := columns(ch.Drawer, c.grid.W)
	high := 2
	switch {
	case ch.List:
		cols, itemW, high = 1, c.grid.W-2, 1
	case ch.Pictured():
		high = itemH
	case (len(ch.Word.Items)+cols-1)/cols*high > c.grid.H-3:
		high = 1
	}
	items, where := ch.Fit(cols, max(1, (c.grid.H-3)/high))
	for _, item := range items {
		x, y := 2+item.Column*itemW, 2+item.Row*high
		picture := grid.New(itemW, high)
		picture.Draw(0, 1, item.Picture)
		for py := range picture.H {
			for px := range picture.W {
				cell := picture.At(px, py)
				cell.Spot = item.Spot
				picture.Set(px, py, cell)
			}
		}
		c.grid.Draw(x, y, picture)
		label := clip(item.Label, itemW-3)
		if item.Head {
			c.put(x, y, label, grid.Title)
		} else if item.Chosen {
			c.putSpot(x-1, y, "["+label+"]", grid.Cursor, item.Spot)
		} else {
			c.putSpot(x, y, label, grid.Plain, item.Spot)
		}
	}
	c.put(c.grid.W-2-width(where), c.grid.H-1, where, grid.Muted)
	c.keys(2, ch.Keys())
}

// leastTyped is the least columns for a line being typed, beside a question.
const leastTyped = 10

// drawPrompt writes the line being typed into w columns, with its caret.
func drawPrompt(c *canvas, pr *desk.Prompt, x, y, w int) {
	question, end := pr.Question, x+w
	if room := w - leastTyped; width(question) > room {
		question = clip(question, room-1) + " "
	}
	c.put(x, y, question, grid.Accent)
	x += width(question)
	text, at := pr.Line(func(before string) bool { return width(before) <= end-x-2 })
	c.put(x, y, prose.Start(string(text), end-x-1), grid.Plain)
	c.caret = &grid.Point{X: x + width(string(text[:at])), Y: y}
}

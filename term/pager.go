package term

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/grid"
)

// pagerMargin is how many rows of a screen are not the text's.
const pagerMargin = 4

// drawPager shows a long text.
func drawPager(c *canvas, g *desk.Pager) {
	lines := wrap(g.Text, min(c.grid.W-4, 100))
	room := c.grid.H - pagerMargin
	top := g.Fit(len(lines), room)
	c.put(2, 0, g.Title, grid.Title)
	for i, line := range lines[top:min(top+room, len(lines))] {
		role := grid.Plain
		if heading := strings.TrimLeft(line, "#"); heading != line {
			line, role = strings.TrimSpace(heading), grid.Title
		}
		c.put(2, 2+i, line, role)
	}
	x, where := 2, ""
	keys := []button{{Key: "esc", Label: "closes"}, {Key: "up", Label: "and"}, {Key: "down", Label: "scroll"}}
	if len(lines) > room {
		where = fmt.Sprintf("lines %d to %d of %d", top+1, min(top+room, len(lines)), len(lines))
		c.put(c.grid.W-2-width(where), c.grid.H-1, where, grid.Muted)
	}
	if len(lines) <= room || x+pagerKeys+width(where)+2 > c.grid.W { // nothing to scroll, or no room to say how
		keys = keys[:1]
	}
	for _, b := range keys {
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
		if b.Key == "up" {
			x--
		}
	}
}

// pagerKeys is how wide the keys of a long text are, with blanks around them.
const pagerKeys = 33

// The place of one item with its label and, if the items have any, its picture.
const itemW, itemH = 26, 9

// columns returns how many items stand beside each other.
func columns(w int) int { return max(1, (w-2)/itemW) }

// drawChooser shows what there is to choose from.
func drawChooser(c *canvas, ch *desk.Chooser) {
	c.put(2, 0, ch.Word.Label, grid.Title)
	cols := columns(c.grid.W)
	high := 2
	for _, item := range ch.Word.Items {
		if item.Picture.H > 0 {
			high = itemH
		}
	}
	rows := max(1, (c.grid.H-3)/high)
	top := max(0, ch.At/cols-rows+1)
	for i, item := range ch.Word.Items {
		row, col := i/cols-top, i%cols
		if row < 0 || row >= rows {
			continue
		}
		x, y := 2+col*itemW, 2+row*high
		spot := desk.LineSpot + item.Text
		picture := grid.New(itemW, high)
		picture.Draw(0, 1, item.Picture)
		for py := range picture.H {
			for px := range picture.W {
				cell := picture.At(px, py)
				cell.Spot = spot
				picture.Set(px, py, cell)
			}
		}
		c.grid.Draw(x, y, picture)
		label := clip(item.Label, itemW-3)
		if i == ch.At {
			c.putSpot(x-1, y, "["+label+"]", grid.Cursor, spot)
		} else {
			c.putSpot(x, y, label, grid.Plain, spot)
		}
	}
	if shown := rows * cols; shown < len(ch.Word.Items) {
		text := fmt.Sprintf("%d of %d", ch.At+1, len(ch.Word.Items))
		c.put(c.grid.W-2-width(text), c.grid.H-1, text, grid.Muted)
	}
	x := 2
	for _, b := range []button{{Key: "enter", Label: "chooses"}, {Key: "esc", Label: "goes back"}} {
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
	}
}

// drawPrompt writes the line that is being typed in row y and returns the column of the caret.
func drawPrompt(c *canvas, pr *desk.Prompt, y int) int { return drawPromptAt(c, pr, 1, y) }

func drawPromptAt(c *canvas, pr *desk.Prompt, x, y int) int {
	c.put(x, y, pr.Question, grid.Accent)
	x += width(pr.Question)
	text, at := pr.Line()
	if room := c.grid.W - x - 2; at > room { // the end of a long line
		text, at = text[at-room:], room
	}
	c.put(x, y, string(text), grid.Plain)
	return x + at
}

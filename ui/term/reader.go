package term

import (
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
)

type reader struct {
	w       int
	lessons []game.Shown
}

// setting returns the rules for laying out the text. The pictures of a lesson have text beside them if the text gets
// at least 22 columns.
func (r reader) setting() desk.Setting {
	return desk.Setting{
		Setter: prose.Columns(r.w), Line: 1, Beside: 3, LeastBeside: 22,
		Pictures: func(shown game.Shown) (w, h float64) {
			pictures := shown.Grid(r.w, false)
			return float64(pictures.W), float64(pictures.H)
		},
	}
}

var styleRoles = [...]grid.Role{prose.Normal: grid.Plain, prose.Bold: grid.Title, prose.Code: grid.Key, prose.Head: grid.Title, prose.Name: grid.Muted}

func (r reader) draw(c *canvas, y int, l prose.Line) {
	if l.Figure {
		if l.Row == 0 || y == 0 { // draw the figure once
			r.drawLesson(c, y-l.Row, r.lessons[l.Number])
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

// drawLesson draws a lesson from row y on; y may be negative.
func (r reader) drawLesson(c *canvas, y int, shown game.Shown) {
	l := r.setting().Lay(shown)
	c.grid.Draw(0, y+int(l.Y), shown.Grid(r.w, false))
	for i, line := range l.Text {
		for _, p := range line.Parts {
			c.put(int(l.X+p.X), y+i, p.Text, styleRoles[p.Style])
		}
	}
	for i, line := range l.Said {
		c.put(int(l.X), y+int(l.SaidY)+i, line.Text(), grid.Muted)
	}
}

// widestText is the maximum width of text in columns. A screen of fewer than slimPager columns has narrow margins.
const widestText, slimPager = 100, 60

func pagerSide(w int) int {
	if w < slimPager {
		return 1
	}
	return 2
}

// The size of an item with its label and, if the items have pictures, its picture.
const itemW, itemH = 26, 9

// keyItemW is the width of an item of the drawer: a key and its label.
const keyItemW = 19

// columns returns the number of items of the chooser or the drawer that are side by side in w columns, and the width
// of each.
func columns(drawer bool, w int) (n, each int) {
	if each = itemW; drawer {
		each = keyItemW
	}
	return max(1, (w-2)/each), each
}

// drawItemsOf draws the items of a chooser. If not all items fit, it returns the position of the chosen one, such as
// "3 of 12".
func drawItemsOf(c *canvas, a area, ch *desk.Chooser) (where string) {
	cols, each := columns(ch.Drawer, c.grid.W)
	high := 2
	switch {
	case ch.List:
		cols, each, high = 1, a.w, 1
	case ch.Pictured():
		high = itemH
	default:
		if ch.Rows(cols)*high > a.h {
			high = 1
		}
	}
	items, where := ch.Fit(cols, max(1, a.h/high))
	for _, item := range items {
		x, y := a.x+item.Column*each, a.y+item.Row*high
		picture := grid.New(each, high)
		picture.Draw(0, 1, item.Picture)
		c.grid.Draw(x, y, spotted(picture, item.Spot))
		label := clip(item.Label, each-3)
		if item.Head {
			c.put(x, y, label, grid.Title)
		} else if item.Chosen {
			c.putSpot(x-1, y, "["+label+"]", grid.Cursor, item.Spot)
		} else {
			c.putSpot(x, y, label, grid.Plain, item.Spot)
		}
	}
	return where
}

// leastTyped is the least number of columns for a line being typed after a question.
const leastTyped = 10

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

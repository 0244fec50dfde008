package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/draw/prose"
	"attic/game"
)

// Page is a page over the menu or a game: a text, a list to choose from, the moves, a review.
type Page interface {
	// Blocks returns the parts of the page, from the top.
	Blocks() []Block
	// key handles a key, or the key of a button.
	key(key string) reply
	// wheel handles the wheel turning by steps, and reports whether the page reacts to the wheel.
	wheel(by int) bool
}

// reply is a page's reaction to a key.
type reply struct {
	took   bool   // the key was for this page; otherwise it goes to the page below
	closes bool   // the page closes
	then   func() // called after the page has closed; nil: nothing
}

// Stack holds the pages over the menu or a game, the one on top last.
type Stack []Page

// Top returns the page on top, or nil if there is none.
func (s Stack) Top() Page {
	if len(s) == 0 {
		return nil
	}
	return s[len(s)-1]
}

// Blocks returns the parts of the page on top, or nil if only the menu or the game is shown.
func (s Stack) Blocks() []Block {
	if s.Top() == nil {
		return nil
	}
	return s.Top().Blocks()
}

// Drawer returns the drawer, which can be beside the board, if the drawer is on top; otherwise nil.
func (s Stack) Drawer() *Chooser {
	if ch, ok := s.Top().(*Chooser); ok && ch.Drawer {
		return ch
	}
	return nil
}

// Covers reports whether a page covers the menu or the board.
func (s Stack) Covers() bool { return len(s) > 0 && s.Drawer() == nil }

// Read shows a text with headings, lists, tables and figures. It replaces a text that is already open.
func (s *Stack) Read(title string, blocks []prose.Block, figures ...game.Shown) {
	if g, on := s.Top().(*Pager); on {
		s.close(g)
	}
	s.open(&Pager{Title: title, Text: blocks, Lessons: figures})
}

// answer shows a text about the game on a separate page, beside which the board stays visible where there is room.
func (s *Stack) answer(title, text string) {
	s.Read(title, prose.Plain(text))
	s.Top().(*Pager).Board = &Board{Wide: true}
}

func (s *Stack) open(p Page) {
	s.close(p)
	*s = append(*s, p)
}

func (s *Stack) close(p Page) {
	*s = slices.DeleteFunc(*s, func(other Page) bool { return other == p })
}

// click offers the key of a button to the pages, and reports whether a page used it. The drawer closes before anything else happens.
func (s *Stack) click(key string) bool {
	if drawer := s.Drawer(); drawer != nil && key != "enter" { // the mouse does not use the cursor of the drawer
		s.close(drawer)
		if key == moreKey {
			return true
		}
	}
	return s.Key(key)
}

// Key offers a key to the pages, from the top down, and reports whether a page used it.
func (s *Stack) Key(key string) bool {
	for i := len(*s) - 1; i >= 0; i-- {
		page := (*s)[i]
		r := page.key(key)
		if r.closes {
			s.close(page)
		}
		if r.then != nil {
			r.then()
		}
		if r.took {
			return true
		}
	}
	return false
}

// Chooser is a list of ready-made lines of a command to choose from, with pictures.
type Chooser struct {
	Drawer bool // this is the drawer, which can be beside the board
	Bare   bool // the board is not shown beside it
	List   bool // one item per row; as in the drawer, items without a text are headings with a row of their own
	Word   game.Word
	At     int
	Moved  bool // an arrow has moved the choice

	Columns int // the number of items side by side in the last layout

	choose func(line string)
	rows   int // the number of rows shown in the last layout
}

// ChooserItem is an item as a page shows it.
type ChooserItem struct {
	game.Item
	Spot        string
	Row, Column int // from 0
	Chosen      bool
	Head        bool // a heading, which cannot be chosen
}

// Fit returns the items to show if there is room for the given columns and rows. If not all fit, it also returns the position of the chosen item,
// such as "3 of 12", otherwise "".
func (ch *Chooser) Fit(columns, rows int) (shown []ChooserItem, where string) {
	most, all := ch.Rows(columns), ch.placed()
	ch.rows = rows
	top := max(0, all[ch.At].Row-rows+1)
	if ch.List { // the chosen line stays in the middle
		top = max(0, min(ch.At-rows/2, most-rows))
	}
	for _, item := range all {
		if item.Row -= top; item.Row >= 0 && item.Row < rows {
			shown = append(shown, item)
		}
	}
	if rows < most {
		where = fmt.Sprintf("%d of %d", ch.At+1, len(all))
	}
	return shown, where
}

// Rows returns the number of rows that the items need with the given number of columns.
func (ch *Chooser) Rows(columns int) int {
	ch.Columns = columns
	all := ch.placed()
	return all[len(all)-1].Row + 1
}

// placed returns the items with their rows and columns; the number of columns is Columns.
func (ch *Chooser) placed() (all []ChooserItem) {
	row, column := 0, 0
	for i, item := range ch.Word.Items {
		head := ch.heads(i)
		if column >= max(1, ch.Columns) || head && column > 0 {
			row, column = row+1, 0
		}
		all = append(all, ChooserItem{item, LineSpot + item.Text, row, column, i == ch.At, head})
		if column++; head {
			column = ch.Columns
		}
	}
	return all
}

// Pictured reports whether an item has a picture.
func (ch *Chooser) Pictured() bool {
	return slices.ContainsFunc(ch.Word.Items, func(i game.Item) bool { return i.Picture.H > 0 })
}

// Blocks implements [Page].
func (ch *Chooser) Blocks() []Block {
	board := &Board{}
	if ch.Pictured() || ch.Bare {
		board = nil
	}
	return []Block{board, Heading{Title: ch.Word.Label}, ch, Buttons{ch.keys, "enter"}}
}

func (ch *Chooser) keys() []Button {
	return []Button{{Key: "enter", Label: "choose"}, {Key: "esc", Label: "back"}}
}

func (ch *Chooser) heads(i int) bool {
	return (ch.List || ch.Drawer) && ch.Word.Items[i].Text == ""
}

// climb chooses the nearest item in the next row that has any, or in an earlier row if the parameter by is negative. The absolute value of by is
// the number of such steps.
func (ch *Chooser) climb(by int) {
	all := ch.placed()
	for range max(by, -by) {
		at, next := all[ch.At], -1
		for i, item := range all {
			switch down := item.Row > at.Row; {
			case item.Head || item.Row == at.Row || down != (by > 0):
			case next < 0, by < 0 && item.Row > all[next].Row, item.Row == all[next].Row && item.Column <= at.Column:
				next = i
			}
		}
		if next >= 0 {
			ch.At = next
		}
	}
}

// move moves the choice on by a number of items, or to the next item in that direction that can be chosen.
func (ch *Chooser) move(by int) {
	last := len(ch.Word.Items) - 1
	ch.At = max(0, min(ch.At+by, last))
	for by < 0 && ch.At > 0 && ch.heads(ch.At) {
		ch.At--
	}
	for ch.At < last && ch.heads(ch.At) {
		ch.At++
	}
}

func (ch *Chooser) wheel(by int) bool {
	ch.move(by)
	return true
}

func (ch *Chooser) key(key string) reply {
	line, chosen := strings.CutPrefix(key, LineKey)
	if d, ok := directions[key]; ok {
		ch.Moved = true
		ch.move(d.dx)
		ch.climb(d.dy)
		return reply{took: true}
	}
	switch key {
	case "pgup", "pgdown":
		ch.climb(map[string]int{"pgup": -3, "pgdown": 3}[key])
		return reply{took: true}
	case "enter", "space", "5":
		line, chosen = ch.Word.Items[ch.At].Text, true
	}
	if chosen {
		return reply{took: true, closes: true, then: func() { ch.choose(line) }}
	}
	return reply{took: key == "esc" || key == moreKey && ch.Drawer, closes: true}
}

// Scroll records the rows of a list or a text that are shown, if there is not enough room for all rows.
type Scroll struct {
	top, rows, room int
}

// Fit sets the number of rows and the room, which is the number of rows shown together. It returns the first row to show, from 0.
func (l *Scroll) Fit(rows, room int) (top int) {
	l.rows, l.room = rows, room
	l.scroll(0)
	return l.top
}

// Listed returns the spots of the list that a game shows beside the board, in its order.
func Listed(v game.View) (list []string) {
	const wide, endless = 400, 1e5 // in points
	for _, spot := range v.Aside(wide, endless).Spots {
		list = append(list, spot.Name)
	}
	return list
}

// More reports whether there are rows above and below those shown.
func (l *Scroll) More() (above, below bool) { return l.top > 0, l.top+l.room < l.rows }

// Part returns the start and the end of the part of the rows that is shown, from 0 to 1.
func (l *Scroll) Part() (from, to float64) {
	if l.rows <= l.room {
		return 0, 1
	}
	return float64(l.top) / float64(l.rows), float64(l.top+l.room) / float64(l.rows)
}

func (l *Scroll) scroll(by int) { l.top = max(0, min(l.top+by, l.rows-l.room)) }

// show scrolls only as far as needed to show a row.
func (l *Scroll) show(row int) { l.top = max(min(l.top, row), row-l.room+1) }

// key handles a key of the list beside the board, and reports whether the list has this key.
func (l *Scroll) key(key string) bool {
	step := map[string]int{"(": -1, ")": 1}[key]
	if step == 0 || l.rows <= l.room {
		return false
	}
	l.scroll(step * max(1, l.room-1))
	return true
}

// Slide scrolls the list over which a finger slides by a number of rows. Unlike the wheel, it does not first move the choice to the end of the rows shown.
func Slide(d *Desk, over Area, by int) {
	if by == 0 {
		return
	}
	if ch, ok := d.Pages.Top().(*Chooser); ok && ch.List {
		ch.At = max(ch.rows/2, min(ch.At, len(ch.Word.Items)-ch.rows+ch.rows/2))
		ch.move(0)
	}
	for _, f := range d.Form.Fields {
		if f.Kind != List || !d.filling() {
			continue
		}
		if f.pick(f.scroll.top); by > 0 {
			f.pick(f.scroll.top + f.scroll.room - 1)
		}
	}
	d.Wheel(over, by)
}

// drawerItems returns the controls of the drawer as items of the chooser, in order, with a heading above each group.
func drawerItems(drawer []Button) (items []game.Item) {
	for i, b := range drawer {
		if i == 0 || b.Group != drawer[i-1].Group {
			items = append(items, game.Item{Label: b.Group})
		}
		items = append(items, game.Item{Text: lineOf(b), Label: strings.TrimSpace(KeyName(b.Key) + " " + b.Label)})
	}
	return items
}

func lineOf(b Button) string {
	if line, is := strings.CutPrefix(b.Key, LineKey); is {
		return line
	}
	return KeyItem + strings.TrimPrefix(b.Key, OfferKey)
}

// On reports whether the item of the control b is chosen.
func (ch *Chooser) On(b Button) bool {
	return ch.At < len(ch.Word.Items) && ch.Word.Items[ch.At].Text == lineOf(b)
}

package term

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
)

// menuX is the margin of the menu, menuItems the columns of its entries and items. From menuW and menuH on, what the chosen game looks like is
// beside them.
const menuX, menuItems, menuW, menuH = 2, 48, 80, 23

// The greatest size of a menu with frames.
const widestMenu, highestMenu = 150, 48

// drawMenu shows the menu: the entries, below them the items of the chosen one, and beside them what that game looks like, in frames where there is
// room.
func (s *screen) drawMenu(c *canvas) {
	m := s.desk.Menu
	framed, roomy := c.grid.W >= boxedW && c.grid.H >= boxedH, c.grid.W >= menuW && c.grid.H >= menuH
	a := area{1, 0, c.grid.W - 2, c.grid.H - 1} // with the title, without the keys
	blocks := m.Blocks()
	title, entries, every, said := desk.PartOf[desk.Heading](blocks), desk.PartOf[[]desk.Card](blocks), 1, 2
	switch {
	case framed:
		w, h := min(c.grid.W-2, widestMenu), min(c.grid.H-1, highestMenu)
		a = area{(c.grid.W - w) / 2, (c.grid.H - h - 1) / 2, menuItems + 2*boxSide, h}
		s.drawSample(c, area{a.x + a.w + 1, a.y, w - a.w - 1, a.h})
		c.box(a, title.Title, title.Remark)
		a = area{a.x + boxSide, a.y, menuItems, a.h - 1}
	case roomy:
		a = area{(c.grid.W-menuW)/2 + menuX, max(0, c.grid.H-menuH-1) / 3, menuItems, a.h}
		a.h -= a.y
		c.put(a.x+a.w+menuX, a.y, title.Remark, grid.Muted)
		s.drawLook(c, area{a.x + a.w + menuX, a.y + 2, menuW - menuItems - 3*menuX, a.h - 2})
		fallthrough
	default:
		c.put(a.x, a.y, title.Title, grid.Title)
	}
	told, quiet := m.Told()
	if said = min(len(wrap(told, a.w)), said); m.Prompt.On {
		said = 1
	}
	y, end := a.y+1, a.y+a.h-said
	most := 0 // the items of any entry, so that nothing moves when another one is chosen
	for _, e := range entries {
		most = max(most, len(e.Items))
	}
	if framed || 2*len(entries)+most+1 <= a.h-2 {
		y, every = y+1, 2
	} else if len(entries)+most+4 <= a.h {
		y++
	}
	for _, e := range entries {
		text := fmt.Sprintf("  %1s  %s", e.Number, e.Text)
		drawChoice(c, a.x, y, a.w, prose.Pad(text, 17)+" "+e.Kept, e.Option)
		y += every
	}
	if framed {
		c.divider(a.x-boxSide, y-1, a.w+2*boxSide)
	} else if every == 1 && len(entries)+most < a.h-2 {
		y++
	}
	drawItems(c, a.x, y, a.w, end-y, entries[m.Entry].Items, m.Item)
	keys := a.y + a.h
	if framed {
		keys++
	}
	if m.Prompt.On {
		drawPrompt(c, &m.Prompt, a.x, end, c.grid.W-a.x)
		list := []desk.Button{{Key: "enter", Label: "joins"}, {Key: "esc", Label: "back"}}
		if len(s.desk.Settings.Joined) > 1 {
			list = append(list, desk.Button{Key: "up", Label: "earlier addresses"})
		}
		c.keys(a.x, keys, list)
		return
	}
	c.say(a.x, end, a.w, said, told, map[bool]grid.Role{false: grid.Accent, true: grid.Muted}[quiet])
	list := m.Buttons()
	if !roomy {
		list = slices.DeleteFunc(list, func(b desk.Button) bool { return strings.Contains("cor", b.Key) })
		c.keys(a.x, keys, list)
		return
	}
	c.put(a.x, keys, "Arrows", grid.Key)
	c.put(a.x+7, keys, "move", grid.Button)
	c.keys(a.x+13, keys, list)
}

// drawSample draws a frame with what the chosen game looks like, as large as fits. Settings show the first game, in the colours chosen.
func (s *screen) drawSample(c *canvas, a area) {
	is, made := s.desk.Menu.Sample(s.desk.Menu.Entry), &s.sample
	c.box(a, is.Info.Title, "")
	c.put(a.x+boxSide, a.y+a.h-1, " "+clip(is.Info.Brief, a.w-2*boxSide-2)+" ", grid.Muted)
	if made.of != is || made.room != a {
		if *made = (sample{is, a, grid.Grid{}}); is.View != nil {
			made.board = spotted(s.drawing(is.View)(a.w-2*boxSide, a.h-2), "")
		}
	}
	c.grid.Draw(a.x+(a.w-made.board.W)/2, a.y+(a.h-made.board.H)/2, made.board)
}

// sample is the cached board that the menu shows, and what it was made for.
type sample struct {
	of    *desk.Sample
	room  area
	board grid.Grid
}

// drawChoice writes a line that can be chosen; text begins with two blanks.
func drawChoice(c *canvas, x, y, w int, text string, is desk.Option) {
	if is.Chosen {
		text = "▸" + text[1:]
	}
	c.putSpot(x, y, clip(text, w), roleOf(is.Chosen, is.Active), is.Spot)
}

// roleOf returns the role of a part of a page that can be chosen; active is whether keys act on it.
func roleOf(chosen, active bool) grid.Role {
	switch {
	case chosen && active:
		return grid.Cursor
	case chosen:
		return grid.Accent
	}
	return grid.Plain
}

// drawItems writes the items around the chosen one into the given number of rows, with a sign where there are more.
func drawItems(c *canvas, x, y, w, rows int, items []desk.MenuItem, chosen int) {
	top := max(0, min(chosen-rows/2, len(items)-rows))
	end := min(len(items), top+rows)
	column := valueX
	for _, it := range items {
		if it.Change != nil {
			column = max(column, width(it.Label)+3)
		}
	}
	for i := top; i < end; i++ {
		drawItem(c, x, y+i-top, w, column, items[i])
	}
	if top > 0 {
		c.put(x+w-1, y, "▴", grid.Muted)
	}
	if end < len(items) {
		c.put(x+w-1, y+rows-1, "▾", grid.Muted)
	}
}

// valueX is the least column of the value of an item.
const valueX = 14

// drawItem writes an item, with its value from a column on.
func drawItem(c *canvas, x, y, w, column int, it desk.MenuItem) {
	text, value := "  "+it.Label, it.Value
	if it.Change != nil {
		value = "◂ " + value + " ▸"
	}
	if value != "" {
		text = prose.Pad(text, column-1) + " " + value
	}
	drawChoice(c, x, y, w, prose.Pad(clip(text, w), w), desk.Option{Spot: it.Spot, Chosen: it.Chosen, Active: it.Chosen})
}

// drawLook shows what the chosen game looks like in a few columns: its picture, what it is about, and the pictures of the options chosen.
func (s *screen) drawLook(c *canvas, a area) {
	d, m := s.desk, s.desk.Menu
	if m.Entry == len(d.Games) {
		return
	}
	info := d.Games[m.Entry].Info()
	c.grid.Draw(a.x, a.y, info.Picture)
	a.y += info.Picture.H + 1
	for _, line := range wrap(info.Brief+".", a.w) {
		c.put(a.x, a.y, line, grid.Muted)
		a.y++
	}
	choices, ok := d.Games[m.Entry].(game.Choices)
	if !ok {
		return
	}
	words := strings.Fields(d.Settings.Game(info.Name).Options)
	for _, choice := range choices.Choices() {
		c.grid.Draw(a.x, a.y+1, choice.Items[desk.Chosen(choice, words)].Picture)
	}
}

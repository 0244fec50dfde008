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

// menuX is the margin of the menu, menuItems the columns of its items. On a screen of at least menuW by menuH, the description of each game is in its
// line, and a picture of the chosen game is beside the items. In frames, which have framedItems columns, the description is below the name.
const menuX, menuItems, framedItems, menuW, menuH = 2, 52, 54, 80, 23

// fullest is the number of items that always have room; nameW is the number of columns of an entry before its description.
const fullest, nameW = 15, 17

const widestMenu, highestMenu = 150, 48

// drawMenu draws the menu: the entries, below them the items of the chosen entry, and beside the items a picture of that game. Where there is room,
// they have frames.
func (s *screen) drawMenu(c *canvas) {
	m := s.desk.Menu
	framed, roomy := c.grid.W >= boxedW && c.grid.H >= boxedH, c.grid.W >= menuW && c.grid.H >= menuH
	a := area{1, 0, c.grid.W - 2, c.grid.H - 1} // includes the title, but not the keys
	blocks := m.Blocks()
	title, entries, every := desk.PartOf[desk.Heading](blocks), desk.PartOf[[]desk.Card](blocks), 1
	said, quiet := m.Told()
	role := grid.Accent
	if quiet {
		role = grid.Muted
	}
	switch {
	case framed:
		w, h := min(c.grid.W-2, widestMenu), min(c.grid.H-1, highestMenu)
		a = area{(c.grid.W - w) / 2, (c.grid.H - h - 1) / 2, framedItems + 2*boxSide, h}
		s.drawSample(c, area{a.x + a.w + 1, a.y, w - a.w - 1, a.h})
		c.box(a, title.Title, title.Remark)
		a = area{a.x + boxSide, a.y, framedItems, a.h - 1}
	case roomy:
		a = area{(c.grid.W-menuW)/2 + menuX, max(0, c.grid.H-menuH-1) / 3, menuItems, a.h}
		a.h -= a.y
		c.put(a.x+menuW-2*menuX-width(title.Remark), a.y, title.Remark, grid.Muted)
	case said == "":
		said, role = m.Whole(func(text string) bool { return len(wrap(text, a.w)) <= 2 }), grid.Muted
	}
	lineW := a.w // the width of entries
	if !framed {
		c.put(a.x, a.y, title.Title, grid.Title)
		lineW = min(menuW-2*menuX, c.grid.W-2*a.x)
	}
	below := min(len(wrap(said, lineW)), 2) // the rows of the message
	if m.Prompt.On {
		below = 1
	}
	y, end := a.y+1, a.y+a.h-below
	most := fullest // the greatest number of items of an entry, so that nothing moves when another entry is chosen or unfolded
	for _, e := range entries {
		most = max(most, len(e.Items))
	}
	if framed {
		y, every = y+1, 3
	} else if roomy && 2*len(entries)+most+1 <= a.h-2 {
		y, every = y+1, 2
	} else if len(entries)+most+4 <= a.h {
		y++
	}
	for _, e := range entries {
		drawEntry(c, a.x, y, lineW, e, framed, roomy)
		y += every
	}
	if framed {
		c.divider(a.x-boxSide, y-1, a.w+2*boxSide)
	} else if every == 1 && len(entries)+most < a.h-2 {
		y++
	}
	if roomy && !framed {
		s.drawLook(c, a.x+a.w+menuX, y)
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
	c.say(a.x, end, lineW, below, said, role)
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

// drawSample draws a frame with a picture of the chosen game, as large as possible. For the settings, it shows the first game in the colours chosen.
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

// sample is the cached board that the menu shows, with the values that it was made from.
type sample struct {
	of    *desk.Sample
	room  area
	board grid.Grid
}

// drawEntry writes an entry of the menu. If there is room, a description follows the name; in frames it is below the name.
func drawEntry(c *canvas, x, y, w int, e desk.Card, framed, roomy bool) {
	text, brief, kept := prose.Pad(fmt.Sprintf("  %1s  %s", e.Number, e.Text), nameW), strings.TrimSuffix(e.Brief, "."), e.Kept
	switch {
	case framed:
		c.putSpot(x+5, y+1, brief, grid.Muted, e.Spot)
	case roomy: // only the last word about a kept game fits
		kept = kept[strings.LastIndex(kept, " ")+1:]
		text = prose.Pad(text+brief, w-len(kept))
	}
	drawChoice(c, x, y, w, text+kept, e.Option)
}

// drawChoice writes a line that can be chosen; text must begin with two blanks.
func drawChoice(c *canvas, x, y, w int, text string, is desk.Option) {
	if is.Chosen {
		text = "▸" + text[1:]
	}
	c.putSpot(x, y, clip(text, w), roleOf(is.Chosen, is.Active), is.Spot)
}

// roleOf returns the role of a line or button that can be chosen; active is set if keys act on it.
func roleOf(chosen, active bool) grid.Role {
	switch {
	case chosen && active:
		return grid.Cursor
	case chosen:
		return grid.Accent
	}
	return grid.Plain
}

// drawItems writes the items around the chosen one into the given number of rows, with arrows if there are more above or below.
func drawItems(c *canvas, x, y, w, rows int, items []desk.MenuItem, chosen int) {
	top := max(0, min(chosen-rows/2, len(items)-rows))
	end := min(len(items), top+rows)
	for i := top; i < end; i++ {
		drawItem(c, x, y+i-top, w, items[i])
	}
	if top > 0 {
		c.put(x+w-1, y, "▴", grid.Muted)
	}
	if end < len(items) {
		c.put(x+w-1, y+rows-1, "▾", grid.Muted)
	}
}

// valueX is the column of an item's value; nearX is the same on a narrow screen.
const valueX, nearX = 17, 14

func drawItem(c *canvas, x, y, w int, it desk.MenuItem) {
	text, column, before, after := "  "+it.Label, valueX, "", ""
	if w < menuItems {
		column = nearX
	}
	switch {
	case it.Change != nil:
		before, after = "◂ ", " ▸"
	case it.Folds:
		before = map[bool]string{false: "▾ ", true: "▴ "}[it.Open]
	}
	room := w - max(column, width(text)+1) - width(before)
	if value := it.Short(func(text string) bool { return it.Change != nil || width(text) <= room }); value != "" {
		text = prose.Pad(text, column-1) + " " + before + value + after
	}
	drawChoice(c, x, y, w, prose.Pad(clip(text, w), w), desk.Option{Spot: it.Spot, Chosen: it.Chosen, Active: it.Chosen})
	if it.Rank == desk.Start && !it.Chosen {
		c.putSpot(x+2, y, it.Label, grid.Title, it.Spot)
	}
}

// drawLook draws, in a few columns, a picture of the chosen game and a picture of the options chosen.
func (s *screen) drawLook(c *canvas, x, y int) {
	d, m := s.desk, s.desk.Menu
	if m.Entry == len(d.Games) {
		return
	}
	info := d.Games[m.Entry].Info()
	c.grid.Draw(x, y, info.Picture)
	choices, ok := d.Games[m.Entry].(game.Choices)
	if !ok {
		return
	}
	words := strings.Fields(d.Settings.Game(info.Name).Options)
	for _, choice := range choices.Choices() {
		c.grid.Draw(x, y+info.Picture.H+1, choice.Items[desk.Chosen(choice, words)].Picture)
	}
}

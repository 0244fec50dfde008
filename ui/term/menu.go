package term

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
	"attic/game"
	"attic/match/store"
)

// The columns of the menu.
const menuX, itemX, valueX = 3, 28, 14

// menuW and menuH are the least columns and rows of a menu with the games and their items side by side. On a smaller
// terminal the items are below the games.
const menuW, menuH = 80, 23

// drawMenu shows the menu.
func (s *screen) drawMenu(c *canvas) {
	d, m := s.desk, s.desk.Menu
	if c.grid.W >= boxedW && c.grid.H >= boxedH {
		s.drawWideMenu(c)
		return
	}
	if c.grid.W < menuW || c.grid.H < menuH {
		s.drawSlimMenu(c)
		return
	}
	left := (c.grid.W - menuW) / 2
	top := max(0, c.grid.H-menuH-1) / 3
	at := func(x int) int { return left + x }
	c.put(at(menuX), top+1, "attic", grid.Title)
	c.put(at(itemX), top+1, desk.Subtitle(d.Games), grid.Muted)
	for i, e := range m.Entries() {
		y := top + 4 + 3*i
		text := prose.Pad("  "+e.Title, 20)
		if e.Number != "" {
			text = prose.Pad("  "+e.Number+"  "+e.Title, 20)
		}
		drawEntry(c, at(menuX), y, text, e)
		c.putSpot(at(menuX+5), y+1, e.Kept, grid.Muted, e.Spot)
	}
	y, items, pictured := top+3, m.Items(), true
	if m.Entry < len(d.Games) {
		info := d.Games[m.Entry].Info()
		below := top + 3*len(m.Entries()) + 3 // the row after the entries
		switch pictured = y+info.Picture.H+2+len(items) <= c.grid.H-1; {
		case pictured: // all items have room below the picture
			c.grid.Draw(at(itemX), y, info.Picture)
			y += info.Picture.H
		case below+info.Picture.H <= c.grid.H-2:
			c.grid.Draw(at(menuX+2), below, info.Picture)
		}
		if y+3+len(items) <= c.grid.H-2 { // room for a blank line
			y++
		}
		c.put(at(itemX), y, info.Brief+".", grid.Plain)
		y += 2
	}
	rows := c.grid.H - 1 - y
	if m.Said != "" || m.Prompt.On || rows < len(items) {
		rows--
	}
	drawItems(c, at(itemX), y, 48, rows, items, m.Item)
	if pictured {
		s.drawChosenPick(c, at(itemX+26), top+3)
	}
	if m.Prompt.On {
		drawPrompt(c, &m.Prompt, at(menuX), c.grid.H-2, c.grid.W-at(menuX))
		drawPromptKeys(c, at(menuX), len(d.Settings.Joined) > 1)
		return
	}
	c.say(at(menuX), c.grid.H-2, menuW-2*menuX, 1, m.Said, grid.Accent)
	x := at(menuX)
	c.put(x, c.grid.H-1, "Arrows", grid.Key)
	c.put(x+7, c.grid.H-1, "move", grid.Button)
	c.keys(x+13, m.Buttons())
}

// The greatest size of a wide menu, and the columns of its entries and items.
const widestMenu, highestMenu, wideItems = 150, 48, 50

// drawWideMenu shows the menu in two frames: the games and the items of the chosen one, and what that game looks like.
func (s *screen) drawWideMenu(c *canvas) {
	d, m := s.desk, s.desk.Menu
	w, h := min(c.grid.W-2, widestMenu), min(c.grid.H-1, highestMenu)
	left := area{(c.grid.W - w) / 2, (c.grid.H - h - 1) / 2, wideItems + 2*boxSide, h}
	right := area{left.x + left.w + 1, left.y, w - left.w - 1, h}
	c.box(left, "attic", desk.Subtitle(d.Games))
	x, y := left.x+boxSide, left.y+2
	for _, e := range m.Entries() {
		text := "     " + e.Title
		if e.Number != "" {
			text = "  " + e.Number + "  " + e.Title
		}
		drawEntry(c, x, y, prose.Pad(text, wideItems), e)
		c.putSpot(x+wideItems-width(e.Kept), y, e.Kept, roleOf(e.Chosen, e.Active), e.Spot)
		y += 2
	}
	c.divider(left.x, y-1, left.w)
	end := left.y + left.h - 1
	if m.Said != "" || m.Prompt.On {
		end -= 2
	}
	drawItems(c, x, y, wideItems, end-y, m.Items(), m.Item)
	switch {
	case m.Prompt.On:
		drawPrompt(c, &m.Prompt, x, end, wideItems)
	case m.Said != "":
		c.say(x, end, wideItems, 2, m.Said, grid.Accent)
	}
	s.drawSample(c, right)
	x, y = left.x+1, left.y+left.h
	if m.Prompt.On {
		drawPromptKeys(c, x, len(d.Settings.Joined) > 1)
		return
	}
	c.put(x, y, "Arrows", grid.Key)
	c.put(x+7, y, "move", grid.Button)
	x += 13
	for _, b := range m.Buttons() {
		c.button(x, y, button(b).width(), button(b))
		x += button(b).width() + 2
	}
}

// drawSample draws a frame with what the chosen game looks like, as large as fits. Settings show the first game, in the colours chosen.
func (s *screen) drawSample(c *canvas, a area) {
	d, m := s.desk, s.desk.Menu
	g, kept := d.Games[0], m.Kept[0]
	if m.Entry < len(d.Games) {
		g, kept = d.Games[m.Entry], m.Kept[m.Entry]
	}
	info := g.Info()
	c.box(a, info.Title, "")
	c.put(a.x+boxSide, a.y+a.h-1, " "+clip(info.Brief, a.w-2*boxSide-2)+" ", grid.Muted)
	made, options := &s.sample, d.Settings.Game(info.Name).Options
	if made.game != info.Name || made.options != options || made.kept != kept || made.room != a {
		*made = sample{info.Name, options, kept, a, grid.Grid{}}
		if v := desk.Sample(g, kept, options); v != nil {
			made.board = unspotted(s.drawing(v)(a.w-2*boxSide, a.h-2))
		}
	}
	c.grid.Draw(a.x+(a.w-made.board.W)/2, a.y+(a.h-made.board.H)/2, made.board)
}

// sample is the cached board that the menu shows, and what it was made for.
type sample struct {
	game, options string
	kept          *store.Kept
	room          area
	board         grid.Grid
}

// drawEntry writes an entry; text begins with two blanks.
func drawEntry(c *canvas, x, y int, text string, e desk.Entry) {
	role := roleOf(e.Chosen, e.Active)
	if e.Chosen {
		text = "▸" + text[1:]
	}
	c.putSpot(x, y, text, role, e.Spot)
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
	for i := top; i < end; i++ {
		drawItem(c, x, y+i-top, w, items[i], i, i == chosen)
	}
	if top > 0 {
		c.put(x+w-1, y, "▴", grid.Muted)
	}
	if end < len(items) {
		c.put(x+w-1, y+rows-1, "▾", grid.Muted)
	}
}

// drawItem writes an item.
func drawItem(c *canvas, x, y, w int, it desk.MenuItem, i int, chosen bool) {
	text := "  " + it.Label
	if it.Change != nil || it.Value != "" {
		text = prose.Pad(text, valueX-1) + " "
		value := it.Value
		if it.Change != nil {
			value = "◂ " + value + " ▸"
		}
		text += value
	}
	role := grid.Plain
	if chosen {
		text, role = "▸"+text[1:], grid.Cursor
	}
	c.putSpot(x, y, prose.Pad(clip(text, w), w), role, fmt.Sprint(desk.ItemSpot, i))
}

// drawSlimMenu shows the menu on a small terminal: the items are below the games and scroll.
func (s *screen) drawSlimMenu(c *canvas) {
	m, w := s.desk.Menu, c.grid.W-2
	c.put(1, 0, "attic", grid.Title)
	y := 1
	for _, e := range m.Entries() {
		drawEntry(c, 1, y, clip(strings.TrimRight(prose.Pad(fmt.Sprintf("  %1s  %s", e.Number, e.Title), 17)+" "+e.Kept, " "), w), e)
		y++
	}
	y++
	end := c.grid.H - 2
	if n := len(wrap(m.Said, w)); m.Said != "" && !m.Prompt.On {
		end -= min(n, 2) - 1
	}
	drawItems(c, 1, y, w, end-y, m.Items(), m.Item)
	if m.Prompt.On {
		drawPrompt(c, &m.Prompt, 1, c.grid.H-2, c.grid.W-1)
		drawPromptKeys(c, 1, len(s.desk.Settings.Joined) > 1)
		return
	}
	c.say(1, end, w, c.grid.H-1-end, m.Said, grid.Accent)
	x := 1
	for _, b := range []button{{Key: "enter", Label: "choose"}, {Key: "esc", Label: "back"}, {Key: "?", Label: "help"}, {Key: "q", Label: "quit"}} {
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 1
	}
}

// drawPromptKeys writes the keys for typing an address; earlier is whether there are earlier addresses.
func drawPromptKeys(c *canvas, x int, earlier bool) {
	list := []desk.Button{{Key: "enter", Label: "joins"}, {Key: "esc", Label: "back"}}
	if earlier {
		list = append(list, desk.Button{Key: "up", Label: "earlier addresses"})
	}
	c.keys(x, list)
}

// drawChosenPick shows the picture of the chosen option's value.
func (s *screen) drawChosenPick(c *canvas, x, y int) {
	d, m := s.desk, s.desk.Menu
	if m.Entry >= len(d.Games) {
		return
	}
	choices, ok := d.Games[m.Entry].(game.Choices)
	if !ok {
		return
	}
	words := strings.Fields(d.Settings.Game(d.Games[m.Entry].Info().Name).Options)
	for _, choice := range choices.Choices() {
		c.grid.Draw(x, y, choice.Items[desk.Chosen(choice, words)].Picture)
	}
}

package term

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/grid"
)

// The columns of the menu.
const menuX, itemX, valueX = 3, 28, 14

// drawMenu shows the menu.
func drawMenu(c *canvas, d *desk.Desk) {
	m := d.Menu
	if m.Pager.On {
		drawPager(c, &m.Pager)
		return
	}
	left := max(0, (c.grid.W-leastW)/2)
	top := max(0, (c.grid.H-leastH)/3)
	at := func(x int) int { return left + x }
	c.put(at(menuX), top+1, "attic", grid.Title)
	c.put(at(itemX), top+1, "Games of pieces that change each other", grid.Muted)
	titles := []string{}
	for _, g := range d.Games {
		titles = append(titles, g.Info().Title)
	}
	for i, title := range append(titles, "Settings") {
		y := top + 4 + 3*i
		text := fmt.Sprintf("  %-18s", title)
		if i < len(titles) {
			text = fmt.Sprintf("  %d  %-15s", i+1, title)
		}
		role := grid.Plain
		if i == m.Entry {
			text = "▸" + text[1:]
			role = grid.Accent
			if m.Item < 0 {
				role = grid.Cursor
			}
		}
		spot := fmt.Sprint(desk.EntrySpot, i)
		c.putSpot(at(menuX), y, text, role, spot)
		if i < len(titles) && m.Kept[i] != nil {
			c.putSpot(at(menuX+5), y+1, "a game is kept", grid.Muted, spot)
		}
	}
	y, items := top+3, m.Items()
	if m.Entry < len(titles) {
		info := d.Games[m.Entry].Info()
		c.grid.Draw(at(itemX), y, info.Picture)
		y += info.Picture.H
		if y+3+len(items) <= c.grid.H-2 { // room for a blank line
			y++
		}
		c.put(at(itemX), y, info.Brief+".", grid.Plain)
		y += 2
	}
	for i, it := range items {
		spot := fmt.Sprint(desk.ItemSpot, i)
		text := "  " + it.Label
		if it.Change != nil || it.Value != "" {
			text = fmt.Sprintf("  %-*s", valueX-2, it.Label)
			value := it.Value
			if it.Change != nil {
				value = "◂ " + value + " ▸"
			}
			text += value
		}
		role := grid.Plain
		if i == m.Item {
			text, role = "▸"+text[1:], grid.Cursor
		}
		c.putSpot(at(itemX), y, fmt.Sprintf("%-48s", clip(text, 48)), role, spot)
		y++
	}
	drawChosenPick(c, d, at(itemX+26), top+3)
	if m.Prompt.On {
		drawMenuPrompt(c, &m.Prompt)
		drawPromptKeys(c, at(menuX), len(d.Settings.Joined) > 1)
		return
	}
	c.put(at(menuX), c.grid.H-2, m.Said, grid.Accent)
	x := at(menuX)
	buttons := []button{{Key: "enter", Label: "chooses"}, {Key: "esc", Label: "back"}, {Key: "c", Label: "continue"}, {Key: "o", Label: "open"}, {Key: "?", Label: "help"}, {Key: "q", Label: "quit"}}
	c.put(x, c.grid.H-1, "Arrows", grid.Key)
	c.put(x+7, c.grid.H-1, "move", grid.Button)
	x += 13
	for _, b := range buttons {
		if b.Key == "c" && (m.Entry >= len(titles) || m.Kept[m.Entry] == nil) {
			continue
		}
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
	}
}

// drawMenuPrompt writes the line that is being typed and returns the column of the caret.
func drawMenuPrompt(c *canvas, pr *desk.Prompt) int {
	return drawPromptAt(c, pr, max(0, (c.grid.W-leastW)/2)+menuX, c.grid.H-2)
}

// drawPromptKeys writes the keys for an address; earlier says that there are others to fetch.
func drawPromptKeys(c *canvas, x int, earlier bool) {
	list := []button{{Key: "enter", Label: "joins"}, {Key: "esc", Label: "back"}}
	if earlier {
		list = append(list, button{Key: "up", Label: "earlier addresses"})
	}
	for _, b := range list {
		c.button(x, c.grid.H-1, b.width(), b)
		x += b.width() + 2
	}
}

// drawChosenPick shows the picture of the option's value that is being changed.
func drawChosenPick(c *canvas, d *desk.Desk, x, y int) {
	m := d.Menu
	if m.Entry >= len(d.Games) {
		return
	}
	choices, ok := d.Games[m.Entry].(game.Choices)
	if !ok {
		return
	}
	words := strings.Fields(d.Settings.Game(d.Games[m.Entry].Info().Name).Options)
	for _, choice := range choices.Choices() {
		for i, item := range choice.Items {
			usual := i == 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, choice.Name+"=") })
			if usual || item.Text != "" && slices.Contains(words, choice.Name+"="+item.Text) {
				c.grid.Draw(x, y, item.Picture)
			}
		}
	}
}

package compose

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/scene"
	"attic/store"
)

// menuPage draws the menu.
type menuPage struct {
	*page
	samples map[string]sample // by the game's name
}

// composeMenu composes the menu: a tile for each game, and the items of the chosen one below.
func (c menuPage) composeMenu() {
	menu := c.desk.Menu
	narrow := c.w < columnUpTo
	m := float64(margin)
	if narrow {
		m = slimMargin
	}
	c.bold(m, 32, 200, titleSize+4, "attic", scene.Text)
	if !narrow {
		c.word(m+90, 33, c.w-300, textSize, desk.Subtitle(c.desk.Games), scene.Muted)
	}
	games := c.desk.Games
	entries := menu.Entries()
	c.composeTab(scene.Rectangle{X: c.w - m - 104, Y: 16, W: 104, H: 32}, entries[len(games)])
	for _, b := range menu.Buttons() {
		if b.Key == "o" {
			c.button(scene.Rectangle{X: c.w - m - 104 - 8 - 88, Y: 16, W: 88, H: 32}, b, false)
		}
	}
	if c.desk.Form.On {
		formPart{c.page}.composeForm(scene.Rectangle{X: m, Y: 64, W: min(c.w-2*m, widestForm), H: c.h - 64 - m})
		return
	}
	gap := 16.0
	if narrow {
		gap = 8
	}
	each := (c.w - 2*m - gap*float64(len(games)-1)) / float64(len(games))
	foot := 40.0 // below the picture of a game
	if !narrow {
		foot = 48
		for _, g := range games {
			foot = max(foot, 48+aboutLine*float64(len(about(g.Info(), each))))
		}
	}
	const head = 64
	line := 30.0
	if narrow {
		line = 26
	}
	columns := menuColumns(c.w - 2*m)
	rows := (len(menu.Items()) + columns - 1) / columns
	height := min(each+foot, c.h*0.55, max(44, c.h-head-60-line*float64(rows))) // the items have to be readable
	if narrow && c.h < 560 {
		height = min(height, c.h*0.27)
	}
	y := float64(head)
	for i := range games {
		c.composeTile(i, entries[i], scene.Rectangle{X: m + float64(i)*(each+gap), Y: y, W: each, H: height}, foot, narrow)
	}
	y += height + 16
	c.composeItems(scene.Rectangle{X: m, Y: y, W: c.w - 2*m, H: c.h - y - 44})
	if menu.Prompt.On {
		c.composePrompt(&menu.Prompt, scene.Rectangle{X: m, Y: c.h - 38, W: c.w - 2*m, H: 30})
		return
	}
	if menu.Said != "" {
		c.word(m, c.h-22, c.w-2*m, textSize, menu.Said, scene.Accent)
		return
	}
	hint, keys := "Choose with arrows and Enter, or a number", menu.Buttons()[2:]
	if narrow {
		hint, keys = "Choose with arrows and Enter", keys[len(keys)-2:]
	}
	for _, b := range keys {
		hint += " · " + b.Key + " " + b.Label
	}
	c.word(m, c.h-22, c.w-2*m, labelSize, hint, scene.Muted)
}

// composeTab draws an entry that is not a game.
func (c menuPage) composeTab(r scene.Rectangle, e desk.Entry) {
	edge, width, ink := scene.Line, 1.0, scene.Text
	switch {
	case e.Chosen:
		edge, width, ink = scene.Accent, 2, scene.Accent
	case c.over == e.Spot:
		edge = scene.Muted
	}
	c.box(r, 8, scene.Panel, edge, width)
	c.centre(r.X+r.W/2, r.Y+r.H/2, r.W-12, labelSize+1, e.Chosen, e.Title, ink)
	c.spot(e.Spot, e.Title, r)
}

// aboutLine is the height of a line describing a game.
const aboutLine = 18

// about returns the description of a game, wrapped to a tile of the given width.
func about(info game.Info, width float64) []string {
	lines := scene.Wrap(info.Brief+".", labelSize+1, false, width-32)
	return lines[:min(3, len(lines))]
}

// composeTile draws the tile of a game: its picture, and below it its name.
func (c menuPage) composeTile(i int, e desk.Entry, r scene.Rectangle, foot float64, narrow bool) {
	g := c.desk.Games[i]
	info := g.Info()
	c.card(r)
	c.mark(r, e.Spot, e.Chosen)
	if r.H < 90 { // no room for a picture
		c.centre(r.X+r.W/2, r.Y+r.H/2, r.W-8, fitting(info.Title, labelSize, r.W-10), true, info.Title, scene.Text)
		c.spot(e.Spot, e.Title, r)
		return
	}
	c.picture(c.sample(g, c.desk.Menu.Kept[i]), scene.Rectangle{X: r.X + 12, Y: r.Y + 12, W: r.W - 24, H: r.H - foot - 12}, info.Name+" ")
	c.spot(e.Spot, e.Title, r)
	if narrow {
		c.centre(r.X+r.W/2, r.Y+r.H-22, r.W-8, fitting(info.Title, textSize, r.W-10), true, info.Title, scene.Text)
		return
	}
	y := r.Y + r.H - foot + 22
	title := e.Number + "  " + e.Title
	c.bold(r.X+16, y, r.W-32, 20, title, scene.Text)
	for n, line := range about(info, r.W) {
		c.word(r.X+16, y+24+aboutLine*float64(n), r.W-32, labelSize+1, line, scene.Muted)
	}
	if e.Kept != "" {
		if scene.TextWidth(title, 20, true)+scene.TextWidth(e.Kept, labelSize, true)+12 <= r.W-32 {
			c.right(r.X+r.W-16, y, labelSize, true, e.Kept, scene.Accent)
		} else { // a dot is enough: the first item says that a game is kept
			c.add(scene.Disc(r.X+r.W-14, r.Y+14, 5, scene.Accent))
		}
	}
}

// sample is a cached picture of a game on its tile, and what it was made for.
type sample struct {
	options string
	kept    *store.Kept
	picture scene.Scene
}

// sample returns the picture of a game: the position of the kept game, the start with the chosen options, or an example.
func (c menuPage) sample(g game.Game, kept *store.Kept) scene.Scene {
	info := g.Info()
	options := c.desk.Settings.Game(info.Name).Options
	if made, ok := c.samples[info.Name]; ok && made.options == options && made.kept == kept {
		return made.picture
	}
	if kept != nil {
		picture := kept.Match.State().View(kept.Match.Side).Scene()
		c.samples[info.Name] = sample{options, kept, picture}
		return picture
	}
	wished := options
	s, err := g.New(game.Setup{Options: options})
	if err != nil {
		s, err = g.New(game.Setup{})
		options = ""
	}
	if err != nil {
		return scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
	}
	if options == "" {
		for _, text := range info.Sample {
			next, _, err := s.Play(text)
			if err != nil {
				break
			}
			s = next
		}
	}
	picture := s.View(max(s.ToMove(), 0)).Scene()
	c.samples[info.Name] = sample{wished, nil, picture}
	return picture
}

// menuColumns returns the number of columns of items in a width.
func menuColumns(width float64) int {
	if width < 560 {
		return 1
	}
	return 2
}

// composeItems draws the items of the chosen entry.
func (c menuPage) composeItems(r scene.Rectangle) {
	menu := c.desk.Menu
	items := menu.Items()
	gap := 8.0
	columns := menuColumns(r.W)
	rows := (len(items) + columns - 1) / columns
	if r.H < float64(rows)*34 {
		gap = 4
	}
	height := min(40, (r.H-gap*float64(rows-1))/float64(rows))
	size := min(textSize, height*0.6)
	each := (r.W - gap*float64(columns-1)) / float64(columns)
	for i, it := range items { // down the first column, then the second
		area := scene.Rectangle{
			X: r.X + float64(i/rows)*(each+gap), Y: r.Y + float64(i%rows)*(height+gap), W: each, H: height,
		}
		spot := fmt.Sprint(desk.ItemSpot, i)
		chosen := menu.Item == i
		first := i == 0 && menu.Item < 0 && it.Do != nil // Enter goes to this item
		fill, edge, width, ink, muted := scene.Panel, scene.Line, 1.0, scene.Text, scene.Muted
		switch {
		case chosen && it.Do != nil || first:
			fill, edge, ink, muted = scene.Accent, scene.Accent, scene.On(scene.Accent), scene.On(scene.Accent)
		case chosen:
			edge, width = scene.Accent, 2
		case c.over == spot:
			edge = scene.Muted
		}
		c.box(area, 8, fill, edge, width)
		y := area.Y + area.H/2
		room := area.W*0.45 - 20
		if it.Value == "" {
			room = area.W - 32
		}
		c.bold(area.X+16, y, room, size, it.Label, ink)
		if it.Change != nil {
			c.chevron(area.X+area.W*0.45, y, -1, muted)
			c.chevron(area.X+area.W-20, y, 1, muted)
			c.centre(area.X+area.W*0.72-2, y, area.W*0.45, size, false, it.Value, ink)
		} else {
			small := min(textSize-1, size)
			x := area.X + area.W*0.45 - 8
			if end := area.X + area.W - 16; x+scene.TextWidth(it.Value, small, false) > end { // closer to the label
				x = max(area.X+16+scene.TextWidth(it.Label, size, true)+12, end-scene.TextWidth(it.Value, small, false))
			}
			c.word(x, y, area.X+area.W-8-x, small, it.Value, muted)
		}
		c.spot(spot, strings.TrimSpace(it.Label+" "+it.Value), area)
	}
}

// chevron draws an arrow to the left, -1, or to the right, 1.
func (p *page) chevron(x, y, way float64, colour scene.Colour) {
	p.add(scene.Stroke(x-3*way, y-5, x+2*way, y, 1.8, colour), scene.Stroke(x-3*way, y+5, x+2*way, y, 1.8, colour))
}

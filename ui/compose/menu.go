package compose

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
	"attic/match/store"
)

// menuPage draws the menu.
type menuPage struct {
	*page
	samples map[string]sample // by the game's name
	entries []desk.Entry
	rows    map[int]menuRows // of entries, as far as they were asked for
}

// The parts of the menu, in points.
const (
	menuTop    = 64  // above the cards
	menuFoot   = 44  // below them
	menuGap    = 16  // between them
	cardPad    = 16  // between the edge of a card and what is in it
	widestCard = 640 // of a card of a game with its choices
	leastCard  = 270
	aboutLine  = 18  // the height of a line describing a game
	leastShown = 110 // the least height of a picture in a card
)

// composeMenu composes the menu: a card for each game with its choices. Where they have no room, and for the settings, a tab for each game
// and below them the choices of one.
func (c menuPage) composeMenu() {
	menu, games := c.desk.Menu, c.desk.Games
	c.entries, c.rows = menu.Entries(), map[int]menuRows{}
	entries := c.entries
	for _, e := range entries {
		if e.Active {
			c.chosen = e.Spot
		}
	}
	m := marginOf(c.page)
	across := scene.Rectangle{X: m, Y: menuTop, W: c.w - 2*m, H: c.h - menuTop - menuFoot}
	if widest := float64(len(games))*(widestCard+menuGap) - menuGap; across.W > widest {
		across.X, across.W = (c.w-widest)/2, widest
	}
	said := c.said(across.W)
	across.H -= float64(len(said)-1) * saidLine
	end := across.X + across.W
	c.composeTab(scene.Rectangle{X: end - 96, Y: 16, W: 96, H: 32}, entries[len(games)])
	end -= 96 + 8
	for _, b := range menu.Buttons() {
		if b.Key == "o" {
			c.button(scene.Rectangle{X: end - 88, Y: 16, W: 88, H: 32}, b, false)
			end -= 88 + 12
		}
	}
	c.bold(across.X, 32, 200, titleSize, "attic", scene.Text)
	x := across.X + scene.TextWidth("attic", titleSize, true) + 12
	if title := desk.Subtitle(games); scene.TextWidth(title, textSize, false) <= end-x {
		c.word(x, 34, end-x, textSize, title, scene.Muted)
	}
	if c.desk.Form.On {
		across.W = min(across.W, widestForm)
		formPart{c.page}.composeForm(across)
		return
	}
	line := c.rowOf(across.H)
	each := (across.W - menuGap*float64(len(games)-1)) / float64(len(games))
	if menu.Entry == len(games) || each < leastCard || across.H < c.headOf(each)+leastShown+c.rowsRoom(line) {
		c.composeTabs(across, entries[:len(games)])
	} else {
		for i := range games {
			c.composeCard(i, entries[i], scene.Rectangle{X: across.X + float64(i)*(each+menuGap), Y: across.Y, W: each, H: across.H}, line)
		}
	}
	c.composeLast(across, said)
}

// saidLine is the height of each further line of what was said.
const saidLine = 18

// said returns what was said, in lines of this width: in one, or in smaller ones.
func (c menuPage) said(width float64) []string {
	said := c.desk.Menu.Said
	if said == "" || c.desk.Menu.Prompt.On || scene.TextWidth(said, fitting(said, textSize, width), false) <= width {
		return []string{said}
	}
	return scene.Wrap(said, leastLabel, false, width)
}

// composeLast writes the last line: what is typed or was said, what is chosen in full, or the keys.
func (c menuPage) composeLast(across scene.Rectangle, said []string) {
	menu, y := c.desk.Menu, c.h-menuFoot/2
	switch items := c.rowsOf(menu.Entry).items; {
	case menu.Prompt.On:
		composePrompt(c.page, &menu.Prompt, scene.Rectangle{X: across.X, Y: y - 15, W: across.W, H: 30})
	case menu.Said != "":
		size := fitting(menu.Said, textSize, across.W)
		for i, line := range said {
			c.word(across.X, y-float64(len(said)-1-i)*saidLine, across.W, size, line, scene.Accent)
		}
	case menu.Item >= 0 && menu.Item < len(items) && items[menu.Item].Value != "":
		it := items[menu.Item]
		c.word(across.X, y, across.W, labelSize, it.Label+": "+it.Value+".", scene.Muted)
	default:
		hint, keys := "Choose with arrows and Enter, or a number", menu.Buttons()[2:]
		if c.w < columnUpTo {
			hint, keys = "Choose with arrows and Enter", keys[len(keys)-2:]
		}
		for _, b := range keys {
			hint += " · " + b.Key + " " + b.Label
		}
		c.word(across.X, y, across.W, labelSize, hint, scene.Muted)
	}
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
	c.centre(r.X+r.W/2, r.Y+r.H/2, r.W-12, labelSize, e.Chosen, e.Title, ink)
	c.spot(e.Spot, e.Title, r)
}

// about returns the description of a game, wrapped to a width.
func about(info game.Info, width float64) []string {
	lines := scene.Wrap(info.Brief+".", labelSize, false, width)
	return lines[:min(3, len(lines))]
}

// headOf returns the height of the heads of cards of a width: the name of the game and what it is about.
func (c menuPage) headOf(width float64) float64 {
	lines := 1
	for _, g := range c.desk.Games {
		lines = max(lines, len(about(g.Info(), width-2*cardPad)))
	}
	return 46 + aboutLine*float64(lines)
}

// menuRow is a row of items: one, or two side by side.
type menuRow struct {
	first int // the number of the first
	items []desk.MenuItem
}

// menuRows are the items of an entry.
type menuRows struct {
	items  []desk.MenuItem
	resume *desk.MenuItem // the one that continues a kept game, which has a place of its own, or nil
	list   []menuRow      // the others
}

// rowsOf returns the items of an entry. They are made once for a page, in which many parts ask for them.
func (c menuPage) rowsOf(entry int) menuRows {
	if made, ok := c.rows[entry]; ok {
		return made
	}
	r, first := menuRows{items: c.desk.Menu.ItemsOf(entry)}, 0
	if entry < len(c.desk.Games) && c.desk.Menu.Kept[entry] != nil {
		r.resume, first = &r.items[0], 1
	}
	for i, it := range r.items[first:] {
		if it.Beside {
			last := &r.list[len(r.list)-1]
			last.items = append(last.items, it)
			continue
		}
		r.list = append(r.list, menuRow{first + i, []desk.MenuItem{it}})
	}
	c.rows[entry] = r
	return r
}

// rowLine is the place of a row of items.
type rowLine struct{ height, gap float64 }

// rowOf returns the rows for cards of a height.
func (c menuPage) rowOf(height float64) rowLine {
	if height < 640 {
		return rowLine{26, slimGap}
	}
	if height < 860 {
		return rowLine{30, slimGap}
	}
	return rowLine{36, buttonGap}
}

// rowsRoom returns the height of as many rows as the game with the most of them has.
func (c menuPage) rowsRoom(line rowLine) float64 {
	most := 0
	for i := range c.desk.Games {
		most = max(most, len(c.rowsOf(i).list))
	}
	return float64(most)*(line.height+line.gap) - line.gap + cardPad
}

// composeCard draws the card of a game: its name, the position that can be continued or an example, and its choices.
func (c menuPage) composeCard(i int, e desk.Entry, r scene.Rectangle, line rowLine) {
	g := c.desk.Games[i]
	info := g.Info()
	c.card(r)
	c.mark(r, e.Spot, e.Chosen)
	x, w := r.X+cardPad, r.W-2*cardPad
	c.bold(x, r.Y+24, w, nameSize, e.Title, scene.Text)
	c.right(r.X+r.W-cardPad, r.Y+24, labelSize, false, e.Number, scene.Muted)
	for n, text := range about(info, w) {
		c.word(x, r.Y+46+aboutLine*float64(n), w, labelSize, text, scene.Muted)
	}
	head := c.headOf(r.W)
	top := r.Y + r.H - c.rowsRoom(line) // of the rows, in all cards at the same height
	shown := scene.Rectangle{X: x, Y: r.Y + head, W: w, H: top - r.Y - head - 12}
	rows := c.rowsOf(i)
	resume, list := rows.resume, rows.list
	if resume != nil {
		shown.H -= line.height + 8
		c.composeItem(scene.Rectangle{X: x, Y: shown.Y + shown.H + 8, W: w, H: line.height}, *resume, 0, i)
	}
	c.composeSample(i, shown)
	c.spot(e.Spot, e.Title, scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: shown.Y + shown.H - r.Y})
	last := len(list) - 1
	c.composeRows(scene.Rectangle{X: x, Y: top, W: w}, list[:last], i, line)
	c.composeRows(scene.Rectangle{X: x, Y: r.Y + r.H - cardPad - line.height, W: w}, list[last:], i, line)
}

// composeSample draws the picture of a game.
func (c menuPage) composeSample(i int, r scene.Rectangle) {
	g := c.desk.Games[i]
	name := g.Info().Name
	s := c.sample(g, c.desk.Menu.Kept[i])
	if s.small.View.W == 0 || s.w != r.W || s.h != r.H {
		s.w, s.h, s.small = r.W, r.H, miniature(s.picture, r)
		c.samples[name] = s
	}
	c.picture(name, s.small, r, name+" ")
}

// miniature returns the part of a scene that matters, without letters too small to be read in an area.
func miniature(s scene.Scene, area scene.Rectangle) scene.Scene {
	const legible = 9
	if s.Focus.W > 0 {
		s = s.Within(s.Focus)
	}
	scale := min(area.W/s.View.W, area.H/s.View.H)
	small := scene.Scene{View: s.View, Shapes: make([]scene.Shape, 0, len(s.Shapes))}
	for _, sh := range s.Shapes {
		if sh.Kind != scene.Letters || sh.H*scale >= legible {
			small.Add(sh)
		}
	}
	return small
}

// composeRows draws rows of items from the top of an area.
func (c menuPage) composeRows(r scene.Rectangle, list []menuRow, entry int, line rowLine) {
	for n, row := range list {
		x := r.X
		for i, width := range shares(row.items, r.W, line.height) {
			c.composeItem(scene.Rectangle{X: x, Y: r.Y + float64(n)*(line.height+line.gap), W: width, H: line.height}, row.items[i], row.first+i, entry)
			x += width + rowBetween
		}
	}
}

// rowBetween is the gap between the items of a row, itemPad that between the edge of an item and its label.
const rowBetween, itemPad = 8, 12

// shares returns the widths of the items of a row: equal ones or, if a label does not fit, equal margins.
func shares(items []desk.MenuItem, width, height float64) []float64 {
	n := float64(len(items))
	width -= (n - 1) * rowBetween
	var labels []float64
	sum := 0.0
	for _, it := range items {
		labels = append(labels, scene.TextWidth(it.Label, labelSizeOf(height), true))
		sum += labels[len(labels)-1]
	}
	if slices.Max(labels) <= width/n-2*itemPad {
		return slices.Repeat([]float64{width / n}, len(items))
	}
	for i := range labels {
		labels[i] += (width - sum) / n
	}
	return labels
}

// labelSizeOf returns the size of the letters of items of a height.
func labelSizeOf(height float64) float64 {
	if height < 30 {
		return labelSize
	}
	return textSize
}

// composeItem draws an item: its label, its value in a column of its own, and how much of it is done.
func (c menuPage) composeItem(r scene.Rectangle, it desk.MenuItem, number, entry int) {
	menu := c.desk.Menu
	spot := fmt.Sprint(desk.ItemSpot, number)
	chosen := entry == menu.Entry && menu.Item == number
	first := entry == menu.Entry && number == 0 && menu.Item < 0 && it.Do != nil // Enter goes to this item
	if entry != menu.Entry {
		spot += fmt.Sprint(" ", entry)
	}
	fill, edge, width, ink, muted := scene.Panel, scene.Line, 1.0, scene.Text, scene.Muted
	switch {
	case chosen && it.Do != nil || first:
		fill, edge, ink, muted = scene.Accent, scene.Accent, scene.On(scene.Accent), scene.On(scene.Accent)
	case chosen:
		edge, width = scene.Accent, 2
	case c.over == spot:
		edge = scene.Muted
	}
	c.box(r, 8, fill, edge, width)
	const arrow = 16
	x, end, y, size := r.X+itemPad, r.X+r.W-itemPad, r.Y+r.H/2, labelSizeOf(r.H)
	label := min(scene.TextWidth(it.Label, size, true), end-x)
	c.bold(x, y, end-x, size, it.Label, ink)
	column := max(x+r.W*0.34, x+label+10) + arrow // where values start
	if it.Change != nil {
		chevron(c.page, column-arrow, y, -1, muted)
		chevron(c.page, end-4, y, 1, muted)
		end -= arrow
	} else if wide := scene.TextWidth(it.Value, labelSize, false); column+wide > end {
		column = max(x+label+10, end-wide)
	}
	if it.Value != "" && column < end-30 && (it.Change != nil || scene.TextWidth(it.Value, leastLabel, false) <= end-column) {
		value := ink
		if it.Change == nil {
			value = muted
		}
		size := float64(labelSize)
		if scene.TextWidth(it.Value, size, false) > end-column {
			size = leastLabel
		}
		c.word(column, y, end-column, size, it.Value, value)
	}
	if it.Part > 0 {
		done := scene.Good
		if fill == scene.Accent {
			done = ink
		}
		c.add(scene.Box(r.X+itemPad, r.Y+r.H-4, (r.W-2*itemPad)*it.Part, 2, 1, done))
	}
	c.spot(spot, strings.TrimSpace(it.Label+" "+it.Value), r)
	is := trait{about: c.entries[entry].Title}
	if it.Change != nil {
		is.role, is.value = Value, it.Value
	}
	if c.traits[spot] = is; chosen {
		c.chosen = spot
	}
}

// composeTabs draws a tab for each game, and the items of the chosen entry below them. A game has its picture beside or above its items;
// the settings have the pictures of all games in the tabs, which show what the settings change.
func (c menuPage) composeTabs(r scene.Rectangle, entries []desk.Entry) {
	const tab, gap, note, least, low = 40.0, 8.0, 28.0, 16.0, 24.0 // the height of a tab without a picture, of the line about the game, and of a row
	entry, game := c.desk.Menu.Entry, c.desk.Menu.Entry < len(entries)
	own := c.rowsOf(entry)
	resume, list := own.resume, own.list
	rows := len(list) // those of all games have the same height
	for i := range entries {
		if game {
			rows = max(rows, len(c.rowsOf(i).list))
		}
	}
	columns, high, under := 1, tab, tab+gap // under is where the rows start
	switch {
	case !game && c.w >= columnUpTo:
		columns = 2
	case game && c.w < columnUpTo && (resume != nil || r.H-under-note-gap >= float64(rows)*(least+4)):
		under += note + gap
	}
	noted := under > tab+gap || c.w >= columnUpTo // there is room for the line about the game
	inColumns := func() (down int, line rowLine) {
		down = (rows + columns - 1) / columns
		return down, rowLine{min(36, max(least, (r.H-under+4)/float64(down)-4)), 4}
	}
	down, line := inColumns()
	if game && line.height < low && r.W >= 2*leastCard {
		columns = 2
		down, line = inColumns()
	}
	free := r.H - under + line.gap - float64(down)*(line.height+line.gap) // for pictures
	each := (r.W+gap)/float64(len(entries)) - gap
	const small, slim = 40, 20 // the height of a small picture in a tab, and of a row that makes room for it
	switch tight := line.height > slim && free+(line.height-slim)*float64(down) >= small; {
	case !game && free >= 60:
		high += min(free, r.W*0.4)
	case tight && (!game || under > tab+gap && free < leastShown):
		high += small
		line.height = min(line.height, (r.H-under-small+line.gap)/float64(down)-line.gap)
		free = 0
	}
	under += high - tab
	title := float64(textSize)
	for _, e := range entries {
		title = min(title, fitting(e.Title, textSize, each-12))
	}
	for i, e := range entries {
		c.composeSmall(i, e, scene.Rectangle{X: r.X + float64(i)*(each+gap), Y: r.Y, W: each, H: high}, title)
	}
	room := scene.Rectangle{X: r.X, Y: r.Y + under, W: r.W, H: r.H - under}
	if game {
		about := scene.Rectangle{X: r.X, Y: r.Y + high + gap, W: r.W, H: note}
		picture := scene.Rectangle{X: r.X, Y: about.Y, W: r.W}
		if c.w >= columnUpTo {
			each = (r.W - menuGap) / 2
			about.W, about.Y = each, r.Y+r.H-note
			picture.W, picture.H = each, about.Y-gap-picture.Y
			room.X, room.W = r.X+r.W-each, each
		} else if line.height > 30 { // the picture needs the room more
			free += (line.height - 30) * float64(down)
			line.height = 30
		}
		if picture.H == 0 && free >= leastShown {
			picture.H = min(free-gap, r.W)
			about.Y += picture.H + gap
			room.Y += picture.H + gap
		}
		if picture.H > 0 {
			c.composeSample(entry, picture)
			c.spot(entries[entry].Spot, entries[entry].Title, picture)
		}
		text := c.desk.Games[entry].Info().Brief + "."
		if resume != nil {
			c.composeItem(about, *resume, 0, entry)
		} else if noted {
			c.word(about.X, about.Y+note/2, about.W, fitting(text, labelSize, about.W), text, scene.Muted)
		}
	}
	width := (room.W+gap)/float64(columns) - gap
	for column := range columns {
		part := list[min(column*down, len(list)):min((column+1)*down, len(list))]
		c.composeRows(scene.Rectangle{X: room.X + float64(column)*(width+gap), Y: room.Y, W: width}, part, entry, line)
	}
}

// composeSmall draws a tab: the name of a game in letters of a size, below its picture if there is room.
func (c menuPage) composeSmall(i int, e desk.Entry, r scene.Rectangle, size float64) {
	c.card(r)
	c.mark(r, e.Spot, e.Chosen)
	c.spot(e.Spot, e.Title, r)
	y := r.Y + r.H/2
	switch {
	case r.H >= 100:
		y = r.Y + r.H - 18
		c.composeSample(i, scene.Rectangle{X: r.X + 10, Y: r.Y + 10, W: r.W - 20, H: r.H - 46})
	case r.H >= 60:
		y = r.Y + r.H - 12
		c.composeSample(i, scene.Rectangle{X: r.X + 6, Y: r.Y + 4, W: r.W - 12, H: r.H - 26})
	}
	c.centre(r.X+r.W/2, y, r.W-8, size, true, e.Title, scene.Text)
	if e.Kept != "" {
		c.add(scene.Disc(r.X+r.W-11, r.Y+11, 4, scene.Accent))
	}
}

// sample is a cached picture of a game on its tile, and what it was made for.
type sample struct {
	options string
	kept    *store.Kept
	picture scene.Scene
	w, h    float64     // of the area for which small was made
	small   scene.Scene // the miniature
}

// sample returns the picture of a game: the position of the kept game, the start with the chosen options, or an example.
func (c menuPage) sample(g game.Game, kept *store.Kept) sample {
	info := g.Info()
	options := c.desk.Settings.Game(info.Name).Options
	if made, ok := c.samples[info.Name]; ok && made.options == options && made.kept == kept {
		return made
	}
	picture := scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
	if v := desk.Sample(g, kept, options); v != nil {
		picture = v.Scene()
	}
	made := sample{options: options, kept: kept, picture: picture}
	c.samples[info.Name] = made
	return made
}

// chevron draws an arrow to the left, -1, or to the right, 1.
func chevron(p *page, x, y, way float64, colour scene.Colour) {
	p.add(scene.Stroke(x-3*way, y-5, x+2*way, y, 1.8, colour), scene.Stroke(x-3*way, y+5, x+2*way, y, 1.8, colour))
}

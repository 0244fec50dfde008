package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
)

type menuPage struct {
	*page
	menu    *desk.Menu
	entries []desk.Card
	games   []desk.Card       // without the settings
	most    int               // rows of items that a game has
	samples map[string]sample // by the game's name
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
	saidLine   = 18  // that of each further line of what was said
	leastShown = 110 // the least height of a picture in a card

	touched   = 44  // the height of what a finger touches
	mainRow   = 56  // of what starts a game
	lowCard   = 100 // the least height of a card with its picture beside it
	highCard  = 180 // the greatest
	guideTile = 60  // of a tile with its value below its label
)

// composeMenu composes the menu: a card for each game with its choices. In a column, as long as nothing more is to be shown, the cards hold what starts a
// game, and what guides stands below them. Where cards have no room, and for the settings, there is a tab for each game and below them the choices of one.
func composeMenu(p *page, samples map[string]sample) {
	blocks := p.desk.Menu.Blocks()
	c := menuPage{page: p, menu: p.desk.Menu, entries: desk.PartOf[[]desk.Card](blocks), samples: samples}
	c.games = c.entries[:len(c.entries)-1]
	for _, e := range c.games {
		_, rows := e.Rows()
		c.most = max(c.most, len(rows))
	}
	m, games := marginOf(p), float64(len(c.games))
	across := scene.Rectangle{X: m, Y: menuTop, W: c.w - 2*m, H: c.h - menuTop - menuFoot}
	if widest := games*(widestCard+menuGap) - menuGap; across.W > widest {
		across.X, across.W = (c.w-widest)/2, widest
	}
	said, size := linesOf(c.menu.Said, across.W)
	if !c.menu.Prompt.On {
		across.H -= float64(len(said)-1) * saidLine
	}
	end, wide, top, high := across.X+across.W-96, 88.0, 16.0, 32.0
	if c.w < columnUpTo || c.h < 480 {
		wide, top, high = 56, 8, touched // without the key
	}
	settings := c.entries[len(c.games)]
	c.tab(scene.Rectangle{X: end, Y: top, W: 96, H: high}, settings)
	end -= 8
	if i := slices.IndexFunc(c.menu.Buttons(), func(b desk.Button) bool { return b.Key == "o" }); i >= 0 {
		c.button(scene.Rectangle{X: end - wide, Y: top, W: wide, H: high}, c.menu.Buttons()[i], false)
		end -= wide + 12
	}
	title := desk.PartOf[desk.Heading](blocks)
	c.bold(across.X, 32, 200, titleSize, title.Title, scene.Text)
	x := across.X + scene.TextWidth(title.Title, titleSize, true) + 12
	if scene.TextWidth(title.Remark, textSize, false) <= end-x {
		c.word(x, 34, end-x, textSize, title.Remark, scene.Muted)
	}
	if c.desk.Form.On {
		across.W = min(across.W, widestForm)
		formPart{c.page}.composeForm(across)
		return
	}
	line := rowOf(across.H, c.shut())
	each := (across.W+menuGap)/games - menuGap
	switch {
	case settings.Chosen || each < leastCard && !c.composeColumn(across) || each >= leastCard && across.H < c.headOf(each)+leastShown+c.rowsRoom(line):
		c.composeTabs(across)
	case each >= leastCard:
		for i, e := range c.games {
			c.composeCard(i, e, scene.Rectangle{X: across.X + float64(i)*(each+menuGap), Y: across.Y, W: each, H: across.H}, line)
		}
	}
	c.composeLast(across, said, size)
}

// shut reports whether no item that shows others is open.
func (c menuPage) shut() bool {
	return !slices.ContainsFunc(c.entries[0].Items, func(it desk.MenuItem) bool { return it.Open })
}

// composeColumn draws the cards in a column, above them what continues a game, of the chosen entry if it can be, and below them the guides of that entry. It
// reports false, without having drawn anything, if there is no room, or if more is to be shown.
func (c menuPage) composeColumn(r scene.Rectangle) bool {
	at, from := c.entries[c.menu.Entry], c.menu.Entry
	for i := len(c.games) - 1; i >= 0 && len(at.Ranked(desk.Resume)) == 0; i-- {
		if len(c.games[i].Ranked(desk.Resume)) > 0 {
			at, from = c.games[i], i
		}
	}
	resume, guides, n := at.Ranked(desk.Resume), c.entries[c.menu.Entry].Ranked(desk.Guide), float64(len(c.games))
	room := r.H + cardGap
	if len(resume) > 0 {
		room -= guideTile + cardGap
	}
	if len(guides) > 1 {
		room -= guideTile + cardGap
	}
	if len(guides)%2 > 0 {
		room -= touched + cardGap
	}
	high := min(highCard, room/n-cardGap)
	if high < lowCard || c.w >= columnUpTo || !c.shut() {
		return false
	}
	for _, it := range resume {
		c.composeTile(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: guideTile}, it, c.entries[from].Text)
		r.Y += guideTile + cardGap
	}
	for i, e := range c.games {
		c.composeBrief(i, e, scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: high})
		r.Y += high + cardGap
	}
	for pair := range slices.Chunk(guides, 2) {
		w := (r.W+cardGap)/float64(len(pair)) - cardGap
		for i, it := range pair {
			tile := scene.Rectangle{X: r.X + float64(i)*(w+cardGap), Y: r.Y, W: w, H: guideTile}
			if len(pair) == 1 {
				tile.H = touched
				c.composeItem(tile, it, c.entries[c.menu.Entry].Text)
			} else {
				c.composeTile(tile, it, c.entries[c.menu.Entry].Text)
			}
		}
		r.Y += guideTile + cardGap
	}
	return true
}

// composeBrief draws the card of a game in a column: its picture, its name, what it is about, what starts it and what shows more.
func (c menuPage) composeBrief(i int, e desk.Card, r scene.Rectangle) {
	c.card(r)
	drawMark(c.page, r, e.Spot, e.Chosen)
	side := min(r.H-2*cardGap, r.W*0.36)
	c.composeSample(i, scene.Rectangle{X: r.X + cardGap, Y: r.Y + cardGap, W: side, H: r.H - 2*cardGap})
	x := r.X + 2*cardGap + side
	w := r.X + r.W - cardGap - x
	c.bold(x, r.Y+24, w, nameSize, e.Text, scene.Text)
	buttons := scene.Rectangle{X: x, Y: r.Y + r.H - cardGap - touched, H: touched}
	c.entry(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: buttons.Y - r.Y}, e)
	for n, text := range about(e, w) {
		if y := r.Y + 46 + aboutLine*float64(n); y+aboutLine/2 <= buttons.Y {
			c.word(x, y, w, labelSize, text, scene.Muted)
		}
	}
	for _, it := range slices.Concat(e.Ranked(desk.Start), e.Ranked(desk.More)) {
		buttons.W = (w - rowBetween) * 0.58
		if it.Rank == desk.More {
			buttons.W = w - rowBetween - buttons.W
		}
		it.Value = ""
		c.composeItem(buttons, it, e.Text)
		buttons.X += buttons.W + rowBetween
	}
}

// composeTile draws an item with its game beside its label, and its value below them.
func (c menuPage) composeTile(r scene.Rectangle, it desk.MenuItem, of string) {
	ink, muted := c.itemTile(r, it)
	x, w := r.X+itemPad, r.W-2*itemPad
	c.bold(x, r.Y+21, w, textSize, it.Label, ink)
	if label := scene.TextWidth(it.Label, textSize, true) + 10; label+scene.TextWidth(of, labelSize, false) <= w {
		c.word(x+label, r.Y+21, w-label, labelSize, of, muted)
	}
	c.word(x, r.Y+41, w, labelSize, valueIn(it, labelSize, w), muted)
	c.itemSpot(r, it, of)
}

// composeLast writes the last line: what is typed or was said, what is chosen in full, or the keys.
func (c menuPage) composeLast(across scene.Rectangle, said []string, size float64) {
	y, says := c.h-menuFoot/2, ""
	if c.menu.Item >= 0 {
		says = c.menu.Whole()
	} else if c.w < columnUpTo {
		for _, it := range c.entries[c.menu.Entry].Ranked(desk.Start) {
			says = it.Label + ": " + it.Value + "."
		}
	}
	switch {
	case c.menu.Prompt.On:
		composePrompt(c.page, &c.menu.Prompt, scene.Rectangle{X: across.X, Y: y - 14, W: across.W, H: 30})
		return
	case c.menu.Said != "":
		for i, line := range said {
			c.word(across.X, y-float64(len(said)-1-i)*saidLine, across.W, size, line, scene.Accent)
		}
		return
	case says != "":
	default:
		hint, keys := "Choose with arrows and Enter, or a number", c.menu.Buttons()[2:]
		if c.w < columnUpTo {
			hint, keys = "Choose with arrows and Enter", keys[len(keys)-2:]
		}
		for says = hint; len(keys) > 0; keys = keys[1:] {
			says += " · " + keys[0].Key + " " + keys[0].Label
		}
	}
	c.word(across.X, y, across.W, labelSize, says, scene.Muted)
}

func (c menuPage) tab(r scene.Rectangle, e desk.Card) {
	ink := drawTile(c.page, r, e.Spot, scene.Panel, e.Chosen, false)
	c.centre(r.X+r.W/2, r.Y+r.H/2, r.W-12, labelSize, e.Chosen, e.Text, ink)
	c.entry(r, e)
}

func (c menuPage) entry(r scene.Rectangle, e desk.Card) {
	if c.spot(e.Spot, e.Text, r); e.Active {
		c.chosen = e.Spot
	}
}

// about returns what an entry says of its game, wrapped to a width.
func about(e desk.Card, width float64) []string {
	lines := scene.Wrap(e.Brief, labelSize, false, width)
	return lines[:min(3, len(lines))]
}

// headOf returns the height of the heads of cards of a width: the name of the game and what it is about.
func (c menuPage) headOf(width float64) float64 {
	lines := 1
	for _, e := range c.games {
		lines = max(lines, len(about(e, width-2*cardPad)))
	}
	return 46 + aboutLine*float64(lines)
}

// rowLine is the height of a row of items, that of the row which starts a game, and the gap between rows.
type rowLine struct{ height, main, gap float64 }

// rowOf returns the rows for cards of a height; shut is whether there are few.
func rowOf(height float64, shut bool) rowLine {
	switch {
	case shut && height >= 560:
		return rowLine{touched, mainRow, buttonGap}
	case height < 640:
		return rowLine{26, 32, slimGap}
	case height < 860:
		return rowLine{30, 40, slimGap}
	}
	return rowLine{36, touched, buttonGap}
}

// rowsRoom returns the height of as many rows as the game with the most of them has.
func (c menuPage) rowsRoom(line rowLine) float64 {
	return float64(c.most)*(line.height+line.gap) - line.gap + line.main - line.height + cardPad
}

// composeCard draws the card of a game: its name, the position that can be continued or an example, and its choices.
func (c menuPage) composeCard(i int, e desk.Card, r scene.Rectangle, line rowLine) {
	c.card(r)
	drawMark(c.page, r, e.Spot, e.Chosen)
	x, w := r.X+cardPad, r.W-2*cardPad
	c.bold(x, r.Y+24, w, nameSize, e.Text, scene.Text)
	c.right(r.X+r.W-cardPad, r.Y+24, labelSize, false, e.Number, scene.Muted)
	for n, text := range about(e, w) {
		c.word(x, r.Y+46+aboutLine*float64(n), w, labelSize, text, scene.Muted)
	}
	head := c.headOf(r.W)
	top := r.Y + r.H - c.rowsRoom(line) // of the rows, in all cards at the same height
	shown := scene.Rectangle{X: x, Y: r.Y + head, W: w, H: top - r.Y - head - 12}
	resume, list := e.Rows()
	if resume != nil {
		shown.H -= line.height + 8
		c.composeItem(scene.Rectangle{X: x, Y: shown.Y + shown.H + 8, W: w, H: line.height}, *resume, e.Text)
	}
	c.composeSample(i, shown)
	c.entry(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: shown.Y + shown.H - r.Y}, e)
	last := len(list) - 1
	c.composeRows(scene.Rectangle{X: x, Y: top, W: w}, list[:last], e.Text, line)
	c.composeRows(scene.Rectangle{X: x, Y: r.Y + r.H - cardPad - line.height, W: w}, list[last:], e.Text, line)
}

// sample is the cached picture of a game on its tile, and what it was made for.
type sample struct {
	of    *desk.Sample
	w, h  float64 // of the area
	small scene.Scene
}

func (c menuPage) composeSample(i int, r scene.Rectangle) {
	is := c.menu.Sample(i)
	name := is.Info.Name
	made := c.samples[name]
	if made.of != is || made.w != r.W || made.h != r.H {
		picture := scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
		if is.View != nil {
			picture = is.View.Scene()
		}
		made = sample{is, r.W, r.H, miniature(picture, r)}
		c.samples[name] = made
	}
	c.picture(name, made.small, r, name+" ")
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

func (c menuPage) composeRows(r scene.Rectangle, list [][]desk.MenuItem, of string, line rowLine) {
	for _, row := range list {
		x, height := r.X, line.height
		if row[0].Rank == desk.Start {
			height = line.main
		}
		for i, width := range shares(row, r.W, height) {
			c.composeItem(scene.Rectangle{X: x, Y: r.Y, W: width, H: height}, row[i], of)
			x += width + rowBetween
		}
		r.Y += height + line.gap
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
	equal := slices.Max(labels) <= width/n-2*itemPad
	for i := range labels {
		if labels[i] += (width - sum) / n; equal {
			labels[i] = width / n
		}
	}
	return labels
}

func labelSizeOf(height float64) float64 {
	if height < 30 {
		return labelSize
	}
	return textSize
}

// itemTile draws the ground of an item, and returns the colours of its label and of its value.
func (c menuPage) itemTile(r scene.Rectangle, it desk.MenuItem) (ink, muted scene.Colour) {
	filled := it.Do != nil && (it.Chosen || it.Next && it.Rank != desk.Resume) || it.Rank == desk.Start
	ink = drawTile(c.page, r, it.Spot, scene.Panel, it.Chosen || it.Rank == desk.Resume, filled)
	if !filled {
		return scene.Text, scene.Muted
	}
	if it.Chosen && it.Rank == desk.Start { // the others of its kind are filled too
		c.edge(scene.Rectangle{X: r.X - 3, Y: r.Y - 3, W: r.W + 6, H: r.H + 6}, 10, 2, scene.Text)
	}
	return ink, ink
}

// itemSpot makes the area of an item a spot.
func (c menuPage) itemSpot(r scene.Rectangle, it desk.MenuItem, of string) {
	is := trait{about: of}
	if it.Change != nil {
		is.role, is.value = Value, it.Value
	}
	c.spot(it.Spot, strings.TrimSpace(it.Label+" "+it.Value), r)
	if c.traits[it.Spot] = is; it.Chosen {
		c.chosen = it.Spot
	}
}

// valueIn returns the value of an item as far as a line of letters of a size has room for it.
func valueIn(it desk.MenuItem, size, width float64) string {
	return it.Short(func(text string) bool { return scene.TextWidth(text, size, false) <= width })
}

// composeItem draws an item of an entry: its label, its value in a column of its own, and how much of it is done.
func (c menuPage) composeItem(r scene.Rectangle, it desk.MenuItem, of string) {
	const arrow = 16
	ink, muted := c.itemTile(r, it)
	x, end, y, size := r.X+itemPad, r.X+r.W-itemPad, r.Y+r.H/2, labelSizeOf(r.H)
	if it.Rank == desk.Start && r.H >= touched {
		size = nameSize
	}
	for _, less := range []float64{labelSize, leastLabel} {
		if scene.TextWidth(it.Label, size, true) > end-x {
			size = less
		}
	}
	label := min(scene.TextWidth(it.Label, size, true), end-x)
	c.bold(x, y, end-x, size, it.Label, ink)
	column, value := max(x+r.W*0.34, x+label+10)+arrow, muted // where values start
	shown := it.Value
	if it.Folds {
		fold(c.page, end-6, y, it.Open, muted)
		end -= arrow
	}
	if it.Change != nil {
		value = ink
		chevron(c.page, column-arrow, y, -1, muted)
		chevron(c.page, end-4, y, 1, muted)
		end -= arrow
	} else if shown = valueIn(it, leastLabel, end-x-label-10); column+scene.TextWidth(shown, labelSize, false) > end {
		column = max(x+label+10, end-scene.TextWidth(shown, labelSize, false))
	}
	if shown != "" && column < end-30 && (it.Change != nil || scene.TextWidth(shown, leastLabel, false) <= end-column) {
		size := float64(labelSize)
		if scene.TextWidth(shown, size, false) > end-column {
			size = leastLabel
		}
		c.word(column, y, end-column, size, shown, value)
	}
	if it.Part > 0 {
		done := scene.Good
		if ink != scene.Text {
			done = ink
		}
		c.add(scene.Box(r.X+itemPad, r.Y+r.H-4, (r.W-2*itemPad)*it.Part, 2, 1, done))
	}
	c.itemSpot(r, it, of)
}

// composeTabs draws a tab for each game, and the items of the chosen entry below them. A game has its picture beside or above its items;
// the settings have the pictures of all games in the tabs, which show what the settings change.
func (c menuPage) composeTabs(r scene.Rectangle) {
	const tab, gap, least, low = 44.0, 8.0, 16.0, 24.0                                               // the height of a tab without a picture, and of a row
	entry, wide, note, highest, slim := c.entries[c.menu.Entry], c.w >= columnUpTo, 28.0, 36.0, 20.0 // the line about the game, a row, and one that makes room for pictures
	if !wide {
		note, slim = touched, touched
	}
	if !wide || c.shut() && entry.Number != "" {
		highest = touched
	}
	game := c.menu.Entry < len(c.games)
	resume, list := entry.Rows()
	rows := len(list)
	if game { // those of all games have the same height
		rows = c.most
	}
	columns, high, under := 1, tab, tab+gap // under is where the rows start
	switch {
	case !game && wide:
		columns = 2
	case game && !wide && (resume != nil || r.H-under-note-gap >= float64(rows)*(least+4)):
		under += note + gap
	}
	noted := under > tab+gap || wide // there is room for the line about the game
	inColumns := func() (down int, line rowLine) {
		down = (rows + columns - 1) / columns
		high := min(highest, max(least, (r.H-under+4)/float64(down)-4))
		return down, rowLine{high, high, 4}
	}
	down, line := inColumns()
	if game && line.height < low && r.W >= 2*leastCard {
		columns = 2
		down, line = inColumns()
	}
	free := r.H - under + line.gap - float64(down)*(line.height+line.gap) // for pictures
	each := (r.W+gap)/float64(len(c.games)) - gap
	const small = 40 // the height of a small picture in a tab
	switch tight := line.height >= slim && free+(line.height-slim)*float64(down) >= small; {
	case !game && free >= 60:
		high += min(free, r.W*0.4)
	case tight && (!game || under > tab+gap && free < leastShown):
		high += small
		line.height = min(line.height, (r.H-under-small+line.gap)/float64(down)-line.gap)
		free = 0
	}
	under += high - tab
	title := float64(textSize)
	for _, e := range c.games {
		title = min(title, fitting(e.Text, textSize, each-12))
	}
	for i, e := range c.games {
		c.composeSmall(i, e, scene.Rectangle{X: r.X + float64(i)*(each+gap), Y: r.Y, W: each, H: high}, title)
	}
	room := scene.Rectangle{X: r.X, Y: r.Y + under, W: r.W, H: r.H - under}
	if game {
		about := scene.Rectangle{X: r.X, Y: r.Y + high + gap, W: r.W, H: note}
		picture := scene.Rectangle{X: r.X, Y: about.Y, W: r.W}
		if wide {
			each = (r.W - menuGap) / 2
			about.W, about.Y = each, r.Y+r.H-note
			picture.W, picture.H = each, about.Y-gap-picture.Y
			room.X, room.W = r.X+r.W-each, each
		}
		if picture.H == 0 && free >= leastShown {
			picture.H = min(free-gap, r.W)
			about.Y += picture.H + gap
			room.Y += picture.H + gap
		}
		if picture.H > 0 {
			c.composeSample(c.menu.Entry, picture)
			c.entry(picture, entry)
		}
		if resume != nil {
			c.composeItem(about, *resume, entry.Text)
		} else if noted {
			c.word(about.X, about.Y+note/2, about.W, fitting(entry.Brief, labelSize, about.W), entry.Brief, scene.Muted)
		}
	}
	room.W = (room.W+gap)/float64(columns) - gap
	for part := range slices.Chunk(list, down) {
		c.composeRows(room, part, entry.Text, line)
		room.X += room.W + gap
	}
}

// composeSmall draws a tab: the name of a game in letters of a size, below its picture if there is room.
func (c menuPage) composeSmall(i int, e desk.Card, r scene.Rectangle, size float64) {
	c.card(r)
	drawMark(c.page, r, e.Spot, e.Chosen)
	c.entry(r, e)
	y := r.Y + r.H/2
	switch {
	case r.H >= 100:
		y = r.Y + r.H - 18
		c.composeSample(i, scene.Rectangle{X: r.X + 10, Y: r.Y + 10, W: r.W - 20, H: r.H - 46})
	case r.H >= 60:
		y = r.Y + r.H - 12
		c.composeSample(i, scene.Rectangle{X: r.X + 6, Y: r.Y + 4, W: r.W - 12, H: r.H - 26})
	}
	c.centre(r.X+r.W/2, y, r.W-8, size, true, e.Text, scene.Text)
	if e.Kept != "" {
		c.add(scene.Disc(r.X+r.W-11, r.Y+11, 4, scene.Accent))
	}
}

// chevron draws an arrow to the left, -1, or to the right, 1.
func chevron(p *page, x, y, way float64, colour scene.Colour) {
	p.add(scene.Stroke(x-3*way, y-5, x+2*way, y, 1.8, colour), scene.Stroke(x-3*way, y+5, x+2*way, y, 1.8, colour))
}

// fold draws an arrow that points down to what can be shown, or up.
func fold(p *page, x, y float64, open bool, colour scene.Colour) {
	way := map[bool]float64{false: 1, true: -1}[open]
	p.add(scene.Stroke(x-5, y-3*way, x, y+2*way, 1.8, colour), scene.Stroke(x+5, y-3*way, x, y+2*way, 1.8, colour))
}

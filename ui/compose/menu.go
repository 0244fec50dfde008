package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/internal/phrase"
)

type menuPage struct {
	*page
	menu    *desk.Menu
	entries []desk.Card
	games   []desk.Card       // without the settings
	most    int               // the number of rows in the card of the game with the most items
	samples map[string]sample // by the game's name
	tiles   bool              // items have their values below their labels
}

// The parts of the menu, in points.
const (
	menuTop    = 64  // the space above the cards
	menuFoot   = 44  // the space below the cards
	menuGap    = 16  // the gap between cards
	cardPad    = 16  // the gap between the edge of a card and its contents
	widestCard = 640 // the greatest width of a game's card with choices
	leastCard  = 270
	aboutLine  = 18  // the height of a line describing a game
	saidLine   = 18  // the height of each further line of the message
	leastShown = 110 // the least height of a picture in a card

	mainRow  = 56  // the height of the row that starts a game
	tileRow  = 52  // the height of tiles with the value below the label
	lowCard  = 104 // the least height of a card in a column
	highCard = 208 // the greatest height of a card in a column
)

// composeMenu composes the menu: a card for each game with its choices. In a column, unless more items are unfolded, the cards hold only the items that
// start a game, with the guides below the cards. Where cards have no room, and for the settings, each game has a tab, and the choices of one game are below
// the tabs.
func composeMenu(p *page, samples map[string]sample) {
	blocks := p.desk.Menu.Blocks()
	c := menuPage{page: p, menu: p.desk.Menu, entries: desk.PartOf[[]desk.Card](blocks), samples: samples}
	c.games = c.entries[:len(c.entries)-1]
	for _, e := range c.games {
		_, rows := e.Rows()
		c.most = max(c.most, len(rows))
	}
	m, games := marginOf(p), float64(len(c.games))
	told, _ := c.menu.Told()
	foot := float64(menuFoot)
	if c.desk.Fingers && told == "" && !c.menu.Prompt.On && c.menu.Entry < len(c.games) { // there is nothing to say
		foot = slimMargin
	}
	across := scene.Rectangle{X: m, Y: menuTop, W: c.w - 2*m, H: c.h - menuTop - foot}
	if widest := games*(widestCard+menuGap) - menuGap; across.W > widest {
		across.X, across.W = (c.w-widest)/2, widest
	}
	said, size := linesOf(told, across.W)
	if !c.menu.Prompt.On {
		most := len(said)
		for _, it := range c.entries[c.menu.Entry].Items { // reserve room for the longest description, so that rows do not move
			lines, _ := linesOf(it.Says, across.W)
			most = max(most, len(lines))
		}
		across.H -= float64(most-1) * saidLine
	}
	const top, open = 8, 56 // there is no room for the keys
	end := across.X + across.W - 96
	settings := c.entries[len(c.games)]
	c.tab(scene.Rectangle{X: end, Y: top, W: 96, H: finger}, settings)
	end -= 8
	if i := slices.IndexFunc(c.menu.Buttons(), func(b desk.Button) bool { return b.Key == "o" }); i >= 0 {
		b, r := c.menu.Buttons()[i], scene.Rectangle{X: end - open, Y: top, W: open, H: finger}
		c.tab(r, desk.Card{Option: desk.Option{Text: phrase.Capital(b.Label), Spot: desk.ButtonSpot + b.Key}})
		c.focusable(desk.ButtonSpot+b.Key, r)
		end -= open + 12
	}
	title := desk.PartOf[desk.Heading](blocks)
	c.bold(across.X, 32, 200, titleSize, title.Title, scene.Text)
	x := across.X + scene.TextWidth(title.Title, titleSize, true) + 12
	if scene.TextWidth(title.Remark, textSize, false) <= end-x {
		c.word(x, 34, end-x, textSize, title.Remark, scene.Muted)
	}
	if c.desk.Form.On {
		if _, lists := c.desk.Form.Needs(desk.FormSizes{}); !lists {
			across.W = min(across.W, widestForm)
		}
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
			c.composeCard(i, e, scene.Rectangle{X: across.X + float64(i)*(each+menuGap), Y: across.Y, W: each, H: across.H}, line, false)
		}
	}
	c.composeLast(across, said, size)
}

// shut reports whether no item is unfolded to show others.
func (c menuPage) shut() bool {
	return !slices.ContainsFunc(c.entries[0].Items, func(it desk.MenuItem) bool { return it.Open })
}

// composeColumn draws the cards in a column. Above them are the items that continue a game, of the chosen entry if it has any; below them are the guides of
// the chosen entry. If there is no room, or if items are unfolded, it draws nothing and returns false.
func (c menuPage) composeColumn(r scene.Rectangle) bool {
	of := c.entries[c.menu.Entry]
	from, guides := of, of.Ranked(desk.Guide)
	for _, e := range c.games {
		if len(from.Ranked(desk.Resume)) == 0 {
			from = e
		}
	}
	resume := from.Ranked(desk.Resume)
	tiles := float64(len(resume) + (len(guides)+1)/2)
	high := min(highCard*max(1, c.w/columnUpTo), (r.H+cardGap-tiles*(tileRow+cardGap))/float64(len(c.games))-cardGap)
	if high < lowCard || c.w >= columnUpTo && c.w > c.h || !c.shut() {
		return false
	}
	rows := func(list []desk.MenuItem, e desk.Card) {
		for pair := range slices.Chunk(list, 2) {
			c.composeRows(r, [][]desk.MenuItem{pair}, e.Text, rowLine{height: tileRow})
			r.Y += tileRow + cardGap
		}
	}
	rows(resume, from)
	c.most = 1
	for i, e := range c.games {
		e.Items = append(e.Ranked(desk.Start), e.Ranked(desk.More)...)
		e.Items[1].Beside = true
		c.composeCard(i, e, scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: high}, rowLine{height: finger, main: finger}, true)
		r.Y += high + cardGap
	}
	rows(guides, of)
	return true
}

// composeLast writes the last line: the typed line, a message, the full text of the chosen item, or the keys.
func (c menuPage) composeLast(across scene.Rectangle, said []string, size float64) {
	y, says := c.h-menuFoot/2, ""
	if c.desk.Fingers {
	} else if c.menu.Item >= 0 {
		says = c.menu.Whole(func(text string) bool { return scene.TextWidth(text, labelSize, false) <= across.W })
	} else if c.w < columnUpTo {
		for _, it := range c.entries[c.menu.Entry].Ranked(desk.Start) {
			says = it.Label + ": " + it.Value + "."
		}
	}
	switch {
	case c.menu.Prompt.On:
		composePrompt(c.page, &c.menu.Prompt, scene.Rectangle{X: across.X, Y: y - 14, W: across.W, H: 30})
		return
	case said[0] != "":
		ink := scene.Accent
		if _, quiet := c.menu.Told(); quiet {
			ink = scene.Text
		}
		for i, line := range said {
			c.word(across.X, y-float64(len(said)-1-i)*saidLine, across.W, size, line, ink)
		}
		return
	case says != "":
	case c.desk.Fingers:
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

// about returns an entry's description of its game, wrapped to the given width.
func about(e desk.Card, width float64) []string {
	lines := scene.Wrap(e.Brief, labelSize, false, width)
	return lines[:min(3, len(lines))]
}

// headOf returns the height of the heads (a game's name and description) of cards of the given width.
func (c menuPage) headOf(width float64) float64 {
	lines := 1
	for _, e := range c.games {
		lines = max(lines, len(about(e, width-2*cardPad)))
	}
	return 46 + aboutLine*float64(lines)
}

// rowLine holds the height of a row of items, the height of the row that starts a game, and the gap between rows.
type rowLine struct{ height, main, gap float64 }

// rowOf returns the sizes of rows in cards of the given height. If shut is set, no item is unfolded, so there are few rows.
func rowOf(height float64, shut bool) rowLine {
	switch {
	case shut && height >= 560:
		return rowLine{finger, mainRow, buttonGap}
	case height < 640:
		return rowLine{26, 32, slimGap}
	case height < 860:
		return rowLine{30, 40, slimGap}
	}
	return rowLine{36, finger, buttonGap}
}

// rowsRoom returns the height of the rows of the game with the most rows.
func (c menuPage) rowsRoom(line rowLine) float64 {
	return float64(c.most)*(line.height+line.gap) - line.gap + line.main - line.height + cardPad
}

// composeCard draws the card of a game: its name, a picture of the position that can be continued or of an example, and its choices. If beside is set, the
// picture is beside the choices.
func (c menuPage) composeCard(i int, e desk.Card, r scene.Rectangle, line rowLine, beside bool) {
	c.card(r)
	drawMark(c.page, r, e.Spot, e.Chosen)
	x, w := r.X+cardPad, r.W-2*cardPad
	head, top := c.headOf(r.W), r.Y+r.H-c.rowsRoom(line) // top is where the rows start, at the same height in all cards
	shown := scene.Rectangle{X: x, Y: r.Y + head, W: w, H: top - r.Y - head - cardGap}
	resume, list := e.Rows()
	if resume != nil {
		shown.H -= line.height + 8
		c.composeItem(scene.Rectangle{X: x, Y: shown.Y + shown.H + 8, W: w, H: line.height}, *resume, e.Text)
	}
	whole := scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: shown.Y + shown.H - r.Y}
	if beside {
		side := min(r.H, r.W*0.4) - 2*cardGap
		shown = scene.Rectangle{X: r.X + cardGap, Y: r.Y + cardGap, W: side, H: r.H - 2*cardGap}
		x, w, e.Number = x+side+cardGap, w-side-cardGap, ""
		whole.H = c.touch(whole.H)
	}
	c.bold(x, r.Y+24, w, nameSize, e.Text, scene.Text)
	c.right(r.X+r.W-cardPad, r.Y+24, labelSize, false, e.Number, scene.Muted)
	lines := about(e, w)
	for n, text := range lines {
		if y := r.Y + 46 + aboutLine*float64(n); y+aboutLine/2 < top {
			c.word(x, y, w, labelSize, text, scene.Muted)
		}
	}
	c.composeSample(i, shown)
	c.entry(whole, e)
	told := c.composeRows(scene.Rectangle{X: x, Y: top, W: w}, list, e.Text, line)
	if beside && !told && top-14 >= r.Y+46+aboutLine*float64(len(lines)) {
		c.word(x, top-14, w, labelSize, valueIn(list[0][0], labelSize, w), scene.Muted)
	}
}

// sample is the cached picture of a game on its tile, with the values that it was made from.
type sample struct {
	of    *desk.Sample
	w, h  float64 // the size of the area
	taste scene.Taste
	small scene.Scene
}

func (c menuPage) composeSample(i int, r scene.Rectangle) {
	is := c.menu.Sample(i)
	name := is.Info.Name
	made, taste := c.samples[name], desk.TasteOf(&c.desk.Settings, name)
	if made.of != is || made.w != r.W || made.h != r.H || made.taste != taste {
		picture := scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
		if is.View != nil {
			picture = taste.Of(is.View.Scene())
		}
		made = sample{is, r.W, r.H, taste, miniature(picture, r)}
		c.samples[name] = made
	}
	c.picture(name, made.small, r, name+" ")
}

// miniature returns the important part of a scene, without the letters that would be too small to read in an area.
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

// composeRows draws rows of items, and reports whether the first item had room for its value.
func (c menuPage) composeRows(r scene.Rectangle, list [][]desk.MenuItem, of string, line rowLine) (told bool) {
	for n, row := range list {
		x, height := r.X, line.height
		if row[0].Rank == desk.Start {
			height = line.main
		}
		for i, width := range shares(row, r.W, height) {
			shown := c.composeItem(scene.Rectangle{X: x, Y: r.Y, W: width, H: height}, row[i], of)
			told = told || n == 0 && i == 0 && shown
			x += width + rowBetween
		}
		r.Y += height + line.gap
	}
	return told
}

// rowBetween is the gap between the items of a row; itemPad is the gap between the edge of an item and its label.
const rowBetween, itemPad = 8, 12

// shares returns the widths of the items of a row: equal widths or, if a label does not fit, widths with equal margins.
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

// valueIn returns the value of an item, shortened to fit into width at the given letter size.
func valueIn(it desk.MenuItem, size, width float64) string {
	return it.Short(func(text string) bool { return scene.TextWidth(text, size, false) <= width })
}

// composeItem draws an item of an entry: its label, its value in a column of its own or, in a tile, below the label, and a bar for its progress. It reports
// whether the value had room.
func (c menuPage) composeItem(r scene.Rectangle, it desk.MenuItem, of string) (told bool) {
	const arrow = 16
	filled := it.Do != nil && (it.Chosen || it.Next && it.Rank != desk.Resume) || it.Rank == desk.Start
	ink, muted := drawTile(c.page, r, it.Spot, scene.Panel, it.Chosen || it.Rank == desk.Resume, filled), scene.Muted
	if filled {
		muted = ink
	} else {
		ink = scene.Text
	}
	if it.Chosen && it.Rank == desk.Start { // the other start items are filled too
		c.edge(scene.Rectangle{X: r.X - 3, Y: r.Y - 3, W: r.W + 6, H: r.H + 6}, 10, 2, scene.Text)
	}
	x, end, y, size := r.X+itemPad, r.X+r.W-itemPad, r.Y+r.H/2, labelSizeOf(r.H)
	if it.Rank == desk.Start && r.H >= finger {
		size = nameSize
	}
	for _, less := range []float64{labelSize, leastLabel} {
		if scene.TextWidth(it.Label, size, true) > end-x {
			size = less
		}
	}
	label := min(scene.TextWidth(it.Label, size, true), end-x)
	tile := (r.H >= tileRow || c.tiles) && it.Rank != desk.Start && (it.Change != nil || valueIn(it, labelSize, end-x) != "")
	if tile {
		y -= 9
	}
	if tile && !c.tiles {
		c.word(x+label+10, y, end-x-label-10, fitting(of, labelSize, end-x-label-10), of, muted)
	}
	if lines := scene.Wrap(it.Label, size, true, end-x); c.tiles && !tile && len(lines) == 2 {
		c.bold(x, y-8, end-x, size, lines[0], ink)
		c.bold(x, y+8, end-x, size, lines[1], ink)
	} else {
		c.bold(x, y, end-x, size, it.Label, ink)
	}
	is := trait{about: of}
	column, value := max(x+r.W*0.34, x+label+10)+arrow, muted // where values start
	shown := it.Value
	if it.Folds {
		fold(c.page, end-6, y, it.Open, muted)
		end -= arrow + 4
	}
	if it.Change != nil {
		is.role, is.value, value = Value, it.Value, ink
		if tile {
			y, column = y+18, x+arrow+4
		}
		chevron(c.page, column-arrow, y, -1, muted)
		chevron(c.page, end-4, y, 1, muted)
		end -= arrow
	} else if shown = valueIn(it, leastLabel, end-x-label-10); column+scene.TextWidth(shown, labelSize, false) > end {
		column = max(x+label+10, end-scene.TextWidth(shown, labelSize, false))
	}
	if tile && it.Change == nil {
		y, column, shown = y+18, x, valueIn(it, labelSize, end-x)
	}
	if shown != "" && column < end-30 && (it.Change != nil || scene.TextWidth(shown, leastLabel, false) <= end-column) {
		size := float64(labelSize)
		if scene.TextWidth(shown, size, false) > end-column {
			size = leastLabel
		}
		c.word(column, y, end-column, size, shown, value)
		told = true
	}
	if it.Part > 0 {
		done := scene.Good
		if filled {
			done = ink
		}
		c.add(scene.Box(r.X+itemPad, r.Y+r.H-4, (r.W-2*itemPad)*it.Part, 2, 1, done))
	}
	c.spot(it.Spot, strings.TrimSpace(it.Label+" "+it.Value), r)
	if c.traits[it.Spot] = is; it.Chosen {
		c.chosen = it.Spot
	}
	return told
}

// composeTabs draws a tab for each game, and below the tabs the items of the chosen entry. A game has its picture beside or above its items; for the
// settings, the tabs have the pictures of all games, to show the effect of the settings.
func (c menuPage) composeTabs(r scene.Rectangle) {
	const tab, gap, low = 44.0, 8.0, 24.0 // tab is the height of a tab without a picture; least and low are heights of rows
	least := c.touch(16)
	entry, wide, note, highest := c.entries[c.menu.Entry], c.w >= columnUpTo, 28.0, c.touch(36) // note is the height of the line about the game; highest is the greatest height of a row
	if !wide {
		note = finger
	}
	if !wide || c.shut() && entry.Number != "" {
		highest = finger
	}
	game := c.menu.Entry < len(c.games)
	resume, list := entry.Rows()
	rows := len(list)
	if game { // the rows of all games have the same height
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
	if c.desk.Fingers && float64(down)*(line.height+line.gap)-line.gap > r.H-under {
		c.composeGrid(r, entry)
		return
	}
	if game && line.height < low && r.W >= 2*leastCard {
		columns = 2
		down, line = inColumns()
	}
	free := r.H - under + line.gap - float64(down)*(line.height+line.gap) // the height left for pictures
	each := (r.W+gap)/float64(len(c.games)) - gap
	if small := !wide && free < leastShown; free >= 32 && (!game || small) {
		high += min(free, r.W*0.4)
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

// composeGrid draws a tab for each game and, below the tabs, the items of the chosen entry in as many columns as they need to be high enough for fingers.
func (c menuPage) composeGrid(r scene.Rectangle, entry desk.Card) {
	tabs, each := cutTop(&r, finger, buttonGap), (r.W+buttonGap)/float64(len(c.games))-buttonGap
	for i, e := range c.games {
		c.composeSmall(i, e, scene.Rectangle{X: tabs.X + float64(i)*(each+buttonGap), Y: tabs.Y, W: each, H: tabs.H}, fitting(e.Text, labelSize, each-12))
	}
	n, room := len(entry.Items), max(1, int((r.H+slimGap)/(finger+slimGap)))
	columns := (n + room - 1) / room
	down := (n + columns - 1) / columns
	wide, high := (r.W+buttonGap)/float64(columns)-buttonGap, min(tileRow-1, (r.H+slimGap)/float64(down)-slimGap)
	c.tiles = true
	for i, it := range entry.Items {
		c.composeItem(scene.Rectangle{X: r.X + float64(i/down)*(wide+buttonGap), Y: r.Y + float64(i%down)*(high+slimGap), W: wide, H: high}, it, entry.Text)
	}
}

// composeSmall draws a tab: the name of a game in letters of the given size and, above it, the game's picture if there is room.
func (c menuPage) composeSmall(i int, e desk.Card, r scene.Rectangle, size float64) {
	c.card(r)
	drawMark(c.page, r, e.Spot, e.Chosen)
	c.entry(r, e)
	y := r.Y + r.H/2
	if r.H >= 60 {
		y = r.Y + r.H - 14
		c.composeSample(i, scene.Rectangle{X: r.X + 6, Y: r.Y + 6, W: r.W - 12, H: r.H - 32})
	}
	c.centre(r.X+r.W/2, y, r.W-8, size, true, e.Text, scene.Text)
	if e.Kept != "" {
		c.add(scene.Disc(r.X+r.W-11, r.Y+11, 4, scene.Accent))
	}
}

// chevron draws an arrow to the left (way -1) or to the right (way 1).
func chevron(p *page, x, y, way float64, colour scene.Colour) {
	p.add(scene.Stroke(x-3*way, y-5, x+2*way, y, 1.8, colour), scene.Stroke(x-3*way, y+5, x+2*way, y, 1.8, colour))
}

// fold draws an arrow: down if items can be unfolded, up if they are.
func fold(p *page, x, y float64, open bool, colour scene.Colour) {
	way := map[bool]float64{false: 1, true: -1}[open]
	p.add(scene.Stroke(x-5, y-3*way, x, y+2*way, 1.8, colour), scene.Stroke(x+5, y-3*way, x, y+2*way, 1.8, colour))
}

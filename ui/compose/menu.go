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
)

// composeMenu composes the menu: a card for each game with its choices. Where they have no room, and for the settings, a tab for each game
// and below them the choices of one.
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
	told, _ := c.menu.Told()
	said, size := linesOf(told, across.W)
	if !c.menu.Prompt.On {
		most := len(said)
		for _, it := range c.entries[c.menu.Entry].Items { // so that no row moves when another one is explained
			lines, _ := linesOf(it.Says, across.W)
			most = max(most, len(lines))
		}
		across.H -= float64(most-1) * saidLine
	}
	end := across.X + across.W - 96
	settings := c.entries[len(c.games)]
	c.tab(scene.Rectangle{X: end, Y: 16, W: 96, H: 32}, settings)
	end -= 8
	if i := slices.IndexFunc(c.menu.Buttons(), func(b desk.Button) bool { return b.Key == "o" }); i >= 0 {
		c.button(scene.Rectangle{X: end - 88, Y: 16, W: 88, H: 32}, c.menu.Buttons()[i], false)
		end -= 88 + 12
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
	line := rowOf(across.H)
	each := (across.W+menuGap)/games - menuGap
	if settings.Chosen || each < leastCard || across.H < c.headOf(each)+leastShown+c.rowsRoom(line) {
		c.composeTabs(across)
	} else {
		for i, e := range c.games {
			c.composeCard(i, e, scene.Rectangle{X: across.X + float64(i)*(each+menuGap), Y: across.Y, W: each, H: across.H}, line)
		}
	}
	c.composeLast(across, said, size)
}

// composeLast writes the last line: what is typed or was said, what is chosen in full, or the keys.
func (c menuPage) composeLast(across scene.Rectangle, said []string, size float64) {
	y, says := c.h-menuFoot/2, ""
	for _, it := range c.entries[c.menu.Entry].Items {
		if it.Chosen && it.Value != "" && it.Says == "" {
			says = it.Label + ": " + it.Value + "."
		}
	}
	switch {
	case c.menu.Prompt.On:
		composePrompt(c.page, &c.menu.Prompt, scene.Rectangle{X: across.X, Y: y - 15, W: across.W, H: 30})
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

type rowLine struct{ height, gap float64 }

func rowOf(height float64) rowLine {
	switch {
	case height < 640:
		return rowLine{26, slimGap}
	case height < 860:
		return rowLine{30, slimGap}
	}
	return rowLine{36, buttonGap}
}

// rowsRoom returns the height of as many rows as the game with the most of them has.
func (c menuPage) rowsRoom(line rowLine) float64 {
	return float64(c.most)*(line.height+line.gap) - line.gap + cardPad
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
	for n, row := range list {
		x := r.X
		for i, width := range shares(row, r.W, line.height) {
			c.composeItem(scene.Rectangle{X: x, Y: r.Y + float64(n)*(line.height+line.gap), W: width, H: line.height}, row[i], of)
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

// composeItem draws an item of an entry: its label, its value in a column of its own, and how much of it is done.
func (c menuPage) composeItem(r scene.Rectangle, it desk.MenuItem, of string) {
	filled := it.Do != nil && (it.Chosen || it.Next)
	ink, muted := drawTile(c.page, r, it.Spot, scene.Panel, it.Chosen, filled), scene.Muted
	if filled {
		muted = ink
	} else {
		ink = scene.Text
	}
	const arrow = 16
	x, end, y, size := r.X+itemPad, r.X+r.W-itemPad, r.Y+r.H/2, labelSizeOf(r.H)
	label := min(scene.TextWidth(it.Label, size, true), end-x)
	c.bold(x, y, end-x, size, it.Label, ink)
	column, value := max(x+r.W*0.34, x+label+10)+arrow, muted // where values start
	is := trait{about: of}
	if it.Change != nil {
		is.role, is.value, value = Value, it.Value, ink
		chevron(c.page, column-arrow, y, -1, muted)
		chevron(c.page, end-4, y, 1, muted)
		end -= arrow
	} else if wide := scene.TextWidth(it.Value, labelSize, false); column+wide > end {
		column = max(x+label+10, end-wide)
	}
	if it.Value != "" && column < end-30 && (it.Change != nil || scene.TextWidth(it.Value, leastLabel, false) <= end-column) {
		size := float64(labelSize)
		if scene.TextWidth(it.Value, size, false) > end-column {
			size = leastLabel
		}
		c.word(column, y, end-column, size, it.Value, value)
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
}

// composeTabs draws a tab for each game, and the items of the chosen entry below them. A game has its picture beside or above its items;
// the settings have the pictures of all games in the tabs, which show what the settings change.
func (c menuPage) composeTabs(r scene.Rectangle) {
	const tab, gap, note, least, low = 40.0, 8.0, 28.0, 16.0, 24.0 // the height of a tab without a picture, of the line about the game, and of a row
	entry, wide := c.entries[c.menu.Entry], c.w >= columnUpTo
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
		return down, rowLine{min(36, max(least, (r.H-under+4)/float64(down)-4)), 4}
	}
	down, line := inColumns()
	if game && line.height < low && r.W >= 2*leastCard {
		columns = 2
		down, line = inColumns()
	}
	free := r.H - under + line.gap - float64(down)*(line.height+line.gap) // for pictures
	each := (r.W+gap)/float64(len(c.games)) - gap
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

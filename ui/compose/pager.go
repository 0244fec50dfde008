package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/prose"
	"attic/draw/scene"
)

// The parts of a page of text, in points.
const (
	pagerLine   = 22
	pagerColumn = 168 // where the second column of a table starts
	pagerWidest = 820
	pagerLeast  = 460 // the least width of each of two columns
	pagerGap    = 40  // between two columns
)

// leastReading is the least height of a text beside or below a board; with less room, the text has the whole page.
const leastReading = 200

// composePager shows a long text, below its title. The board stays if the text is about it.
func (p *page) composePager(g *desk.Pager) {
	const head = 64.0
	m := p.margin()
	decisions := scene.Rectangle{X: m, Y: head, W: p.w - 2*m, H: chartHeight}
	area := scene.Rectangle{X: m, Y: head, W: p.w - 2*m, H: p.h - head - 64}
	keys := scene.Rectangle{X: m, Y: p.h - 48, W: p.w - 2*m, H: 32}
	answers := g.Answer && p.w >= columnUpTo
	if g.Kept = false; g.Board != nil || answers {
		before := len(p.scene.Shapes)
		if rest, below := newGamePage(p).composeKept(); rest.H >= leastReading && rest.W >= 1.8*leastReading {
			area, g.Kept = rest, true
			keys = scene.Rectangle{X: below.X, Y: below.Y + below.H - answerHeight, W: below.W, H: answerHeight}
			decisions = scene.Rectangle{X: rest.X, Y: rest.Y, W: rest.W, H: chartHeight}
			if wide := p.w - 2*below.X; below.H > answerHeight+2*buttonGap+leastChart && wide > rest.W { // over the whole width
				decisions = scene.Rectangle{X: below.X, Y: below.Y, W: wide, H: below.H - answerHeight - buttonGap}
			}
		} else {
			p.scene.Shapes = p.scene.Shapes[:before]
		}
	}
	if len(g.Decisions) > 0 && area.H >= leastReading+decisions.H {
		p.composeDecisions(decisions, p.desk.Play.Decided(g))
		if decisions.Y < area.Y+area.H && decisions.Y > area.Y {
			area.H = decisions.Y - buttonGap - area.Y
		} else if decisions.Y == area.Y {
			area.Y, area.H = area.Y+decisions.H+buttonGap, area.H-decisions.H-buttonGap
		}
	}
	if p.lays(Text{area, g.Title, g.Blocks, g.Lessons, g}) {
		g.Fit(0, 0)
	} else {
		p.composeReading(g, area, head)
	}
	if g.Kept {
		newGamePage(p).composeHead(g.Title)
	} else {
		p.bold(m, 30, p.w-2*m, titleSize, g.Title, scene.Text)
	}
	list := g.Keys()
	for _, drop := range [][]string{{"[", "]"}, {"pgup", "pgdown"}} { // the keys and the wheel do the same
		const least = 80
		if least*float64(len(list)) > keys.W+buttonGap {
			list = slices.DeleteFunc(list, func(b desk.Button) bool { return slices.Contains(drop, b.Key) })
		}
	}
	p.composeRow(keys, list, min(112, (keys.W+buttonGap)/float64(max(3, len(list)))-buttonGap), "esc")
}

// composeReading draws the lines of a text in an area below head, with a scroll bar beside it.
func (p *page) composeReading(g *desk.Pager, area scene.Rectangle, head float64) {
	r := reader{w: min(area.W-4, pagerWidest), lessons: g.Lessons, game: p.game()}
	room := max(1, int(area.H/pagerLine))
	columns := 1
	if two := (area.W - 4 - pagerGap) / 2; two >= pagerLeast {
		columns, r.w = 2, min(two, pagerWidest)
	}
	lines, _, _ := g.Shown(r.setting(), columns*room)
	first := min(room, len(lines)) // lines in the first column, in which no figure begins that has no room there
	if columns == 2 && first < len(lines) && lines[first].Figure && lines[first].Row > 0 && lines[first].Row < first {
		first -= lines[first].Row
		lines, _, _ = g.Shown(r.setting(), first+room)
	}
	if part := sectionFrom(lines, len(lines)/3); columns == 2 && first == len(lines) && part > 0 { // a short text with several parts
		first = part
	}
	for i, l := range lines {
		x, row := area.X, i
		if i >= first {
			x, row = x+r.w+pagerGap, i-first
		}
		r.compose(p, x, area.Y+pagerLine*float64(row), l, row == 0)
	}
	if bottom := area.Y + pagerLine*float64(room); len(g.Lessons) > 0 { // a part of a figure may be visible
		p.scene.Shapes = slices.DeleteFunc(p.scene.Shapes, func(sh scene.Shape) bool {
			return sh.Kind == scene.Letters && (sh.Y < head || sh.Y > bottom)
		})
		p.add(scene.Box(0, 0, p.w, head, 0, scene.Background), scene.Box(0, bottom, p.w, p.h-bottom, 0, scene.Background))
	}
	p.scrollBar(scene.Rectangle{X: area.X + area.W + p.margin()/2 - 3, Y: area.Y, W: 4, H: area.H}, scene.Raised, &g.Scroll)
}

// sectionFrom returns the number of the first line from at on that is a heading, or 0.
func sectionFrom(lines []prose.Line, at int) int {
	for i, l := range lines {
		if i >= max(at, 1) && len(l.Parts) > 0 && l.Parts[0].Style == prose.Head {
			return i
		}
	}
	return 0
}

// broken sets lines as they are, wrapped where necessary. Blanks at the start of a line indent it, and text after two
// blanks inside a line is set in a second column.
func broken(texts []string, width float64) []prose.Line {
	var list []prose.Line
	longest := 0 // line of a board, in characters; 0: there is none
	if slices.ContainsFunc(texts, func(line string) bool { return isBoard(line) && len(strings.Fields(line)) > 3 }) {
		for _, text := range texts {
			if isBoard(text) {
				longest = max(longest, len([]rune(text)))
			}
		}
	}
	for _, text := range texts {
		trimmed := strings.TrimLeft(text, " ")
		switch {
		case trimmed == "":
			list = append(list, prose.Line{})
			continue
		case longest > 0 && isBoard(text):
			list = append(list, prose.Line{Parts: columns(text, min(10, width/float64(longest)))})
			continue
		}
		indent := min(float64(len(text)-len(trimmed))*5, 40)
		first, second, table := strings.Cut(trimmed, "  ")
		second = strings.TrimSpace(second)
		if !table || second == "" {
			for _, text := range scene.Wrap(trimmed, textSize, false, width-indent) {
				list = append(list, prose.Line{Parts: []prose.Part{{X: indent, Text: text}}})
			}
			continue
		}
		at := float64(pagerColumn)
		if scene.TextWidth(first, textSize, false)+indent+8 > at {
			list = append(list, prose.Line{Parts: []prose.Part{{X: indent, Text: first}}})
			first = ""
		}
		for i, text := range scene.Wrap(second, textSize, false, width-at) {
			parts := []prose.Part{{X: at, Text: text}}
			if i == 0 && first != "" {
				parts = append(parts, prose.Part{X: indent, Text: first})
			}
			list = append(list, prose.Line{Parts: parts})
		}
	}
	return list
}

// isBoard reports whether the words of a line could be the squares of a board, which need columns.
func isBoard(line string) bool {
	return !slices.ContainsFunc(strings.Fields(line), func(word string) bool { return len([]rune(word)) > 2 })
}

// columns sets every letter of a line in the middle of a cell of its own, each wide.
func columns(text string, each float64) []prose.Part {
	size := min(textSize, each*1.6)
	var list []prose.Part
	for i, letter := range []rune(text) {
		if letter != ' ' {
			x := (float64(i)+0.5)*each - scene.TextWidth(string(letter), size, false)/2
			list = append(list, prose.Part{X: x, Text: string(letter), Size: size})
		}
	}
	return list
}

// The widths of an item of a chooser: the greatest with which all items have room. An item with a picture is this much higher than wide, one
// without has the height of a button.
const (
	widestItem, leastItem = 400, 96
	itemLabel             = 24
	itemGap               = cardGap
)

// composeChooser composes the chooser, with the pictures of its items.
func (p *page) composeChooser(ch *desk.Chooser) {
	if p.desk.Play != nil && !ch.Pictured() {
		p.composeChoices(ch)
		return
	}
	m := p.margin()
	p.bold(m, 30, p.w-2*m, titleSize, ch.Word.Label, scene.Text)
	columns, rows, width, height := 1, 1, float64(widestItem), 44.0
	for ; ; width -= 4 {
		if ch.Pictured() {
			height = width + itemLabel
		}
		columns = max(1, int((p.w-2*m+itemGap)/(width+itemGap)))
		rows = max(1, int((p.h-128+itemGap)/(height+itemGap)))
		if width <= leastItem || columns*rows >= len(ch.Word.Items) {
			break
		}
	}
	p.drawn = columns
	items, where := ch.Fit(columns, rows)
	for _, item := range items {
		p.composeItem(scene.Rectangle{X: m + float64(item.Column)*(width+itemGap), Y: 60 + float64(item.Row)*(height+itemGap), W: width, H: height}, item)
	}
	p.composeRow(scene.Rectangle{X: m, Y: p.h - 48, W: p.w - 2*m, H: 32}, ch.Keys(), min(112, (p.w-2*m-64)/2-8), "enter")
	p.right(p.w-m, p.h-32, labelSize, false, where, scene.Muted)
}

// composeChoices composes a chooser without pictures beside or below the board, which stays.
func (p *page) composeChoices(ch *desk.Chooser) {
	g := newGamePage(p)
	rest, below := g.composeKept()
	const gap = buttonGap
	height := max(28, min(44, (rest.H+gap)/float64(len(ch.Word.Items))-gap)) // lower ones rather than fewer
	p.drawn = 1
	items, where := ch.Fit(p.drawn, max(1, int((rest.H+gap)/(height+gap))))
	for _, item := range items {
		p.composeItem(scene.Rectangle{X: rest.X, Y: rest.Y + float64(item.Row)*(height+gap), W: rest.W, H: height}, item)
	}
	under := rest // the list of moves gets the room below the items
	under.Y += float64(len(items))*(height+gap) + gap
	if under.H = rest.Y + rest.H - under.Y; under.H >= leastSlider && p.desk.Play.MoveList().Moves > 0 {
		moveList{page: p}.composeMoves(under, true)
	}
	keys := scene.Rectangle{X: below.X, Y: below.Y + below.H - answerHeight, W: below.W, H: answerHeight}
	p.composeRow(keys, ch.Keys(), min(112, (keys.W-64)/2-8), "enter")
	p.right(keys.X+keys.W, keys.Y+keys.H/2, labelSize, false, where, scene.Muted)
	g.composeHead(ch.Word.Label)
}

func (p *page) composeItem(r scene.Rectangle, item desk.ChooserItem) {
	if item.Head {
		p.bold(r.X, r.Y+r.H/2, r.W, textSize, item.Label, scene.Text)
		return
	}
	if item.Chosen {
		p.chosen = item.Spot
	}
	p.card(r)
	p.mark(r, item.Spot, item.Chosen)
	if item.Picture.H > 0 {
		if v, ok := p.desk.Play.Person.Sight().Try(item.Text); ok {
			p.picture(p.desk.Play.Info.Name, v.Scene(), scene.Rectangle{X: r.X + 4, Y: r.Y + 8, W: r.W - 8, H: r.H - 44}, item.Text+" ")
		}
	}
	p.centre(r.X+r.W/2, r.Y+r.H-min(20, r.H/2), r.W-12, fitting(item.Label, textSize, r.W-12), item.Chosen, item.Label, scene.Text)
	p.spot(item.Spot, item.Label, r)
}

package compose

import (
	"cmp"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
)

// reader composes text that is wrapped to a width of w points, with the figures of its lessons.
type reader struct {
	w       float64
	lessons []game.Shown
	game    string // the name of the game that the text is about, or ""
	taste   scene.Taste
}

func measure(text string, style prose.Style) float64 {
	size, bold := lettersOf(style)
	return scene.TextWidth(text, size, bold)
}

// lettersOf returns the size of the letters in the given style, and whether they are bold.
func lettersOf(style prose.Style) (size float64, bold bool) {
	switch style {
	case prose.Head:
		return nameSize, true
	case prose.Bold:
		return textSize, true
	case prose.Name:
		return labelSize, true
	}
	return textSize, false
}

var styleInks = [...]scene.Colour{
	prose.Normal: scene.Text, prose.Bold: scene.Text, prose.Code: scene.Accent, prose.Head: scene.Text, prose.Name: scene.Muted,
}

func (r reader) setting() desk.Setting {
	return desk.Setting{
		Setter: prose.Setter{
			Width: r.w, Measure: measure, Indent: 16, Gap: 20,
			Verbatim: func(texts []string) []prose.Line { return broken(texts, r.w) },
		},
		Line: pagerLine, Beside: 24, LeastBeside: 190, Above: 8,
		Pictures: func(shown game.Shown) (w, h float64) {
			p := r.pictures(shown)
			return p.then.X + p.then.W, p.then.Y + p.then.H
		},
	}
}

// compose composes a line whose top is at y. The first visible line of a lesson composes the whole lesson.
func (r reader) compose(p *page, x, y float64, l prose.Line, first bool) {
	if l.Figure {
		if l.Row == 0 || first {
			r.composeLesson(p, x, y-pagerLine*float64(l.Row), r.lessons[l.Number])
		}
		return
	}
	for _, rule := range l.Rules {
		p.add(scene.Stroke(x+rule.X, y+6, x+rule.X+rule.W, y+6, 1, scene.Line))
	}
	parts(p, x, y, r.w, l, scene.None)
}

// parts writes the parts of a line, cut off at width. If ink is not [scene.None], all parts have that colour.
func parts(p *page, x, y, width float64, l prose.Line, ink scene.Colour) {
	for _, part := range l.Parts {
		size, bold := lettersOf(part.Style)
		size = cmp.Or(part.Size, size)
		colour := ink
		if colour == scene.None {
			colour = styleInks[part.Style]
		}
		word := scene.Word(x+part.X, y+pagerLine/2, size, scene.Clip(part.Text, size, bold, width-part.X), scene.Left, colour)
		word.Bold = bold
		p.add(word)
	}
}

// The parts of a lesson: the gap between the pictures, with an arrow, and the sizes of a square of the board.
const (
	arrowGap               = 48
	smallPlace, largePlace = 22, 44
)

// pictures are the two pictures of a lesson and their areas; the upper left corner of the first picture is at 0, 0.
type pictures struct {
	scenes      [2]scene.Scene
	first, then scene.Rectangle
}

// pictures lays out the pictures of a lesson side by side or, in a narrow text, one below the other.
func (r reader) pictures(shown game.Shown) pictures {
	p := pictures{scenes: [2]scene.Scene{r.taste.Of(shown.First.Scene()).Part(shown.Part...), r.taste.Of(shown.Then.Scene()).Part(shown.Part...)}}
	view := p.scenes[0].View
	scale := min(largePlace, (r.w-arrowGap)/(2*view.W))
	across := scale >= smallPlace
	if !across {
		scale = min(largePlace, r.w/view.W)
	}
	p.first = scene.Rectangle{W: view.W * scale, H: view.H * scale}
	p.then = p.first
	if across {
		p.then.X = p.first.W + arrowGap
	} else {
		p.then.Y = p.first.H + arrowGap
	}
	return p
}

func (r reader) composeLesson(p *page, x, y float64, shown game.Shown) {
	l, both := r.setting().Lay(shown), r.pictures(shown)
	for _, r := range []*scene.Rectangle{&both.first, &both.then} {
		r.X, r.Y = r.X+x, r.Y+y+l.Y
	}
	composePictures(p, r.game, both, shown.Title)
	for i, line := range l.Text {
		parts(p, x+l.X, y+pagerLine*float64(i), l.W, line, scene.None)
	}
	for i, line := range l.Said {
		parts(p, x+l.X, y+l.SaidY+pagerLine*float64(i), l.W, line, scene.Muted)
	}
}

// composePictures draws the pictures of a lesson in their areas, with an arrow between them.
func composePictures(p *page, game string, both pictures, title string) {
	first, second := both.first, both.then
	p.picture(game, both.scenes[0], first, title+" before ")
	p.picture(game, both.scenes[1], second, title+" after ")
	if first.Y == second.Y {
		drawArrow(p, first.X+first.W+10, first.Y+first.H/2, second.X-10, first.Y+first.H/2)
	} else {
		drawArrow(p, first.X+first.W/2, first.Y+first.H+10, first.X+first.W/2, second.Y-10)
	}
}

func drawArrow(p *page, x, y, tx, ty float64) {
	const head = 7
	p.add(scene.Stroke(x, y, tx, ty, 2, scene.Muted))
	for _, side := range []float64{-1, 1} {
		if y == ty {
			p.add(scene.Stroke(tx-head, ty+side*head, tx, ty, 2, scene.Muted))
		} else {
			p.add(scene.Stroke(tx+side*head, ty-head, tx, ty, 2, scene.Muted))
		}
	}
}

// The parts of a page of text, in points.
const (
	pagerLine   = 22
	pagerColumn = 168 // the start of the second column of a table
	pagerWidest = 820
	pagerLeast  = 460 // the least width of each of two columns
	pagerGap    = 40  // the gap between two columns
)

// composeReading draws the lines of a text in an area, with a scroll bar beside it.
func composeReading(p *page, g *desk.Pager, area scene.Rectangle) {
	r := reader{w: min(area.W-4, pagerWidest), lessons: g.Lessons, game: gameOf(p), taste: desk.TasteOf(&p.desk.Settings, "")}
	room := max(1, int(area.H/pagerLine))
	columns := 1
	if two := (area.W - 4 - pagerGap) / 2; two >= pagerLeast {
		columns, r.w = 2, min(two, pagerWidest)
	}
	lines, _, _ := g.Shown(r.setting(), columns*room)
	first := min(room, len(lines)) // the number of lines in the first column; a figure that would not fit there starts the second
	if columns == 2 && first < len(lines) && lines[first].Figure && lines[first].Row > 0 && lines[first].Row < first {
		first -= lines[first].Row
		lines, _, _ = g.Shown(r.setting(), first+room)
	}
	if part := sectionFrom(lines, len(lines)/3); columns == 2 && first == len(lines) && part > 0 { // a short text with several sections starts the second column with a heading
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
			return sh.Kind == scene.Letters && (sh.Y-sh.H/2 < pageHead || sh.Y+sh.H/2 > bottom) // no letter is cut
		})
		p.add(scene.Box(0, 0, p.w, pageHead, 0, scene.Background), scene.Box(0, bottom, p.w, p.h-bottom, 0, scene.Background))
	}
	scrollBar(p, scene.Rectangle{X: area.X + area.W + marginOf(p)/2 - 3, Y: area.Y, W: 4, H: area.H}, scene.Raised, &g.Scroll)
}

// sectionFrom returns the number of the first heading in line at or below, or 0.
func sectionFrom(lines []prose.Line, at int) int {
	for i, l := range lines {
		if i >= max(at, 1) && len(l.Parts) > 0 && l.Parts[0].Style == prose.Head {
			return i
		}
	}
	return 0
}

// broken keeps lines as they are, but wraps long ones. Blanks at the start of a line indent it; text after two blanks inside a line goes into a
// second column.
func broken(texts []string, width float64) []prose.Line {
	var list []prose.Line
	longest := 0 // the length of the longest line of a board, in characters; 0: no board
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
		indent, at := min(float64(len(text)-len(trimmed))*5, 40), float64(pagerColumn)
		first, second, _ := strings.Cut(trimmed, "  ")
		if second = strings.TrimSpace(second); second == "" {
			first, second, at = "", trimmed, indent
		} else if scene.TextWidth(first, textSize, false)+indent+8 > at {
			list = append(list, prose.Line{Parts: []prose.Part{{X: indent, Text: first}}})
			first = ""
		}
		for _, text := range scene.Wrap(second, textSize, false, width-at) {
			parts := []prose.Part{{X: at, Text: text}}
			if first != "" {
				parts = append(parts, prose.Part{X: indent, Text: first})
			}
			list, first = append(list, prose.Line{Parts: parts}), ""
		}
	}
	return list
}

// isBoard reports whether the words of a line could be the squares of a board; those are set in columns.
func isBoard(line string) bool {
	return !slices.ContainsFunc(strings.Fields(line), func(word string) bool { return len([]rune(word)) > 2 })
}

// columns sets every letter of a line in the middle of its own cell; the parameter each is the width of a cell in points.
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

// The greatest and least width of an item of a chooser. The width used is the greatest at which all items fit. The height of an item with a picture
// is its width plus itemLabel.
const (
	widestItem, leastItem = 400, 76
	itemLabel             = 24
	itemGap               = cardGap
)

// composeChooser draws the items of a chooser with their pictures. If not all items fit, it returns the position of the chosen one, such as "3 of
// 12". If kept is set, the items are in one column beside the board, with the list of moves below them where there is room. A list always has one column.
func composeChooser(p *page, ch *desk.Chooser, r scene.Rectangle, kept bool) (where string) {
	columns, rows, width, height, gap := 1, 1, r.W, 44.0, float64(buttonGap)
	if kept || ch.List {
		height = max(p.touch(28), min(height, (r.H+gap)/float64(len(ch.Word.Items))-gap)) // items become lower before there are fewer
		rows = max(1, int((r.H+gap)/(height+gap)))
	} else {
		gap = itemGap
		for width = min(widestItem, r.W); ; width -= 4 {
			if ch.Pictured() {
				height = width + itemLabel
			}
			columns = max(1, int((r.W+gap)/(width+gap)))
			rows = max(1, int((r.H+gap)/(height+gap)))
			if width <= leastItem || columns*rows >= len(ch.Word.Items) {
				break
			}
		}
	}
	p.wheels[desk.OverForm] = r
	items, where := ch.Fit(columns, rows)
	for _, item := range items {
		composeChosen(p, scene.Rectangle{X: r.X + float64(item.Column)*(width+gap), Y: r.Y + float64(item.Row)*(height+gap), W: width, H: height}, item)
	}
	under := r
	under.Y += float64(len(items))*(height+gap) + gap
	if under.H = r.Y + r.H - under.Y; kept && under.H >= leastSlider && len(p.desk.Play.MoveList().Turns) > 0 {
		moveList{page: p}.composeMoves(under, p.desk.Play.MoveList(), true)
	}
	return where
}

func composeChosen(p *page, r scene.Rectangle, item desk.ChooserItem) {
	if item.Head {
		p.bold(r.X, r.Y+r.H/2, r.W, textSize, item.Label, scene.Text)
		return
	}
	if item.Chosen {
		p.chosen = item.Spot
	}
	p.card(r)
	drawMark(p, r, item.Spot, item.Chosen)
	if item.Picture.H > 0 {
		if v, ok := p.desk.Play.Person.Sight().Try(item.Text); ok {
			p.picture(p.desk.Play.Info.Name, p.stage.taste().Of(v.Scene()), scene.Rectangle{X: r.X + 4, Y: r.Y + 8, W: r.W - 8, H: r.H - 44}, item.Text+" ")
		}
	}
	p.centre(r.X+r.W/2, r.Y+r.H-min(20, r.H/2), r.W-12, fitting(item.Label, textSize, r.W-12), item.Chosen, item.Label, scene.Text)
	p.spot(item.Spot, item.Label, r)
	oneOf(p, item.Spot, item.Chosen)
}

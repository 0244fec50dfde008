package compose

import (
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/internal/phrase"
	"attic/teach/review"
)

// reviewPage draws the page of a review from its blocks.
type reviewPage struct {
	*page
	blocks []desk.Block
	shown  desk.Position
	board  scene.Scene     // of the position shown
	from   scene.Rectangle // the part of the board shown
}

// The parts of the page of a review, in points.
const (
	twoColumns = 600 // from this width on, the panel has two columns
	leastChart = 40  // the least height of the graph
	mostChart  = 220
	chip       = 24 // the height of the row with the best line

	leastOutlook = 160 // the least height of the position after the best line
	leastSmall   = 64  // the least side of the position after a turn, and the greatest
	mostSmall    = 132
)

// composeReview composes the page of a review: the board in the size that it has in play, the sentences and the moves beside or below it,
// and the graph of the chances over the whole width.
func (c reviewPage) composeReview() {
	g := newGamePage(c.page)
	m := g.is
	if m.narrow {
		c.composeReviewColumn(m)
	} else {
		box := g.boardInPlay(c.from)
		c.composeReviewed(box)
		chart := scene.Rectangle{X: m.margin, Y: box.Y + box.H + 2, W: c.w - 2*m.margin}
		chart.H = min(c.h-m.foot-chart.Y, mostChart)
		x := box.X + box.W + m.margin
		c.composeBeside(scene.Rectangle{X: x, Y: box.Y + 4, W: c.w - m.margin - x, H: chart.Y - 12 - box.Y}, m)
		composeGraph(c.page, chart, desk.PartOf[desk.Graph](c.blocks))
	}
	c.composeReviewTitle(m)
}

// composeReviewColumn composes the page of a review in a narrow window. The board is drawn first, because cutting it off covers its
// surroundings.
func (c reviewPage) composeReviewColumn(m measures) {
	x, width := m.margin, c.w-2*m.margin
	device := c.shown.View.Aside(max(width, 200), stripOf(c.desk.Play.Info))
	strip := 0.0
	if device.View.H > 0 {
		strip = min(device.View.H, 28) + m.gap
	}
	said, chart, list := 130.0, 68.0, 3*moveLine+20.0
	if m.tiny {
		said, chart, list = 2*17, leastChart, stripHeight
	}
	foot := c.h - m.foot - m.control
	rest := said + chart + list + strip + 4*m.gap // everything between board and buttons
	board := min(width, max(foot-m.title-rest, width*0.6))
	c.composeReviewed(scene.Rectangle{X: x, Y: m.title, W: width, H: board})
	y := m.title + board + m.gap
	if strip > 0 {
		c.picture(c.desk.Play.Info.Name, device, scene.Rectangle{X: x, Y: y, W: width, H: strip - m.gap}, "aside ")
		y += strip
	}
	if spare := foot - m.gap - y - said - chart - list - 2*m.gap; spare > 0 {
		chart += min(spare*0.3, mostChart-chart)
		said += min(spare*0.2, 40)
	}
	c.composeFound(scene.Rectangle{X: x, Y: y, W: width, H: said}, m.tiny)
	y += said + m.gap
	composeGraph(c.page, scene.Rectangle{X: x, Y: y, W: width, H: chart}, desk.PartOf[desk.Graph](c.blocks))
	y += chart + m.gap
	c.composeReviewMoves(scene.Rectangle{X: x, Y: y, W: width, H: foot - m.gap - y})
	c.composeReviewKeys(scene.Rectangle{X: x, Y: foot, W: width, H: m.control}, 1)
}

// composeReviewMoves lists the moves, as a strip if there is little room.
func (c reviewPage) composeReviewMoves(r scene.Rectangle) {
	list := desk.PartOf[desk.MoveList](c.blocks)
	if r.H < 64 {
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: r.X, Y: r.Y + (r.H-stripHeight)/2, W: r.W, H: stripHeight}, list)
		return
	}
	c.card(r)
	moveList{page: c.page}.composeListed(r, list)
}

// composeBeside composes the panel beside the board: who played how well, the game's own device, the sentences, the moves and the
// buttons.
func (c reviewPage) composeBeside(r scene.Rectangle, m measures) {
	gap := float64(buttonGap)
	list := r
	if r.W >= twoColumns {
		r.W = (r.W - m.margin) * 0.5
		list.X += r.W + m.margin
		list.W = r.W
	}
	y := r.Y + c.composeSides(r) + gap
	if device := c.shown.View.Aside(max(r.W, 200), stripOf(c.desk.Play.Info)); device.View.H > 0 {
		high := min(device.View.H, 40)
		c.picture(c.desk.Play.Info.Name, device, scene.Rectangle{X: r.X, Y: y, W: r.W, H: high}, "aside ")
		y += high + gap
	}
	columns := max(1, int((r.W+buttonGap)/(leastButton+buttonGap)))
	rows := (len(c.reviewKeys(2*columns)) + columns - 1) / columns
	height := min(m.control, 34)
	bottom := r.Y + r.H - float64(rows)*(height+gap) + gap
	c.composeReviewKeys(scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: height}, rows)
	room := bottom - gap - y
	if list.X > r.X {
		said := min(room*0.5, 240)
		c.composeFound(scene.Rectangle{X: r.X, Y: y, W: r.W, H: said}, false)
		c.composeTurns(scene.Rectangle{X: r.X, Y: y + said + gap, W: r.W, H: room - said - gap})
		const listHead = 8 + moveLine + 6
		needs := max(listHead+moveLine*float64(len(desk.PartOf[desk.MoveList](c.blocks).Turns)), 64)
		if under := list.H - needs - gap; under >= leastOutlook {
			list.H = needs
			c.composeOutlook(scene.Rectangle{X: list.X, Y: list.Y + needs + gap, W: list.W, H: under})
		}
		c.composeReviewMoves(list)
		return
	}
	said := min(max(room*0.45, 84), 190)
	c.composeFound(scene.Rectangle{X: r.X, Y: y, W: r.W, H: said}, false)
	c.composeReviewMoves(scene.Rectangle{X: r.X, Y: y + said + gap, W: r.W, H: room - said - gap})
}

// composeOutlook shows another position.
func (c reviewPage) composeOutlook(r scene.Rectangle) {
	const pad, head = movePad, 32
	is := desk.PartOf[desk.Outlook](c.blocks)
	c.card(r)
	c.word(r.X+pad, r.Y+head/2+2, r.W-2*pad, labelSize, shortened(is.Said, labelSize, r.W-2*pad), scene.Muted)
	board := scene.Rectangle{X: r.X + pad, Y: r.Y + head, W: r.W - 2*pad, H: r.H - head - pad}
	c.picture(c.desk.Play.Info.Name, miniature(is.View.Scene(), board), board, "outlook ")
}

// composeSides writes how well each side played, a line for each, and returns their height.
func (c reviewPage) composeSides(r scene.Rectangle) float64 {
	const each, pad = 26, 12
	sides := desk.PartOf[desk.Sides](c.blocks)
	high := float64(each*len(sides) + 12)
	if r.H < 400 {
		high -= 8
	}
	c.card(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: high})
	for i, side := range sides {
		y := r.Y + high/2 + each*(float64(i)+0.5-float64(len(sides))/2)
		c.add(rimmed(scene.Disc(r.X+pad+4, y, 5, side.Ink)))
		x, end := r.X+pad+18, r.X+r.W-pad
		if side.Score != "" {
			c.right(end, y, nameSize, true, side.Score, scene.Text)
			end -= scene.TextWidth("100%", nameSize, true) + 14
		}
		name := min(scene.TextWidth(side.Name, textSize, true), end-x)
		c.bold(x, y, end-x, textSize, side.Name, scene.Text)
		for _, kind := range side.Kinds { // from the right
			wide := scene.TextWidth(kind.Text, labelSize, true)
			if end-wide < x+name+8 {
				break
			}
			c.right(end, y, labelSize, true, kind.Text, kindColour(kind.Kind))
			end -= wide + 12
		}
	}
	return high
}

// composeTurns writes the turns, and below them the only moves and the brilliant ones, each with what is said of it, as far as there is room.
// A click on one goes to it.
func (c reviewPage) composeTurns(r scene.Rectangle) {
	const pad, line = 14, 20
	turns := desk.PartOf[desk.Turns](c.blocks)
	c.card(r)
	x, y, width := r.X+pad, r.Y+10, r.W-2*pad
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: y - 6, W: width, H: r.H - 8}, Title: "Turns", Blocks: labels(turns)}) {
		return
	}
	if len(turns.List) == 0 {
		c.word(x, y+line/2, width, textSize, turns.None, scene.Muted)
		return
	}
	small := min((r.H-12)/float64(len(turns.List))-16, width*0.3, mostSmall) // the side of the position after a turn; 0: there is no room for it
	if small < leastSmall {
		small = 0
	} else {
		width -= small + 12
	}
	for _, t := range turns.List {
		title, lines := scene.Wrap(t.Text, textSize, false, width-26), scene.Wrap(t.Said, labelSize, false, width-26)
		high := max(line*float64(len(title)+len(lines))+4, small+8)
		if y+high > r.Y+r.H-4 {
			break
		}
		area := scene.Rectangle{X: r.X + 6, Y: y - 2, W: r.W - 12, H: high}
		if t.Here {
			c.add(scene.Box(area.X, area.Y, area.W, area.H, 6, scene.Raised))
		} else if c.over == t.Spot {
			c.edge(area, 6, 1, scene.Line)
		}
		c.bold(x, y+line/2, 24, textSize, t.Number, kindColour(t.Kind))
		for n, text := range title {
			c.word(x+26, y+line*(float64(n)+0.5), width-26, textSize, text, scene.Text)
		}
		for n, text := range lines {
			c.word(x+26, y+line*(float64(n+len(title))+0.5), width-26, labelSize, text, scene.Muted)
		}
		if small > 0 {
			at := scene.Rectangle{X: x + width + 12, Y: area.Y + (area.H-small)/2, W: small, H: small}
			c.picture(c.desk.Play.Info.Name, miniature(t.After.View(max(t.After.ToMove(), 0)).Scene(), at), at, t.Spot+" ")
		}
		c.spot(t.Spot, "show "+t.Text, area)
		y += area.H + 8
	}
}

// kindColour returns the colour of the mark of a kind of move.
func kindColour(k review.Kind) scene.Colour {
	switch {
	case k >= review.Only:
		return scene.Good
	case k >= review.Mistake:
		return scene.Bad
	}
	return scene.Muted
}

// composeReviewTitle writes the title of the page, and the chances at the point shown.
func (c reviewPage) composeReviewTitle(m measures) {
	y, big, side := m.title/2+2, float64(titleSize), float64(nameSize)
	if m.tiny {
		y, big, side = m.title/2+1, textSize, labelSize
	}
	standing := desk.PartOf[desk.Heading](c.blocks).Remark
	if short, _, cut := strings.Cut(standing, ": "); cut && scene.TextWidth("Review "+standing, big, true) > c.w-2*m.margin { // leave out the second part
		standing = short + "."
	}
	end := c.w - m.margin - scene.TextWidth(standing, side, true) - 12
	c.bold(m.margin, y, end-m.margin, big, "Review", scene.Text)
	x := m.margin + scene.TextWidth("Review", big, true) + 12
	if title := c.desk.Play.Info.Title; scene.TextWidth(title, textSize, false) <= end-x {
		c.word(x, y+1, end-x, textSize, title, scene.Muted)
	}
	c.right(c.w-m.margin, y, side, true, standing, scene.Accent)
}

// newReviewPage returns the page of a review. Of its board the part is shown that the last position needs, so that it stays while one steps, or all of it.
func newReviewPage(p *page, blocks []desk.Block) reviewPage {
	c := reviewPage{page: p, blocks: blocks, shown: desk.PartOf[desk.Position](blocks)}
	c.board = c.shown.View.Scene()
	if c.from = c.board.View; c.board.Focus.W > 0 && p.desk.Part {
		c.from = c.board.Focus.Union(c.shown.Last.Scene().Focus)
		c.board = c.board.Within(c.from)
	}
	c.board.Spots, c.board.Layers = nil, nil
	return c
}

// composeReviewed draws the board at the point shown, with the better move.
func (c reviewPage) composeReviewed(area scene.Rectangle) {
	x, y, scale := drawBoard(c.page, c.board, c.from, area)
	first := len(c.scene.Shapes)
	for _, sh := range c.shown.Next.Shapes {
		c.add(sh.Moved(x, y, scale, ""))
	}
	dress(c.page, first, c.desk.Play.Info.Name)
}

// composeFound writes the sentences about the point shown, and below them the best line or the progress of the review. If slim is set, it
// leaves out the card and the best line.
func (c reviewPage) composeFound(r scene.Rectangle, slim bool) {
	said, done, best := desk.PartOf[desk.Says](c.blocks).Lines, desk.PartOf[desk.Progress](c.blocks), desk.PartOf[desk.BestLine](c.blocks).MoveList
	pad := 14.0
	if slim {
		pad = 0
	} else {
		c.card(r)
	}
	x, width := r.X+pad, r.W-2*pad
	top, bottom := r.Y+pad/2, r.Y+r.H-pad/2
	if done.Said != "" && !slim {
		bottom -= chip
		c.add(scene.Box(x, bottom+1, width, 5, 3, scene.Raised))
		if share := width * done.Share; share >= 6 {
			c.add(scene.Box(x, bottom+1, share, 5, 3, scene.Accent))
		}
		c.word(x, bottom+16, width, labelSize, phrase.Capital(done.Said), scene.Muted)
	} else if len(best.Turns) > 0 && !slim && r.H >= 3*chip && !c.laid {
		bottom -= chip + 2
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: x, Y: bottom, W: width, H: chip}, best)
	}
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: top, W: width, H: bottom - top}, Title: "About this position", Blocks: found(said, best)}) {
		return
	}
	size, line := float64(textSize), 0.0
	var lines []string
	var inks []scene.Colour
	rows := 0
	for _, size = range []float64{textSize, labelSize, leastLabel} { // smaller if that does not fit
		line, lines, inks = size*1.4, nil, nil
		rows = max(1, int((bottom-top)/line))
		for i, sentence := range said {
			ink := scene.Muted
			if i == 0 {
				ink = scene.Text
			}
			for _, text := range scene.Wrap(sentence, size, false, width) {
				lines, inks = append(lines, text), append(inks, ink)
			}
		}
		if len(lines) <= rows {
			break
		}
	}
	for i, text := range lines[:min(len(lines), rows)] {
		y, room := top+(float64(i)+0.5)*line, width
		if i == rows-1 && len(lines) > rows {
			text += " " + strings.Join(lines[rows:], " ")
			room -= composeRest(c.page, x+width, y, strings.Join(said, " "))
		}
		c.word(x, y, room, size, text, inks[i])
	}
}

// rimmed adds an edge to a black or white shape, because the page may have the same colour.
func rimmed(sh scene.Shape) scene.Shape {
	if sh.Fill == scene.Black || sh.Fill == scene.White {
		sh.Stroke, sh.Width = scene.Rim, 1
	}
	return sh
}

// reviewKeys returns the buttons of the page, at most a number of them.
func (c reviewPage) reviewKeys(most int) []desk.Button {
	return desk.Fewer(desk.PartOf[desk.Buttons](c.blocks).List(), most)
}

// composeReviewKeys draws the buttons of the page in a number of rows; r is the first one.
func (c reviewPage) composeReviewKeys(r scene.Rectangle, rows int) {
	columns := max(1, int((r.W+buttonGap)/(leastButton+buttonGap)))
	list := c.reviewKeys(rows * columns)
	columns = (len(list) + rows - 1) / rows
	each := (r.W+buttonGap)/float64(columns) - buttonGap
	for i := 0; i < len(list); i += columns {
		composeRow(c.page, r, list[i:min(i+columns, len(list))], each, "n")
		r.Y += r.H + buttonGap
	}
}

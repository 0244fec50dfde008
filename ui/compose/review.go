package compose

import (
	"slices"
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
	board  scene.Scene     // the board at the position shown
	from   scene.Rectangle // the part of the board shown
	spots  []scene.Spot
}

// The parts of the page of a review, in points.
const (
	twoColumns = 600 // a panel of at least this width has two columns
	leastChart = 40  // the least height of the graph
	mostChart  = 220
	chip       = 24 // the height of the row with the best line

	leastOutlook = 160 // the least height of the card that composeOutlook draws
	leastSmall   = 64  // the least and the greatest side of the picture of the position after a turn
	mostSmall    = 132
)

// composeReview composes the page of a review: the board in the size that it has in play, the sentences and the moves beside or below it, and the graph of the
// chances over the full width. The board is drawn first, because the boxes that cut it off cover its surroundings.
func (c reviewPage) composeReview() {
	g := newGamePage(c.page)
	m, graph := g.is, desk.PartOf[desk.Graph](c.blocks)
	r := scene.Rectangle{X: m.margin, Y: m.title, W: c.w - 2*m.margin, H: c.h - m.foot - m.title}
	if m.narrow {
		c.composeReviewColumn(r, m, graph)
	} else {
		box := g.boardInPlay(c.from)
		c.composeReviewed(box)
		chart := r
		cutTop(&chart, box.H, 2)
		chart.H = min(chart.H, mostChart)
		cutLeft(&r, box.W, m.margin)
		r.Y, r.H = r.Y+4, chart.Y-12-r.Y
		c.composeBeside(r, m)
		composeGraph(c.page, chart, graph)
	}
	c.composeReviewTitle(m)
}

// composeReviewColumn composes the page of a review in a narrow window.
func (c reviewPage) composeReviewColumn(r scene.Rectangle, m measures, graph desk.Graph) {
	keys := cutBottom(&r, m.control, m.gap)
	device, strip := c.shown.View.Aside(max(r.W, 200), stripOf(c.desk.Play.Info)), 0.0
	if device.View.H > 0 {
		strip = min(device.View.H, 28) + m.gap
	}
	said, chart, list := 130.0, 68.0, 3*moveLine+20.0
	if m.tiny {
		said, chart, list = 2*17, leastChart, stripHeight
	}
	rest := said + chart + list + strip + 3*m.gap // the height between board and buttons
	c.composeReviewed(cutTop(&r, min(r.W, max(r.H-rest, r.W*0.6)), m.gap))
	if strip > 0 {
		c.picture(c.desk.Play.Info.Name, device, cutTop(&r, strip-m.gap, m.gap), "aside ")
	}
	if spare := r.H - said - chart - list - 2*m.gap; spare > 0 {
		chart += min(spare*0.3, mostChart-chart)
		said += min(spare*0.2, 40)
	}
	c.composeFound(cutTop(&r, said, m.gap), m.tiny)
	composeGraph(c.page, cutTop(&r, chart, m.gap), graph)
	c.composeReviewMoves(r)
	c.composeReviewKeys(keys, 1)
}

// composeReviewMoves lists the moves; with little room it draws a strip, or nothing.
func (c reviewPage) composeReviewMoves(r scene.Rectangle) {
	moves, list := moveList{page: c.page}, desk.PartOf[desk.MoveList](c.blocks)
	if r.H < stripHeight {
		return
	}
	if r.H < 64 {
		moves.composeStrip(scene.Rectangle{X: r.X, Y: r.Y + (r.H-stripHeight)/2, W: r.W, H: stripHeight}, list)
		return
	}
	c.card(r)
	moves.composeListed(r, list)
}

// composeBeside composes the panel beside the board: how well each side played, the game's own device, the sentences, the moves and the buttons.
func (c reviewPage) composeBeside(r scene.Rectangle, m measures) {
	const gap, listHead = buttonGap, 8 + moveLine + 6
	two, moves := r.W >= twoColumns, r
	if two {
		moves = cutRight(&r, (r.W-m.margin)/2, m.margin)
	}
	cutTop(&r, c.composeSides(r), gap)
	if device := c.shown.View.Aside(max(r.W, 200), stripOf(c.desk.Play.Info)); device.View.H > 0 {
		c.picture(c.desk.Play.Info.Name, device, cutTop(&r, min(device.View.H, 40), gap), "aside ")
	}
	columns := max(1, int((r.W+buttonGap)/(leastButton+buttonGap)))
	keys := rows{columns, min(m.control, 34), gap}
	list := c.reviewKeys(2 * columns)
	c.composeReviewKeys(cutBottom(&r, keys.room(len(list)), gap), (len(list)+columns-1)/columns)
	if !two {
		c.composeFound(cutTop(&r, min(max(r.H*0.45, 84), 190), gap), false)
		c.composeReviewMoves(r)
		return
	}
	c.composeFound(cutTop(&r, min(r.H*0.5, 240), gap), false)
	c.composeTurns(r)
	needs := max(listHead+moveLine*float64(len(desk.PartOf[desk.MoveList](c.blocks).Turns)), 64)
	if moves.H-needs-gap >= leastOutlook {
		outlook := moves
		moves = cutTop(&outlook, needs, gap)
		c.composeOutlook(outlook)
	}
	c.composeReviewMoves(moves)
}

// composeOutlook draws another position, in most cases the one after the best line, with a sentence about it.
func (c reviewPage) composeOutlook(r scene.Rectangle) {
	const pad, head = movePad, 32
	is := desk.PartOf[desk.Outlook](c.blocks)
	c.card(r)
	c.word(r.X+pad, r.Y+head/2+2, r.W-2*pad, labelSize, shortened(is.Said, labelSize, r.W-2*pad), scene.Muted)
	board := scene.Rectangle{X: r.X + pad, Y: r.Y + head, W: r.W - 2*pad, H: r.H - head - pad}
	c.picture(c.desk.Play.Info.Name, miniature(c.stage.taste().Of(is.View.Scene()), board), board, "outlook ")
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

// composeTurns writes as many of the turns as there is room for, each with its explanation. A click on a turn shows it.
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
	small := min((r.H-12)/float64(len(turns.List))-16, width*0.3, mostSmall) // the side of the picture after a turn; 0: no picture
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
			c.picture(c.desk.Play.Info.Name, miniature(c.stage.taste().Of(t.After.View(max(t.After.ToMove(), 0)).Scene()), at), at, t.Spot+" ")
		}
		c.spot(t.Spot, "show "+t.Text, area)
		y += area.H + 8
	}
}

// kindColour returns the colour of the mark of a grade.
func kindColour(k review.Grade) scene.Colour {
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

// newReviewPage returns the page of a review. If only a part of the board is shown, it is the part that the last position needs; it stays the same at every
// step.
func newReviewPage(p *page, blocks []desk.Block) reviewPage {
	c := reviewPage{page: p, blocks: blocks, shown: desk.PartOf[desk.Position](blocks)}
	c.board = p.stage.taste().Of(c.shown.View.Scene())
	if c.from = c.board.View; c.board.Focus.W > 0 && p.desk.Part {
		c.from = c.board.Focus.Union(p.stage.taste().Of(c.shown.Last.Scene()).Focus)
		c.board = c.board.Within(c.from)
	}
	c.spots, c.board.Spots, c.board.Layers = c.board.Spots, nil, nil
	return c
}

// composeReviewed draws the board at the point shown, with the better move.
func (c reviewPage) composeReviewed(area scene.Rectangle) {
	x, y, scale := drawBoard(c.page, c.board, c.from, area)
	first := len(c.scene.Shapes)
	for _, sh := range c.stage.taste().Shapes(c.shown.Next.Shapes, c.spots) {
		c.add(sh.Moved(x, y, scale, ""))
	}
	dress(c.page, first, c.desk.Play.Info.Name)
}

// composeFound writes the sentences about the point shown and, below them, the best line or the progress of the review. If slim is set, it leaves out the card
// and the best line.
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
		bottom -= chip + 8 // a gap between the bar and the text above and below it
		c.add(scene.Box(x, bottom+5, width, 5, 3, scene.Raised))
		if share := width * done.Share; share >= 6 {
			c.add(scene.Box(x, bottom+5, share, 5, 3, scene.Accent))
		}
		c.word(x, bottom+22, width, labelSize, phrase.Capital(done.Said), scene.Muted)
	} else if len(best.Turns) > 0 && !slim && r.H >= 3*chip && !c.laid {
		bottom -= chip + 2
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: x, Y: bottom, W: width, H: chip}, best)
	}
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: top, W: width, H: bottom - top}, Title: "About this position", Blocks: found(said, best)}) {
		return
	}
	size, line, rows := 0.0, 0.0, 0
	var lines []string
	for _, size = range []float64{textSize, labelSize, leastLabel} { // smaller if the text does not fit
		line, lines = size*1.4, nil
		for _, sentence := range said {
			lines = append(lines, scene.Wrap(sentence, size, false, width)...)
		}
		if rows = max(1, int((bottom-top)/line)); len(lines) <= rows {
			break
		}
	}
	first := len(scene.Wrap(said[0], size, false, width)) // the number of lines of the most important sentence
	for i, text := range lines[:min(len(lines), rows)] {
		y, room, ink := top+(float64(i)+0.5)*line, width, scene.Muted
		if i < first {
			ink = scene.Text
		}
		if i == rows-1 && len(lines) > rows {
			text += " " + strings.Join(lines[rows:], " ")
			room -= composeRest(c.page, x+width, y, strings.Join(said, " "))
		}
		c.word(x, y, room, size, text, ink)
	}
}

// rimmed adds an edge to a black or white shape, in case the page has the same colour.
func rimmed(sh scene.Shape) scene.Shape {
	if sh.Fill == scene.Black || sh.Fill == scene.White {
		sh.Stroke, sh.Width = scene.Rim, 1
	}
	return sh
}

// reviewKeys returns the most important buttons of the page; most is their greatest number.
func (c reviewPage) reviewKeys(most int) []desk.Button {
	return desk.Fewer(desk.PartOf[desk.Buttons](c.blocks).List(), most)
}

// composeReviewKeys draws the buttons of the page in the given number of rows.
func (c reviewPage) composeReviewKeys(r scene.Rectangle, rows int) {
	columns := max(1, int((r.W+buttonGap)/(leastButton+buttonGap)))
	list := c.reviewKeys(rows * columns)
	columns = (len(list) + rows - 1) / rows
	each, high := (r.W+buttonGap)/float64(columns)-buttonGap, (r.H+buttonGap)/float64(rows)-buttonGap
	for part := range slices.Chunk(list, columns) {
		composeRow(c.page, cutTop(&r, high, buttonGap), part, each, "n")
	}
}

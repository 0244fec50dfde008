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
	column bool            // everything but the board is in one column
	spots  []scene.Spot
}

// The parts of the page of a review, in points.
const (
	twoColumns = 600 // a panel of at least this width has two columns
	leastChart = 40  // the least height of the graph
	mostChart  = 220
	chip       = 24 // the height of the row with the best line

	leastReviewed = 320 // the least width of the column beside the board on a touch screen
	leastLine     = 150 // the least width of the best line beside buttons

	leastOutlook = 160 // the least height of the card that composeOutlook draws
	leastTurns   = 40  // the least height of the card of the turns
	leastSmall   = 64  // the least and the greatest side of the picture of the position after a turn
	mostSmall    = 132
)

// composeReview composes the page of a review: the board in the size that it has in play, the sentences and the moves beside or below it, and the graph of the
// chances over the full width. In a narrow window and on a touch screen, everything but the board is in one column with the bar of buttons below it. The board is
// drawn first, because the boxes that cut it off cover its surroundings.
func (c reviewPage) composeReview() {
	g := newGamePage(c.page)
	m, graph := g.is, desk.PartOf[desk.Graph](c.blocks)
	m.title = c.touch(max(m.title, 36))
	r := scene.Rectangle{X: m.margin, Y: m.title, W: c.w - 2*m.margin, H: c.h - m.foot - m.title}
	switch {
	case m.narrow:
		c.composeReviewColumn(r, m, graph)
	case c.desk.Fingers:
		c.composeReviewed(cutLeft(&r, min(r.H*c.from.W/c.from.H, r.W-m.margin-leastReviewed), m.margin))
		c.composeReviewColumn(r, m, graph)
	default:
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

// composeReviewColumn composes the page of a review in a column: in a narrow window with the board at the top, otherwise without it.
func (c reviewPage) composeReviewColumn(r scene.Rectangle, m measures, graph desk.Graph) {
	const state, letters = 20, leastLabel * 1.4
	c.column = true
	bar := cutBottom(&r, c.touch(m.control+12), m.gap)
	device, strip := c.shown.View.Aside(max(r.W, 200), stripOf(c.desk.Play.Info)), 0.0
	if device.View.H > 0 {
		strip = min(device.View.H, 28) + m.gap
	}
	chart, least, said := 60.0, c.touch(chip)+buttonGap+14+5*letters, c.footHeight(r.W-28)+22 // least and said are heights of the sentences
	if c.h < lowForm {
		chart = leastChart
	}
	for _, text := range desk.PartOf[desk.Says](c.blocks).Lines {
		said += textSize * 1.4 * float64(len(scene.Wrap(text, textSize, false, r.W-28)))
	}
	if m.narrow {
		high := r.W * min(1, c.from.H/c.from.W)
		c.composeReviewed(cutTop(&r, min(high, max(r.H-least-chart-state-strip-3*m.gap, high*0.4)), m.gap))
	}
	if strip > 0 {
		c.picture(c.desk.Play.Info.Name, device, cutTop(&r, strip-m.gap, m.gap), "aside ")
	}
	spare := r.H - chart - state - 2*m.gap
	said = max(least, min(said, spare))
	chart += max(0, min((spare-said)*0.4, mostChart-chart))
	composeGraph(c.page, cutTop(&r, chart, m.gap), graph)
	list := r.H - said - state - 2*m.gap
	if list < 3*c.moveLine()+20 {
		said += list + m.gap
		list = 0
	}
	c.composeFound(cutTop(&r, min(said, r.H-state-m.gap), m.gap))
	c.composeState(cutTop(&r, state, m.gap))
	c.composeReviewMoves(r)
	c.composeReviewBar(bar)
}

// composeState writes which mistake is shown, or the progress of the review, and how well each side played.
func (c reviewPage) composeState(r scene.Rectangle) {
	at, end, y := desk.PartOf[desk.Turns](c.blocks).At, r.X+r.W, r.Y+r.H/2
	if done := desk.PartOf[desk.Progress](c.blocks).Said; done != "" {
		at = phrase.Capital(done)
	}
	sides := desk.PartOf[desk.Sides](c.blocks)
	for i := range sides {
		if side := sides[len(sides)-1-i]; side.Score != "" {
			c.right(end, y, labelSize, true, side.Score, scene.Text)
			c.add(rimmed(scene.Disc(end-42, y, 4, side.Ink)))
			end -= 58
		}
	}
	if end < r.X+r.W {
		c.right(end, y, labelSize, false, "accuracy", scene.Muted)
		end -= 70
	}
	c.word(r.X, y, end-r.X, labelSize, at, scene.Muted)
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
	const gap = buttonGap
	listHead := 14 + c.moveLine()
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
	list := slices.DeleteFunc(desk.PartOf[desk.Buttons](c.blocks).List(), func(b desk.Button) bool { return b.Key == "N" }) // a click in the graph or the list does the same
	list = desk.Fewer(list, 2*columns)
	c.composeReviewKeys(cutBottom(&r, keys.room(len(list)), gap), list, (len(list)+columns-1)/columns)
	if !two {
		c.composeFound(cutTop(&r, min(max(r.H*0.45, 84), 190, r.H), gap))
		c.composeReviewMoves(r)
		return
	}
	if said := min(r.H*0.5, 240); r.H-said-gap >= leastTurns {
		c.composeFound(cutTop(&r, said, gap))
		c.composeTurns(r)
	} else {
		c.composeFound(r)
	}
	needs := max(listHead+c.moveLine()*float64(len(desk.PartOf[desk.MoveList](c.blocks).Turns)), 64)
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
	right := c.w - m.margin
	if c.desk.Fingers || m.narrow {
		leave := scene.Rectangle{X: right - finger, Y: 0, W: finger, H: m.title}
		c.add(scene.Stroke(right-14, y-6, right-2, y+6, 2, scene.Text), scene.Stroke(right-14, y+6, right-2, y-6, 2, scene.Text))
		c.pressable(leave, desk.Button{Key: "v", Label: "close"}, len(c.scene.Shapes))
		right -= finger
	}
	standing := desk.PartOf[desk.Heading](c.blocks).Remark
	if short, _, cut := strings.Cut(standing, ": "); cut && scene.TextWidth("Review "+standing, big, true)+12 > right-m.margin { // leave out the second part
		standing = short + "."
	}
	if scene.TextWidth("Review", big, true)+scene.TextWidth(standing, side, true)+24 > right-m.margin {
		side = labelSize
	}
	end := right - scene.TextWidth(standing, side, true) - 12
	c.bold(m.margin, y, end-m.margin, big, "Review", scene.Text)
	x := m.margin + scene.TextWidth("Review", big, true) + 12
	if title := c.desk.Play.Info.Title; scene.TextWidth(title, textSize, false) <= end-x {
		c.word(x, y+1, end-x, textSize, title, scene.Muted)
	}
	c.right(right, y, side, true, standing, scene.Accent)
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

// composeFound writes the sentences about the point shown and, below them, the best line or the progress of the review.
func (c reviewPage) composeFound(r scene.Rectangle) {
	said, done, best := desk.PartOf[desk.Says](c.blocks).Lines, desk.PartOf[desk.Progress](c.blocks), desk.PartOf[desk.BestLine](c.blocks).MoveList
	const pad = 14.0
	c.card(r)
	x, width := r.X+pad, r.W-2*pad
	top, bottom := r.Y+pad/2, r.Y+r.H-pad/2
	acts, each := c.acts(width)
	if foot := c.footHeight(width); foot > 0 && bottom-foot-top >= leastLabel*1.4 {
		bottom -= foot
		row := scene.Rectangle{X: x, Y: bottom + buttonGap, W: width, H: c.touch(chip)}
		if len(acts) > 0 && each < width {
			composeRow(c.page, cutRight(&row, float64(len(acts))*(each+buttonGap)-buttonGap, buttonGap), acts, each, "r")
		} else if len(acts) > 0 {
			composeRow(c.page, scene.Rectangle{X: x, Y: bottom + foot - row.H, W: width, H: row.H}, acts, width, "r")
		}
		switch {
		case len(best.Turns) > 0 && (done.Said == "" || c.column):
			moveList{page: c.page}.composeStrip(row, best)
		case done.Said != "" && !c.column:
			c.add(scene.Box(x, row.Y, row.W, 5, 3, scene.Raised))
			if share := row.W * done.Share; share >= 6 {
				c.add(scene.Box(x, row.Y, share, 5, 3, scene.Accent))
			}
			c.word(x, row.Y+17, row.W, labelSize, phrase.Capital(done.Said), scene.Muted)
		}
	}
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: top, W: width, H: bottom - top}, Title: "About this position", Blocks: found(said)}) {
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

// acts returns the buttons beside or below the best line where there is the bar of buttons, and their width beside that line. Without room there, the width is
// that of the row.
func (c reviewPage) acts(width float64) (list []desk.Button, each float64) {
	if !c.column {
		return nil, 0
	}
	list = desk.PartOf[desk.ButtonBar](c.blocks).Acts
	for _, b := range list {
		each = max(each, scene.TextWidth(b.Label, labelSize, true)+3*buttonPad)
	}
	if beside := (width-leastLine)/max(1, float64(len(list))) - buttonGap; each > beside {
		if each = beside; beside < leastButton+buttonGap {
			each = width
		}
	}
	return list, each
}

// footHeight returns the height of the best line, the progress of the review and the buttons below the sentences, in a card with contents of the given width.
func (c reviewPage) footHeight(width float64) float64 {
	acts, each := c.acts(width)
	shows := desk.PartOf[desk.Progress](c.blocks).Said != "" && !c.column || len(desk.PartOf[desk.BestLine](c.blocks).Turns) > 0
	rows := 0.0
	if shows {
		rows++
	}
	if len(acts) > 0 && (rows == 0 || each == width) {
		rows++
	}
	return rows * (c.touch(chip) + buttonGap)
}

// barLabels and barIcons are the labels and the icons of the bar of buttons.
var barLabels, barIcons = [...]string{"Mistake", "Back", "Next", "Mistake", "More"}, [...]string{"«", "[", "]", "»", ","}

// composeReviewBar draws the bar of buttons, each with its icon above its label.
func (c reviewPage) composeReviewBar(r scene.Rectangle) {
	list := desk.PartOf[desk.ButtonBar](c.blocks).Steps
	each := (r.W+slimGap)/float64(len(list)) - slimGap
	for i, b := range list {
		composeUpright(c.page, scene.Rectangle{X: r.X + float64(i)*(each+slimGap), Y: r.Y, W: each, H: r.H}, b, barLabels[i], barIcons[i], leastLabel)
	}
}

// composeReviewKeys draws buttons of the page in the given number of rows.
func (c reviewPage) composeReviewKeys(r scene.Rectangle, list []desk.Button, rows int) {
	columns := (len(list) + rows - 1) / rows
	each, high := (r.W+buttonGap)/float64(columns)-buttonGap, (r.H+buttonGap)/float64(rows)-buttonGap
	for part := range slices.Chunk(list, columns) {
		composeRow(c.page, cutTop(&r, high, buttonGap), part, each, "n")
	}
}

package compose

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
	"attic/teach/review"
)

// reviewPage draws the page of a review.
type reviewPage struct{ *page }

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
		v, better, from := c.reviewed()
		box := g.boardInPlay(from)
		c.composeReviewed(box, v, better, from)
		chart := scene.Rectangle{X: m.margin, Y: box.Y + box.H + 2, W: c.w - 2*m.margin}
		chart.H = min(c.h-m.foot-chart.Y, mostChart)
		x := box.X + box.W + m.margin
		c.composeBeside(scene.Rectangle{X: x, Y: box.Y + 4, W: c.w - m.margin - x, H: chart.Y - 12 - box.Y}, v, m)
		composeGraph(c.page, chart, c.desk.Play.Review.Chart())
	}
	c.composeReviewTitle(m)
}

// composeReviewColumn composes the page of a review in a narrow window. The board is drawn first, because cutting it off covers its
// surroundings.
func (c reviewPage) composeReviewColumn(m measures) {
	x, width := m.margin, c.w-2*m.margin
	v, better, from := c.reviewed()
	device := v.Aside(max(width, 200), stripOf(c.desk.Play.Info))
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
	c.composeReviewed(scene.Rectangle{X: x, Y: m.title, W: width, H: board}, v, better, from)
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
	composeGraph(c.page, scene.Rectangle{X: x, Y: y, W: width, H: chart}, c.desk.Play.Review.Chart())
	y += chart + m.gap
	c.composeReviewMoves(scene.Rectangle{X: x, Y: y, W: width, H: foot - m.gap - y})
	c.composeReviewKeys(scene.Rectangle{X: x, Y: foot, W: width, H: m.control}, 1)
}

// composeReviewMoves lists the moves, as a strip if there is little room.
func (c reviewPage) composeReviewMoves(r scene.Rectangle) {
	list := c.desk.Play.Review.List()
	if r.H < 64 {
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: r.X, Y: r.Y + (r.H-stripHeight)/2, W: r.W, H: stripHeight}, list)
		return
	}
	c.card(r)
	moveList{page: c.page}.composeListed(r, list)
}

// composeBeside composes the panel beside the board: who played how well, the game's own device, the sentences, the moves and the
// buttons.
func (c reviewPage) composeBeside(r scene.Rectangle, v game.View, m measures) {
	gap := float64(buttonGap)
	list := r
	if r.W >= twoColumns {
		r.W = (r.W - m.margin) * 0.5
		list.X += r.W + m.margin
		list.W = r.W
	}
	y := r.Y + c.composeSides(r) + gap
	if device := v.Aside(max(r.W, 200), stripOf(c.desk.Play.Info)); device.View.H > 0 {
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
		needs := max(listHead+moveLine*float64(len(c.desk.Play.Review.Rows())), 64)
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

// composeOutlook shows the position after the best line or, without one, after the move that was played.
func (c reviewPage) composeOutlook(r scene.Rectangle) {
	const pad, head = movePad, 32
	rev := &c.desk.Play.Review
	line, states := rev.Best(rev.At)
	said, last := "After the best line, "+strings.Join(line, " "), len(rev.Points)-1
	switch {
	case len(line) > 0:
	case rev.At < last:
		said, states = "After "+rev.Played(rev.At), []game.State{rev.State(rev.At + 1)}
	case len(rev.Turns) > 0: // at the end, which the board shows
		line, states = rev.Best(rev.Turns[0].Point)
		said = "Turn 1 with the best line, " + strings.Join(line, " ")
	default:
		said = "At the end"
	}
	state := states[len(states)-1]
	c.card(r)
	c.word(r.X+pad, r.Y+head/2+2, r.W-2*pad, labelSize, shortened(said, labelSize, r.W-2*pad), scene.Muted)
	board := scene.Rectangle{X: r.X + pad, Y: r.Y + head, W: r.W - 2*pad, H: r.H - head - pad}
	c.picture(c.desk.Play.Info.Name, miniature(state.View(max(state.ToMove(), 0)).Scene(), board), board, "outlook ")
}

// composeSides writes how well each side played, a line for each, and returns their height.
func (c reviewPage) composeSides(r scene.Rectangle) float64 {
	const each, pad = 26, 12
	rev, inks := &c.desk.Play.Review, c.desk.Play.Review.Chart().Inks
	high := float64(each*len(rev.Info.Seats) + 12)
	if r.H < 400 {
		high -= 8
	}
	c.card(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: high})
	for seat, s := range rev.Info.Seats {
		y := r.Y + high/2 + each*(float64(seat)+0.5-float64(len(rev.Info.Seats))/2)
		c.add(rimmed(scene.Disc(r.X+pad+4, y, 5, inks[seat])))
		x, end := r.X+pad+18, r.X+r.W-pad
		if accuracy, ok := rev.Accuracy(seat); ok && rev.Done() {
			text := fmt.Sprintf("%.0f%%", 100*accuracy)
			c.right(end, y, nameSize, true, text, scene.Text)
			end -= scene.TextWidth("100%", nameSize, true) + 14
		}
		name := min(scene.TextWidth(s.Name, textSize, true), end-x)
		c.bold(x, y, end-x, textSize, s.Name, scene.Text)
		for k := review.Brilliant; k > review.Fine; k-- { // from the right
			n := rev.Count(seat, k)
			if n == 0 {
				continue
			}
			text := fmt.Sprintf("%d %s", n, k.Sign())
			wide := scene.TextWidth(text, labelSize, true)
			if end-wide < x+name+8 {
				break
			}
			sh := scene.Word(end, y, labelSize, text, scene.Right, kindColour(k))
			sh.Bold = true
			c.add(sh)
			end -= wide + 12
		}
	}
	return high
}

// composeTurns writes the turns, and below them the only moves and the brilliant ones, each with what is said of it, as far as there is room.
// A click on one goes to it.
func (c reviewPage) composeTurns(r scene.Rectangle) {
	const pad, line = 14, 20
	rev := &c.desk.Play.Review
	c.card(r)
	x, y, width := r.X+pad, r.Y+10, r.W-2*pad
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: y - 6, W: width, H: r.H - 8}, Title: "Turns", Blocks: turns(rev)}) {
		return
	}
	if len(rev.Turns)+len(rev.Praise) == 0 {
		c.word(x, y+line/2, width, textSize, rev.Faultless(), scene.Muted)
		return
	}
	list := slices.Concat(rev.Turns, rev.Praise)
	small := min((r.H-12)/float64(len(list))-16, width*0.3, mostSmall) // the side of the position after a turn; 0: there is no room for it
	if small < leastSmall {
		small = 0
	} else {
		width -= small + 12
	}
	for i, t := range list {
		sentences := rev.Sentences(t.Point)
		title := scene.Wrap(sentences[0], textSize, false, width-26)
		lines := scene.Wrap(strings.Join(sentences[1:min(len(sentences), 2)], " "), labelSize, false, width-26)
		high := max(line*float64(len(title)+len(lines))+4, small+8)
		if y+high > r.Y+r.H-4 {
			break
		}
		area := scene.Rectangle{X: r.X + 6, Y: y - 2, W: r.W - 12, H: high}
		spot, number := rev.StepSpot(t.Point), t.Kind.Sign()
		if i < len(rev.Turns) {
			number = fmt.Sprint(i + 1)
		}
		if t.Point == rev.At {
			c.add(scene.Box(area.X, area.Y, area.W, area.H, 6, scene.Raised))
		} else if c.over == spot {
			c.edge(area, 6, 1, scene.Line)
		}
		c.bold(x, y+line/2, 24, textSize, number, kindColour(t.Kind))
		for n, text := range title {
			c.word(x+26, y+line*(float64(n)+0.5), width-26, textSize, text, scene.Text)
		}
		for n, text := range lines {
			c.word(x+26, y+line*(float64(n+len(title))+0.5), width-26, labelSize, text, scene.Muted)
		}
		if small > 0 {
			at := scene.Rectangle{X: x + width + 12, Y: area.Y + (area.H-small)/2, W: small, H: small}
			after := rev.State(min(t.Point+1, len(rev.Points)-1))
			c.picture(c.desk.Play.Info.Name, miniature(after.View(max(after.ToMove(), 0)).Scene(), at), at, spot+" ")
		}
		c.spot(spot, "show "+sentences[0], area)
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
	r := &c.desk.Play.Review
	y, big, side := m.title/2+2, float64(titleSize), float64(nameSize)
	if m.tiny {
		y, big, side = m.title/2+1, textSize, labelSize
	}
	standing := r.Standing(r.At)
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

// reviewed returns the view to show, what to draw on it, and the part of the board shown: the part that the last position needs, so that it
// stays while one steps, or all of it.
func (c reviewPage) reviewed() (v game.View, better game.Preview, from scene.Rectangle) {
	r := &c.desk.Play.Review
	v, better = r.View()
	s := v.Scene()
	if s.Focus.W == 0 || !c.desk.Part {
		return v, better, s.View
	}
	last := r.State(len(r.Points) - 1).View(0).Scene().Focus
	return v, better, s.Focus.Union(last)
}

// composeReviewed draws the board at the point shown, with the better move.
func (c reviewPage) composeReviewed(area scene.Rectangle, v game.View, better game.Preview, from scene.Rectangle) {
	s := v.Scene()
	if from != s.View {
		s = s.Within(from)
	}
	s.Spots, s.Layers = nil, nil
	x, y, scale := drawBoard(c.page, s, from, area)
	first := len(c.scene.Shapes)
	for _, sh := range better.Shapes {
		c.add(sh.Moved(x, y, scale, ""))
	}
	dress(c.page, first, c.desk.Play.Info.Name)
}

// composeFound writes the sentences about the point shown, and below them the best line or the progress of the review. If slim is set, it
// leaves out the card and the best line.
func (c reviewPage) composeFound(r scene.Rectangle, slim bool) {
	rev := &c.desk.Play.Review
	pad := 14.0
	if slim {
		pad = 0
	} else {
		c.card(r)
	}
	x, width := r.X+pad, r.W-2*pad
	top, bottom := r.Y+pad/2, r.Y+r.H-pad/2
	if !rev.Done() && !slim {
		text := rev.Progress()
		if rev.Stopped {
			text = "Stopped: " + text
		}
		bottom -= chip
		c.composeProgress(scene.Rectangle{X: x, Y: bottom + 1, W: width, H: 5})
		c.word(x, bottom+16, width, labelSize, text, scene.Muted)
	} else if best := rev.BestList(); len(best.Turns) > 0 && !slim && r.H >= 3*chip && !c.laid {
		bottom -= chip + 2
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: x, Y: bottom, W: width, H: chip}, best)
	}
	if lays(c.page, Text{Area: scene.Rectangle{X: x, Y: top, W: width, H: bottom - top}, Title: "About this position", Blocks: found(rev)}) {
		return
	}
	size, line := float64(textSize), 0.0
	var lines []string
	var inks []scene.Colour
	rows := 0
	for _, size = range []float64{textSize, labelSize, leastLabel} { // smaller if that does not fit
		line, lines, inks = size*1.4, nil, nil
		rows = max(1, int((bottom-top)/line))
		for i, sentence := range rev.Lines() {
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
			room -= composeRest(c.page, x+width, y, strings.Join(rev.Lines(), " "))
		}
		c.word(x, y, room, size, text, inks[i])
	}
}

// composeProgress draws the progress of the review.
func (c reviewPage) composeProgress(r scene.Rectangle) {
	rev := &c.desk.Play.Review
	c.add(scene.Box(r.X, r.Y, r.W, r.H, 3, scene.Raised))
	if done := r.W * rev.Share(); done >= 6 {
		c.add(scene.Box(r.X, r.Y, done, r.H, 3, scene.Accent))
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
	return desk.Fewer(c.desk.Play.Review.Keys(), most)
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

package compose

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/review"
	"attic/scene"
)

// reviewPage draws the page of a review.
type reviewPage struct{ *page }

// composeReview composes the page of a review: the board with the better move, the sentences and the turns beside or below
// it, and the graph of the chances.
func (c reviewPage) composeReview() {
	m := float64(margin)
	buttonsH := 32.0
	narrow := c.w < columnUpTo || c.w < c.h*0.9
	if narrow {
		m = slimMargin
	}
	const top = 48
	inner := scene.Rectangle{X: m, Y: top, W: c.w - 2*m, H: c.h - top - m - buttonsH - 12}
	if narrow {
		board := min(inner.W, inner.H*0.55)
		graph := max(56, inner.H*0.16)
		c.composeReviewed(scene.Rectangle{X: inner.X, Y: inner.Y, W: inner.W, H: board})
		c.composeGraph(scene.Rectangle{X: inner.X, Y: inner.Y + board + 8, W: inner.W, H: graph})
		y := inner.Y + board + 8 + graph + 8
		c.composeFound(scene.Rectangle{X: inner.X, Y: y, W: inner.W, H: inner.Y + inner.H - y})
	} else {
		graph := min(max(110, inner.H*0.28), 220)
		panel := min(max(c.w*0.36, 260), 480)
		panel = max(panel, min(inner.W-m-inner.H, inner.W*0.5)) // use all the room beside a square board
		x, above := inner.X+inner.W-panel, inner.H-graph-12
		c.composeReviewed(scene.Rectangle{X: inner.X, Y: inner.Y, W: inner.W - panel - m, H: inner.H})
		c.composeFound(scene.Rectangle{X: x, Y: inner.Y, W: panel, H: above})
		c.composeGraph(scene.Rectangle{X: x, Y: inner.Y + above + 12, W: panel, H: graph})
	}
	c.composeReviewTitle(m)
	c.composeReviewKeys(scene.Rectangle{X: m, Y: c.h - m - buttonsH, W: c.w - 2*m, H: buttonsH})
}

// composeReviewTitle writes the title of the page, and the chances at the point shown.
func (c reviewPage) composeReviewTitle(m float64) {
	r := &c.desk.Play.Review
	standing := r.Standing(r.At)
	if short, _, cut := strings.Cut(standing, ": "); cut && scene.TextWidth("Review "+standing, titleSize, true) > c.w-2*m { // leave out the second part
		standing = short + "."
	}
	end := c.w - m - scene.TextWidth(standing, nameSize, true) - 12
	c.bold(m, 26, end-m, titleSize, "Review", scene.Text)
	x := m + scene.TextWidth("Review", titleSize, true) + 12
	c.word(x, 27, end-x, textSize, c.desk.Play.Info.Title, scene.Muted)
	c.right(c.w-m, 26, nameSize, true, standing, scene.Accent)
}

// composeReviewed draws the board at the point shown, with the better move, and the game's own device below it.
func (c reviewPage) composeReviewed(area scene.Rectangle) {
	v, better := c.desk.Play.Review.View()
	s := v.Scene()
	if device := v.Aside(max(area.W, 200), stripOf(c.desk.Play.Info)); device.View.H > 0 {
		high := min(device.View.H, area.H*0.1)
		area.H -= high + 4
		c.picture(device, scene.Rectangle{X: area.X, Y: area.Y + area.H + 4, W: area.W, H: high}, "aside ")
	}
	from := s.View
	x, y, scale := place(from, area)
	if s.Focus.W > 0 && scale < scene.SmallPlace {
		from = s.Focus
		x, y, scale = place(from, area)
		s = s.Within(from)
	}
	c.scene.Draw(scene.Scene{Shapes: s.Shapes}, x, y, scale, "")
	for _, sh := range better.Shapes {
		c.add(sh.Moved(x, y, scale, ""))
	}
}

// composeFound writes the sentences about the point shown, and below them the turns or the progress of the
// review.
func (c reviewPage) composeFound(r scene.Rectangle) {
	d := c.desk.Play
	const pad = 14
	c.card(r)
	x, width := r.X+pad, r.W-2*pad
	rev := &d.Review
	var lines []string
	var inks []scene.Colour
	var line, size float64
	below, room := 0, 0
	for _, size = range []float64{textSize, labelSize} { // smaller if that does not fit
		line = size + 6
		rows := int((r.H - 2*8) / line)
		below = len(rev.Turns)
		if !rev.Done() {
			below += 2
		}
		below = min(below, max(0, rows-3))
		room, lines, inks = rows-below, nil, nil
		for i, sentence := range rev.Lines() {
			ink := scene.Muted
			if i == 0 {
				ink = scene.Text
			}
			for _, text := range scene.Wrap(sentence, size, false, width) {
				lines, inks = append(lines, text), append(inks, ink)
			}
		}
		if len(lines) <= room {
			break
		}
	}
	y := r.Y + 8 + line/2
	for i, text := range lines[:min(len(lines), room)] {
		if i == room-1 && len(lines) > room {
			text += " " + strings.Join(lines[room:], " ")
		}
		c.word(x, y, width, size, text, inks[i])
		y += line
	}
	y = r.Y + r.H - 8 - float64(below)*line + line/2
	if !rev.Done() && below > 1 {
		c.composeProgress(scene.Rectangle{X: x, Y: y - 3, W: width, H: 6})
		text := rev.Progress()
		if rev.Stopped {
			text = "Stopped: " + text
		}
		c.word(x, y+line, width, labelSize, text, scene.Muted)
		y, below = y+2*line, below-2
	}
	for i, t := range rev.Turns[:min(below, len(rev.Turns))] {
		c.composeTurn(scene.Rectangle{X: r.X + 6, Y: y - line/2, W: r.W - 12, H: line}, i, t)
		y += line
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

// composeTurn writes a turn in a line; a click goes to it.
func (c reviewPage) composeTurn(r scene.Rectangle, i int, t review.Turn) {
	rev := &c.desk.Play.Review
	spot := turnSpot(i)
	ink := scene.Text
	if t.Point == rev.At {
		ink = scene.Accent
	}
	if t.Point == rev.At || c.over == spot {
		c.edge(r, 6, 1, ink)
	}
	c.bold(r.X+8, r.Y+r.H/2, 16, textSize-1, fmt.Sprint(i+1), scene.Accent)
	c.word(r.X+26, r.Y+r.H/2, r.W-34, textSize-1, rev.Brief(i), ink)
	c.spot(spot, "turn "+rev.Brief(i), r)
	c.focusable(spot, r)
}

// turnSpot returns the spot of a turn, counted from 0: that of the key that goes to it.
func turnSpot(i int) string { return desk.ButtonSpot + fmt.Sprint(i+1) }

// composeGraph draws the chances of both sides: the first seat's lead above the middle, the second's below it.
func (c reviewPage) composeGraph(r scene.Rectangle) {
	c.card(r)
	rev := &c.desk.Play.Review
	const pad, foot, disc = 12, 18, 16
	y0, height := r.Y+8, r.H-16-foot
	half := height / 2
	middle := y0 + half
	names := scene.TextWidth("leads", labelSize, false)
	for _, s := range rev.Info.Seats {
		names = max(names, scene.TextWidth(s.Name, labelSize, true))
	}
	names = min(names, r.W/4)
	for seat, s := range rev.Info.Seats {
		y := middle + max(9, half-8)*float64(2*seat-1)
		c.add(rimmed(scene.Disc(r.X+pad+4, y, 4, seatColour(s, seat))))
		c.bold(r.X+pad+disc, y, names, labelSize, s.Name, scene.Text)
		if half >= 42 { // room for a second line
			c.word(r.X+pad+disc, y+18*float64(1-2*seat), names, labelSize, "leads", scene.Muted)
		}
	}
	x0 := r.X + pad + disc + names + 12
	width := r.X + r.W - pad - x0
	each := width / float64(len(rev.Points))
	for i := range rev.Judged {
		lead := 2*rev.Points[i].Chance - 1
		seat, y := 0, middle-half*lead
		if lead < 0 {
			seat, lead, y = 1, -lead, middle
		}
		if bar := half * lead; bar >= 0.5 {
			c.add(rimmed(scene.Box(x0+each*float64(i), y, max(each-1, each*0.8), bar, 0, seatColour(rev.Info.Seats[seat], seat))))
		}
	}
	c.add(scene.Stroke(x0, middle, x0+width, middle, 1, scene.Muted))
	at := x0 + each*(float64(rev.At)+0.5)
	c.add(scene.Stroke(at, y0-4, at, y0+height+4, 2, scene.Text))
	for i, t := range rev.Turns {
		x := x0 + each*(float64(t.Point)+0.5)
		x = min(max(x, x0+6), x0+width-6)
		c.centre(x, y0+height+8+foot/2, 14, labelSize, true, fmt.Sprint(i+1), scene.Accent)
	}
	for i := range rev.Points {
		c.scene.Spots = append(c.scene.Spots, scene.Spot{
			Name: rev.StepSpot(i), Label: rev.Played(i) + ", " + rev.Standing(i),
			Area: scene.Rectangle{X: x0 + each*float64(i), Y: y0, W: each, H: height},
		})
		c.hands[rev.StepSpot(i)] = true
	}
}

// seatColour returns the colour of a seat's bars.
func seatColour(s game.Seat, seat int) scene.Colour {
	switch c := review.Ink(s); {
	case c != scene.None:
		return c
	case seat == 0:
		return scene.Accent
	}
	return scene.Last
}

// rimmed adds an edge to a black or white shape, because the page may have the same colour.
func rimmed(sh scene.Shape) scene.Shape {
	if sh.Fill == scene.Black || sh.Fill == scene.White {
		sh.Stroke, sh.Width = scene.Rim, 1
	}
	return sh
}

// composeReviewKeys draws the buttons of the page.
func (c reviewPage) composeReviewKeys(r scene.Rectangle) {
	list := c.desk.Play.Review.Keys()
	const least = 80
	for len(list) > 3 && (r.W+rowGap)/float64(len(list))-rowGap < least {
		list = append(list[:1:1], list[2:]...) // drop the buttons that step: the arrow keys and the graph do the same
	}
	c.composeRow(r, list, 160, "n")
}

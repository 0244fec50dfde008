package compose

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/scene"
)

// The parts of the list of moves, in points.
const (
	movePad     = 14
	lineHeight  = 24  // of a move
	leastSlider = 190 // the least height of a list with the slider below it
	sliderSize  = 70
	knob        = 8   // the radius of the slider's knob
	dotSize     = 8   // the radius of the piece before a move
	mostColumn  = 150 // the widest column of a seat, so that the eye stays in the row
	flowIndent  = 14  // of variations of an analysis
	costGap     = 8   // the gap between a move and its cost
)

// moveLine returns the height of a move in a list.
func (p *page) moveLine() float64 { return p.touch(lineHeight) }

type moveList struct {
	*page
	tells bool // the list has its own page and, if there is room, describes the effect of each move
}

// composeMoves lists the moves of the round in a column for each seat, with the slider below if slides is set. A click on a move shows
// the position after it. If the list has its own page, a device that lays out texts gets all moves as a table.
func (c moveList) composeMoves(r scene.Rectangle, list desk.MoveList, slides bool) {
	c.card(r)
	c.wheels[desk.OverMoves] = r
	if slides {
		r.H -= sliderSize
		c.composeSlider(scene.Rectangle{X: r.X + movePad, Y: r.Y + r.H, W: r.W - 2*movePad, H: sliderSize}, list)
	}
	text := scene.Rectangle{X: r.X + movePad, Y: r.Y + 6, W: r.W - 2*movePad, H: r.H - 12}
	laid := list.Laid(c.roomFor(r), func(text string) float64 { return scene.TextWidth(text, labelSize, false) })
	if laid.Tree() { // which can be too long for a table
		c.composeListed(r, laid)
	} else if !c.tells || !lays(c.page, Text{Area: text, Title: list.Title(), Blocks: sheet(c.desk.Play, list, r.W >= leastTold)}) {
		c.composeListed(r, list)
	}
}

// roomFor returns the room for the variations of an analysis.
func (c moveList) roomFor(r scene.Rectangle) desk.Room {
	room := desk.Room{Width: r.W - 2*movePad - 3*flowIndent, Blank: c.touch(14), Step: flowIndent}
	if _, ok := pieces[c.desk.Play.Now.View.Status().Piece]; ok {
		room.Piece = 2*dotSize + 4
	}
	return room
}

func (c moveList) composeListed(r scene.Rectangle, list desk.MoveList) {
	defer c.spoken()()
	top, bottom := r.Y+36, r.Y+r.H-6
	if list.Scores != nil { // the heads of the columns take the place of a title
		top = r.Y + 8
	} else {
		c.bold(r.X+movePad, r.Y+20, r.W-2*movePad, labelSize, "Moves", scene.Muted)
	}
	if len(list.Setup) > 0 {
		x := r.X + movePad + scene.TextWidth("Moves", labelSize, true) + 14
		c.composeSetup(x, r.Y+20, r.X+r.W-movePad-x, list)
	}
	if c.tells && !list.Tree() && c.composeTold(scene.Rectangle{X: r.X + movePad, Y: top, W: r.W - 2*movePad, H: bottom - top}, list) {
		return
	}
	number := 14.0
	if n := list.Numbers(); n > 0 {
		number += scene.TextWidth(strconv.Itoa(n), labelSize, false)
	}
	headed := len(list.Columns) > 1 && (list.Scores != nil || bottom-top >= 3*c.moveLine())
	room := bottom - top
	if headed {
		room -= c.moveLine()
	}
	fit, blocks := max(1, int(room/c.moveLine())), 1 // blocks is the number of blocks side by side, each with the columns of all seats
	if len(list.Turns) > fit && !list.Tree() {
		wide := number + float64(len(list.Columns))*mostColumn
		blocks = max(1, min(int((r.W-movePad)/wide), (len(list.Turns)+fit-1)/fit))
	}
	shown := list.Shown(fit * blocks)
	wide := (r.W - movePad) / float64(blocks)
	for i := range blocks {
		turns := shown[min(i*fit, len(shown)):min((i+1)*fit, len(shown))]
		c.composeBlock(scene.Rectangle{X: r.X + movePad + float64(i)*wide, Y: top, W: wide - movePad}, list, turns, number, headed)
	}
}

// spoken begins the part of the page with the moves, and returns a function that ends the part.
func (c moveList) spoken() (ends func()) {
	before := c.part
	c.part = desk.MoveList{}.Title()
	return func() { c.part = before }
}

// leastTold is the least width of a list in which each move has its own line, followed by a sentence.
const leastTold = 440

// composeTold lists each move in its own line with a description of its effect. It draws nothing and returns false if not all moves have
// room.
func (c moveList) composeTold(r scene.Rectangle, list desk.MoveList) bool {
	steps, longest := list.Played(), 0.0
	for _, m := range steps {
		longest = max(longest, scene.TextWidth(m.Text, labelSize, false))
	}
	if r.W < leastTold || float64(len(steps))*c.moveLine() > r.H || longest > r.W/3 {
		return false
	}
	number, seats, y := 20.0, 0.0, r.Y+c.moveLine()/2
	if slices.ContainsFunc(list.Columns, func(seat int) bool { return c.desk.Play.Info.Seats[seat].Colour != scene.None }) {
		seats = 18
	}
	each := longest + 2*dotSize + 24
	said := r.X + number + 14 + seats + each
	for i, m := range steps {
		if i == 0 || steps[i-1].Turn != m.Turn {
			c.right(r.X+number, y, labelSize, false, strconv.Itoa(m.Turn), scene.Muted)
		}
		if colour := c.desk.Play.Info.Seats[m.Seat].Colour; colour != scene.None {
			c.add(seatDot(r.X+number+18, y, colour))
		}
		c.composeMove(scene.Rectangle{X: r.X + number + 8 + seats, Y: y - c.moveLine()/2 + 1, W: each, H: c.moveLine() - 2}, m)
		c.word(said, y, r.X+r.W-said, labelSize, m.Said, scene.Muted)
		y += c.moveLine()
	}
	return true
}

// composeBlock lists turns: their numbers, a column for each seat and, if headed is set, the heads of the columns.
func (c moveList) composeBlock(r scene.Rectangle, list desk.MoveList, turns []desk.Turn, number float64, headed bool) {
	each := min((r.W-number)/float64(len(list.Columns)), mostColumn)
	column := func(i int) float64 { return r.X + number + float64(i)*each }
	top := r.Y
	if headed {
		for i, seat := range list.Columns {
			s, x := c.desk.Play.Info.Seats[seat], column(i)
			if s.Colour != scene.None {
				c.add(seatDot(x+5, top+10, s.Colour))
				x += 16
			}
			room := column(i) + each - 4 - x
			if list.Scores != nil {
				room = min(room, scene.TextWidth(s.Name, labelSize, true))
				if at := x + room + costGap; at+scene.TextWidth(list.Scores[i], labelSize, false) <= column(i)+each {
					c.word(at, top+10, each, labelSize, list.Scores[i], scene.Muted)
				}
			}
			c.bold(x, top+10, room, fitting(s.Name, labelSize, room), s.Name, scene.Text)
		}
		top += c.moveLine()
	}
	for i, t := range turns {
		y := top + (float64(i)+0.5)*c.moveLine()
		if t.Flows {
			x := column(0) + c.roomFor(r).Indent(t)
			c.composeFlow(scene.Rectangle{X: x, Y: y - c.moveLine()/2 + 1, W: r.X + r.W - x - movePad/2, H: c.moveLine() - 2}, t)
			continue
		}
		c.right(column(0)-14, y, labelSize, false, strconv.Itoa(t.Number), scene.Muted)
		for n, m := range t.Steps {
			if m.Text != "" {
				c.composeMove(scene.Rectangle{X: column(n) - 6, Y: y - c.moveLine()/2 + 1, W: each - 4, H: c.moveLine() - 2}, m)
			}
		}
	}
}

// composeFlow writes the moves of a variation one after the other, or a comment.
func (c moveList) composeFlow(r scene.Rectangle, t desk.Turn) {
	right := r.X + r.W
	c.word(r.X, r.Y+r.H/2, right-r.X, labelSize, t.Words, scene.Muted)
	for _, m := range t.Steps {
		if m.Before != "" {
			c.word(r.X, r.Y+r.H/2, right-r.X, labelSize, m.Before, scene.Muted)
			r.X += scene.TextWidth(m.Before+" ", labelSize, false)
		}
		r.W = scene.TextWidth(m.Text, labelSize, false) + 12
		if _, ok := pieces[m.Piece]; ok {
			r.W += 2*dotSize + 4
		}
		if m.Cost != "" {
			r.W += costGap/2 + scene.TextWidth(m.Cost, labelSize, true)
		}
		c.composeMove(r, m)
		r.X += r.W
	}
}

// composeStrip lists as many moves of the round as fit into one row, among them the move shown. A click on a move shows the position
// after it.
func (c moveList) composeStrip(r scene.Rectangle, list desk.MoveList) {
	defer c.spoken()()
	steps := slices.Concat(list.Setup, list.Played())
	title := cmp.Or(list.Name, "Moves")
	y, x := r.Y+r.H/2, r.X+scene.TextWidth(title, labelSize, true)+14
	c.bold(r.X, y, r.W, labelSize, title, scene.Muted)
	if len(steps) == 0 {
		c.word(x, y, r.X+r.W-x, labelSize, "none yet", scene.Muted)
		return
	}
	const gap = 4
	number := func(i int) string { // the number of a turn, before the first step of the turn
		if turn := steps[i].Turn; turn > 0 && (i == 0 || steps[i-1].Turn != turn) {
			return strconv.Itoa(turn)
		}
		return ""
	}
	wide := func(i int) float64 {
		m := steps[i]
		wide := scene.TextWidth(m.Text, labelSize, false) + 16
		if _, ok := pieces[m.Piece]; ok {
			wide += 2*dotSize + 4
		}
		if m.Cost != "" {
			wide += scene.TextWidth(m.Cost, labelSize, true) + costGap
		}
		wide = c.touch(wide)
		if text := number(i); text != "" {
			wide += scene.TextWidth(text, leastLabel, false) + gap
		}
		return wide
	}
	last := slices.IndexFunc(steps, func(m desk.Step) bool { return m.Chosen })
	switch {
	case last >= 0:
	case list.At > list.First+len(list.Setup): // in a review, the last position
		last = len(steps) - 1
	default: // the position before the first move
		last = 0
	}
	first, room := last, r.X+r.W-x-wide(last)
	for ; first > 0 && room >= wide(first-1)+gap; first-- {
		room -= wide(first-1) + gap
	}
	for ; last+1 < len(steps) && room >= wide(last+1)+gap; last++ {
		room -= wide(last+1) + gap
	}
	for i := first; i <= last; i++ {
		each := wide(i)
		if text := number(i); text != "" {
			c.word(x, y, r.W, leastLabel, text, scene.Muted)
			before := scene.TextWidth(text, leastLabel, false) + gap
			x, each = x+before, each-before
		}
		each = min(each, r.X+r.W-x)
		c.composeMove(scene.Rectangle{X: x, Y: r.Y, W: each, H: r.H}, steps[i])
		x += each + gap
	}
}

// composeSetup writes the steps of the set-up in one line.
func (c moveList) composeSetup(x, y, width float64, list desk.MoveList) {
	end := x + width
	for _, m := range list.Setup {
		wide := min(scene.TextWidth(m.Text, labelSize, false), end-x)
		if wide < 20 {
			return
		}
		c.composeMove(scene.Rectangle{X: x - 6, Y: y - 11, W: wide + 12, H: 22}, m)
		x += wide + 12
	}
}

// composeMove writes one entry of the list: a piece, if the move has one, and the move.
func (c moveList) composeMove(r scene.Rectangle, m desk.Step) {
	spot := m.Spot()
	switch {
	case m.Chosen:
		c.add(scene.Box(r.X, r.Y, r.W, r.H, 6, scene.Raised))
	case c.over == spot, m.Best > 0 && c.desk.Fingers:
		c.edge(r, 6, 1, scene.Line)
	}
	x, y := r.X+6, r.Y+r.H/2
	if piece, ok := pieces[m.Piece]; ok {
		c.add(scene.Disc(x+dotSize-2, y, dotSize, piece.colour))
		c.add(letter(x+dotSize-2, y, 11, piece.letter, scene.On(piece.colour)))
		x += 2*dotSize + 4
	}
	c.word(x, y, r.X+r.W-x-2, labelSize, m.Text, scene.Text)
	x += scene.TextWidth(m.Text, labelSize, false) + costGap
	for _, cost := range []string{m.Cost, m.Kind.Sign()} {
		if wide := scene.TextWidth(cost, labelSize, true); cost != "" && x+wide <= r.X+r.W {
			c.bold(x, y, wide, labelSize, cost, kindColour(m.Kind))
			break
		}
	}
	if c.spot(spot, m.Label(), r); m.Best > 0 {
		c.focusable(spot, r)
	}
}

// pieces maps roles to the colours of the pieces in the list of moves, and to letters that distinguish the pieces without colour.
var pieces = map[grid.Role]struct {
	colour scene.Colour
	letter rune
}{
	grid.Red: {scene.Red, 'R'}, grid.Yellow: {scene.Yellow, 'Y'}, grid.Green: {scene.Green, 'G'}, grid.Cyan: {scene.Cyan, 'C'},
	grid.Blue: {scene.Blue, 'B'}, grid.Purple: {scene.Purple, 'P'}, grid.Black: {scene.Black, 'K'}, grid.White: {scene.White, 'W'},
}

// slider is the slider that goes through the positions of the round, or the graph of a round, with the steps at its ends.
type slider struct {
	area        scene.Rectangle // the area that reacts to the mouse
	x, w        float64         // the place of the first step, and the width up to the last
	first, last int
	bars        []desk.Bar // the bars of a graph, which the steps count; nil: the steps are those of the match
	here        string     // the spot of the position shown
}

// sliderSpot is the spot of the slider, which is dragged, not clicked.
const sliderSpot = desk.ButtonSpot + "slider"

// spot returns the spot that shows the position at x on the slider.
func (s slider) spot(x float64) string {
	part := max(0, min(1, (x-s.x)/max(s.w, 1)))
	step := s.first + int(math.Round(part*float64(s.last-s.first)))
	if s.bars != nil {
		return s.bars[step].Spot
	}
	return desk.StepSpot + strconv.Itoa(step)
}

// composeSlider draws the slider with its knob at the position shown, and below it the keys for single steps.
func (c moveList) composeSlider(r scene.Rectangle, list desk.MoveList) {
	c.centre(r.X+r.W/2, r.Y+12, r.W, labelSize, false, list.Where, scene.Text)
	high := c.touch(22)
	s := slider{area: scene.Rectangle{X: r.X - knob, Y: r.Y + 22, W: r.W + 2*knob, H: high}, x: r.X, w: r.W, first: list.First, last: list.Last, here: desk.StepSpot + strconv.Itoa(list.At)}
	at, y := s.x, s.area.Y+s.area.H/2
	if s.last > s.first {
		at += s.w * float64(min(list.At, s.last)-s.first) / float64(s.last-s.first)
	}
	c.add(scene.Stroke(s.x, y, s.x+s.w, y, 4, scene.Raised))
	if at > s.x {
		c.add(scene.Stroke(s.x, y, at, y, 4, scene.Accent))
	}
	c.add(scene.Disc(at, y, knob, scene.Text))
	if c.over == sliderSpot || c.sliding {
		c.add(scene.Ring(at, y, knob+3, 2, scene.Accent))
	}
	c.slider = s
	c.spot(sliderSpot, "look back: "+list.Where, s.area)
	if c.desk.Fingers {
		return
	}
	y = r.Y + 56
	c.word(r.X, y, 20, labelSize, "[", scene.Muted)
	const ways = "drag or click a move"
	if s.last > s.first {
		c.centre(r.X+r.W/2, y, r.W-30, fitting(ways, labelSize, r.W-30), false, ways, scene.Muted)
	}
	c.right(r.X+r.W, y, labelSize, false, "]", scene.Muted)
}

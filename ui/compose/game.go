package compose

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/game"
)

// The parts of a game's page, in points.
const (
	margin       = 24
	middleMargin = 16
	slimMargin   = 12
	columnUpTo   = 640 // in a window narrower than this, everything is in one column
	narrowPanel  = 188
	widePanel    = 360
	listPanel    = 252 // the least width of a form with a list of games
	leastCardW   = 112 // the least width of a player's card beside the board
	mostCardW    = 200
	leastSide    = 300 // the least width of a panel left of the board
	stripsFrom   = 480 // a window of at least this height shows a strip where a list has no room
	stripHeight  = 22  // the height of the list of moves as a strip
	boardGap     = 6   // the gap below the frame of the board
)

// measures holds the heights of the parts of a game's page, in points, and the sizes of the gaps between them.
type measures struct {
	margin   float64 // the space left and right of the page
	foot     float64 // the space at the foot
	title    float64 // the height of the title row
	goal     float64 // the size of the goal's letters
	status   float64 // the height of the game's status bar
	lines    float64 // the height of the two sentences
	more     int     // the number of extra lines for long sentences
	letters  float64 // the size of the sentences' letters
	control  float64 // the height of a row of controls
	gap      float64
	narrow   bool    // everything is in one column
	tiny     bool    // there is no room for icons and upright buttons
	hand     bool    // composeHand composes the page
	bar      float64 // the height of the bar below a board in a column
	seat     float64 // the height of the players' cards there
	strip    float64 // the height of the list of moves as a strip
	fullBar  bool    // the bar is as wide as the window
	flanked  bool    // the players are beside the board
	card     float64 // the width of a card beside the board
	panelled float64
	side     float64 // the width of the panel left of the board for the players and the device, or 0

	asks int     // in a lesson or puzzle: the number of lines of its question; otherwise 0
	row  float64 // the height of a line of the question
	keys float64 // the height of the line with keys and buttons
}

type gamePage struct {
	*page
	is       measures
	seats    seats
	controls desk.Controls
	scan     *desk.Scan // nil: the game does not wait for a player
	moves    desk.MoveList
	engine   desk.Engine // its Said is "" if it is off
}

func newGamePage(p *page) *gamePage {
	c := &gamePage{page: p, is: measuresOf(p)}
	wide := p.w - 2*c.is.margin
	switch m := c.is; {
	case m.hand:
		if p.desk.Fingers {
			c.is.goal, c.is.status, c.is.lines, c.is.letters, c.is.tiny = labelSize, 28, finger, textSize, false
			c.is.control, c.is.bar, c.is.seat, c.is.strip = finger, handBar, handCard, finger
		}
		column, _, _ := handColumn(c)
		wide = column.W
	case m.side > 0:
		wide -= m.margin + m.panelled + m.side + m.margin
	case !m.narrow:
		wide -= m.margin + m.panelled
	}
	c.is = asking(p, c.is, wide)
	return c
}

// measuresOf returns the measures of a page. If the window is small, everything else shrinks before the board does.
func measuresOf(c *page) measures {
	width, height := c.w, c.h
	m := measures{margin: marginOf(c), title: 44, goal: textSize, status: 40, lines: 48, letters: textSize, control: 40, gap: buttonGap, seat: handCard, strip: stripHeight}
	if width < 1000 || height < 600 {
		m.title, m.goal, m.status, m.lines, m.control = 36, labelSize, 28, 42, 32
	}
	m.foot = min(m.margin, 16)
	m.narrow = width < 500 || width < height*0.9
	m.bar, m.hand = m.control+16, m.narrow || c.desk.Fingers
	if m.narrow {
		if m.foot = buttonGap; height < 750 {
			m.gap = slimGap
		}
		if m.tiny = height < 560; m.tiny {
			m.title, m.status, m.lines, m.letters, m.control, m.gap, m.foot = 20, 22, 32, labelSize, 28, slimGap, slimGap
			m.bar, m.seat = m.control, 22
		}
		return m
	}
	m.panelled = min(max(width*0.225, narrowPanel), widePanel)
	if _, lists := c.desk.Form.Needs(desk.FormSizes{}); c.desk.Form.On && lists {
		m.panelled = max(m.panelled, listPanel)
	}
	left := width - 3*m.margin - m.panelled
	m.fullBar = left < 8*(leastButton+buttonGap)
	board := height - m.title - m.lines - m.control - m.gap - m.foot
	if c.desk.Play.Info.Flanked {
		m.flanked = left-2*leastCardW-8 >= board*0.95
		m.card = min(max(leastCardW, (left-board*1.05-8)/2), mostCardW)
	} else if spare := left - board*1.05 - m.margin; spare >= leastSide {
		m.side = min(spare, m.panelled)
	}
	return m
}

// areas are the parts of a game's page in a wide window.
type areas struct {
	bar, panel scene.Rectangle
	head       scene.Rectangle    // the area of the players and the device: left of the board, or in the panel
	lines      scene.Rectangle    // the columns of the board and the sentences below it
	board      scene.Rectangle    // these columns without the cards of the players
	cards      [2]scene.Rectangle // the cards of the players, if they are beside the board
}

func (c *gamePage) areas() (a areas) {
	m, gap := c.is, float64(cardGap)
	all := scene.Rectangle{X: m.margin, Y: m.title, W: c.w - 2*m.margin, H: c.h - m.foot - m.title}
	if m.fullBar {
		a.bar, gap = cutBottom(&all, m.control, m.gap), m.margin
	}
	a.panel = cutRight(&all, m.panelled, gap)
	cutTop(&a.panel, 0, 4)
	if a.head = a.panel; m.side > 0 {
		a.head = cutLeft(&all, m.side, m.margin)
		a.head.Y, a.head.H = a.panel.Y, a.panel.H
	}
	if !m.fullBar {
		a.bar = cutBottom(&all, m.control, m.gap)
	}
	a.lines = all
	if m.flanked {
		a.cards = [2]scene.Rectangle{cutLeft(&all, m.card, 4), cutRight(&all, m.card, 4)}
	}
	a.board = all
	return a
}

// composeGame composes the page of a game from its blocks.
func (c *gamePage) composeGame() {
	m := c.is
	if !m.hand { // everything has room
		c.desk.Play.Unplaced = nil
	}
	blocks := desk.Under(c.desk)
	c.seats, c.controls = seats{c.page, desk.PartOf[desk.Players](blocks)}, desk.PartOf[desk.Controls](blocks)
	if _, zoomed := c.stage.zoomed(); zoomed {
		c.controls.Asides = append(slices.DeleteFunc(c.controls.Asides, func(b desk.Button) bool { return b.Key == "" }), desk.Button{Key: wholeKey, Label: "whole board"})
	}
	c.engine = desk.PartOf[desk.Engine](blocks)
	c.scan, c.moves = desk.PartOf[*desk.Scan](blocks), desk.PartOf[desk.MoveList](blocks)
	if m.hand {
		composeHand(c)
		return
	}
	c.controls.Own = slices.Concat(c.controls.Own, c.controls.Other)
	at, buttons := c.areas(), c.barOf(c.controls.Bar, c.controls.Asides)
	c.composeBoard(at.board, at.lines)
	if m.flanked { // the players are left and right of the board
		for seat, card := range at.cards {
			card.Y = at.panel.Y
			card.H = min(c.seats.uprightHeight(card.W), at.board.Y+at.board.H-c.below()-card.Y)
			c.seats.composeSeat(seat, card)
		}
	}
	end := c.composeIcons(c.w-m.margin, m.title/2+2, m.title-8)
	c.composeTitle(m.margin, m.title/2+2, end-m.margin)
	c.composePanel(at.panel, at.head)
	composeControls(c.page, at.bar, rows{8, m.control, buttonGap}, buttons, strings.TrimPrefix(c.controls.Primary, desk.OfferKey))
}

// composeTitle writes the game's name and goal; without room for both, only the goal, or only the name if the goal would have to be cut off.
func (c *gamePage) composeTitle(x, y, width float64) {
	d := c.desk.Play
	goal := d.Goal()
	if goal == "" {
		goal = d.Info.Brief
	}
	if _, ok := d.Person.Game().(game.Rounds); ok && d.Now.Round > 1 {
		goal = fmt.Sprintf("Round %d. %s", d.Now.Round, goal)
	}
	end := x + width
	if t, ok := d.Cursor.FindTrack(d.Cursor.Track); ok && len(d.Cursor.Tracks) > 1 && !c.is.narrow { // the input mode
		wide := scene.TextWidth(t.Label, labelSize, true) + 20
		c.add(scene.Box(end-wide, y-12, wide, 24, 12, scene.Accent))
		c.bold(end-wide+10, y, wide, labelSize, t.Label, scene.On(scene.Accent))
		end -= wide + 10
	}
	if title := scene.TextWidth(d.Info.Title, titleSize, true) + 12; !c.is.tiny && title+scene.TextWidth(goal, leastLabel, false) <= end-x {
		c.bold(x, y, width, titleSize, d.Info.Title, scene.Text)
		x += title
	}
	if lines := scene.Wrap(goal, leastLabel, false, end-x); len(lines) == 2 && !c.is.tiny {
		if one, two, ok := strings.Cut(goal, ". "); ok && max(scene.TextWidth(one+".", leastLabel, false), scene.TextWidth(two, leastLabel, false)) <= end-x {
			lines = []string{one + ".", two}
		}
		c.word(x, y-6, end-x, leastLabel, lines[0], scene.Muted)
		c.word(x, y+8, end-x, leastLabel, lines[1], scene.Muted)
		return
	}
	goal = shortened(goal, leastLabel, end-x)
	if scene.TextWidth(goal, leastLabel, false) > end-x {
		c.bold(x, y+1, end-x, c.is.goal, d.Info.Title, scene.Text)
		return
	}
	c.word(x, y+1, end-x, fitting(goal, c.is.goal, end-x), goal, scene.Muted)
}

// composeField draws the board with its marks in an area, and returns its scene, the position of its origin and the size of its units.
func (c *gamePage) composeField(area scene.Rectangle) (_ scene.Scene, x, y, scale float64) {
	sc, from := c.stage.framed()
	var marks []scene.Shape
	if spot, ok := c.stage.zoomed(); ok {
		sc = c.closeUp(spot, area.W/zoomedUnit, area.H/zoomedUnit)
		from = sc.View
	} else {
		marks = slices.Concat(c.marks(sc), c.sketch.drawn(sc, c.over, desk.Drawn(c.desk.Play)))
	}
	x, y, scale = drawBoard(c.page, sc, from, area)
	c.unit = scale
	first := len(c.scene.Shapes)
	for _, m := range append(marks, c.carried(sc, (c.mouse.x-x)/scale, (c.mouse.y-y)/scale)...) {
		c.add(m.Moved(x, y, scale, ""))
	}
	dress(c.page, first, c.desk.Play.Info.Name)
	return sc, x, y, scale
}

// below returns the height of the bar and the sentences.
func (c *gamePage) below() float64 {
	lines := c.is.lines * (1 + sentenceLine*float64(c.is.more))
	if c.desk.Play.Now.View.Status().Bar != "" {
		return lines + c.is.status
	}
	return lines
}

// The vertical middles of the two sentences, and the height of a line, as fractions of the height of both sentences.
const firstLine, secondLine, sentenceLine = 0.21, 0.75, 0.54

// composeBoard draws the board in box. Below the board, as wide as the area lines, it draws the bar and the sentences, unless lines
// has no width. On a page that [composeHand] composes, the board has all of box, and the bar and the sentences are in lines.
func (c *gamePage) composeBoard(box, lines scene.Rectangle) {
	d, m := c.desk.Play, c.is
	status := d.Now.View.Status()
	area := box
	if !m.hand {
		area.H -= c.below()
	}
	area = composeShare(c, area)
	c.wheels[desk.OverBoard] = area
	sc, x, y, scale := c.composeField(area)
	for _, move := range d.Cursor.Moves {
		if len(move.Spots) > len(d.Cursor.Chosen) && move.Track == d.Cursor.Track && move.Key == "" && slices.Equal(move.Spots[:len(d.Cursor.Chosen)], d.Cursor.Chosen) {
			c.hands[move.Spots[len(d.Cursor.Chosen)]] = true
		} else if len(move.Spots) > 0 && move.Track == d.Cursor.Track && move.Key == "" {
			c.hands[move.Spots[0]] = true
		}
	}
	if lines.W == 0 {
		return
	}
	bottom := area.Y + area.H
	if m.hand {
		bottom = lines.Y
	}
	if status.Bar != "" {
		c.composeBar(scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: m.status - 6}, status.Bar)
		bottom += m.status
	}
	text := scene.Rectangle{X: lines.X, Y: bottom, W: lines.W, H: m.lines}
	c.composeLines(text)
	if d.Message.Switched() {
		c.drawSpeaker(sc, x, y, scale, text)
	}
}

// composeLines writes the two sentences, or the first and the line being typed. A first sentence that is too long for one line fills
// both lines.
func (c *gamePage) composeLines(r scene.Rectangle) {
	d, m := c.desk.Play, c.is
	if m.asks > 0 {
		c.composeLecture(r)
		return
	}
	fits := func(text string) bool { return scene.TextWidth(text, m.letters, false) <= r.W }
	first, second := d.Sentences(func(text string) bool { return len(scene.Wrap(text, m.letters, false, r.W)) <= 1+m.more/2 })
	line := scene.Rectangle{X: r.X, Y: r.Y + m.lines/2, W: r.W, H: m.lines / 2} // it ends with the buttons
	left := c.composeAsides(line)
	rows := []scene.Rectangle{{X: r.X, Y: r.Y + m.lines*firstLine, W: r.W}}
	for i := range m.more + 1 {
		rows = append(rows, scene.Rectangle{X: r.X, Y: r.Y + m.lines*(secondLine+sentenceLine*float64(i)), W: r.W})
	}
	rows[m.more+1].W = left
	rest := rows[1:]
	switch {
	case first != "" && first == d.Result() && scene.TextWidth(first, m.letters, true) <= r.W:
		c.bold(r.X, rows[0].Y, r.W, m.letters, first, scene.Text)
	case fits(first):
		c.word(r.X, rows[0].Y, r.W, m.letters, first, scene.Text)
	default:
		n := 2
		if d.Prompt.On && !m.hand || rest[0].W < r.W/3 {
			n = 1
		} else {
			for _, whole := fill(rows[:n], m.letters, first); !whole && n < len(rows); _, whole = fill(rows[:n], m.letters, first) {
				n++
			}
		}
		composeSentence(c.page, rows[:n], m.letters, first)
		if rest = rows[n:]; len(rest) == 0 || n == 1 {
			second = ""
		}
	}
	if d.Prompt.On && !m.hand {
		composePrompt(c.page, &d.Prompt, line)
		return
	}
	if second == "" {
		return
	}
	if len(rest) == 1 {
		second = shortened(second, m.letters, rest[0].W)
	}
	if rest[0].W < r.W*0.6 && scene.TextWidth(second, m.letters, false) > rest[0].W { // too narrow to be useful
		return
	}
	composeSentence(c.page, rest, m.letters, second)
}

// shortened drops sentences from the end of a text until it fits into width in letters of the given size. It keeps at least the first
// sentence.
func shortened(text string, size, width float64) string {
	for scene.TextWidth(text, size, false) > width {
		end := strings.LastIndex(strings.TrimSuffix(text, "."), ". ")
		if end < 0 {
			break
		}
		text = text[:end+1]
	}
	return text
}

// composePrompt draws the line being typed.
func composePrompt(p *page, pr *desk.Prompt, r scene.Rectangle) {
	p.box(r, 8, scene.Panel, scene.Accent, 1.5)
	x, y := r.X+10, r.Y+r.H/2
	p.bold(x, y, r.W, textSize, pr.Question, scene.Accent)
	x += scene.TextWidth(pr.Question, textSize, true) + 4
	composeTyped(p, x, y, r.X+r.W-10-x, pr.Line, true)
	label := pr.Question
	if label == ":" {
		label = "a move or a command"
	}
	p.fields = append(p.fields, Field{
		Spot: desk.LineField, Label: label, Area: scene.Rectangle{X: x - 4, Y: r.Y + 2, W: r.X + r.W - 2 - x, H: r.H - 4}, Text: pr.Text(), Secret: pr.Secret, On: true,
	})
}

// composeTyped writes the text that the function edited returns, with the caret if active is set.
func composeTyped(p *page, x, y, room float64, edited func(fits func(before string) bool) (text []rune, caret int), active bool) {
	text, caret := edited(func(before string) bool { return scene.TextWidth(before, textSize, false) <= room-4 })
	p.word(x, y, room, textSize, string(text), scene.Text)
	if active {
		x += scene.TextWidth(string(text[:caret]), textSize, false)
		p.add(scene.Stroke(x, y-9, x, y+9, 1.5, scene.Accent))
	}
}

// composeNote draws a musical note, crossed out if sound is off.
func (c *gamePage) composeNote(x, y float64) {
	ink := scene.Text
	if c.desk.Play.Message.Switched() {
		ink = scene.Accent
	}
	c.add(
		scene.Disc(x-3, y+5, 3.6, ink), scene.Stroke(x, y+5, x, y-8, 1.6, ink),
		scene.Stroke(x, y-8, x+5, y-5, 2.4, ink),
	)
	if c.desk.Settings.Silent {
		c.add(scene.Stroke(x-8, y+9, x+8, y-9, 1.8, scene.Bad))
	}
}

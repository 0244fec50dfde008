package term

import (
	"image"
	"slices"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/desk"
	"attic/draw/grid"
	"attic/game"
)

type frame struct {
	board  grid.Grid // the board without cursor and marks
	x, y   int       // the upper left corner of the board
	goal   int       // the number of rows of the goal above the board; 0: the panel shows the goal
	goalY  int
	seats  int      // the row of the players, or -1 if the panel shows the players
	panelX int      // the first column of the panel: beside the board, or below everything else on a narrow screen
	panelY int      // the first row of the panel
	panelW int      // 0: there is no panel
	bars   []string // the status bar
	bar    int      // the first row of the status bar
	strip  int      // the row of the game's own device on a narrow screen, or -1

	question  int // the first row of the question of a lesson or puzzle, directly above the sentences
	asks      int // the number of rows of the question; 0 outside lessons and puzzles
	sentences int // the first row of the sentences
	said      int // the number of rows of the sentences
	blank     int // the first of the empty rows above the sentences
	free      int // the first row that a long sentence may cover
	end       int // the row below the last row for sentences
	keys      int // the row of the keys
	column    bool
	scrolled  bool // only a part of the board is shown, around the cursor
	fits      bool
	page      area // the page, if its parts have frames; otherwise empty
	sight     area // the area for a picture of the board
}

// The least width of the panel, the width that it should reach before the board gets more room, and its greatest width.
const narrowPanel, goodPanel, widePanel = 12, 32, 46

const buttonW = 16

// roomyBoard is the width from which a board is large enough: a larger one is not chosen if it would leave only a narrow panel.
const roomyBoard = 48

// laid is a cached layout, with the values that it was made from.
type laid struct {
	frame
	of      *desk.Play
	changes int
	w, h    int
	at      string                // the spot around which a part of the board is shown
	middles map[string]grid.Point // by the name of the spot on the board
}

// current returns the layout of the current position.
func (p play) current() frame {
	made := laid{of: p.Play, changes: p.Play.Changes, w: p.screen.w, h: p.screen.h, at: p.centre()}
	l := p.screen.laid
	_, onBoard := l.middles[made.at]
	if l.of == made.of && l.changes == made.changes && l.w == made.w && l.h == made.h && (l.at == made.at || !l.scrolled && onBoard) {
		return l.frame
	}
	made.frame = p.frame(p.Play.Now.View)
	made.middles = made.board.Middles()
	p.Play.Unplaced = p.unplaced(made.frame)
	p.screen.laid = made
	return made.frame
}

// frame lays out the screen with the largest board that leaves room for everything else. The panel is beside the board. It is below everything if
// there is no room beside the board, or if that makes the board larger on an upright screen.
//
// In a lesson or puzzle, the status bar is left out if that makes the board larger. The question gets all the rows that it needs; if the board
// would then not fit beside the panel, it gets fewer rows, but at least one.
func (p play) frame(v game.View) frame {
	if f := p.boxed(v); f.fits {
		return f
	}
	want, bars := p.asks(p.screen.w-2*widestMargin), barLines(v.Status().Bar, p.screen.w-2)
	f := p.framed(v, bars, want, 2)
	if want == 0 {
		return f
	}
	if free := p.framed(v, nil, want, 2); !free.column && cells(free.board) > cells(f.board) {
		return free
	}
	if !f.column || p.framed(v, bars, 0, 2).column {
		return f
	}
	for want--; want > 0 && f.column; want-- {
		f = p.framed(v, bars, want, 2)
	}
	if f.column {
		f = p.framed(v, bars, 1, 1)
	}
	return f
}

// framed is like frame, but with the given status bar, with asks rows for the question of a lesson or puzzle, and with at least said rows for the
// sentences.
func (p play) framed(v game.View, bars []string, asks, said int) frame {
	w, h := p.screen.w, p.screen.h
	status := v.Status()
	f := frame{bars: bars, seats: -1, strip: -1, keys: h - 1, asks: asks}
	below := len(f.bars) + asks + said + 1 // the question, the sentences and the keys
	draw := p.following(v)
	text, roomy := v.Grid(0, 0), draw(w-goodPanel-3, h-below-2)
	wide := draw(w-narrowPanel-2, h-below-2)
	beside, column := draw(w-narrowPanel, h-below), draw(w, h-below-columnRows)
	if _, ok := v.(game.Nearer); ok { // the board would take up all rows
		column = draw(w, h-below-columnRows-stripRows)
	}
	upright := w < 2*h // a row is about as high as two columns are wide
	switch {
	case cells(roomy) >= cells(text) && wide.H > roomy.H && wide.W > roomy.W-4 && roomy.W > roomyBoard:
		f.board = wide
	case cells(roomy) >= cells(text):
		f.board = roomy
	case beside.W+narrowPanel <= w && beside.H+below <= h && (!upright || cells(beside) >= cells(column)):
		f.board = beside
	default:
		if room := h - below - columnRows - stripRows; column.W > w || column.H >= h-below && room > 0 {
			if asks > 0 { // the board needs the rows of the bar
				f.bars, room = nil, room+len(f.bars)
			}
			if status.Bar != "" { // the bar replaces the game's own device
				room += stripRows
			}
			column, f.scrolled = around(column, p.centre(), w, room), true
		}
		f.board = p.layered(column)
		return p.column(f, status)
	}
	f.board = p.layered(f.board)
	f.fits = true
	goal := len(wrap(p.Play.Goal(), w-2))
	spare := h - f.board.H - below
	if spare >= goal {
		f.y = max(goal, min(spare/3, 5))
		f.goal, f.goalY = goal, max(0, f.y-goal-1)
	}
	gap, margin := 2, 0
	switch room := w - f.board.W; {
	case room > 40:
		gap, margin = 4, 2
	case room > narrowPanel+8:
		margin = 1
	}
	f.panelW = max(narrowPanel, min(w-f.board.W-gap-margin, widePanel))
	f.x = max(margin, (w-f.board.W-gap-f.panelW)/2)
	f.panelX, f.panelY = min(f.x+f.board.W+gap, w-f.panelW), f.y
	f.sight = area{f.x, f.y, f.board.W, f.board.H}
	f.bar = f.y + f.board.H
	row := f.bar + len(f.bars)
	if h-row > 2+said+asks {
		row++
	}
	if len(f.bars) == 0 { // if there is room, move the sentences down to make the panel higher
		row = max(row, min(row+2, h-2-said-asks))
	}
	f.question = min(row, h-1-said-asks)
	f.sentences = f.question + f.asks
	f.said = min(f.keys-f.sentences, 3)
	f.blank, f.free, f.end = f.question, f.question, f.keys
	if f.barred() {
		f.free = f.bar
	}
	return f
}

// centre returns the spot around which a board larger than the screen is shown: the spot of the current hint, or of the cursor.
func (p play) centre() string {
	if hint := p.Play.Advised(); len(hint.Marks) > 0 && p.Play.Message.Said == hint.Sentence {
		return hint.Marks[0].Spot
	}
	return p.Play.Cursor.Cursors[p.Play.Cursor.Track]
}

// around returns the part of a board around a spot that fits into w columns and h rows.
func around(board grid.Grid, spot string, w, h int) grid.Grid {
	middles := board.Middles()
	at, ok := middles[spot]
	if !ok {
		at = grid.Point{X: board.W / 2, Y: board.H / 2}
	}
	part := board
	for across, down := w/2, h/2; (part.W > w || part.H > h) && across > 0 && down > 0; {
		left, top := min(max(0, at.X-across), board.W-2*across), min(max(0, at.Y-down), board.H-2*down)
		var spots []string
		for spot, m := range middles {
			if m.X >= left && m.X <= left+2*across && m.Y >= top && m.Y <= top+2*down {
				spots = append(spots, spot)
			}
		}
		part = board.Part(spots...)
		if part.W > w {
			across--
		}
		if part.H > h {
			down--
		}
	}
	return part
}

// drawing returns a function that draws the board of a view: only the part in play, unless the person has chosen the whole board.
func (s *screen) drawing(v game.View) func(w, h int) grid.Grid {
	draw := v.Grid
	if near, ok := v.(game.Nearer); ok && !s.whole {
		draw = near.Near
	}
	return s.uncounted(draw)
}

// uncounted returns a function that draws the same boards, without coordinates if the person wants none.
func (s *screen) uncounted(draw func(w, h int) grid.Grid) func(w, h int) grid.Grid {
	if !s.desk.Settings.Bare {
		return draw
	}
	return func(w, h int) grid.Grid {
		g := draw(w, h)
		for i := range g.W * g.H {
			x, y := i%g.W, i/g.W
			if c := g.At(x, y); c.Spot == "" && c.Role == grid.Muted && c.Rune <= 'z' {
				g.Set(x, y, grid.Cell{Rune: ' '})
			}
		}
		return g
	}
}

// following is like drawing, but its function draws the whole board if the person has gone to a spot outside the part in play.
func (p play) following(v game.View) func(w, h int) grid.Grid {
	draw, at := p.screen.drawing(v), p.centre()
	return func(w, h int) grid.Grid {
		if g := draw(w, h); at == "" || p.Play.Now.Over || len(g.Cells(at)) > 0 { // after a game the cursor may be anywhere
			return g
		}
		return p.screen.uncounted(v.Grid)(w, h)
	}
}

// columnRows is the number of rows that a narrow screen should have for the goal and the players, besides the board, the bar, two sentences and
// the keys.
const columnRows = 2

// stripRows is the number of rows of the game's own device on a narrow screen.
const stripRows = 2

// column lays out a narrow screen in one column: the goal, the players, the board, the bar, the game's own device, the
// sentences, and the panel if there is room.
func (p play) column(f frame, status game.Status) frame {
	w, h := p.screen.w, p.screen.h
	spare := h - f.board.H - len(f.bars) - 1 - 2 // the keys and two sentences
	f.said, f.column = 2, true
	f.goal = len(wrap(p.Play.Goal(), w-2))
	f.fits = f.board.W <= w && spare >= 1
	if f.goal > 1 && spare < f.goal+1 { // there is no room for the full goal
		f.goal = 1
	}
	spare -= f.goal
	take := func(n int) bool {
		if spare < n {
			return false
		}
		spare -= n
		return true
	}
	if want := p.asks(w - 2); want > 0 { // the question has priority over all optional parts
		f.asks, f.said = 1, 1 // question and sentences share two rows
		for f.asks < min(want, fewRows) && take(1) {
			f.asks++
		}
		if take(1) {
			f.said++
		}
		if f.asks+spare < want || f.said == 1 {
			f.bars, spare = nil, spare+len(f.bars)
		}
		if f.said == 1 && take(1) {
			f.said++
		}
		for f.asks < want && take(1) {
			f.asks++
		}
	}
	own := len(p.Play.Info.Seats) == len(status.Scores)
	row := f.goal
	if (own || spare > 2) && take(1) {
		f.seats = row
		row++
	}
	strip := !own && status.Bar == "" && take(stripRows) // without a bar, the device is needed
	if take(1) {
		f.said++
	}
	strip = strip || take(stripRows)
	if spare > 3 && take(1) {
		row++
	}
	f.x, f.y = (w-f.board.W)/2, row
	f.sight = area{0, row, w, f.board.H}
	row += f.board.H
	f.bar, f.free = row, row
	row += len(f.bars)
	if strip {
		f.strip = row
		row += stripRows
	}
	f.blank = row
	if take(1) {
		row++
	}
	f.question = row
	f.sentences = row + f.asks
	row = f.sentences + f.said
	f.end = row
	if spare >= leastBelow {
		f.panelX, f.panelY, f.panelW = 1, row+1, w-2
	}
	return f
}

// leastBelow is the least number of rows of a panel below the board, including the blank row above it.
const leastBelow = 5

func cells(g grid.Grid) int { return g.W * g.H }

// barLines breaks the status bar into lines, but never between a name and its number.
func barLines(bar string, w int) []string {
	if bar == "" {
		return nil
	}
	lines := wrap(strings.ReplaceAll(bar, ": ", ":\u00a0"), w)
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\u00a0", " ")
	}
	return lines
}

func (p play) layered(g grid.Grid) grid.Grid {
	for _, l := range g.Layers {
		if p.Play.Layers[l.Name] {
			g = g.With(l)
		}
	}
	return g
}

// drawGame draws the page of a game from its blocks.
func (p play) drawGame(c *canvas) {
	f, blocks := p.current(), desk.Under(p.screen.desk)
	form, controls := p.screen.desk.Form.On, desk.PartOf[desk.Controls](blocks)
	room, beside := p.formArea(f)
	if f.page.w > 0 {
		p.drawBoxes(c, f, form && beside)
	}
	if !form || beside {
		p.drawField(c, f)
		drawShare(c, f, desk.PartOf[desk.Engine](blocks))
	}
	if p.Play.Message.Switched() {
		defer drawSpeaker(p.screen, c, f)
	}
	if form {
		p.screen.drawForm(c, room)
	} else {
		p.drawPanel(c, f, blocks)
	}
	passing := !form && p.drawPassing(c, f, controls)
	if f.asks > 0 {
		p.drawLecture(c, f, passing)
	} else {
		p.drawSentences(c, f, passing)
	}
	if p.Play.Prompt.On && f.page.w > 0 {
		drawPrompt(c, &p.Play.Prompt, f.sentenceX(), f.prompt(), f.lineW(p.screen.w))
	} else if p.Play.Prompt.On {
		drawPrompt(c, &p.Play.Prompt, 1, f.prompt(), c.grid.W-1)
	}
	p.drawKeys(c, f, controls)
}

// drawSentences writes the sentences below the board: the message, then whose turn it is. A long message covers the rows between the board and
// the sentences. If there is no room for both sentences, the turn is omitted, because the panel shows it too. The last row is left free while the
// person is typing or while it has buttons.
func (p play) drawSentences(c *canvas, f frame, passing bool) {
	x, w := f.sentenceX(), f.lineW(c.grid.W)
	first, second := p.Play.Sentences(func(text string) bool { return width(text) <= w })
	role := grid.Plain
	if first == p.Play.Result() {
		role = grid.Title
	}
	if look, ok := p.Play.Looking(); ok && look.Legend != "" && first == look.Sentence && p.sight(f) == nil { // the legend explains characters
		first += " " + look.Legend
	}
	if turn := p.Play.Turn(); !strings.Contains(first+second, turn) { // Sentences left the turn out
		second = strings.TrimSpace(turn + " " + second)
	}
	top, end := f.sentences, f.sentences+f.said
	one, both := len(wrap(first, w)), len(wrap(first, w))+len(wrap(second, w))
	if p.Play.Prompt.On || passing {
		end--
	} else {
		end = max(end, min(top+both, f.end))
	}
	for end-top < both && top > f.blank || end-top < one && top > f.free {
		top--
		c.put(0, top, strings.Repeat(" ", c.grid.W), grid.Plain)
	}
	top += c.say(x, top, w, end-top, first, role)
	if second != "" && top < end && (!passing || len(wrap(second, w)) <= end-top) {
		c.say(x, top, w, end-top, second, grid.Muted)
	}
}

func (p play) drawField(c *canvas, f frame) {
	if f.goal > 0 {
		c.say(f.sentenceX(), f.goalY, c.grid.W-1-f.sentenceX(), f.goal, p.Play.Goal(), grid.Muted)
	}
	if f.seats >= 0 {
		p.drawSeatLine(c, f.seats)
	}
	p.screen.wheels[desk.OverBoard] = area{f.x, f.y, f.board.W, f.board.H}
	switch s := p.sight(f); {
	case s != nil:
		p.screen.wheels[desk.OverBoard] = f.sight
		w, h := p.screen.sights.points(1, 1)
		c.look(s, w, h)
	case p.Play.Motion.Moving:
		p.screen.motion.draw(c, f.x, f.y, f.board)
	default:
		c.grid.Draw(f.x, f.y, p.drawBoard(f.board))
	}
	for i, line := range f.bars {
		c.put(f.sentenceX(), f.bar+i, line, grid.Plain)
	}
	if f.strip >= 0 {
		c.grid.Draw(f.sentenceX(), f.strip, p.panelMarks(p.Play.Now.View.Panel(c.grid.W-2, 2)))
	}
}

// barred reports whether the status bar reaches below the panel; the panel then ends above the bar.
func (f frame) barred() bool {
	return f.page.w == 0 && len(f.bars) > 0 && f.sentenceX()+width(f.bars[0]) >= f.panelX
}

// lineW returns the width of sentences on a screen w columns wide.
func (f frame) lineW(w int) int {
	if f.page.w > 0 {
		return f.panelX - f.page.x - 3*boxSide - 1
	}
	return w - 2*f.sentenceX()
}

// sentenceX returns the column in which sentences begin: the first column of the board, except on a narrow screen.
func (f frame) sentenceX() int {
	if f.page.w > 0 {
		return f.page.x + boxSide
	}
	if f.column {
		return 1
	}
	return max(1, f.x)
}

// prompt returns the row of the line being typed.
func (f frame) prompt() int { return f.sentences + f.said - 1 }

func (p play) drawBoard(board grid.Grid) grid.Grid {
	track, at := p.Play.Cursor.Pointed()
	t, _ := p.Play.Cursor.FindTrack(track)
	look, shown := p.Play.Looking()
	if shown && t.Pick == 0 {
		board = board.Trace(look.Paths...).Mark(look.Marks...)
	}
	advised := p.Play.Advised()
	board = board.Trace(advised.Paths...).Mark(advised.Marks...) // a copy to draw on, even without marks
	if len(p.Play.Cursor.Chosen) > 0 {
		for _, m := range look.Marks { // a number may be where the cursor or a piece goes
			if m.Role < grid.Red && slices.ContainsFunc(advised.Marks, func(other grid.Mark) bool { return other.Spot == m.Spot }) {
				board = board.Beside(m)
			}
		}
	}
	if t.Pick > 0 {
		for _, spot := range t.Spots {
			switch {
			case p.Play.Cursor.Picked[spot]:
				board = board.Mark(grid.Mark{Spot: spot, Rune: t.Mark, Role: grid.Accent, Place: true})
			case slices.Contains(t.Picked, spot): // the person has undone the pick
				board = board.Mark(grid.Mark{Spot: spot, Rune: ' ', Role: grid.Plain, Place: true})
			}
		}
		if shown && !p.Play.Cursor.Picked[at] {
			board = board.Mark(look.Marks...)
		}
	}
	for _, spot := range p.Play.Cursor.Chosen {
		bracket(board, spot, '<', '>', grid.Accent)
	}
	for _, other := range p.Play.Cursor.Tracks {
		if other.Name != track && other.Ring && other.Sign != 0 {
			sign(board, p.Play.Cursor.Cursors[other.Name], other.Sign, grid.Waiting)
			fill(board, p.Play.Cursor.Cursors[other.Name], grid.Waiting)
		}
	}
	role := grid.Cursor
	if t.Sign != 0 {
		role = grid.Query
		sign(board, at, t.Sign, role)
	}
	if !slices.Contains(p.Play.Cursor.Chosen, at) {
		bracket(board, at, '[', ']', role)
		fill(board, at, role)
	}
	return board
}

// fill sets the role of the cells of a spot, except the cells of pieces. In the middle rows of a spot, it sets only the first and last columns.
func fill(board grid.Grid, spot string, role grid.Role) {
	cells := board.Cells(spot)
	for _, i := range cells {
		first, last := cells[0], cells[len(cells)-1]
		side := i%board.W == first%board.W || i%board.W == last%board.W || first/board.W == last/board.W
		if cell := board.At(i%board.W, i/board.W); cell.Role < grid.Red && side {
			cell.Role = role
			board.Set(i%board.W, i/board.W, cell)
		}
	}
}

// wideSquare is the least number of columns of a square with room for brackets inside.
const wideSquare = 5

// bracket writes brackets beside a spot, or inside it where a neighbour or a line is in the way.
func bracket(board grid.Grid, spot string, left, right rune, role grid.Role) {
	cells := board.Cells(spot)
	if len(cells) == 0 {
		return
	}
	middle, y, _ := board.Middle(spot)
	row := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return i/board.W != y })
	if len(row) == 0 {
		return
	}
	x0, x1 := row[0]%board.W, row[len(row)-1]%board.W
	put := func(outside, inside int, r rune) {
		x := outside
		free := x0 != x1 && (board.At(inside, y).Rune == ' ' && inside != middle || board.At(inside, y).Role.Solid())
		switch none := x < 0 || x >= board.W || board.At(x, y).Spot != ""; {
		case none && !free:
			return
		case none || free && len(row) >= wideSquare && board.At(x, y).Rune == '│':
			x = inside
		}
		cell := board.At(x, y)
		cell.Rune, cell.Role = r, role
		board.Set(x, y, cell)
	}
	put(x0-1, x0, left)
	put(x1+1, x1, right)
}

// sign writes a sign in the last free cell of a spot, unless a mark has written it already.
func sign(board grid.Grid, spot string, sign rune, role grid.Role) {
	_, y, ok := board.Middle(spot)
	cells := board.Cells(spot)
	if slices.ContainsFunc(cells, func(i int) bool { return board.At(i%board.W, i/board.W).Rune == sign }) {
		return
	}
	for n := len(cells) - 1; ok && n >= 0; n-- {
		x := cells[n] % board.W
		if cell := board.At(x, y); cells[n]/board.W == y && (cell.Rune == ' ' || cell.Rune == '·') {
			cell.Rune, cell.Role = sign, role
			board.Set(x, y, cell)
			return
		}
	}
}

func (s *screen) under(at uv.Mouse) string {
	s.sights.mouse, s.sights.over = image.Pt(at.X, at.Y), s.spotAt(at.X, at.Y)
	return s.sights.over
}

func (s *screen) spotAt(x, y int) string {
	if x < 0 || y < 0 || x >= s.w || y >= s.h || s.tooSmall() {
		return ""
	}
	return s.drawn().grid.At(x, y).Spot
}

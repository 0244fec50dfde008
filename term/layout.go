package term

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/game"
	"attic/grid"
	"attic/table"
)

// frame says where things stand on the screen of a game.
type frame struct {
	board      grid.Grid // without cursor and marks
	x, y       int       // of the board
	panelX     int
	panelW     int
	bar        int // the row of the status bar, or -1
	sentences  int // the first row of the two sentences
	keys       int // the last row
	panelLines int
}

// narrowest and widest panel, and what it should at least have if a larger board leaves the choice.
const narrowPanel, goodPanel, widePanel = 12, 32, 46

// buttonW is how many columns of a panel a button gets.
const buttonW = 16

// laid is a layout that was made before, with what it was made for.
type laid struct {
	frame
	of      *desk.Play
	changes int
	w, h    int
	middles map[string]grid.Point // of the board's spots
}

// current lays out the screen for what is shown now.
func (p play) current() frame {
	made := laid{of: p.Play, changes: p.Changes, w: p.screen.w, h: p.screen.h}
	if l := p.screen.laid; l.of == made.of && l.changes == made.changes && l.w == made.w && l.h == made.h {
		return l.frame
	}
	made.frame = p.frame(p.Now.View)
	made.middles = made.board.Middles()
	p.screen.laid = made
	return made.frame
}

// frame lays out the screen: as large a board as leaves room for everything else.
func (p play) frame(v game.View) frame {
	w, h := p.screen.w, p.screen.h
	f := frame{bar: -1, keys: h - 1}
	bar := 0
	if v.Status().Bar != "" {
		bar = 1
	}
	f.board = p.layered(v.Grid(w-goodPanel-4, h-bar-5))
	if wide := v.Grid(w-narrowPanel-2, h-bar-5); wide.H > f.board.H && wide.W > f.board.W-4 && f.board.W > leastW-goodPanel {
		f.board = p.layered(wide)
	}
	spare := h - f.board.H - bar - 3
	if spare >= 2 {
		f.y = max(1, min(spare/3, 5))
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
	f.panelX = min(f.x+f.board.W+gap, w-f.panelW)
	row := f.y + f.board.H
	if bar > 0 {
		f.bar = row
		row++
	}
	if h-row > 4 {
		row++
	}
	if bar == 0 { // lower where there is room, for the panel's sake
		row = max(row, min(row+2, h-4))
	}
	f.sentences = min(row, h-3)
	f.panelLines = f.keys - 1
	return f
}

// layered lays those layers over a board that are switched on.
func (p play) layered(g grid.Grid) grid.Grid {
	for _, l := range g.Layers {
		if p.Layer(l.Name) {
			g = g.With(l)
		}
	}
	return g
}

func (p play) draw(c *canvas) {
	switch {
	case p.Pager.On:
		drawPager(c, &p.Pager)
	case p.Review.On:
		p.drawReview(c)
	case p.Chooser.On:
		drawChooser(c, &p.Chooser)
	default:
		p.drawGame(c)
	}
}

func (p play) drawGame(c *canvas) {
	v := p.Now.View
	f := p.current()
	c.grid.Draw(f.x, f.y, p.drawBoard(f.board))
	if f.bar >= 0 {
		c.put(f.sentenceX(), f.bar, v.Status().Bar, grid.Plain)
	}
	if p.Icon != "" {
		defer c.put(c.grid.W-1-width(p.Icon), f.sentences+1, p.Icon, grid.Accent) // over what stands there
	}
	p.drawPanel(c, f)
	if p.Prompt.On {
		drawPrompt(c, &p.Prompt, f.sentences+1)
	}
	first, second := p.sentences(c.grid.W - 2*f.sentenceX())
	role := grid.Plain
	if first == p.Result() {
		role = grid.Title
	}
	if !p.Prompt.On || first != "" {
		c.put(f.sentenceX(), f.sentences, first, role)
	}
	if !p.Prompt.On {
		c.put(f.sentenceX(), f.sentences+1, second, grid.Muted)
	}
	p.drawKeys(c, f)
}

func (f frame) sentenceX() int { return max(1, f.x) }

// caret returns where the cursor of the terminal stands while something is typed.
func (p play) caret() (x, y int, ok bool) {
	if !p.Prompt.On || p.Pager.On || p.Chooser.On || p.screen.w == 0 || p.screen.tooSmall {
		return 0, 0, false
	}
	c := newCanvas(p.screen.w, p.screen.h)
	y = p.current().sentences + 1
	return drawPrompt(c, &p.Prompt, y), y, true
}

// drawBoard puts marks, what is chosen and the cursors on the board.
func (p play) drawBoard(board grid.Grid) grid.Grid {
	if p.Moving {
		return p.screen.motion.moving(board)
	}
	track, at := p.Pointed()
	t, _ := p.FindTrack(track)
	if look, ok := p.Looking(); ok && t.Pick == 0 {
		board = board.Trace(look.Paths...).Mark(look.Marks...)
	}
	advised := p.Advised()
	board = board.Trace(advised.Paths...).Mark(advised.Marks...) // at least a copy to draw on
	if t.Pick > 0 {
		for _, spot := range t.Spots {
			switch {
			case p.Picked[spot]:
				board = board.Mark(grid.Mark{Spot: spot, Rune: t.Mark, Role: grid.Accent, Place: true})
			case slices.Contains(t.Picked, spot): // let go
				board = board.Mark(grid.Mark{Spot: spot, Rune: ' ', Role: grid.Plain, Place: true})
			}
		}
	}
	for _, spot := range p.Chosen {
		around(board, spot, '<', '>', grid.Accent)
	}
	for _, other := range p.Tracks {
		if other.Name != track && other.Ring && other.Sign != 0 {
			sign(board, p.Cursors[other.Name], other.Sign, grid.Last)
		}
	}
	if t.Sign != 0 {
		sign(board, at, t.Sign, grid.Cursor)
	}
	if !slices.Contains(p.Chosen, at) {
		around(board, at, '[', ']', grid.Cursor)
	}
	return board
}

// around writes brackets beside a spot, or inside it where its neighbours leave no room.
func around(board grid.Grid, spot string, left, right rune, role grid.Role) {
	cells := board.Cells(spot)
	if len(cells) == 0 {
		return
	}
	_, y, _ := board.Middle(spot)
	row := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return i/board.W != y })
	if len(row) == 0 {
		return
	}
	x0, x1 := row[0]%board.W, row[len(row)-1]%board.W
	bracket := func(outside, inside int, r rune) {
		x := outside
		if x < 0 || x >= board.W || board.At(x, y).Spot != "" {
			x = inside
			if x0 == x1 || board.At(x, y).Rune != ' ' {
				return
			}
		}
		cell := board.At(x, y)
		cell.Rune, cell.Role = r, role
		board.Set(x, y, cell)
	}
	bracket(x0-1, x0, left)
	bracket(x1+1, x1, right)
	for _, i := range cells {
		if cell := board.At(i%board.W, i/board.W); cell.Role < grid.Red && role == grid.Cursor {
			cell.Role = role
			board.Set(i%board.W, i/board.W, cell)
		}
	}
}

// sign writes a sign in the last free cell of a spot, unless a mark shows it already.
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

// sentences returns the two lines below the board, of at most w columns.
func (p play) sentences(w int) (first, second string) {
	first, second = p.Sentences(func(text string) bool { return width(text) <= w })
	if look, ok := p.Looking(); ok && look.Legend != "" && first == look.Sentence {
		first += " " + look.Legend
	}
	if width(first) > w { // the context gives way
		lines := wrap(first, w)
		first, second = lines[0], strings.Join(lines[1:], " ")
	}
	return first, clip(second, w)
}

// answers returns the buttons of the page's Answers that have a key, which stand in the last row, or those that have none.
func (p play) answers(keyed bool) []desk.Button {
	return slices.DeleteFunc(p.Answers(), func(b desk.Button) bool { return (desk.KeyName(b.Key) != "") != keyed })
}

// drawKeys writes the keys of every game in the last row.
func (p play) drawKeys(c *canvas, f frame) {
	enter := "Enter plays"
	if t, ok := p.FindTrack(p.Track); ok && len(p.Chosen) == 0 && t.Pick == 0 {
		for _, m := range p.Moves {
			if m.Track == p.Track && len(m.Spots) > 1 {
				enter = "Enter chooses"
				break
			}
		}
	}
	if len(p.Moves) == 1 && len(p.Moves[0].Spots) == 0 { // there is nothing to choose
		enter = "Enter " + strings.ToLower(p.Moves[0].Label)
	}
	list := []string{"Arrows move", enter}
	switch {
	case p.Asks():
		list = nil
	case p.Now.Over || p.Theirs():
		list = []string{"Arrows look"}
	}
	x := f.sentenceX()
	if p.Thinking() {
		now := button{Key: "space", Label: "move now"}
		c.button(x, f.keys, now.width(), now)
		x += now.width() + 2
		if pausing, ok := p.Pausing(); ok {
			pause := button(pausing)
			c.button(x, f.keys, pause.width(), pause)
			x += pause.width() + 2
		}
	} else {
		for _, text := range list {
			key, label, _ := strings.Cut(text, " ")
			c.put(x, f.keys, key, grid.Key)
			c.put(x+width(key)+1, f.keys, label, grid.Button)
			x += width(text) + 2
		}
	}
	labelled := func(key string) (button, bool) {
		b, has := p.Labelled(key)
		return button(b), has
	}
	own := map[string]bool{}
	help, _ := labelled("?")
	quit, _ := labelled("q")
	reserve := help.width() + 2 + quit.width()
	for _, b := range p.answers(true) {
		if x+button(b).width()+2+reserve > c.grid.W && !p.Asks() {
			break
		}
		c.button(x, f.keys, button(b).width(), button(b))
		x += button(b).width() + 2
		own[strings.TrimPrefix(b.Key, desk.OfferKey)] = true
	}
	for _, b := range p.Buttons(false) {
		own[b.Key] = true
	}
	order := "u ] h n v : w o l s M ctrl+r" // the most useful first
	if p.Now.Over {
		order = "u ] v n : w o h l s M ctrl+r"
	}
	if p.Now.Other != table.Near {
		order = "N " + order
	}
	for key := range strings.FieldsSeq(order) {
		b, has := labelled(key)
		before := ""
		if key == "]" {
			before = "["
		}
		room := width(before) + width(before) + b.width() + 2
		if !has || own[key] || x+room+reserve > c.grid.W {
			continue
		}
		if before != "" {
			c.putSpot(x, f.keys, before, grid.Key, desk.ButtonSpot+before)
		}
		c.button(x+2*width(before), f.keys, b.width(), b)
		x += room
	}
	c.button(x, f.keys, help.width(), help)
	c.button(x+help.width()+2, f.keys, quit.width(), quit)
}

// spotAt returns the spot of the cell at a place of the screen.
func (s *screen) spotAt(x, y int) string {
	if x < 0 || y < 0 || x >= s.w || y >= s.h || s.tooSmall {
		return ""
	}
	c := newCanvas(s.w, s.h)
	s.draw(c)
	return c.grid.At(x, y).Spot
}

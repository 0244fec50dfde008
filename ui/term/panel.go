package term

import (
	"fmt"
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/grid"
	"attic/draw/prose"
)

// drawPanel draws the panel, right of the board or below everything, with the game's own controls.
func (p play) drawPanel(c *canvas, f frame, blocks []desk.Block) {
	x, y, w, of := f.panelX, f.panelY, f.panelW, desk.PartOf[desk.Controls](blocks)
	if w == 0 {
		return
	}
	bottom := f.keys - 1
	if f.seats < 0 {
		y = p.drawHead(c, f, desk.PartOf[desk.Players](blocks))
		bottom = f.question - 1
		if f.page.w > 0 {
			bottom = f.page.y + f.page.h - 2
		} else if f.barred() {
			bottom = f.bar - 1
		}
	}
	own := of.Own
	cols := max(1, w/buttonW)
	rows := (len(own) + cols - 1) / cols
	passing, extra := flow(w, cols, append(of.Passing, of.Answers...)) // these are above the game's own controls, which never move
	if f.seats < 0 && !of.Urges && bottom-rows-extra < y-2 {           // the players take precedence
		passing, extra = nil, 0
	}
	bottom -= rows + extra
	if f.strip < 0 {
		panel := p.beside(w, bottom-y)
		c.grid.Draw(x, y, p.panelMarks(panel))
		if heading(panel) < panel.H {
			p.screen.wheels[desk.OverBeside] = area{x, y, panel.W, panel.H}
		}
		if panel.H > 0 {
			y += panel.H + 1
			p.divide(c, f, y-1)
		}
	}
	if rows+extra > 0 {
		p.divide(c, f, bottom)
	}
	y = p.drawEngine(c, f, y, bottom, desk.PartOf[desk.Engine](blocks))
	if moves := desk.PartOf[desk.MoveList](blocks); !p.drawScanBeside(c, f, y, bottom-y, desk.PartOf[*desk.Scan](blocks)) && moves.Exists() {
		p.drawMoves(c, x, y, w, bottom-y, moves)
	}
	for _, b := range passing {
		if b.first {
			c.button(x+b.col, bottom+1+b.row, b.room, b.button)
		} else {
			c.putSpot(x+width(b.shown())+1, bottom+1+b.row, b.Label, grid.Button, desk.ButtonSpot+b.Key)
		}
	}
	each := w / cols
	for i, b := range own {
		room := each - 1
		if i%cols == cols-1 {
			room = w - i%cols*each
		}
		c.button(x+i%cols*each, bottom+1+extra+i/cols, room, button(b))
	}
}

// placed is a button in columns, or a part of one with a long label.
type placed struct {
	button
	col, row, room int  // room is in columns of the screen
	first          bool // this part begins the button
}

// flow places buttons in columns and returns the number of rows. A button that is too wide for a column has its own row, or several
// rows with parts of its label.
func flow(w, cols int, list []desk.Button) (parts []placed, rows int) {
	col, each := 0, w/cols
	for _, of := range list {
		b := button(of)
		if b.width() < each || cols == 1 && b.width() <= w {
			parts = append(parts, placed{b, col * each, rows, w - col*each, true})
			if col++; col == cols {
				col, rows = 0, rows+1
			}
			continue
		}
		rows, col = rows+min(col, 1), 0
		for i, label := range wrap(b.Label, max(1, w-width(b.shown())-1)) {
			b.Label = label
			parts = append(parts, placed{b, 0, rows, w, i == 0})
			rows++
		}
	}
	return parts, rows + min(col, 1)
}

// drawPassing draws temporary buttons into the last row of the sentences if there is no panel: answers to a question, suggestions
// after a game, "move now". It reports whether it drew any.
func (p play) drawPassing(c *canvas, f frame, of desk.Controls) bool {
	if f.panelW > 0 || !p.Play.Thinking() && !of.Urges || p.Play.Prompt.On {
		return false
	}
	list := of.Passing
	if of.Urges {
		list = append(of.Answers, list...)
	}
	x := 1
	for _, b := range list {
		if w := button(b).width(); x+w <= c.grid.W {
			c.button(x, f.prompt(), w, button(b))
			x += w + 2
		}
	}
	return x > 1
}

// roomyH is the number of rows of the screen from which the panel has blank rows.
const roomyH = 24

// drawHead draws the top of the panel: the game, its goal unless the goal is shown elsewhere, and the players. It returns the next
// row.
func (p play) drawHead(c *canvas, f frame, players desk.Players) int {
	x, y, w := f.panelX, f.panelY, f.panelW
	if f.page.w > 0 {
		if y = p.drawSeats(c, x, y, w, players) + 1; !p.entitled(f) {
			y = c.lines(x, y, w, p.Play.Goal(), grid.Muted) + 1
		}
		p.divide(c, f, y-1)
		return y
	}
	title := p.title()
	if width(title) > w {
		title = clip(p.Play.Info.Title, w)
	}
	c.put(x, y, title, grid.Title)
	if y++; f.goal == 0 {
		y = c.lines(x, y, w, p.Play.Goal(), grid.Muted)
	}
	if c.grid.H >= roomyH && (f.board.H > 18 || w > narrowPanel+4) {
		y++
	}
	return p.drawSeats(c, x, y, w, players) + 1
}

// drawSeatLine writes the players and their scores into one row; it omits parts that do not fit.
func (p play) drawSeatLine(c *canvas, y int) {
	players, bar := desk.PlayersOf(p.Play.Person.Game(), &p.Play.Shown), p.Play.Now.View.Status().Bar
	var texts []string
	for _, is := range players.List {
		text := "  " + is.Text
		if is.Text == is.Name && is.Score != "" {
			text += " " + is.Score
		}
		if is.Turn {
			text = "▸" + text[1:]
		}
		texts = append(texts, text)
	}
	common := strings.Join(slices.DeleteFunc(slices.Clone(players.Scores), func(score string) bool { return strings.Contains(bar, score) }), ", ")
	for _, add := range []func(seat int) string{
		func(seat int) string { return players.List[seat].Who },
		func(seat int) string { return map[int]string{len(texts) - 1: common}[seat] },
	} {
		longer := slices.Clone(texts)
		for seat := range longer {
			if more := add(seat); more != "" {
				longer[seat] += "  " + more
			}
		}
		if width(strings.Join(longer, "  ")) <= c.grid.W-2 {
			texts = longer
		}
	}
	x := 1
	for seat, text := range texts {
		role := grid.Plain
		if p.Play.Now.ToMove == seat {
			role = grid.Accent
		}
		c.put(x, y, text, role)
		x += width(text) + 2
	}
}

// panelMarks marks the spot of the cursor in the panel's list.
func (p play) panelMarks(panel grid.Grid) grid.Grid {
	_, at := p.Play.Cursor.Pointed()
	marked := panel.Mark()
	for y := range marked.H {
		for x := range marked.W {
			cell := marked.At(x, y)
			if cell.Spot != at || at == "" {
				continue
			}
			if cell.Role < grid.Red {
				cell.Role = grid.Cursor
			}
			if x+1 == marked.W || marked.At(x+1, y).Spot != at { // the cursor must also be visible without colour
				cell.Rune = '<'
			}
			marked.Set(x, y, cell)
		}
	}
	return marked
}

// drawSeats writes the players and their scores, and returns the next row.
func (p play) drawSeats(c *canvas, x, y, w int, players desk.Players) int {
	bar := p.Play.Now.View.Status().Bar
	narrow := w < 2*narrowPanel
	for seat, is := range players.List {
		sign, role := " ", grid.Plain
		switch {
		case is.Won:
			sign, role = "✓", grid.Title
		case is.Turn:
			sign, role = "▸", grid.Accent
		}
		name, who, score := is.Text, is.Who, ""
		if name == is.Name {
			score = is.Score
		}
		if name == is.Name && narrow && who != "" && (width(who) <= w-5 || !p.Play.Now.Shared()) { // otherwise the player gets a separate row
			name, who = who, ""
			if number, called, ok := strings.Cut(name, ", "); ok && width(name) > w-5 { // a level; its name goes into the next row
				name, who = number, called
			}
			name = fmt.Sprintf("%d %s", seat+1, name)
			if n := w - 3; width(name) > n { // the beginning of a long name
				name = prose.Start(name, n-1) + "…"
			}
		}
		if !narrow {
			sign += " "
		}
		c.put(x+w-width(score), y, score, grid.Plain)
		name = clip(sign+name, w-1-width(score))
		c.put(x, y, name, role)
		if room := w - width(name) - width(score) - 3; who == "" || width(who) <= room {
			c.put(x+width(name)+2, y, who, grid.Muted)
		} else {
			y++
			c.put(x+2, y, clip(who, w-2), grid.Muted)
		}
		y++
	}
	for _, score := range players.Scores {
		if len(p.current().bars) == 0 || !strings.Contains(bar, score) { // the bar may show it already
			y = c.lines(x, y, w, score, grid.Muted)
		}
	}
	return y
}

// keyLines lists the forms of the last row, the widest first. The choice depends only on the width of the screen, so that no
// control ever moves.
var keyLines = []struct {
	gap     int               // blanks between two controls
	labels  map[string]string // labels that replace those of the controls
	without []string
}{
	{gap: 2},
	{2, map[string]string{"[": "or", "]": "step"}, nil},
	{1, map[string]string{"[": "or", "]": "step"}, nil},
	{1, map[string]string{"[": "", "]": ""}, nil},
	{1, map[string]string{"[": "", "]": ""}, []string{"ctrl+r", "v", "q"}},
}

// controls returns the controls of the last row: the main controls, help and quit.
func (p play) controls(of desk.Controls) []button {
	var list []button
	for _, b := range of.Bar {
		list = append(list, button(b))
	}
	for _, key := range []string{"?", "q"} {
		b, _ := p.Play.Labelled(key)
		list = append(list, button(b))
	}
	return list
}

// keyLine returns the controls of the widest form of the last row that fits, and their first columns.
func (p play) keyLine(of desk.Controls, w int) (line []button, at []int) {
	controls := p.controls(of)
	for _, form := range keyLines {
		line, at = nil, nil
		x, end := 1, 0
		for _, b := range controls {
			if slices.Contains(form.without, b.Key) {
				continue
			}
			gap := form.gap
			if label, ok := form.labels[b.Key]; ok {
				b.Label = label
			}
			if b.Key == "[" && form.labels != nil {
				gap = 1
			}
			line, at = append(line, b), append(at, x)
			end = x + b.width()
			x = end + gap
		}
		if end <= w {
			break
		}
	}
	return line, at
}

// drawKeys writes the main controls into the last row, each always in the same place; controls that do nothing now are dim.
func (p play) drawKeys(c *canvas, f frame, of desk.Controls) {
	line, at := p.keyLine(of, c.grid.W)
	for i, b := range line {
		c.button(f.page.x+at[i], f.keys, c.grid.W, b)
	}
}

// unplaced returns the keys of the controls for which the screen has no room.
func (p play) unplaced(f frame) (keys []string) {
	controls := p.Play.Controls()
	line, _ := p.keyLine(controls, p.screen.w)
	if f.panelW == 0 {
		for _, b := range slices.Concat(controls.Own, controls.Answers) {
			keys = append(keys, b.Key)
		}
	}
	for _, b := range controls.Bar {
		if !slices.ContainsFunc(line, func(shown button) bool { return shown.Key == b.Key }) {
			keys = append(keys, b.Key)
		}
	}
	return keys
}

// endless is a height that is enough for all rows of any list beside the board.
const endless = 1000

// beside returns the game's panel in at most h rows: of a list that is too long, the part to which the person has scrolled, with
// arrows to click.
func (p play) beside(w, h int) grid.Grid {
	panel := p.Play.Now.View.Panel(w, h)
	head := heading(panel)
	if head == panel.H {
		p.Play.List.Fit(0, 0)
		return panel
	}
	whole := p.Play.Now.View.Panel(w, endless)
	room := h - head
	top := p.Play.List.Fit(whole.H-head, room)
	if whole.H <= h {
		return whole
	}
	part, over := grid.New(w, h), grid.New(w, head)
	over.Draw(0, 0, whole)
	part.Draw(0, -top, whole)
	part.Draw(0, 0, over)
	above, below := p.Play.List.More()
	for i, arrow := range []struct {
		text, key string
		more      bool
	}{{"▴", "(", above}, {"▾", ")", below}} {
		role := grid.Line
		if arrow.more {
			role = grid.Key
		}
		part.Put(w-5+3*i, 0, arrow.text+arrow.key, role, desk.ButtonSpot+arrow.key)
	}
	return part
}

// heading returns the number of rows of a panel above its list; without a list, that is all rows.
func heading(panel grid.Grid) int {
	for y := range panel.H {
		if slices.ContainsFunc(panel.Row(y), func(c grid.Cell) bool { return c.Spot != "" }) {
			return y
		}
	}
	return panel.H
}

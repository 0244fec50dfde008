package term

import (
	"fmt"

	"attic/desk"
	"attic/draw/grid"
)

// leastMoves is the fewest rows for a list of moves: its heading and two turns.
const leastMoves = 3

// letters maps each piece to the letter shown before the move that placed it.
var letters = map[grid.Role]string{
	grid.Red: "r", grid.Yellow: "y", grid.Green: "g", grid.Cyan: "c", grid.Blue: "b", grid.Purple: "p", grid.Black: "K", grid.White: "W",
}

// sheet is the layout of a list of moves: blocks side by side, each with a column of numbers and a column for each seat.
type sheet struct {
	desk.MoveList
	names  []string // of the columns
	number int      // width of a number, in columns of the screen
	piece  int      // width of the letter of a piece; 0: no letters
	text   int      // width of a move
	gap    int      // columns before a move, at least one for the sign
	blocks int
	rows   int  // of a block
	page   bool // the list is a page of its own with a title
	right  int  // the column of the screen where a button covers the headings; 0: none does
}

// newSheet returns the layout of a list in w columns, with rows rows below its heading.
func (p play) newSheet(w, rows int) sheet { return p.sheetOf(p.MoveList(), w, rows) }

// sheetOf is newSheet for any list.
func (p play) sheetOf(list desk.MoveList, w, rows int) sheet {
	s := sheet{MoveList: list, text: 4, gap: 2, rows: rows, blocks: 1}
	s.number = len(fmt.Sprint(len(s.Turns)))
	for _, t := range s.Turns {
		for _, m := range t.Steps {
			s.text = max(s.text, width(m.Text))
			if m.Piece != grid.Plain {
				s.piece = 2
			}
		}
	}
	for _, seat := range s.Columns {
		s.names = append(s.names, p.Info.Seats[seat].Name)
	}
	wide := s
	for _, name := range s.names {
		wide.text = max(wide.text, width(name)-s.piece)
	}
	if wide.wide() <= w {
		s = wide
	}
	if s.wide() > w {
		s.gap = 1
	}
	if s.wide() > w {
		s.piece = 0
	}
	if s.wide() > w {
		s.text = (w-s.number)/len(s.Columns) - s.gap
	}
	s.blocks = max(1, (w+2)/(s.wide()+2))
	return s
}

// wide returns the width of a block in columns of the screen.
func (s sheet) wide() int { return s.number + len(s.Columns)*s.each() }

// each returns the width of a column of moves.
func (s sheet) each() int { return s.gap + s.piece + s.text }

// drawMoves lists the moves in at most h rows.
func (p play) drawMoves(c *canvas, x, y, w, h int) {
	if h < leastMoves {
		return
	}
	s := p.newSheet(w, h-1)
	if len(s.Setup) > 0 && (h > leastMoves || len(s.Turns) == 0) {
		s.drawSetup(c, x, y, w)
		y++
		s.rows--
	}
	if len(s.Turns) == 0 {
		p.drawUnmoved(c, x, y, w, s.rows)
		return
	}
	if len(s.Turns) > s.rows*s.blocks && p.Study.Course() == nil {
		all := button{Key: desk.MovesKey, Label: "all"}
		c.button(x+w-all.width(), y, all.width(), all)
		s.right = x + w - all.width()
	}
	p.screen.moves = area{x, y, w, h}
	s.draw(c, x, y)
}

// unmoved says how to play where the list of moves is still empty. It needs a panel of goodPanel columns.
const unmoved = "No moves yet. Move the cursor with the arrow keys and press Enter, or click. Press ? for the rules."

// drawUnmoved writes how to play in place of a list of moves, below a heading, if there is room for all of it and a person here is to move.
func (p play) drawUnmoved(c *canvas, x, y, w, rows int) {
	lines := wrap(unmoved, w)
	if w < goodPanel || len(lines) > rows || p.Waiting() || p.Now.Over || p.Study.Course() != nil {
		return
	}
	c.put(x, y, "Moves", grid.Title)
	for i, line := range lines {
		c.put(x, y+1+i, line, grid.Muted)
	}
}

// setUp is the heading of the steps of the set-up.
const setUp = "Set-up: "

// drawSetup writes the steps of the set-up in one row, as far as there is room.
func (s sheet) drawSetup(c *canvas, x, y, w int) {
	right := x + w
	if width(setUp)+width(s.Setup[0].Text) < w {
		c.put(x, y, setUp, grid.Muted)
		x += width(setUp)
	}
	for i, m := range s.Setup {
		text, role := m.Text, grid.Muted
		if i < len(s.Setup)-1 {
			text += ","
		}
		if m.Chosen {
			role = grid.Accent
		}
		c.putSpot(x, y, clip(text, right-x), role, m.Spot())
		if x += width(text) + 1; x >= right {
			return
		}
	}
}

// draw draws the turns, with their heading in row y.
func (s sheet) draw(c *canvas, x, y int) {
	shown := s.Shown(s.rows * s.blocks)
	for i, t := range shown {
		block, row := i/s.rows, i%s.rows
		bx := x + block*(s.wide()+2)
		if covered := block > 0 && s.right > 0 && bx+s.wide() >= s.right; row == 0 && !covered {
			s.heading(c, bx, y, block == 0)
		}
		c.put(bx, y+1+row, fmt.Sprintf("%*d", s.number, t.Number), grid.Muted)
		for column, m := range t.Steps {
			s.step(c, bx+s.number+column*s.each(), y+1+row, m)
		}
	}
}

// heading writes the names of the columns; if they have no room, the first block gets the title of the list.
func (s sheet) heading(c *canvas, x, y int, first bool) {
	for _, name := range s.names {
		if width(name) > s.piece+s.text || len(s.names) == 1 && !s.page {
			if first {
				c.put(x, y, "Moves", grid.Title)
			}
			return
		}
	}
	for column, name := range s.names {
		c.put(x+s.number+s.gap+column*s.each(), y, name, grid.Title)
	}
}

// step writes a move with its piece, and a sign before the move whose position is shown.
func (s sheet) step(c *canvas, x, y int, m desk.Step) {
	if m.Text == "" {
		return
	}
	role, spot := grid.Plain, m.Spot()
	if m.Chosen {
		role = grid.Accent
		c.putSpot(x+s.gap-1, y, "▸", role, spot)
	}
	x += s.gap
	if letter, ok := letters[m.Piece]; ok && s.piece > 0 {
		c.putSpot(x, y, letter, m.Piece, spot)
		c.putSpot(x+1, y, " ", role, spot)
	}
	c.putSpot(x+s.piece, y, clip(m.Text, s.text), role, spot)
}

// drawSheet draws the page of all moves of the round, beside the board on a page with frames or if the panel has room for all of them, otherwise
// with what the chosen move did below them.
func (p play) drawSheet(c *canvas, page *desk.Sheet) {
	f := p.current()
	if f.page.w > 0 {
		p.drawBeside(c, f, func(c *canvas) {
			p.drawAllMoves(c, page, nil)
			c.keys(1, page.Keys())
		})
		return
	}
	end := f.question - 1
	if f.barred() {
		end = f.bar - 1
	}
	beside := newCanvas(f.panelW+2, max(end-f.panelY, 0))
	if s := p.newSheet(f.panelW, 0); !f.column && s.wide() <= f.panelW && len(s.Turns) > 0 && len(s.Turns)+len(s.Setup) <= beside.grid.H-5 {
		p.drawAllMoves(beside, page, nil)
		c.grid.Draw(f.panelX-1, f.panelY, beside.grid)
		p.drawField(c, f)
		p.drawSentences(c, f, false)
		c.keys(1, page.Keys())
		return
	}
	w := c.grid.W - 2
	first, _ := p.Sentences(func(text string) bool { return width(text) <= w })
	said := wrap(first, w)
	p.drawAllMoves(c, page, said[:min(len(said), 2)])
	c.keys(1, page.Keys())
}

// drawAllMoves writes all moves of the round, and what is said below them. The last row is left free for keys.
func (p play) drawAllMoves(c *canvas, page *desk.Sheet, said []string) {
	list := page.List()
	w, h := c.grid.W-2, c.grid.H
	y := 0
	if title, where := list.Title(), list.Where(); width(title) <= w { // otherwise the headings say it
		c.put(1, 0, title, grid.Title)
		if y = 1; width(title)+1+width(where) <= w {
			c.put(1+w-width(where), 0, where, grid.Muted)
		}
	}
	room := h - 1 - len(said) - 2 // the title and a blank row, the keys
	s := p.newSheet(w, room-1)
	s.page = y > 0
	if len(s.Setup) > 0 {
		s.drawSetup(c, 1, y, w)
		y++
		s.rows--
	}
	if len(s.Turns) == 0 {
		c.put(1, y+1, "No moves yet.", grid.Plain)
	}
	s.draw(c, 1, y)
	for i, line := range said {
		c.put(1, h-1-len(said)+i, line, grid.Plain)
	}
}

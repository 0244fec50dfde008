package term

import (
	"fmt"
	"slices"

	"attic/desk"
	"attic/grid"
	"attic/scene"
)

// leastMoves is the fewest rows for a list of moves: its heading and two turns.
const leastMoves = 3

// letters are how pieces are written before the moves that placed them.
var letters = map[scene.Colour]struct {
	rune string
	role grid.Role
}{
	scene.Red: {"r", grid.Red}, scene.Yellow: {"y", grid.Yellow}, scene.Green: {"g", grid.Green}, scene.Cyan: {"c", grid.Cyan},
	scene.Blue: {"b", grid.Blue}, scene.Purple: {"p", grid.Purple}, scene.Black: {"K", grid.Black}, scene.White: {"W", grid.White},
}

// sheet says how a list of moves is drawn: in blocks beside each other, each with a number and a column for each seat.
type sheet struct {
	desk.MoveList
	names  []string // of the columns
	number int      // columns of the screen that a number takes
	piece  int      // and the letter of a piece; 0 shows none
	text   int      // and a move
	blocks int
	rows   int // of a block
}

// newSheet returns how a list is drawn in w columns and rows rows below its heading.
func (p play) newSheet(w, rows int) sheet {
	s := sheet{MoveList: p.MoveList(), text: 4, rows: rows, blocks: 1}
	s.number = len(fmt.Sprint(len(s.Turns)))
	for _, t := range s.Turns {
		for _, m := range t.Steps {
			s.text = max(s.text, width(m.Text))
			if m.Piece != scene.None {
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
		s.piece = 0
	}
	if s.wide() > w {
		s.text = (w-s.number)/len(s.Columns) - 1
	}
	s.blocks = max(1, (w+2)/(s.wide()+2))
	return s
}

// wide returns how many columns of the screen a block takes.
func (s sheet) wide() int { return s.number + len(s.Columns)*(1+s.piece+s.text) }

// top returns the first turn that is shown: so that the last one is, or that which one looks at.
func (s sheet) top() int {
	top := max(0, len(s.Turns)-s.rows*s.blocks)
	for i, t := range s.Turns {
		if slices.ContainsFunc(t.Steps, func(m desk.Step) bool { return m.Ply == s.At && m.Text != "" }) {
			top = min(top, i)
		}
	}
	if s.At <= s.First+len(s.Setup) { // before the first move
		top = 0
	}
	return top
}

// drawMoves lists the moves in at most h rows.
func (p play) drawMoves(c *canvas, x, y, w, h int) {
	if list := p.MoveList(); h < leastMoves || len(list.Turns)+len(list.Setup) == 0 {
		return
	}
	s := p.newSheet(w, h-1)
	setup := len(s.Setup) > 0 && h > leastMoves
	if setup {
		s.rows--
	}
	if len(s.Turns) > s.rows*s.blocks {
		all := button{Key: desk.MovesKey, Label: "all"}
		c.button(x+w-all.width(), y, all.width(), all)
	}
	s.draw(c, x, y, setup, s.top())
}

// draw draws the list from a turn on: what set the round up, the heading, and the turns.
func (s sheet) draw(c *canvas, x, y int, setup bool, top int) {
	right := x + s.blocks*(s.wide()+2) - 2
	if setup {
		at := x
		for i, m := range s.Setup {
			text, role := m.Text, grid.Muted
			if i < len(s.Setup)-1 {
				text += ","
			}
			if m.Ply == s.At {
				role = grid.Accent
			}
			if at+width(text) > right { // the beginning is enough
				text = cut([]string{text, ""}, right-at)
			}
			if at >= right-2 {
				break
			}
			c.putSpot(at, y+1, text, role, stepSpot(m))
			at += width(text) + 1
		}
	}
	for block := range s.blocks {
		bx, row := x+block*(s.wide()+2), y
		if block == 0 || top+block*s.rows < len(s.Turns) {
			s.heading(c, bx, row)
		}
		row++
		if setup {
			row++
		}
		for i := top + block*s.rows; i < min(len(s.Turns), top+(block+1)*s.rows); i++ {
			c.put(bx, row, fmt.Sprintf("%*d", s.number, s.Turns[i].Number), grid.Muted)
			for column, m := range s.Turns[i].Steps {
				s.step(c, bx+s.number+column*(1+s.piece+s.text), row, m)
			}
			row++
		}
	}
}

// heading names the columns, or says what the list is if the names have no room.
func (s sheet) heading(c *canvas, x, y int) {
	for _, name := range s.names {
		if width(name) > s.piece+s.text || len(s.names) == 1 {
			c.put(x, y, "Moves", grid.Title)
			return
		}
	}
	for column, name := range s.names {
		c.put(x+s.number+1+column*(1+s.piece+s.text), y, name, grid.Title)
	}
}

// step writes a move with its piece; the one that one looks at has a sign before it.
func (s sheet) step(c *canvas, x, y int, m desk.Step) {
	if m.Text == "" {
		return
	}
	role, spot := grid.Plain, stepSpot(m)
	if m.Ply == s.At {
		role = grid.Accent
		c.putSpot(x, y, "▸", role, spot)
	}
	x++
	if letter, ok := letters[m.Piece]; ok && s.piece > 0 {
		c.putSpot(x, y, letter.rune, letter.role, spot)
		c.putSpot(x+1, y, " ", role, spot)
	}
	c.putSpot(x+s.piece, y, clip(m.Text, s.text), role, spot)
}

func stepSpot(m desk.Step) string { return fmt.Sprint(desk.StepSpot, m.Ply) }

// drawSheet draws the page of all moves of the round, below them what the move did that one looks at.
func (p play) drawSheet(c *canvas) {
	title := "Moves"
	if round := p.MoveList().Round; round > 0 {
		title = fmt.Sprintf("Moves of round %d", round)
	}
	c.put(1, 0, title, grid.Title)
	w, h := c.grid.W-2, c.grid.H
	where := p.MoveList().Where()
	c.put(1+w-width(where), 0, where, grid.Muted)
	said := p.sentences(w, 2)
	room := h - 1 - len(said) - 2 // the title and a blank row, the keys
	s := p.newSheet(w, room-1)
	setup := len(s.Setup) > 0
	if setup {
		s.rows--
	}
	s.draw(c, 1, 1, setup, s.top())
	for i, line := range said {
		c.put(1, h-1-len(said)+i, line, grid.Plain)
	}
	x := 1
	for _, b := range p.SheetKeys() {
		c.control(x, h-1, button(b))
		x += button(b).width() + 2
	}
}

package term

import (
	"fmt"

	"attic/desk"
	"attic/draw/grid"
)

// leastMoves is the least number of rows of a list of moves: a heading and two turns.
const leastMoves = 3

// letters maps each piece to the letter before a move that placed it.
var letters = map[grid.Role]string{
	grid.Red: "r", grid.Yellow: "y", grid.Green: "g", grid.Cyan: "c", grid.Blue: "b", grid.Purple: "p", grid.Black: "K", grid.White: "W",
}

// sheet is the layout of a list of moves: blocks side by side, each with a column of numbers and a column for each seat.
type sheet struct {
	desk.MoveList
	names  []string // the names of the columns
	number int      // width of a number, in columns of the screen
	piece  int      // width of the letter of a piece; 0: no letters
	text   int      // width of a move
	gap    int      // blanks before a move; one is for the sign
	blocks int
	rows   int  // the number of rows of a block
	page   bool // the list has its own page with a title
	room   desk.Room
	right  int // the column of the screen where a button covers the headings; 0: no button
}

// sheetOf returns the layout of a list in w columns, with the given number of rows below its heading.
func (p play) sheetOf(list desk.MoveList, w, rows int) sheet {
	s := sheet{MoveList: list, text: 4, gap: 2, rows: rows, blocks: 1}
	s.number = len(fmt.Sprint(list.Numbers()))
	for _, m := range s.Played() {
		if s.text = max(s.text, width(m.Entry())); m.Piece != grid.Plain {
			s.piece = 2
		}
	}
	s.room = desk.Room{Width: float64(w - s.number - 1), Blank: 1, Piece: float64(s.piece), Step: 2}
	s.MoveList = list.Laid(s.room, func(text string) float64 { return float64(width(text)) })
	s.text = max(s.text, int(s.Widest()))
	for _, seat := range s.Columns {
		s.names = append(s.names, p.Play.Info.Seats[seat].Name)
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
	if s.wide() > w && len(list.Turns) > 0 && len(list.Columns) > 1 && list.Played()[0].Judged { // keeps the losses of moves from being cut off
		return p.sheetOf(inOneColumn(list), w, rows)
	}
	if s.wide() > w {
		s.text = (w-s.number)/len(s.Columns) - s.gap
	}
	for column, score := range s.Scores {
		if name := s.names[column] + " " + score; width(name) <= s.piece+s.text {
			s.names[column] = name
		}
	}
	if s.blocks = max(1, (w+2)/(s.wide()+2)); s.Tree() {
		s.blocks = 1
	}
	return s
}

// inOneColumn returns a list with a row for each move. Only the first move of a turn has the number of the turn.
func inOneColumn(list desk.MoveList) desk.MoveList {
	one := list
	one.Columns, one.Scores, one.Turns = list.Columns[:1], nil, nil
	for _, t := range list.Turns {
		for _, m := range t.Steps {
			if m.Text != "" {
				one.Turns = append(one.Turns, desk.Turn{Number: t.Number, Steps: []desk.Step{m}})
				t.Number = 0
			}
		}
	}
	return one
}

// wide returns the width of a block in columns of the screen.
func (s sheet) wide() int { return s.number + len(s.Columns)*s.each() }

// each returns the width of a column of moves.
func (s sheet) each() int { return s.gap + s.piece + s.text }

// drawMoves lists the moves in at most h rows.
func (p play) drawMoves(c *canvas, x, y, w, h int, list desk.MoveList) {
	if h < leastMoves {
		return
	}
	s := p.sheetOf(list, w, h-1)
	if h > leastMoves || len(s.Turns) == 0 {
		y = s.drawSetup(c, x, y, w)
	}
	if len(s.Turns) == 0 { // explain how to play, if a person here is to move
		if w >= goodPanel && len(wrap(unmoved, w)) <= s.rows && !p.Play.Waiting() && !p.Play.Now.Over {
			c.put(x, y, "Moves", grid.Title)
			c.lines(x, y+1, w, unmoved, grid.Muted)
		}
		return
	}
	if len(s.Turns) > s.rows*s.blocks && p.Play.Study.Course() == nil {
		all := button{Key: desk.MovesKey, Label: "all"}
		c.button(x+w-all.width(), y, all.width(), all)
		s.right = x + w - all.width()
	}
	p.screen.wheels[desk.OverMoves] = area{x, y, w, h}
	s.draw(c, x, y)
}

// unmoved is the text in place of an empty list of moves. It needs a panel of goodPanel columns.
const unmoved = "No moves yet. Move the cursor with the arrow keys and press Enter, or click. Press ? for the rules."

// setUp is the heading of the steps of the set-up.
const setUp = "Set-up: "

// drawSetup writes the steps of the set-up, if there are any, into one row, cut off at w columns. It returns the row below.
func (s *sheet) drawSetup(c *canvas, x, y, w int) (below int) {
	if len(s.Setup) == 0 {
		return y
	}
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
		x += width(text) + 1
	}
	s.rows--
	return y + 1
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
		if t.Number > 0 {
			c.put(bx, y+1+row, fmt.Sprintf("%*d", s.number, t.Number), grid.Muted)
		}
		if t.Flows {
			at := bx + s.number + 1
			s.flow(c, at+int(s.room.Indent(t)), y+1+row, at+int(s.room.Width), t)
			continue
		}
		for column, m := range t.Steps {
			s.step(c, bx+s.number+column*s.each(), y+1+row, m)
		}
	}
}

// heading writes the names of the columns. If they do not fit, the first block gets the title of the list instead.
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
	c.putSpot(x+s.piece, y, clip(m.Entry(), s.text), role, spot)
}

// flow writes the moves of a variation one after the other, or a comment, left of a column of the screen.
func (s sheet) flow(c *canvas, x, y, right int, t desk.Turn) {
	c.put(x+1, y, clip(t.Words, right-x-1), grid.Muted)
	for _, m := range t.Steps {
		role, sign := grid.Plain, " "
		if m.Chosen {
			role, sign = grid.Accent, "▸"
		}
		put := func(text string, role grid.Role) {
			c.putSpot(x, y, clip(text, right-x), role, m.Spot())
			x += width(text)
		}
		put(sign, role)
		if m.Before != "" {
			put(m.Before+" ", grid.Muted)
		}
		if letter, ok := letters[m.Piece]; ok {
			put(letter, m.Piece)
			put(" ", role)
		}
		put(m.Entry(), role)
	}
}

// drawListed draws all moves beside the board, on a page without frames. If the panel has no room for them, it draws nothing and returns false.
func (p play) drawListed(c *canvas, f frame, blocks []desk.Block) bool {
	end := f.question
	if f.barred() {
		end = f.bar
	}
	list, rows := desk.PartOf[desk.MoveList](blocks), end-f.panelY
	if len(list.Turns) == 0 {
		return false
	}
	if s := p.sheetOf(list, f.panelW, 0); f.column || f.page.w > 0 || s.wide() > f.panelW || len(s.Turns)+len(s.Setup) > rows-6 {
		return false
	}
	beside := newCanvas(f.panelW+2, rows)
	drawBlocks(p.screen, beside, besideBoard(blocks[:len(blocks)-1]))
	c.grid.Draw(f.panelX-1, f.panelY, beside.grid)
	p.drawField(c, f)
	p.drawSentences(c, f, false)
	c.keys(1, c.grid.H-1, desk.PartOf[desk.Buttons](blocks).List())
	return true
}

// drawAllMoves lists all moves of the round, with a blank row below them.
func (p play) drawAllMoves(c *canvas, a area, list desk.MoveList) {
	s := p.sheetOf(list, a.w, a.h-2)
	s.page = a.y > 0
	a.y = s.drawSetup(c, a.x, a.y, a.w)
	if len(s.Turns) == 0 {
		c.put(a.x, a.y+1, "No moves yet.", grid.Plain)
	}
	s.draw(c, a.x, a.y)
}

package term

import (
	"fmt"
	"strings"

	"attic/desk"
	"attic/grid"
)

// The sizes of forms: the least width and height of a panel that can hold one, and the greatest width on a screen of its own.
const (
	leastFormW, leastFormH = 28, 12
	widestForm             = 76
)

// area is a part of the screen.
type area struct{ x, y, w, h int }

func (a area) contains(x, y int) bool { return x >= a.x && x < a.x+a.w && y >= a.y && y < a.y+a.h }

// formArea returns the area of a form: the panel beside the board, or in place of both if the panel is too small.
func (p play) formArea(f frame) (a area, beside bool) {
	if h := f.sentences - 1 - f.y; f.panelW >= leastFormW && h >= leastFormH {
		return area{f.panelX, f.y, f.panelW, h}, true
	}
	return area{f.sentenceX(), 0, min(p.screen.w-2*f.sentenceX(), widestForm), f.sentences - 1}, false
}

// menuForm returns the area of a form shown in place of the menu.
func (s *screen) menuForm() area {
	w := min(s.w-2*menuX, widestForm)
	return area{(s.w - w) / 2, 1, w, s.h - 2}
}

// drawForm draws the form, and returns the position of the terminal's cursor if the person is typing.
func (s *screen) drawForm(c *canvas, a area) (caretX, caretY int, typing bool) {
	f := &s.desk.Form
	c.put(a.x, a.y, clip(f.Title, a.w), grid.Title)
	y, bottom := a.y+2, a.y+a.h-1
	s.drawFormButtons(c, a.x, bottom)
	bottom--
	said, wrong := f.Message()
	role := grid.Muted
	if wrong {
		role = grid.Accent
	}
	lines := wrap(said, a.w)
	most := 4
	if a.h < 16 {
		most = 2
	}
	if len(lines) > most {
		lines = lines[:most]
	}
	bottom -= len(lines)
	for i, text := range lines {
		c.put(a.x, bottom+i, clip(text, a.w), role)
	}
	fixed := 0 // the rows of all fields except the lists
	for _, field := range f.Fields {
		if field.Kind != desk.List {
			fixed += 3
		}
	}
	s.list = area{}
	for i, field := range f.Fields {
		active := f.Focus == i
		switch field.Kind {
		case desk.List:
			room := max(2, bottom-y-fixed)
			s.drawList(c, i, field, area{a.x, y, a.w, room}, active)
			y += room
			continue
		case desk.Choice:
			c.put(a.x, y, clip(field.Label, a.w), grid.Muted)
			x := a.x
			for n, option := range field.Options {
				text := " " + option + " "
				if n == field.At {
					text = "[" + option + "]"
				}
				c.putSpot(x, y+1, text, roleOf(n == field.At, active), fmt.Sprint(desk.PickSpot, i, " ", n))
				x += width(text) + 1
			}
		default:
			c.put(a.x, y, clip(field.Label, a.w), grid.Muted)
			text, at := field.Edited()
			if room := max(0, a.w-4); at > room { // the end of a long line
				text, at = text[at-room:], room
			}
			sign := "  "
			if active {
				sign = "> "
				caretX, caretY, typing = a.x+2+at, y+1, true
			}
			spot := fmt.Sprint(desk.FieldSpot, i)
			c.putSpot(a.x, y+1, sign, grid.Accent, spot)
			shown := clip(string(text), a.w-3)
			role := grid.Plain
			if field.Suggested && active {
				role = grid.Cursor
			}
			c.putSpot(a.x+2, y+1, shown, role, spot)
			c.putSpot(a.x+2+width(shown), y+1, strings.Repeat("_", max(0, a.w-3-width(shown))), grid.Muted, spot)
		}
		y += 3
	}
	return caretX, caretY, typing
}

// drawFormButtons draws the buttons of a form, with brackets around the one with the keyboard.
func (s *screen) drawFormButtons(c *canvas, x, y int) {
	for _, b := range s.desk.Form.Buttons() {
		b := button(b)
		if b.On {
			c.putSpot(x, y, "["+b.shown()+" "+b.Label+"]", grid.Cursor, desk.ButtonSpot+b.Key)
		} else {
			c.button(x, y, b.width(), b)
		}
		x += b.width() + 3
	}
}

// drawList draws the games that can be opened, two rows each, and below them the position of the chosen one if there is room.
func (s *screen) drawList(c *canvas, i int, field *desk.Field, a area, active bool) {
	s.list = a
	var board grid.Grid
	if len(field.Rows) > 0 {
		if v := field.Row(field.At).View; v != nil {
			if board = v.Grid(0, 0); board.W > a.w || board.H > a.h-5 {
				board = grid.Grid{}
			}
		}
	}
	rows := a.h
	if board.H > 0 {
		rows -= board.H + 1
		c.grid.Draw(a.x+(a.w-board.W)/2, a.y+rows, unspotted(board))
	}
	room := max(1, rows/2)
	first := field.Fit(room)
	for n := first; n < min(first+room, len(field.Rows)); n++ {
		row, spot, y := field.Row(n), fmt.Sprint(desk.PickSpot, i, " ", n), a.y+2*(n-first)
		sign := "  "
		if n == field.At {
			sign = "▸ "
		}
		about := row.State
		if row.Who != "" {
			about += ", " + row.Who
		}
		c.putSpot(a.x, y, clip(sign+row.Title+", "+row.When, a.w), roleOf(n == field.At, active), spot)
		c.putSpot(a.x, y+1, clip("  "+about, a.w), grid.Muted, spot)
	}
}

// unspotted returns a board without spots, so that nothing on it can be clicked.
func unspotted(board grid.Grid) grid.Grid {
	plain := board.Mark()
	for y := range plain.H {
		for x := range plain.W {
			cell := plain.At(x, y)
			cell.Spot = ""
			plain.Set(x, y, cell)
		}
	}
	return plain
}

// areaAt returns the area for the mouse wheel at a position of the screen.
func (s *screen) areaAt(x, y int) desk.Area {
	switch {
	case s.tooSmall():
		return desk.Elsewhere
	case s.desk.Form.On && s.list.contains(x, y):
		return desk.OverForm
	case s.desk.Play == nil:
		return desk.Elsewhere
	}
	f := s.play().current()
	_, beside := s.play().formArea(f)
	switch {
	case !s.desk.Form.On && s.overList(x, y):
		return desk.OverBeside
	case !s.desk.Form.On && s.moves.contains(x, y):
		return desk.OverMoves
	case s.desk.Form.On && !beside:
	case (area{f.x, f.y, f.board.W, f.board.H}).contains(x, y):
		return desk.OverBoard
	}
	return desk.Elsewhere
}

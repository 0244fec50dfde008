package review

import (
	"fmt"
	"math"

	"attic/draw/grid"
	"attic/draw/prose"
	"attic/draw/scene"
	"attic/game"
)

// Graph draws the chances of both seats, move by move, in w columns, at least 20, and h rows, at least 3. The lead of the first seat is above the middle line and the lead of the second seat below it, in letters of
// their colours, with their names on the left. The row below has the numbers of Turns and, unless at is negative, a sign that marks the point at. With at least 8 rows, the last row shows the numbers of moves. With
// three rows, the leads are digits, and the middle row shows the numbers of Turns. A digit gives the tens of the chance in percent, as a note on the left explains. If spot is not nil, it returns the spot's name for
// the cells of a point.
func (r Review) Graph(w, h, at int, spot func(point int) string) grid.Grid {
	g := grid.New(w, h)
	half, axis := max(1, (h-2)/2), h >= 8
	if axis {
		half = (h - 3) / 2
	}
	rows := 2*half + 1
	foot := rows // the row of the numbers of Turns
	if rows == h {
		foot = half
	}
	x0, leads := 0, " leads"
	for _, s := range r.Info.Seats {
		x0 = max(x0, prose.Width(s.Name)+2)
	}
	if wide := x0 + len(leads); wide <= w/4 {
		x0 = wide
	} else {
		leads = ""
	}
	c := chart{Review: r, at: at, x0: x0, each: 1, shown: len(r.Points)}
	if room := w - x0; c.shown <= room {
		c.each = min(room/c.shown, widest)
	} else {
		c.shown = room
	}
	for seat, y := range []int{0, 2 * half} {
		g.Put(0, y, r.Info.Seats[seat].Name+leads, seatRole(r.Info.Seats[seat], seat), "")
	}
	g.Put(0, half, "even", grid.Muted, "")
	switch {
	case half > 1:
	case foot == rows && len(tens) <= x0:
		g.Put(0, foot, tens, grid.Muted, "")
	case len(tens) < x0:
		g.Put(0, half, tens, grid.Muted, "")
	}
	for column := range c.shown {
		point := c.point(column)
		name := ""
		if spot != nil {
			name = spot(point)
		}
		for x := c.x0 + column*c.each; x < c.x0+(column+1)*c.each; x++ {
			for y := range rows {
				r, role := c.cell(column, half, half-y)
				if half == 1 && y != half && x != c.x(point) { // a point shows its digit only once
					r = ' '
				}
				g.Set(x, y, grid.Cell{Rune: r, Role: role, Spot: name})
			}
			if foot == rows {
				g.Set(x, foot, grid.Cell{Rune: ' ', Spot: name})
			}
		}
	}
	c.marks(g, foot, foot == rows)
	if axis {
		c.numbers(g, rows+1)
	}
	return g
}

// tens is the note that explains the digits of a graph with one row for each lead: a digit gives the tens of the chance in percent.
const tens = "7: 70%"

// widest is the maximum number of columns of a point.
const widest = 6

type chart struct {
	Review
	at    int
	x0    int // the column of the first point
	each  int // columns per point
	shown int // the number of points that have their own columns
}

// point returns the last point that a column shows.
func (c chart) point(column int) int { return (column+1)*len(c.Points)/c.shown - 1 }

// column returns the column that shows a point.
func (c chart) column(point int) int { return ((point+1)*c.shown+len(c.Points)-1)/len(c.Points) - 1 }

// x returns the column of the grid in the middle of a point's cells.
func (c chart) x(point int) int { return c.x0 + c.column(point)*c.each + (c.each-1)/2 }

// cell returns the character and role in a column, in the row that is up rows above the middle line; half is the number of rows above that line.
func (c chart) cell(column, half, up int) (rune, grid.Role) {
	point := c.point(column)
	here := c.at >= 0 && c.column(c.at) == column
	if point >= c.Judged {
		switch {
		case up == 0 && here:
			return '+', grid.Cursor
		case up == 0:
			return '·', grid.Muted
		}
		return ' ', grid.Plain
	}
	lead := 2*c.Points[point].Chance - 1
	level := int(math.Round(lead * float64(half)))
	if level == 0 && math.Abs(lead) >= 2*leads-1 {
		level = int(math.Copysign(1, lead))
	}
	switch {
	case up == 0 && here:
		return '┼', grid.Cursor
	case up == 0:
		return '─', grid.Muted
	case up > 0 && level >= up:
		return c.letter(0, half, lead), seatRole(c.Info.Seats[0], 0)
	case up < 0 && level <= up:
		return c.letter(1, half, -lead), seatRole(c.Info.Seats[1], 1)
	}
	return ' ', grid.Plain
}

// letter returns the character for a seat's lead: the letter of its colour or, if the lead has only one row, the tens digit of its chance in percent.
func (c chart) letter(seat, half int, lead float64) rune {
	if half == 1 {
		return '0' + rune(min(9, int(50+50*lead)/10))
	}
	return seatLetter(c.Info.Seats[seat], seat)
}

// marks writes the numbers of Turns into row y, each in its column or to the right of the previous number. If sign is true, it first writes the sign
// of the point at; a number may cover this sign.
func (c chart) marks(g grid.Grid, y int, sign bool) {
	put := func(x int, r rune, role grid.Role) {
		g.Set(x, y, grid.Cell{Rune: r, Role: role, Spot: g.At(x, y).Spot})
	}
	if c.at >= 0 && sign {
		put(c.x(c.at), '▴', grid.Cursor)
	}
	left := len(c.Turns)
	free := 0
	for i, t := range c.Turns {
		role := grid.Accent
		if t.Point == c.at {
			role = grid.Cursor
		}
		left--
		x := min(max(c.x(t.Point), free), g.W-1-left)
		put(x, '1'+rune(i), role)
		free = x + 1
	}
}

func (c chart) numbers(g grid.Grid, y int) {
	free := 0
	for i, p := range c.Points {
		text := fmt.Sprint(p.Turn)
		if i > 0 && (p.Turn%5 != 0 || p.Turn == c.Points[i-1].Turn) {
			continue
		}
		x := c.x(i)
		if x >= free && x+len(text) <= g.W {
			g.Put(x, y, text, grid.Muted, "")
			free = x + len(text) + 3
		}
	}
}

// Ink returns the colour in which a seat's lead is drawn: the seat's own colour, or else the colour for which it plays, or else scene.None.
func Ink(s game.Seat) scene.Colour {
	if s.Colour != scene.None {
		return s.Colour
	}
	return s.Aim
}

// seatRole returns the role in which a seat is drawn: its colour, or Accent or Last for a seat without one.
func seatRole(s game.Seat, seat int) grid.Role {
	switch c := Ink(s); {
	case c >= scene.Red && c <= scene.White:
		return grid.Red + grid.Role(c-scene.Red)
	case seat == 0:
		return grid.Accent
	}
	return grid.Last
}

// seatLetter returns the letter of a seat's colour, as boards write it, or its number, from 1, if it has no colour.
func seatLetter(s game.Seat, seat int) rune {
	if c := Ink(s); c >= scene.Red && c <= scene.White {
		return rune("rygcbpKW"[c-scene.Red])
	}
	return '1' + rune(seat)
}

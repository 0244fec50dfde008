package rules

import (
	"fmt"
	"strings"
)

// This is a second version of the game, plain and slow, written directly from the text of the rules: an array of
// colours.

type plainBoard struct {
	at     [Side][Side]Color // by row and column
	turn   Color
	count  int
	result Result
}

func plainFrom(p Position) *plainBoard {
	b := &plainBoard{turn: p.Turn(), result: p.Result()}
	for y := range Side {
		for x := range Side {
			b.at[y][x] = p.At(SquareAt(x, y))
			if b.at[y][x] != Empty {
				b.count++
			}
		}
	}
	return b
}

// plainNeighbour follows the list on the rules page, clockwise from upper left.
func plainNeighbour(x, y, d int) (nx, ny int, ok bool) {
	o := y % 2
	switch d {
	case 0:
		nx, ny = x-1+o, y-1
	case 1:
		nx, ny = x+o, y-1
	case 2:
		nx, ny = x+1, y
	case 3:
		nx, ny = x+o, y+1
	case 4:
		nx, ny = x-1+o, y+1
	case 5:
		nx, ny = x-1, y
	}
	return nx, ny, nx >= 0 && nx < Side && ny >= 0 && ny < Side
}

func (b *plainBoard) occupied(x, y, d int) bool {
	nx, ny, ok := plainNeighbour(x, y, d)
	return ok && b.at[ny][nx] != Empty
}

func (b *plainBoard) legal(x, y int) bool {
	if b.result != Running || b.at[y][x] != Empty {
		return false
	}
	for d := range 6 {
		if b.occupied(x, y, d) && b.occupied(x, y, (d+1)%6) {
			return true
		}
	}
	return false
}

func (b *plainBoard) moves(buf []Square) []Square {
	for y := range Side {
		for x := range Side {
			if b.legal(x, y) {
				buf = append(buf, Square(y*16+x))
			}
		}
	}
	return buf
}

// changes appends the changes by a piece placed on s, clockwise from upper left.
func (b *plainBoard) changes(s Square, buf []Change) []Change {
	goal := plainGoal(b.turn)
	for d := range 6 {
		x, y, ok := plainNeighbour(int(s)%16, int(s)/16, d)
		passed := 0
		for ok && b.at[y][x] == goal {
			x, y, ok = plainNeighbour(x, y, d)
			passed++
		}
		if !ok || b.at[y][x] == Empty {
			continue
		}
		c := Change{Square(y*16 + x), b.at[y][x], b.at[y][x], Direction(d), passed}
		if goal == White {
			c.New |= b.turn
		} else {
			c.New &= b.turn
		}
		if c.New != c.Old {
			buf = append(buf, c)
		}
	}
	return buf
}

func (b *plainBoard) play(s Square) {
	goal, result := plainGoal(b.turn), Win1
	if goal == Black {
		result = Win2
	}
	var buf [6]Change
	changes := b.changes(s, buf[:0])
	b.at[s/16][s%16] = b.turn
	for _, c := range changes {
		b.at[c.At/16][c.At%16] = c.New
	}
	for _, c := range changes {
		if b.row(c.At, goal) {
			b.result = result
		}
	}
	b.turn = plainNext(b.turn)
	b.count++
	if b.result == Running && b.count == 256 {
		b.result = Draw
	}
}

func plainGoal(c Color) Color {
	if c == Red || c == Green || c == Blue {
		return White
	}
	return Black
}

func plainNext(c Color) Color {
	wheel := [...]Color{Red, Yellow, Green, Cyan, Blue, Purple, Red}
	for i := range 6 {
		if wheel[i] == c {
			return wheel[i+1]
		}
	}
	panic("not on the wheel")
}

// row reports whether s is in a line of four or more of the goal colour.
func (b *plainBoard) row(s Square, goal Color) bool {
	for d := range 3 {
		if b.at[s/16][s%16] == goal && 1+b.line(s, d, goal)+b.line(s, d+3, goal) >= 4 {
			return true
		}
	}
	return false
}

// line counts the pieces of the goal colour from s in direction d, without s.
func (b *plainBoard) line(s Square, d int, goal Color) (n int) {
	x, y, ok := plainNeighbour(int(s)%16, int(s)/16, d)
	for ok && b.at[y][x] == goal {
		n++
		x, y, ok = plainNeighbour(x, y, d)
	}
	return n
}

func (b *plainBoard) perft(depth int) (leaves, wins uint64) {
	var buf [Squares]Square
	var next plainBoard
	for _, s := range b.moves(buf[:0]) {
		next = *b
		next.play(s)
		if depth > 1 {
			l, w := next.perft(depth - 1)
			leaves += l
			wins += w
			continue
		}
		leaves++
		if next.result == Win1 || next.result == Win2 {
			wins++
		}
	}
	return leaves, wins
}

// text writes the board as the vectors do.
func (b *plainBoard) text() string {
	var text string
	for y := range b.at {
		empty := 0
		for _, c := range b.at[y] {
			if c == Empty {
				empty++
				continue
			}
			if empty > 0 {
				text += fmt.Sprint(empty)
			}
			empty = 0
			text += "KrgybpcW"[c : c+1]
		}
		if empty > 0 {
			text += fmt.Sprint(empty)
		}
		text += "/"
	}
	return strings.TrimSuffix(text, "/")
}

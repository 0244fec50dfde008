package atom4_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/game"
)

// plain is a second, simple implementation of the rules that checks the claims of advice.
type plain struct {
	at   [16][16]int // by row, from the top, and column: the sum of red 1, green 2 and blue 4 light, or the constant nothing
	turn int
}

const nothing = -1

var plainColours = []string{"black", "red", "green", "yellow", "blue", "purple", "cyan", "white"}

func plainOf(t *testing.T, v game.View) plain {
	t.Helper()
	var sent struct{ Board, Turn, Move string }
	if err := json.Unmarshal([]byte(text(t, v)), &sent); err != nil {
		t.Fatal(err)
	}
	p := plain{turn: slices.Index(plainColours, sent.Turn)}
	for y, row := range strings.Split(sent.Board, "/") {
		x := 0
		for row != "" {
			digits := len(row) - len(strings.TrimLeft(row, "0123456789"))
			if n, err := strconv.Atoi(row[:digits]); err == nil {
				for ; n > 0; n-- {
					p.at[y][x] = nothing
					x++
				}
				row = row[digits:]
				continue
			}
			p.at[y][x] = strings.IndexByte("KrgybpcW", row[0])
			x++
			row = row[1:]
		}
	}
	if sent.Move != "" {
		p, _, _ = p.play(pointOf(sent.Move))
	}
	return p
}

// point is a vertex by its column and row from the upper left.
type point struct{ x, y int }

func pointOf(name string) point {
	row, _ := strconv.Atoi(name[1:])
	return point{int(name[0] - 'a'), 16 - row}
}

func (a point) String() string { return fmt.Sprintf("%c%d", 'a'+a.x, 16-a.y) }

// step returns the neighbour in one of the six directions, clockwise from upper left. It may lie beyond the edge.
func (a point) step(d int) point {
	o := a.y & 1
	return [...]point{{a.x - 1 + o, a.y - 1}, {a.x + o, a.y - 1}, {a.x + 1, a.y}, {a.x + o, a.y + 1}, {a.x - 1 + o, a.y + 1}, {a.x - 1, a.y}}[d]
}

// on returns the contents of a vertex: the constant nothing if the vertex is beyond the edge.
func (p *plain) on(a point) int {
	if a.x < 0 || a.x > 15 || a.y < 0 || a.y > 15 {
		return nothing
	}
	return p.at[a.y][a.x]
}

func (p *plain) moves() []point {
	var list []point
	for y := range 16 {
		for x := range 16 {
			a := point{x, y}
			for d := range 6 {
				if p.on(a) == nothing && p.on(a.step(d)) != nothing && p.on(a.step((d+1)%6)) != nothing {
					list = append(list, a)
					break
				}
			}
		}
	}
	return list
}

func additive(c int) bool { return c == 1 || c == 2 || c == 4 }

// goal returns the goal colour of the player who plays a colour.
func goal(c int) int {
	if additive(c) {
		return 7
	}
	return 0
}

// later returns the colour that follows c after the given number of turns.
func later(c, turns int) int {
	order := []int{1, 3, 2, 6, 4, 5}
	return order[(slices.Index(order, c)+turns)%6]
}

// play places a piece and returns the vertices that change and the completed rows, each from its left end.
func (p plain) play(s point) (next plain, changed []point, rows [][]point) {
	next = p
	next.at[s.y][s.x], next.turn = p.turn, later(p.turn, 1)
	for d := range 6 {
		a := s.step(d)
		for p.on(a) == goal(p.turn) {
			a = a.step(d)
		}
		old := p.on(a)
		mixed := old & p.turn
		if additive(p.turn) {
			mixed = old | p.turn
		}
		if old != nothing && mixed != old {
			next.at[a.y][a.x] = mixed
			changed = append(changed, a)
		}
	}
	for _, a := range changed {
		if next.on(a) != goal(p.turn) {
			continue
		}
		for d := 1; d <= 3; d++ {
			row := next.run(a, d, goal(p.turn))
			if len(row) >= 4 && !slices.ContainsFunc(rows, func(r []point) bool { return slices.Equal(r, row) }) {
				rows = append(rows, row)
			}
		}
	}
	return next, changed, rows
}

// run returns the pieces of a colour in line with a, in the direction d.
func (p *plain) run(a point, d, colour int) []point {
	for p.on(a.step((d+3)%6)) == colour {
		a = a.step((d + 3) % 6)
	}
	var row []point
	for ; p.on(a) == colour; a = a.step(d) {
		row = append(row, a)
	}
	return row
}

// wins returns the vertices where a colour would win if it were its turn, with the rows that it would complete.
func (p plain) wins(colour int) map[point][][]point {
	p.turn = colour
	won := map[point][][]point{}
	for _, s := range p.moves() {
		if _, _, rows := p.play(s); len(rows) > 0 {
			won[s] = rows
		}
	}
	return won
}

// forced reports whether the player to move can force a win within the given number of plies.
func (p *plain) forced(plies int) bool {
	moves := p.moves()
	for _, s := range moves {
		if _, _, rows := p.play(s); len(rows) > 0 {
			return true
		}
	}
	if plies >= 3 {
		for _, s := range moves {
			if next, _, _ := p.play(s); next.lost(plies - 1) {
				return true
			}
		}
	}
	return false
}

// lost reports whether the player to move loses within the given number of plies after any move.
func (p *plain) lost(plies int) bool {
	moves := p.moves()
	for _, s := range moves {
		next, _, rows := p.play(s)
		if len(rows) > 0 || !next.forced(plies-1) {
			return false
		}
	}
	return len(moves) > 0
}

// never reports whether nobody completes a line, whatever the players do.
func (p plain) never() bool {
	for _, s := range p.moves() {
		if next, _, rows := p.play(s); len(rows) > 0 || !next.never() {
			return false
		}
	}
	return true
}

// outcome returns 1 if the player to move can force a line, -1 if the other player can, and 0 if neither can.
func (p plain) outcome() int {
	moves, best := p.moves(), -1
	if len(moves) == 0 {
		return 0
	}
	for _, s := range moves {
		next, _, rows := p.play(s)
		if len(rows) > 0 {
			return 1
		}
		best = max(best, -next.outcome())
	}
	return best
}

// lineBetween returns the vertices from one vertex to another in the same line.
func lineBetween(t *testing.T, first, last string) []point {
	t.Helper()
	a, b := pointOf(first), pointOf(last)
	for d := range 6 {
		row := []point{a}
		for len(row) < 16 && row[len(row)-1] != b {
			row = append(row, row[len(row)-1].step(d))
		}
		if row[len(row)-1] == b {
			return row
		}
	}
	t.Fatalf("%s and %s are not in line", first, last)
	return nil
}

func (p *plain) count(list []point, colour int) (n int) {
	for _, a := range list {
		if p.on(a) == colour {
			n++
		}
	}
	return n
}

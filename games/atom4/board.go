package atom4

import (
	"sync"

	"attic/draw/grid"
	"attic/games/atom4/rules"
)

// Grid draws the board: a piece is its letter, a legal move is a dot, and other vertices are blank. The last move is in round brackets, each piece
// that it changed has a mark after it, and a winning row is in braces.
func (v view) Grid(w, h int) grid.Grid { return v.on(grid.FitHex(rules.Side, rules.Side, w, h)) }

// Near draws the pieces with a margin, and as much around them as fits. The margin is smaller if that makes room for the lattice.
func (v view) Near(w, h int) grid.Grid {
	if v.editing {
		return v.Grid(w, h)
	}
	var l grid.Hex
	for _, around := range []func(lowest, highest int) (first, last int){span, tight} {
		left, right, top, bottom := v.occupied(around)
		l = grid.FitPart(rules.Side, rules.Side, grid.Part{X: left, Y: top, Columns: right - left + 1, Rows: bottom - top + 1}, w, h)
		if l.Lattice() {
			break
		}
	}
	return v.on(l)
}

func (v view) on(l grid.Hex) grid.Grid {
	g := l.Draw()
	steps := v.steps()
	changed := map[rules.Square]bool{}
	for _, c := range v.changes {
		changed[c.At] = true
	}
	for i := range rules.Squares {
		s := rules.Square(i)
		cell, mark := grid.Cell{Rune: ' ', Spot: s.String(), Step: uint8(steps[s])}, ' '
		switch c := v.pos.At(s); {
		case c != rules.Empty:
			cell.Rune, cell.Role = rune(c.Letter()), roles[c]
			if changed[s] {
				mark = '\''
			}
		case v.pos.Legal(s) && l.Lattice():
			cell.Rune, cell.Role = '•', grid.Legal
		case v.editing && !l.Lattice():
			cell.Rune, cell.Role = '·', grid.Line
		case v.pos.Legal(s):
			cell.Rune, cell.Role = '·', grid.Legal
		default:
			cell.Rune, cell.Role = '─', grid.Line
			l.Crossing(g, s.X(), s.Y(), cell)
			continue
		}
		l.Vertex(g, s.X(), s.Y(), cell, mark)
	}
	if v.moved() {
		l.Ring(g, v.last.X(), v.last.Y(), "()", 1)
	}
	step := v.end()
	for _, row := range v.rows {
		for i, s := range row[1:] {
			l.Edge(g, point(row[i]), point(s), grid.Cell{Rune: '═', Role: grid.Last, Step: uint8(step)})
		}
		for _, s := range row {
			l.Ring(g, s.X(), s.Y(), "{}", step)
		}
	}
	return g
}

// reached returns the step in which a change is shown: the farther it is from the placed piece, the later.
func reached(c rules.Change) int { return c.Passed + 2 }

func (v view) end() int {
	end := 2
	for _, c := range v.changes {
		end = max(end, reached(c)+1)
	}
	return end
}

// steps returns the step of the last move's animation in which each vertex changes: the placed piece and the dots of legal moves in the first, then
// each piece that changes colour, in order.
func (v view) steps() (steps [rules.Squares]int) {
	if !v.moved() {
		return steps
	}
	for i := range rules.Squares {
		if s := rules.Square(i); v.before.Legal(s) != v.pos.Legal(s) {
			steps[s] = 1
		}
	}
	for _, c := range v.changes {
		steps[c.At] = reached(c)
	}
	return steps
}

// point returns the column and row of a vertex on the board.
func point(s rules.Square) grid.Point { return grid.Point{X: s.X(), Y: s.Y()} }

// picture is the game's picture; it shows a winning row.
var picture = sync.OnceValue(func() grid.Grid {
	g := grid.New(20, 5)
	for y, row := range []string{
		"     r   g {W }     ",
		"   y   c {W } p     ",
		" b   g {W } r   y   ",
		"   p {W } y   c     ",
		"     r   K   g      ",
	} {
		for x, r := range row {
			switch c, err := rules.ParseColor(string(r)); {
			case err == nil:
				g.Put(x, y, string(r)+" ", roles[c], "")
			case r != ' ':
				g.Put(x, y, string(r), grid.Last, "")
			}
		}
	}
	return g
})

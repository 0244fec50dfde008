package atom4

import (
	"fmt"
	"sync"

	"attic/games/atom4/rules"
	"attic/grid"
)

// size is a way to draw the board: how many columns and rows lie from one vertex to the next.
type size struct{ across, down int }

// sizes holds all sizes, the smallest first. Where there is a row between the rows of vertices
// the edges of the lattice are drawn. In the smallest size, neighbouring vertices share a bracket.
var sizes = []size{{3, 1}, {4, 1}, {4, 2}, {6, 2}, {6, 3}}

// textSize is the index in sizes of the size used in lines of text.
const textSize = 1

// fitting returns the largest size that fits into w columns and h rows, or that of lines of text if both are 0.
func fitting(w, h int) size {
	if w|h == 0 {
		return sizes[textSize]
	}
	fits := sizes[0]
	for _, z := range sizes[1:] {
		if z.width() <= w && z.height() <= h {
			fits = z
		}
	}
	return fits
}

// left returns how many columns left of a vertex's letter belong to the vertex, including the opening bracket.
// To the right of the letter there are always two: the mark and the closing bracket.
func (z size) left() int { return max(1, z.across/2-1) }

// coordinate is the width of the row numbers.
const coordinate = 2

func (z size) width() int  { return coordinate + z.left() + z.across*(rules.Side-1) + z.across/2 + 3 }
func (z size) height() int { return z.down*(rules.Side-1) + 2 }

// letter returns the cell of a vertex's letter.
func (z size) letter(s rules.Square) (x, y int) {
	return coordinate + z.left() + z.across*s.X() + z.across/2*(s.Y()%2), z.down * s.Y()
}

// Grid draws the board: a piece is its letter, a legal move a dot. The last move is in round brackets,
// each piece that it changed has a mark after it, and a winning row is in braces.
func (v view) Grid(w, h int) grid.Grid {
	z := fitting(w, h)
	b := board{grid.New(z.width(), z.height()), z}
	for i := range rules.Side {
		x, _ := z.letter(rules.SquareAt(i, 0))
		b.Put(x, z.height()-1, string(rune('a'+i)), grid.Muted, "")
		b.Put(0, z.down*i, fmt.Sprintf("%*d", coordinate, rules.Side-i), grid.Muted, "")
	}
	if z.down > 1 {
		b.lattice()
	}
	steps := v.steps()
	changed := map[rules.Square]bool{}
	for _, c := range v.changes {
		changed[c.At] = true
	}
	for i := range rules.Squares {
		s := rules.Square(i)
		switch c := v.pos.At(s); {
		case changed[s]:
			b.vertex(s, rune(c.Letter()), '\'', roles[c], steps[s])
		case c != rules.Empty:
			b.vertex(s, rune(c.Letter()), ' ', roles[c], steps[s])
		case v.pos.Legal(s):
			b.vertex(s, '·', ' ', grid.Legal, steps[s])
		default:
			b.vertex(s, ' ', ' ', grid.Plain, steps[s])
		}
	}
	if v.moved() {
		b.around(v.last, "()", 1)
	}
	step := len(v.changes) + 2
	for _, row := range v.rows {
		for i, s := range row[1:] {
			b.edge(row[i], s, '═', grid.Last, step)
		}
		for _, s := range row {
			b.around(s, "{}", step)
		}
	}
	return b.Grid
}

// steps returns in which step of showing the last move each vertex changes: the placed piece and the dots of legal
// moves in the first, then each piece that changes colour, in order.
func (v view) steps() (steps [rules.Squares]int) {
	if !v.moved() {
		return steps
	}
	for i := range rules.Squares {
		if s := rules.Square(i); v.before.Legal(s) != v.pos.Legal(s) {
			steps[s] = 1
		}
	}
	for i, c := range v.changes {
		steps[c.At] = i + 2
	}
	return steps
}

// board is a grid on which vertices are drawn in a size.
type board struct {
	grid.Grid
	size
}

// lattice draws all edges.
func (b board) lattice() {
	for i := range rules.Squares {
		s := rules.Square(i)
		for d := rules.Right; d <= rules.LowerLeft; d++ {
			if to, ok := s.Step(d); ok {
				b.edge(s, to, '─', grid.Line, 0)
			}
		}
	}
}

// edge draws the line between two adjacent vertices; level is its rune within a row. Cells that
// belong to a vertex are left alone.
func (b board) edge(from, to rules.Square, level rune, role grid.Role, step int) {
	x, y := b.letter(from)
	tx, ty := b.letter(to)
	if tx < x {
		x, y, tx, ty = tx, ty, x, y
	}
	put := func(x, y int, r rune) {
		if b.At(x, y).Spot == "" {
			b.Set(x, y, grid.Cell{Rune: r, Role: role, Step: uint8(step)})
		}
	}
	if y == ty {
		for x += 2; x < tx-1; x++ {
			put(x, y, level)
		}
		return
	}
	for k := 1; k < b.down; k++ {
		if along := k * b.across / (2 * b.down); ty > y {
			put(x+along, y+k, '╲')
		} else {
			put(x+along, y-k, '╱')
		}
	}
}

// vertex draws the contents of a vertex.
func (b board) vertex(s rules.Square, letter, mark rune, role grid.Role, step int) {
	x, y := b.letter(s)
	c := grid.Cell{Rune: ' ', Role: role, Step: uint8(step), Spot: s.String()}
	for i := x - b.left() + 1; i < x; i++ {
		b.Set(i, y, c)
	}
	c.Rune = letter
	b.Set(x, y, c)
	c.Rune = mark
	b.Set(x+1, y, c)
}

// around puts brackets around a vertex.
func (b board) around(s rules.Square, brackets string, step int) {
	x, y := b.letter(s)
	b.Set(x-b.left(), y, grid.Cell{Rune: rune(brackets[0]), Role: grid.Last, Step: uint8(step)})
	b.Set(x+2, y, grid.Cell{Rune: rune(brackets[1]), Role: grid.Last, Step: uint8(step)})
}

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

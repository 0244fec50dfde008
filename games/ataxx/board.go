package ataxx

import (
	"fmt"

	"attic/games/ataxx/rules"
	"attic/grid"
	"attic/internal/phrase"
)

// pieces says how what stands on a square is drawn.
var pieces = [...]struct {
	rune rune
	role grid.Role
}{
	rules.Empty:     {'.', grid.Muted},
	rules.RedPiece:  {'r', grid.Red},
	rules.BluePiece: {'b', grid.Blue},
	rules.Block:     {'#', grid.Plain},
}

const size = 7 // squares in a row or column of the board

// The rows that a square with its line takes in drawings with lines. It takes twice as many columns, so that
// it looks square.
const lowest, highest = 3, 6

// Grid draws the board, as large as it fits with lines between the squares, or in the smallest drawing of 31
// columns and 15 rows without lines. In each the last move's target stands in round brackets, and what it
// took has a mark behind it.
func (v view) Grid(w, h int) grid.Grid {
	for tall := highest; tall >= lowest; tall-- {
		if f := (frame{2 * tall, tall}); f.width() <= w && f.height() <= h {
			return v.lined(f)
		}
	}
	return v.small()
}

// small draws the board with four columns and two rows a square.
func (v view) small() grid.Grid {
	g := grid.New(31, 15)
	for i := range size {
		g.Put(0, 2*i, fmt.Sprint(size-i), grid.Muted, "")
		g.Put(3+4*i, 14, string(rune('a'+i)), grid.Muted, "")
	}
	for _, sq := range squares(rules.Board) {
		x, y := 3+4*sq.File(), 2*(size-sq.Rank())
		p := pieces[v.pos.At(sq)]
		g.Put(x, y, string(p.rune), p.role, sq.String())
		g.Put(x+1, y, " ", grid.Muted, sq.String())
		if v.took(sq) {
			g.Put(x+1, y, "'", grid.Last, sq.String())
		}
		if v.reached(sq) {
			bracket(g, x-1, y, '(')
			bracket(g, x+2, y, ')')
		}
	}
	v.step(g)
	return g
}

// took reports whether the last move took the piece on a square.
func (v view) took(sq rules.Square) bool { return v.moved && v.turned.Has(sq) }

// reached reports whether the last move went to a square.
func (v view) reached(sq rules.Square) bool {
	return v.moved && v.last != rules.Pass && v.last.To() == sq
}

// bracket draws one of the brackets around the last move's target.
func bracket(g grid.Grid, x, y int, r rune) {
	g.Set(x, y, grid.Cell{Rune: r, Role: grid.Last, Step: 1})
}

// step numbers what the last move changed: first the piece that moved, then what it took in reading order.
func (v view) step(g grid.Grid) {
	if !v.moved || v.last == rules.Pass {
		return
	}
	g.Step(v.last.To().String(), 1)
	if v.last.IsJump() {
		g.Step(v.last.From().String(), 1)
	}
	for i, name := range names(v.turned) {
		g.Step(name, 2+i)
	}
}

// frame is a drawing with lines: the columns and rows of a square with one line.
type frame struct{ wide, tall int }

func (f frame) width() int  { return 2 + size*f.wide + 1 }
func (f frame) height() int { return size*f.tall + 2 }

// corner returns the cell in which the lines left of a square and above it meet.
func (f frame) corner(sq rules.Square) (x, y int) {
	return 2 + f.wide*sq.File(), f.tall * (size - sq.Rank())
}

// middle returns the cell in which the letter on a square stands.
func (f frame) middle(sq rules.Square) (x, y int) {
	x, y = f.corner(sq)
	return x + f.wide/2, y + f.tall/2
}

// lined draws the board with lines. All cells between the lines belong to the square; a piece fills them but
// for one column on each side.
func (v view) lined(f frame) grid.Grid {
	g := grid.New(f.width(), f.height())
	f.drawLines(g)
	for i := range size {
		_, y := f.middle(rules.SquareAt(0, i+1))
		x, _ := f.middle(rules.SquareAt(i, 1))
		g.Put(0, y, fmt.Sprint(i+1), grid.Muted, "")
		g.Put(x, g.H-1, string(rune('a'+i)), grid.Muted, "")
	}
	for _, sq := range squares(rules.Board) {
		left, top := f.corner(sq)
		x, y := f.middle(sq)
		cell := v.pos.At(sq)
		p := pieces[cell]
		for dy := 1; dy < f.tall; dy++ {
			for dx := 1; dx < f.wide; dx++ {
				c := grid.Cell{Rune: ' ', Role: grid.Muted, Spot: sq.String()}
				if dx > 1 && dx < f.wide-1 {
					c.Role = p.role
					if cell == rules.Block {
						c.Rune = p.rune
					}
				}
				g.Set(left+dx, top+dy, c)
			}
		}
		if cell == rules.Empty {
			p.rune = '·'
		}
		g.Put(x, y, string(p.rune), p.role, sq.String())
		if v.took(sq) {
			g.Put(left+f.wide-1, y, "'", grid.Last, sq.String())
		}
		if v.reached(sq) {
			f.ring(g, sq)
		}
	}
	v.step(g)
	return g
}

// drawLines draws the lines between the squares and around the board.
func (f frame) drawLines(g grid.Grid) {
	corners := [3][]rune{[]rune("┌┬┐"), []rune("├┼┤"), []rune("└┴┘")}
	third := func(i int) int { // 0 at the beginning, 2 at the end, 1 between
		return min(i, 1) + i/size
	}
	for y := range size*f.tall + 1 {
		for x := range size*f.wide + 1 {
			r := ' '
			switch onColumn, onRow := x%f.wide == 0, y%f.tall == 0; {
			case onColumn && onRow:
				r = corners[third(y/f.tall)][third(x/f.wide)]
			case onColumn:
				r = '│'
			case onRow:
				r = '─'
			}
			g.Set(2+x, y, grid.Cell{Rune: r, Role: grid.Line})
		}
	}
}

// ring marks the last move's target: the lines around it, and round brackets beside it.
func (f frame) ring(g grid.Grid, sq rules.Square) {
	left, top := f.corner(sq)
	_, y := f.middle(sq)
	for dy := range f.tall + 1 {
		for dx := range f.wide + 1 {
			if (dx%f.wide == 0) == (dy%f.tall == 0) { // within, or a crossing with other lines
				continue
			}
			c := g.At(left+dx, top+dy)
			c.Role, c.Step = grid.Last, 1
			g.Set(left+dx, top+dy, c)
		}
	}
	bracket(g, left, y, '(')
	bracket(g, left+f.wide, y, ')')
}

// narrowest is the fewest columns of a panel.
const narrowest = 12

// Panel draws the score as a bar of all squares that are not blocked, with the numbers of pieces and empty
// squares below it, and then what matters in this part of the game.
func (v view) Panel(w, h int) grid.Grid {
	if w < narrowest || h < 2 {
		return grid.Grid{}
	}
	notes := v.notes(w)
	rows := min(2+len(notes), h)
	g := grid.New(w, rows)
	v.scoreBar(g)
	for i, note := range notes[:rows-2] {
		g.Put(0, 2+i, note, grid.Plain, "")
	}
	return g
}

// scoreBar draws the bar and its numbers in the first two rows: one cell a square where there is room.
func (v view) scoreBar(g grid.Grid) {
	red, blue, free := v.pos.Count(rules.Red), v.pos.Count(rules.Blue), v.pos.Empty()
	all := red + blue + free
	w := min(g.W, max(all, 1))
	length := func(n int) int {
		if n == 0 {
			return 0
		}
		return max(1, (2*n*w+all)/(2*all))
	}
	r, b := length(red), length(blue)
	for r+b > w || r+b == w && free > 0 { // an empty square is seen, however few there are
		if red >= blue {
			r--
		}
		if blue >= red {
			b--
		}
	}
	if free == 0 && blue > 0 {
		b = w - r
	}
	for x := range w {
		p := pieces[rules.Empty]
		p.rune = '-'
		if x < r {
			p = pieces[rules.RedPiece]
		} else if x >= w-b {
			p = pieces[rules.BluePiece]
		}
		g.Put(x, 0, string(p.rune), p.role, "")
	}
	w = max(w, narrowest)
	left, middle, right := fmt.Sprint(red), fmt.Sprint(free, " empty"), fmt.Sprint(blue)
	if len(left)+len(middle)+len(right)+2 > w {
		middle = fmt.Sprint(free)
	}
	g.Put(0, 1, left, grid.Plain, "")
	g.Put(max((w-len(middle))/2, len(left)+1), 1, middle, grid.Muted, "")
	g.Put(w-len(right), 1, right, grid.Plain, "")
}

// notes are the lines below the bar: in the set-up who begins and the blocks, then a warning of the end by
// jumps, and the final count.
func (v view) notes(w int) []string {
	fitting := func(long, short string) string {
		if len(long) <= w {
			return long
		}
		return short
	}
	switch clock, limit := v.pos.Clock(), rules.Guide.Limit(); {
	case v.setting:
		return append([]string{phrase.Capital(v.first.String()) + " begins"}, v.pattern(w)...)
	case v.pos.Over():
		red, blue := v.pos.Count(rules.Red), v.pos.Count(rules.Blue)
		return []string{fitting(fmt.Sprintf("Final count: red %d, blue %d", red, blue), fmt.Sprintf("Final %d:%d", red, blue))}
	case clock >= warnAt:
		return []string{fitting(fmt.Sprintf("Jumps %d of %d", clock, limit), fmt.Sprintf("Jumps %d/%d", clock, limit))}
	}
	return nil
}

// pattern writes the letters of the blocks in lines.
func (v view) pattern(w int) []string {
	letters, exact := v.pos.BlockPattern()
	letters = ordered(letters)
	switch {
	case v.pos.Blocks() == 0:
		letters = "none"
	case !exact:
		letters += "..."
	}
	line := "Blocks " + letters
	var lines []string
	for ; len(line) > w; line = line[w:] {
		lines = append(lines, line[:w])
	}
	return append(lines, line)
}

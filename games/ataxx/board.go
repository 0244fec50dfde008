package ataxx

import (
	"fmt"
	"strings"

	"attic/draw/grid"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

var pieces = [...]struct {
	rune rune
	role grid.Role
	name string
	is   string // follows the name of the square
}{
	rules.Empty:     {'.', grid.Muted, "empty", "is empty"},
	rules.RedPiece:  {'r', grid.Red, "red", "holds a red piece"},
	rules.BluePiece: {'b', grid.Blue, "blue", "holds a blue piece"},
	rules.Block:     {'#', grid.Plain, "blocked", "is blocked"},
}

const size = 7 // squares in a row or column of the board

// Grid draws the board as large as fits into w columns and h rows, with lines between the squares if there are at least 31 columns and 8 rows.
// The target of the last move is in round brackets, and each piece that it took has a mark after it.
func (v view) Grid(w, h int) grid.Grid {
	l := grid.Fit(size, size, w, h)
	l.Up = true
	g := l.Draw()
	for _, sq := range squares(rules.Board) {
		p, fill, x, y := pieces[v.pos.At(sq)], ' ', sq.File(), size-sq.Rank()
		switch cell := v.pos.At(sq); {
		case cell == rules.Empty && !l.Bare:
			p.rune, p.role = '·', grid.Line
		case cell == rules.Block && !l.Bare:
			p.rune, p.role, fill = '█', grid.Muted, '█'
		case cell == rules.Block:
			fill = p.rune
		}
		l.Square(g, x, y, grid.Cell{Rune: p.rune, Role: p.role, Spot: sq.String()}, fill)
		if v.took(sq) {
			l.Mark(g, x, y, grid.Cell{Rune: '\'', Role: grid.Last, Spot: sq.String()})
		}
		if v.reached(sq) {
			l.Ring(g, x, y)
		}
	}
	v.step(g)
	return g
}

func (v view) took(sq rules.Square) bool { return v.moved && v.turned.Has(sq) }

func (v view) reached(sq rules.Square) bool {
	return v.moved && v.last != rules.Pass && v.last.To() == sq
}

// step numbers the squares that the last move changed, as steps does; the square that a jump left is 1.
func (v view) step(g grid.Grid) {
	if !v.moved || v.last == rules.Pass {
		return
	}
	for sq, step := range v.steps() {
		g.Step(sq.String(), step)
	}
	if v.last.IsJump() {
		g.Step(v.last.From().String(), 1)
	}
}

// narrowest is the fewest columns of a panel.
const narrowest = 12

// Panel draws the score as a bar of all squares that are not blocked, with the numbers of pieces and empty squares below it, and notes on this
// part of the game.
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

// scoreBar draws the bar and its numbers in the first two rows, with one cell for each square if there is room.
func (v view) scoreBar(g grid.Grid) {
	red, blue, free := v.pos.Count(rules.Red), v.pos.Count(rules.Blue), v.pos.Empty()
	all := red + blue + free
	w := min(g.W, max(all, 1))
	g.Put(0, 0, strings.Repeat("─", w), grid.Line, "")
	g.Bar(0, 0, w, float64(red)/float64(max(all, 1)), grid.Cell{Rune: 'r', Role: grid.Red})
	g.Bar(w-1, 0, -w, float64(blue)/float64(max(all, 1)), grid.Cell{Rune: 'b', Role: grid.Blue})
	w = max(w, narrowest)
	left, middle, right := fmt.Sprint(red), fmt.Sprint(free, " empty"), fmt.Sprint(blue)
	if len(left)+len(middle)+len(right)+2 > w {
		middle = fmt.Sprint(free)
	}
	g.Put(0, 1, left, grid.Plain, "")
	g.Put(max((w-len(middle))/2, len(left)+1), 1, middle, grid.Muted, "")
	g.Put(w-len(right), 1, right, grid.Plain, "")
}

// notes returns the lines below the bar: during set-up the side that begins and the blocks, later a warning about too many jumps, and the
// final count.
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

package grid_test

import (
	"strings"
	"testing"

	"attic/draw/grid"
)

func TestTheLargestLatticeThatFits(t *testing.T) {
	for _, c := range []struct{ columns, rows, w, h, wide, high int }{
		{7, 7, 0, 0, 31, 15},
		{7, 7, 45, 22, 45, 16},
		{7, 7, 44, 22, 31, 15},
		{7, 7, 40, 14, 31, 8},
		{7, 7, 1, 1, 31, 8},
		{7, 7, 45, 23, 45, 23},
		{8, 8, 100, 34, 67, 34},
		{8, 8, 500, 500, 99, 50},
		{3, 2, 0, 0, 15, 5},
		{3, 2, 39, 14, 39, 14},
	} {
		g := grid.Fit(c.columns, c.rows, c.w, c.h).Draw()
		if g.W != c.wide || g.H != c.high {
			t.Errorf("%d by %d squares for %d by %d: %d by %d, want %d by %d", c.columns, c.rows, c.w, c.h, g.W, g.H, c.wide, c.high)
		}
	}
}

func TestLattices(t *testing.T) {
	draw := func(l grid.Lattice) string {
		g := l.Draw()
		l.Square(g, 0, 0, grid.Cell{Rune: 'o', Role: grid.Red, Spot: "a"}, ' ')
		l.Square(g, 1, 0, grid.Cell{Rune: 'x', Spot: "b"}, '#')
		l.Mark(g, 1, 0, grid.Cell{Rune: '!', Spot: "b"})
		l.Ring(g, 1, 0)
		for _, i := range g.Cells("b") {
			if c := g.At(i%g.W, i/g.W); strings.ContainsRune("│─", c.Rune) {
				t.Errorf("%c belongs to the square", c.Rune)
			}
		}
		return g.String()
	}
	bare := grid.Fit(2, 2, 0, 0)
	if got, want := draw(bare), "1  o  (x!)\n\n2\n\n   a   b\n"; got != want {
		t.Errorf("without lines:\n%s\nwant\n%s", got, want)
	}
	lined := grid.Fit(2, 1, 15, 5)
	lined.Up = true
	want := "  ┌─────┬─────┐\n1 │▄ o ▄│(#x#)│\n  │▀   ▀│ ### │\n  └─────┴─────┘\n     a     b\n"
	if got := draw(lined); got != want {
		t.Errorf("with lines:\n%s\nwant\n%s", got, want)
	}
}

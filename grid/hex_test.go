package grid_test

import (
	"strings"
	"testing"

	"attic/grid"
)

func TestHex(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want []string
	}{
		{0, 0, []string{" 2(x')", " 1", "   a   b"}},
		{1, 1, []string{" 2(x')", " 1", "   a  b"}},
		{12, 4, []string{" 2(x')", "    ╲ ╱ ╲", " 1     ─", "   a   b"}},
		{20, 4, []string{" 2( x')──", "     ╲  ╱  ╲", " 1       ───", "    a     b"}},
		{99, 99, []string{" 2( x')──", "     ╲   ╱ ╲", "      ╲ ╱   ╲", " 1       ───", "    a     b"}},
	} {
		l := grid.FitHex(2, 2, c.w, c.h)
		g := l.Draw()
		l.Vertex(g, 0, 0, grid.Cell{Rune: 'x', Spot: "a2"}, '\'')
		l.Ring(g, 0, 0, "()", 1)
		if got := g.String(); got != strings.Join(c.want, "\n")+"\n" {
			t.Errorf("in %d by %d:\n%s", c.w, c.h, got)
		}
	}
}

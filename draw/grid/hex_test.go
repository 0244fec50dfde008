package grid_test

import (
	"strings"
	"testing"

	"attic/draw/grid"
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
		{20, 9, []string{"", " 2(  x'─)─", "      ╲   ╱ ╲", "       ╲ ╱   ╲", " 1        ───", "", "     a     b"}},
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

// A part is drawn as large as possible, with the vertices around it for which there is room, and with its own
// coordinates.
func TestFitPart(t *testing.T) {
	for _, c := range []struct {
		w, h int
		part grid.Part // the part that is shown
		down int
	}{
		{0, 0, grid.Part{X: 0, Y: 0, Columns: 16, Rows: 16}, 1},
		{1, 1, grid.Part{X: 0, Y: 0, Columns: 16, Rows: 16}, 1},
		{60, 17, grid.Part{X: 3, Y: 5, Columns: 9, Rows: 8}, 2},
		{66, 20, grid.Part{X: 3, Y: 4, Columns: 10, Rows: 10}, 2},
		{79, 35, grid.Part{X: 3, Y: 5, Columns: 9, Rows: 8}, 4},
		{400, 200, grid.Part{X: 0, Y: 0, Columns: 16, Rows: 16}, 7},
	} {
		l := grid.FitPart(16, 16, grid.Part{X: 4, Y: 5, Columns: 8, Rows: 8}, c.w, c.h)
		g := l.Draw()
		if l.Shown != c.part || l.Down != c.down || l.Shows(c.part.X+c.part.Columns, 5) || l.Shows(-1, 5) {
			t.Errorf("in %d by %d: %+v, %d rows apart", c.w, c.h, l.Shown, l.Down)
		}
		if c.w > 60 && (g.W > c.w || g.H > c.h) {
			t.Errorf("in %d by %d the board is %d by %d", c.w, c.h, g.W, g.H)
		}
	}
}

func TestDisc(t *testing.T) {
	g := grid.New(11, 4)
	g.Put(1, 0, "╱", grid.Line, "")
	g.Put(3, 1, "x", grid.Plain, "")
	g.Disc(2, 3, 5, 4, grid.Cell{Role: grid.Red, Spot: "a"})
	g.Disc(8, 3, 5, 6, grid.Cell{Role: grid.Black, Spot: "b"})
	g.Set(2, 1, grid.Cell{Rune: 'r', Role: grid.Red})
	if got, want := g.String(), " ▄▄▄  ▄▀▀▀▄\n  r   █   █\n ▀▀▀  ▀▄▄▄▀\n\n"; got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
	for _, c := range []struct {
		x, y int
		role grid.Role
	}{{1, 0, grid.RedEdge}, {0, 1, grid.Red}, {3, 2, grid.RedEdge}, {7, 2, grid.BlackRim}, {6, 2, grid.BlackEdge}, {8, 1, grid.Black}} {
		if got := g.At(c.x, c.y).Role; got != c.role {
			t.Errorf("cell %d,%d has role %d, want %d", c.x, c.y, got, c.role)
		}
	}
	g.Disc(2, 3, 5, 4, grid.Cell{Role: grid.Blue})
	if line, text := g.At(1, 0).Under, g.At(3, 1).Under; line != '╱' || text != 0 {
		t.Errorf("a piece covers %q and %q, want a line and nothing", rune(line), rune(text))
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		w     int
		share float64
		want  string
	}{
		{8, 0, "\n"},
		{8, 1, "rrrrrrrr\n"},
		{8, 0.001, "r\n"},
		{8, 0.3, "rr▍\n"},
		{8, 0.5, "rrrr\n"},
		{-8, 0.3, "     ▐rr\n"},
		{-8, 1, "rrrrrrrr\n"},
		{-8, 0.26, "      rr\n"},
	} {
		g, x := grid.New(8, 1), 0
		if c.w < 0 {
			x = 7
		}
		g.Bar(x, 0, c.w, c.share, grid.Cell{Rune: 'r', Role: grid.Red})
		if got := g.String(); got != c.want {
			t.Errorf("%v of %d: %q, want %q", c.share, c.w, got, c.want)
		}
	}
}

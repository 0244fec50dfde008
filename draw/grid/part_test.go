package grid

import "testing"

func TestPart(t *testing.T) {
	l := Lattice{Columns: 4, Rows: 3, Wide: 4, Tall: 2, Bare: true, Up: true}
	g := l.Draw()
	for row := range 3 {
		for column := range 4 {
			l.Square(g, column, row, Cell{Rune: rune('A' + 4*row + column), Spot: string(rune('a'+column)) + string(rune('3'-row))}, ' ')
		}
	}
	l.Ring(g, 1, 1)
	for _, c := range []struct {
		what  string
		spots []string
		want  string
	}{
		{"with the frame and the brackets around a spot", []string{"b2", "c1"}, "2  (F ) G\n\n1   J   K\n\n    b   c\n"},
		{"one spot", []string{"d3"}, "3   D\n\n    d\n"},
		{"all of it", nil, g.String()},
		{"a spot that does not exist", []string{"z9"}, g.String()},
	} {
		if got := g.Part(c.spots...).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

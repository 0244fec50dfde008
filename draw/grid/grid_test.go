package grid_test

import (
	"strings"
	"testing"

	"attic/draw/grid"
)

// board is a grid of three spots side by side, of three cells each; the last cell of a spot is
// free.
func board() grid.Grid {
	g := grid.New(10, 2)
	for i, spot := range []string{"a1", "b1", "c1"} {
		g.Put(3*i, 0, " o ", grid.Muted, spot)
	}
	g.Put(0, 1, "á→😀", grid.Plain, "")
	return g
}

func TestPutFillsCells(t *testing.T) {
	g := board()
	if got, want := g.String(), " o  o  o\ná→😀\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := g.At(4, 0), (grid.Cell{Rune: 'o', Role: grid.Muted, Spot: "b1"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := g.At(9, 0), (grid.Cell{Rune: ' '}); got != want {
		t.Errorf("a cell never drawn is %+v, want %+v", got, want)
	}
	if got := g.At(1, 1).Rune; got != '→' {
		t.Errorf("a cell is one character, not one byte: %q", got)
	}
}

// Wide characters take two cells, marks share the cell of their letter, and half a character is a
// blank.
func TestPutMeasuresCharacters(t *testing.T) {
	line := func(g grid.Grid) string {
		var cells []string
		for x := range g.W {
			text, ok := grid.Char(g.Row(0), x)
			if !ok {
				text = string(g.At(x, 0).Rune)
			}
			cells = append(cells, text)
		}
		return strings.Join(cells, "|")
	}
	g := grid.New(7, 1)
	g.Put(0, 0, "漢e\u0301👍🏽x", grid.Title, "a1")
	if got, want := line(g), "漢||e\u0301|👍||x| "; got != want || g.String() != "漢e\u0301👍x\n" {
		t.Errorf("%q, want %q; %q", got, want, g)
	}
	if c := g.At(1, 0); c.Role != grid.Title || c.Spot != "a1" {
		t.Errorf("the second cell of a wide character is %+v", c)
	}
	g.Put(1, 0, "-", grid.Plain, "")
	g.Put(3, 0, "+", grid.Plain, "")
	if got, want := line(g), " |-|e\u0301|+| |x| "; got != want {
		t.Errorf("with parts overwritten %q, want %q", got, want)
	}
	cut := grid.New(4, 1)
	cut.Put(0, 0, "漢字", grid.Plain, "")
	part := grid.New(3, 1)
	part.Draw(0, 0, cut)
	if got, want := line(part), "漢|| "; got != want {
		t.Errorf("cut off %q, want %q", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a wide character fits into the last column")
		}
	}()
	cut.Put(3, 0, "漢", grid.Plain, "")
}

// However many different letters with marks there are, each shows at least its letter.
func TestLettersWithMarksAreBounded(t *testing.T) {
	g := grid.New(1, 1)
	for i := range 1 << 16 {
		g.Put(0, 0, string([]rune{'a' + rune(i%26), 0x300 + rune(i/26%64), 0x300 + rune(i/26/64)}), grid.Plain, "")
		if got := []rune(g.String())[0]; got != 'a'+rune(i%26) {
			t.Fatalf("the %dth is %q", i, got)
		}
	}
}

func TestCellsOutsidePanic(t *testing.T) {
	for name, f := range map[string]func(grid.Grid){
		"left":        func(g grid.Grid) { g.At(-1, 0) },
		"right":       func(g grid.Grid) { g.At(10, 0) },
		"above":       func(g grid.Grid) { g.At(0, -1) },
		"below":       func(g grid.Grid) { g.At(0, 2) },
		"text beyond": func(g grid.Grid) { g.Put(8, 0, "abc", grid.Plain, "") },
		"the empty":   func(grid.Grid) { grid.Grid{}.At(0, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f(board())
		})
	}
}

func TestMark(t *testing.T) {
	g := board()
	marked := g.Mark(grid.Mark{Spot: "b1", Rune: 'x', Role: grid.Red}, grid.Mark{Spot: "c1", Rune: 'y'}, grid.Mark{Spot: "z9", Rune: 'z'})
	if got, want := marked.String(), " o  ox oy\ná→😀\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := marked.At(5, 0), (grid.Cell{Rune: 'x', Role: grid.Red, Spot: "b1"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := g.String(); got != board().String() {
		t.Errorf("marking changed the grid itself: %q", got)
	}
}

func TestLayers(t *testing.T) {
	over := grid.Empty(10, 2)
	over.Put(1, 0, "-+", grid.Beam, "")
	g := board()
	g.Layers = []grid.Layer{{Name: "beams", Label: "Beams", Key: "x", Grid: over}}

	l, ok := g.Layer("beams")
	if !ok || l.Label != "Beams" {
		t.Fatalf("%+v, %v", l, ok)
	}
	if _, ok := g.Layer("other"); ok {
		t.Error("Layer finds a layer that does not exist")
	}
	with := g.With(l)
	if got, want := with.String(), " -+ o  o\ná→😀\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := with.At(0, 0); got != g.At(0, 0) {
		t.Errorf("an empty cell of the layer changed the one below to %+v", got)
	}
	if got := g.String(); got != board().String() {
		t.Errorf("laying over changed the grid itself: %q", got)
	}
}

func TestStringTrimsOnlyTheEndsOfLines(t *testing.T) {
	g := grid.New(6, 3)
	g.Put(2, 1, "a", grid.Plain, "")
	if got, want := g.String(), "\n  a\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (grid.Grid{}).String(); got != "" {
		t.Errorf("the zero grid is %q", got)
	}
}

// A mark with Place replaces the contents of a spot, even of a spot with several rows.
func TestMarkInPlace(t *testing.T) {
	for _, c := range []struct {
		name        string
		rows        []string
		place, side string
	}{
		{"a letter", []string{"o "}, "x \n", "ox\n"},
		{"a letter in the middle", []string{" o "}, " x\n", " ox\n"},
		{"a letter out of the middle", []string{"   o  "}, "   x\n", "   o x\n"},
		{"with a mark behind it", []string{"o'"}, "x'\n", "ox\n"},
		{"a blank", []string{"    "}, " x\n", "   x\n"},
		{"several rows", []string{"     ", "  o  ", "     "}, "\n  x\n\n", "\n  o x\n\n"},
		{"several blank rows", []string{"    ", "    "}, " x\n\n", "   x\n\n"},
		{"filled", []string{"###", "###", "###"}, "###\n#x#\n###\n", "###\n##x\n###\n"},
	} {
		g := grid.New(len(c.rows[0]), len(c.rows))
		for y, row := range c.rows {
			g.Put(0, y, row, grid.Muted, "a1")
		}
		if got, want := g.Mark(grid.Mark{Spot: "a1", Rune: 'x', Place: true}).String(), strings.ReplaceAll(c.place, " \n", "\n"); got != want {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
		if got := g.Mark(grid.Mark{Spot: "a1", Rune: 'x'}).String(); got != c.side {
			t.Errorf("%s, beside it: %q, want %q", c.name, got, c.side)
		}
	}
}

func TestDrawCutsOffWhatDoesNotFit(t *testing.T) {
	on := grid.Empty(3, 2)
	on.Put(0, 0, "abc", grid.Red, "a1")
	on.Put(0, 1, "d", grid.Blue, "")
	on.Put(2, 1, "f", grid.Blue, "")
	for _, c := range []struct {
		x, y int
		want string
	}{
		{0, 0, "abc..\nd.f..\n.....\n"},
		{-1, 1, ".....\nbc...\n.f...\n"},
		{3, 2, ".....\n.....\n...ab\n"},
		{1, -1, ".d.f.\n.....\n.....\n"},
		{9, 9, ".....\n.....\n.....\n"},
	} {
		g := grid.New(5, 3)
		for y := range 3 {
			g.Put(0, y, ".....", grid.Muted, "")
		}
		g.Draw(c.x, c.y, on)
		if got := g.String(); got != c.want {
			t.Errorf("at %d,%d: %q, want %q", c.x, c.y, got, c.want)
		}
	}
	g := grid.New(5, 3)
	g.Draw(1, 1, on)
	if got, want := g.At(1, 1), (grid.Cell{Rune: 'a', Role: grid.Red, Spot: "a1"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSetAndStep(t *testing.T) {
	g := board()
	want := grid.Cell{Rune: 'q', Role: grid.Bad, Step: 3, Spot: "d4"}
	g.Set(9, 0, want)
	if got := g.At(9, 0); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, c := range []struct {
		step int
		want uint8
	}{{2, 2}, {300, 255}, {-1, 0}} {
		g.Step("b1", c.step)
		for x := range g.W {
			if got := g.At(x, 0).Step; g.At(x, 0).Spot == "b1" && got != c.want || g.At(x, 0).Spot == "a1" && got != 0 {
				t.Errorf("step %d: column %d changes in step %d", c.step, x, got)
			}
		}
	}
}

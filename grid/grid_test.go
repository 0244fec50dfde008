package grid_test

import (
	"testing"

	"attic/grid"
)

// board is three spots side by side, of three cells each; the last cell of a spot is free.
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
		t.Errorf("what was never put is %+v, want %+v", got, want)
	}
	if got := g.At(2, 1).Rune; got != '😀' {
		t.Errorf("a cell is one rune, not one byte: %q", got)
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
		t.Error("there is a layer that was never made")
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

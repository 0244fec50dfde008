package qr_test

import (
	"strings"
	"testing"

	library "rsc.io/qr"

	"attic/draw/grid"
	"attic/draw/qr"
)

const link = "http://192.168.100.200:7117/#k4m2p7x9q3w5"

// read returns the modules of a drawing without the border, with dark modules as #.
func read(g grid.Grid, on qr.Terminal, border int) []string {
	dark := func(x, y int) bool { // whether the module at x, y, counted with the border, is dark
		drawn := false
		if on.ASCII {
			cell := g.At(2*x, y)
			drawn = cell.Rune == '#' || cell.Role == grid.Black
		} else {
			drawn = strings.ContainsRune([]string{"█▀", "█▄"}[y%2], g.At(x, y/2).Rune)
		}
		return drawn == (!on.Mono || on.Light)
	}
	w, h := g.W, 2*g.H-1
	if on.ASCII {
		w, h = g.W/2, g.H
	}
	var rows []string
	for y := border; y < h-border; y++ {
		row := ""
		for x := border; x < w-border; x++ {
			if dark(x, y) {
				row += "#"
			} else {
				row += " "
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// A drawn code has the modules that the library encodes, on every kind of terminal and with every border.
func TestGrid(t *testing.T) {
	want, err := library.Encode(link, library.M)
	if err != nil {
		t.Fatal(err)
	}
	code := qr.Encode(link)
	if code.Size != want.Size {
		t.Fatalf("a code of %d modules, want %d", code.Size, want.Size)
	}
	var rows []string
	for y := range want.Size {
		row := make([]byte, want.Size)
		for x := range row {
			row[x] = ' '
			if want.Black(x, y) {
				row[x] = '#'
			}
		}
		rows = append(rows, string(row))
	}
	for _, on := range []qr.Terminal{{}, {ASCII: true}, {Mono: true}, {Mono: true, Light: true}, {ASCII: true, Mono: true}, {ASCII: true, Mono: true, Light: true}} {
		for _, border := range []int{qr.Quiet, qr.Narrow} {
			g := code.Grid(border, on)
			if w, h := code.Room(border, on); g.W != w || g.H != h {
				t.Errorf("%+v: %d x %d, want %d x %d", on, g.W, g.H, w, h)
			}
			if got := read(g, on, border); strings.Join(got, "\n") != strings.Join(rows, "\n") {
				t.Errorf("%+v, border %d:\n%s\nwant\n%s", on, border, strings.Join(got, "\n"), strings.Join(rows, "\n"))
			}
		}
	}
}

// A code has the widest border that fits.
func TestFit(t *testing.T) {
	code := qr.Encode(link) // 29 modules
	for _, c := range []struct {
		w, h, border int
		ok           bool
	}{{80, 24, qr.Quiet, true}, {37, 19, qr.Quiet, true}, {36, 19, qr.Narrow, true}, {33, 17, qr.Narrow, true}, {33, 16, 0, false}, {32, 17, 0, false}} {
		if border, ok := code.Fit(c.w, c.h, qr.Terminal{}); border != c.border || ok != c.ok {
			t.Errorf("%d x %d: border %d, %v", c.w, c.h, border, ok)
		}
	}
	if _, ok := qr.Encode(strings.Repeat("x", 3000)).Fit(1000, 1000, qr.Terminal{}); ok {
		t.Error("a text that is too long has a code")
	}
}

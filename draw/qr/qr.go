// Package qr makes QR codes for the cameras of phones, and draws them in characters.
package qr

import (
	"rsc.io/qr/coding"

	"attic/draw/grid"
)

// Code is a QR code: a square of dark and light modules. The zero Code is empty.
type Code struct {
	Size int // modules on a side; 0: there is no code
	made *coding.Code
}

// Quiet and Narrow are widths, in modules, of the light border around a code: Quiet is that of the standard, Narrow the least that cameras
// need.
const Quiet, Narrow = 4, 2

// Encode returns the smallest code for a text, with as much error correction as this size has room for. The code is empty if the text is
// longer than about 2,900 bytes.
func Encode(text string) Code {
	bytes := coding.String(text)
	for v := coding.Version(coding.MinVersion); v <= coding.MaxVersion; v++ {
		for level := coding.H; level >= coding.L; level-- {
			if bytes.Bits(v) > v.DataBytes(level)*8 {
				continue
			}
			plan, err := coding.NewPlan(v, level, 0)
			if err != nil {
				return Code{}
			}
			made, err := plan.Encode(bytes)
			if err != nil {
				return Code{}
			}
			return Code{made.Size, made}
		}
	}
	return Code{}
}

// Dark reports whether a module is dark; modules outside the code are light.
func (c Code) Dark(x, y int) bool { return c.made != nil && c.made.Black(x, y) }

// Terminal lists the limits of a terminal that shows a code in characters.
type Terminal struct {
	ASCII bool // no blocks: each module takes two columns of a row; otherwise two modules share a cell
	Mono  bool // no colours: characters stand for the light modules,
	Light bool // or, if Light is set, on a light background, for the dark modules
}

// Room returns the columns and rows of a code with a border.
func (c Code) Room(border int, on Terminal) (w, h int) {
	side := c.Size + 2*border
	if on.ASCII {
		return 2 * side, side
	}
	return side, (side + 1) / 2
}

// Fit returns the widest border with which a code fits into columns and rows, and whether there is one.
func (c Code) Fit(columns, rows int, on Terminal) (border int, ok bool) {
	for _, border := range []int{Quiet, Narrow} {
		if w, h := c.Room(border, on); c.Size > 0 && w <= columns && h <= rows {
			return border, true
		}
	}
	return 0, false
}

// Grid draws a code with a border, dark on light whatever the theme.
func (c Code) Grid(border int, on Terminal) grid.Grid {
	w, h := c.Room(border, on)
	g := grid.New(w, h)
	drawn := !on.Mono || on.Light // whether characters stand for dark modules
	for y := range h {
		for x := range w {
			cell := grid.Cell{Rune: ' ', Role: grid.White}
			switch {
			case on.ASCII:
				dark := c.Dark(x/2-border, y-border)
				if !on.Mono && dark { // black ground, since a letter would not fill the cell
					cell.Role = grid.Black
				} else if on.Mono && dark == drawn {
					cell.Rune = '#'
				}
			default:
				halves := [2]bool{c.Dark(x-border, 2*y-border) == drawn, c.Dark(x-border, 2*y+1-border) == drawn}
				cell.Rune = blocks[halves]
			}
			g.Set(x, y, cell)
		}
	}
	return g
}

// blocks maps the filled halves of a cell, upper and lower, to characters.
var blocks = map[[2]bool]rune{{false, false}: ' ', {true, false}: '▀', {false, true}: '▄', {true, true}: '█'}

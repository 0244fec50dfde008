// Package palettetest lists themes and measures their colours, for tests.
package palettetest

import (
	"math"

	"attic/draw/palette"
)

// Looks returns each theme with each board, by both names.
func Looks() map[string]palette.Theme {
	list := map[string]palette.Theme{}
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		for _, board := range palette.Boards() {
			list[name+", "+board] = theme.On(board)
		}
	}
	return list
}

// Contrast returns the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21.
func Contrast(a, b palette.Colour) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns the relative luminance of a colour as WCAG 2 defines it, from 0 (black) to 1 (white).
func luminance(c palette.Colour) float64 {
	part := func(v uint8) float64 {
		if v := float64(v) / 255; v > 0.04045 {
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	r, g, b := c.RGB()
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

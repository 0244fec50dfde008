package term

import (
	"fmt"
	"unicode/utf8"

	"attic/desk"
	"attic/grid"
	"attic/internal/prose"
)

// canvas is the screen while it is drawn. What can be clicked is a cell whose spot is a place of the board
// or one of the spots that package desk names.
type canvas struct{ grid grid.Grid }

func newCanvas(w, h int) *canvas { return &canvas{grid.New(w, h)} }

// put writes text as far as there is room in the row.
func (c *canvas) put(x, y int, text string, role grid.Role) { c.putSpot(x, y, text, role, "") }

func (c *canvas) putSpot(x, y int, text string, role grid.Role, spot string) {
	if y < 0 || y >= c.grid.H || x >= c.grid.W || x < 0 {
		return
	}
	c.grid.Put(x, y, clip(text, c.grid.W-x), role, spot)
}

// button writes a key and what it does, to be clicked, and returns its width.
func (c *canvas) button(x, y, w int, b button) {
	spot := desk.ButtonSpot + b.Key
	shown := b.shown()
	if shown == "" { // without a key
		c.putSpot(x, y, clip("["+b.Label+"]", w), grid.Key, spot)
		return
	}
	c.putSpot(x, y, clip(shown, w), grid.Key, spot)
	if room := w - width(shown) - 1; room > 0 {
		c.putSpot(x+width(shown), y, " ", grid.Button, spot)
		c.putSpot(x+width(shown)+1, y, clip(b.Label, room), grid.Button, spot)
	}
}

// small says what the terminal is too small for.
func (c *canvas) small() {
	text := fmt.Sprintf("attic needs %d columns and %d rows; here are %d and %d.\n", leastW, leastH, c.grid.W, c.grid.H) +
		"Make the window larger and the game goes on; q leaves and keeps it."
	for y, line := range wrap(text, c.grid.W) {
		c.put(0, y, line, grid.Plain)
	}
}

// button is something to press.
type button desk.Button

// shown returns the key as it is written on a screen.
func (b button) shown() string { return desk.KeyName(b.Key) }

func (b button) width() int {
	if b.shown() == "" {
		return width(b.Label) + 2
	}
	return width(b.shown()) + 1 + width(b.Label)
}

func width(text string) int { return utf8.RuneCountInString(text) }

// clip cuts text to at most w columns, with dots where something is missing.
func clip(text string, w int) string {
	if width(text) <= w {
		return text
	}
	runes := []rune(text)
	if w < 1 {
		return ""
	}
	return string(runes[:w-1]) + "…"
}

// wrap breaks text into lines of at most w columns at blanks. What follows a broken line is indented as
// that line is, or as its second column if it has columns.
func wrap(text string, w int) []string { return prose.Wrap(text, w) }

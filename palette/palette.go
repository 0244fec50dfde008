// Package palette turns the roles of cells into colours.
package palette

import (
	"strings"

	"attic/grid"
)

// ansi holds the escape code of each role in the 16 colours that every colour terminal has. What has a
// background is not bold: many terminals turn bold black into grey, which nobody reads on green. "" leaves
// the terminal's own colours.
var ansi = [grid.Roles]string{
	grid.Muted:  "\x1b[90m",
	grid.Legal:  "\x1b[32m",
	grid.Last:   "\x1b[1;33m",
	grid.Good:   "\x1b[1;32m",
	grid.Bad:    "\x1b[1;31m",
	grid.Beam:   "\x1b[36m",
	grid.Accent: "\x1b[1;34m",
	grid.Red:    "\x1b[97;41m",
	grid.Yellow: "\x1b[30;103m",
	grid.Green:  "\x1b[30;42m",
	grid.Cyan:   "\x1b[30;106m",
	grid.Blue:   "\x1b[97;44m",
	grid.Purple: "\x1b[97;45m",
	grid.Black:  "\x1b[97;40m",
	grid.White:  "\x1b[30;107m",
}

// ANSI returns the grid as lines of text coloured for a terminal of 16 colours.
func ANSI(g grid.Grid) string {
	var b strings.Builder
	for y := range g.H {
		last := -1
		for x := range g.W {
			if c := g.At(x, y); c.Rune != ' ' || coloured(c) {
				last = x
			}
		}
		code := ""
		for x := 0; x <= last; x++ {
			c := g.At(x, y)
			if want := ansi[c.Role]; want != code {
				if code != "" {
					b.WriteString("\x1b[0m")
				}
				b.WriteString(want)
				code = want
			}
			b.WriteRune(c.Rune)
		}
		if code != "" {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// coloured reports whether a blank cell shows by its background.
func coloured(c grid.Cell) bool { return c.Role >= grid.Red }

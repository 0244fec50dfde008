// Package palette turns the roles of cells and the colours of scenes into real colours. It contains the themes, writes grids with escape codes
// for terminals, and draws grids as SVG pictures.
package palette

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"attic/draw/grid"
	"attic/draw/prose"
)

// Depth is the number of colours that a terminal has.
type Depth uint8

// The depths.
const (
	None    Depth = iota // no colours, only bold and reverse
	Eight                // 8 colours
	Sixteen              // 8 colours and 8 bright ones
	Indexed              // 256 colours
	True                 // 24 bits
)

// Painter turns grids into text with escape codes for a terminal.
type Painter struct {
	Theme Theme
	Depth Depth
	ASCII bool // write ASCII only
	Own   bool // paint the theme's own background instead of keeping the terminal's
}

// Paint returns the grid as g.H lines with line feeds between them. Every line resets its colours at its end, so
// it can be printed anywhere. With Own, all lines are g.W columns long; otherwise trailing blanks are
// left out.
func (p Painter) Paint(g grid.Grid) string {
	var codes [grid.Roles]string
	var known, filled [grid.Roles]bool
	for role := range grid.Roles {
		filled[role] = p.Theme.Style(role).Filled()
	}
	var b strings.Builder
	b.Grow(3 * g.W * g.H) // most runes for lines and blocks have three bytes
	blocks := !p.ASCII && p.Depth > None
	for y := range g.H {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := g.Row(y)
		for n := len(row); !p.Own && n > 0 && visible(row[n-1].Rune) == ' ' && !filled[row[n-1].Role]; n-- {
			row = row[:n-1]
		}
		code := ""
		for i := range row {
			c := &row[i]
			if !known[c.Role] {
				codes[c.Role], known[c.Role] = p.code(c.Role), true
			}
			if want := codes[c.Role]; want != code {
				if code != "" {
					b.WriteString(reset)
				}
				b.WriteString(want)
				code = want
			}
			if text, ok := grid.Char(row, i); ok {
				b.WriteString(p.char(text))
				continue
			}
			r := visible(c.Rune)
			switch part := c.Role.Solid(); {
			case c.Under != 0 && (part && !blocks || r == ' ' && p.Depth == None):
				r = rune(c.Under)
			case part:
				r = solid(r, blocks)
			}
			if p.ASCII {
				r = ASCII(r)
			}
			if r < utf8.RuneSelf {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(r)
			}
		}
		if code != "" {
			b.WriteString(reset)
		}
	}
	return b.String()
}

// char returns a character that has several runes or takes two cells. With ASCII set, it returns the letter without marks, or a question mark
// for each column.
func (p Painter) char(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); p.ASCII && text != "" {
		return prose.Pad(string(ASCII(first)), prose.Width(text))
	}
	return text
}

const reset = "\x1b[0m"

// solid returns the rune of a cell that is a part of a solid; blocks is set if the terminal has blocks and colours.
func solid(r rune, blocks bool) rune {
	switch letter := r <= '~' && r != ' '; {
	case blocks && letter:
		return '█'
	case !blocks && !letter:
		return ' '
	}
	return r
}

// visible returns r, or a blank for cells that were never drawn and for control characters, which could be escape codes.
func visible(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return ' '
	}
	return r
}

// code returns the escape code of a role, or "" if the role needs none.
func (p Painter) code(role grid.Role) string {
	var list []string
	if role.Solid() && p.Depth == None {
		return ""
	}
	switch p.Depth {
	case None:
		list = append(list, uncoloured[role])
	case Eight:
		list = append(list, p.own(p.Theme.eight[grid.Plain]), p.Theme.eight.of(role))
	case Sixteen:
		list = append(list, p.own(p.Theme.sixteen[grid.Plain]), p.Theme.sixteen.of(role))
	default:
		list = p.exact(role)
	}
	params := strings.Trim(strings.Join(list, ";"), ";")
	if params == "" {
		return ""
	}
	return "\x1b[" + params + "m"
}

// own returns base, the parameters of the theme's background, if the theme's background is painted, otherwise "". The parameters of a role come
// after base and override it.
func (p Painter) own(base string) string {
	if p.Own {
		return base
	}
	return ""
}

// exact returns the parameters of a role for 256 colours or more.
func (p Painter) exact(role grid.Role) []string {
	var list []string
	style := p.Theme.Style(role)
	if style.Bold {
		list = append(list, "1")
	}
	if role != grid.Plain || p.Own {
		list = append(list, p.colour(38, style.Ink))
	}
	switch {
	case style.Filled():
		list = append(list, p.colour(48, style.Ground))
	case p.Own:
		list = append(list, p.colour(48, p.Theme.Background))
	}
	return list
}

// colour returns the parameters that set the ink (what = 38) or the ground (what = 48).
func (p Painter) colour(what int, c Colour) string {
	if p.Depth == Indexed {
		index, _ := c.Indexed()
		return fmt.Sprintf("%d;5;%d", what, index)
	}
	r, g, b := c.RGB()
	return fmt.Sprintf("%d;2;%d;%d;%d", what, r, g, b)
}

// ANSI returns the grid as lines of text, each ended by a line feed, in the default theme for a terminal with 16 colours.
// It keeps the background of the terminal.
func ANSI(g grid.Grid) string {
	if g.H == 0 {
		return ""
	}
	return Painter{Theme: themes()[0], Depth: Sixteen}.Paint(g) + "\n"
}

// ascii maps characters that a terminal without Unicode lacks to replacements. Characters that can appear in the same cell have different
// replacements.
var ascii = map[rune]rune{
	'·': '.', '•': '*', '…': '~', '×': 'x', '°': 'o', '–': '-', '—': '-', '’': '\'', '“': '"', '”': '"',
	'✓': 'v', '✗': 'X', '♪': '&', '☼': '*',

	'─': '-', '│': '|', '┌': '+', '┐': '+', '└': '+', '┘': '+', '├': '+', '┤': '+', '┬': '+', '┴': '+', '┼': '+',
	'━': '=', '┃': '|', '═': '=', '║': '"',
	'╌': '~', '╎': ':', '╭': ',', '╮': ',', '╰': '`', '╯': '\'', // corners of dashed lines
	'╱': '/', '╲': '\\', '╳': 'X',

	'▸': '>', '◂': '<', '▴': '^', '▾': 'v', '▶': '>', '◀': '<', '▲': '^', '▼': 'v', '△': 'A', '▽': 'V',
	'→': '>', '←': '<', '↑': '^', '↓': 'v',

	'▏': ' ', '▎': ' ', '▍': ' ', '▋': ' ', '▊': ' ', '▉': ' ', '▕': ' ', // parts of a solid's last cell
	'█': '#', '▓': '%', '▒': '+', '░': ':', '▌': '|', '▐': '|', '▀': '"', '▄': '_',
	'■': '#', '□': '.', '●': '@', '○': 'o', '◆': '#', '◇': 'o', '◯': 'O',
}

// ASCII returns the ASCII character that replaces r: r itself if it is ASCII, '?' if there is no replacement.
func ASCII(r rune) rune {
	if r <= '~' {
		return r
	}
	if a, ok := ascii[r]; ok {
		return a
	}
	return '?'
}

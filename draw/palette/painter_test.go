package palette_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/dev/palettetest"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/game"
	"attic/games"
)

var depths = []palette.Depth{palette.None, palette.Eight, palette.Sixteen, palette.Indexed, palette.True}

// painters returns all combinations of a painter's fields.
func painters() []palette.Painter {
	var list []palette.Painter
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		for _, depth := range depths {
			for _, own := range []bool{false, true} {
				for _, ascii := range []bool{false, true} {
					list = append(list, palette.Painter{Theme: theme, Depth: depth, Own: own, ASCII: ascii})
				}
			}
		}
	}
	return list
}

func name(p palette.Painter) string {
	return fmt.Sprintf("%s, depth %d, own %t, ascii %t", p.Theme.Name, p.Depth, p.Own, p.ASCII)
}

// Without escape codes, the output of Paint is the text of the grid.
func TestCodesChangeNoCharacter(t *testing.T) {
	for _, g := range games.All() {
		s, err := g.New(game.Setup{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			moves := game.MovesOf(s)
			if s, _, err = s.Play(moves[len(moves)/2].Text); err != nil {
				t.Fatal(err)
			}
		}
		board := s.View(game.Nobody).Grid(100, 40)
		for _, p := range painters() {
			board := board
			if p.ASCII || p.Depth == palette.None {
				board = unsolid(board)
			}
			want := board.String()
			if p.ASCII {
				want = strings.Map(func(r rune) rune {
					if r == '\n' {
						return r
					}
					return palette.ASCII(r)
				}, want)
			}
			if got := plain(p.Paint(board) + "\n"); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", name(p), got, want)
			}
		}
	}
}

// unsolid returns a grid whose solids are blank.
func unsolid(g grid.Grid) grid.Grid {
	g = g.Mark()
	for y := range g.H {
		for x := range g.W {
			if c := g.At(x, y); c.Role.Solid() {
				g.Set(x, y, grid.Cell{Rune: ' '})
			}
		}
	}
	return g
}

func TestLinesStandForThemselves(t *testing.T) {
	g := grid.New(8, 3)
	g.Put(0, 0, "ab", grid.Red, "")
	g.Put(2, 0, "cd", grid.Cursor, "")
	g.Put(6, 2, "e", grid.Last, "")
	for _, p := range painters() {
		lines := strings.Split(p.Paint(g), "\n")
		if len(lines) != g.H {
			t.Errorf("%s: %d lines", name(p), len(lines))
		}
		for _, line := range lines {
			codes := code.FindAllString(line, -1)
			if len(codes) > 0 && codes[len(codes)-1] != "\x1b[0m" {
				t.Errorf("%s: the line does not reset its colour: %q", name(p), line)
			}
			if n := len(code.ReplaceAllString(line, "")); p.Own && n != g.W || !p.Own && strings.HasSuffix(line, " ") {
				t.Errorf("%s: a line of %d cells: %q", name(p), n, line)
			}
		}
	}
}

func TestALineOfOneRoleHasOneCode(t *testing.T) {
	g := grid.New(8, 1)
	g.Put(0, 0, "a  bc  d", grid.Blue, "")
	for _, p := range painters() {
		if n := len(code.FindAllString(p.Paint(g), -1)); n > 2 {
			t.Errorf("%s: %d codes, want one and one reset", name(p), n)
		}
	}
}

func TestBlanksOnAGroundAreKept(t *testing.T) {
	g := grid.New(4, 1)
	g.Put(0, 0, "a ", grid.Red, "")
	theme, _ := palette.Find("dark")
	if got, want := (palette.Painter{Theme: theme, Depth: palette.Sixteen}).Paint(g), "\x1b[97;41ma \x1b[0m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Cells that have never been drawn, and cells with control characters, are painted as blanks: only roles produce escape codes.
func TestControlCharactersAreBlanks(t *testing.T) {
	g := grid.Empty(5, 1)
	for x, r := range []rune{0, 0x1b, 0x9b, '\n', 'a'} {
		g.Set(x, 0, grid.Cell{Rune: r})
	}
	for _, p := range painters() {
		if got := code.ReplaceAllString(p.Paint(g), ""); got != "    a" {
			t.Errorf("%s: %q", name(p), got)
		}
	}
}

func TestDepthsWriteTheirColours(t *testing.T) {
	theme, _ := palette.Find("dark")
	g := grid.New(1, 1)
	for _, c := range []struct {
		depth palette.Depth
		own   bool
		role  grid.Role
		want  string
	}{
		{palette.None, false, grid.Bad, "x"},
		{palette.None, true, grid.Red, "x"},
		{palette.None, false, grid.Cursor, "\x1b[7mx\x1b[0m"},
		{palette.Eight, false, grid.Plain, "x"},
		{palette.Eight, false, grid.Legal, "\x1b[32mx\x1b[0m"},
		{palette.Eight, true, grid.Legal, "\x1b[37;40;32mx\x1b[0m"},
		{palette.Sixteen, true, grid.Plain, "\x1b[97;40mx\x1b[0m"},
		{palette.Sixteen, true, grid.Red, "\x1b[97;40;97;41mx\x1b[0m"},
		{palette.Indexed, false, grid.Legal, "\x1b[38;5;78mx\x1b[0m"},
		{palette.Indexed, true, grid.Legal, "\x1b[38;5;78;48;5;233mx\x1b[0m"},
		{palette.True, false, grid.Plain, "x"},
		{palette.True, false, grid.Legal, "\x1b[38;2;108;207;142mx\x1b[0m"},
		{palette.True, true, grid.Plain, "\x1b[38;2;232;234;242;48;2;18;20;28mx\x1b[0m"},
		{palette.True, true, grid.Yellow, "\x1b[1;38;2;0;0;0;48;2;242;211;60mx\x1b[0m"},
	} {
		g.Put(0, 0, "x", c.role, "")
		if got := (palette.Painter{Theme: theme, Depth: c.depth, Own: c.own}).Paint(g); got != c.want {
			t.Errorf("depth %d, own %t, role %d: %q, want %q", c.depth, c.own, c.role, got, c.want)
		}
	}
}

func TestASCII(t *testing.T) {
	for r := ' '; r <= '~'; r++ {
		if palette.ASCII(r) != r {
			t.Errorf("%q becomes %q", r, palette.ASCII(r))
		}
	}
	for r := rune(0x7f); r < 0x3000; r++ {
		if a := palette.ASCII(r); a < ' ' || a > '~' {
			t.Errorf("%q becomes %q", r, a)
		}
	}
	if got := palette.ASCII('名'); got != '?' {
		t.Errorf("a character without a replacement becomes %q", got)
	}
}

// In ASCII, characters that can appear in the same cell stay different, and every character that the program draws has a replacement.
func TestASCIIKeepsApartWhatMeansDifferentThings(t *testing.T) {
	for what, list := range map[string]string{
		"judgements, notes, atoms": "✓✗@o=!~+-. ",
		"arrows":                   "→←↑↓",
		"signs before a line":      "▸▾· ",
		"pointers":                 "▸◂▴▾",
		"solid and dashed lines":   "─│┼╌╎╭╰╯",
		"edges":                    "─╱╲═ ",
		"empty and full":           "█▓▒░·",
		"legal, piece, mark":       "·•×'#",
	} {
		var seen []rune
		for _, r := range list {
			a := palette.ASCII(r)
			if a == '?' || slices.Contains(seen, a) {
				t.Errorf("%s: %q becomes %q, which is blank or the replacement of another of them", what, r, a)
			}
			seen = append(seen, a)
		}
	}
	for _, r := range "·─│┌┐└┘├┤┬┴┼╌╎╭╮╰╯╱╲✓✗▸◂▴▾•…♪×█░→←↑↓═" {
		if palette.ASCII(r) == '?' {
			t.Errorf("%q is lost", r)
		}
	}
}

// The parts of a solid have the colour of its piece. Without colours or blocks they are blank, and a letter stands for a whole cell.
func TestSolids(t *testing.T) {
	theme, _ := palette.Find("dark")
	g := grid.New(3, 1)
	for x, r := range []rune("▄r▍") {
		g.Set(x, 0, grid.Cell{Rune: r, Role: grid.RedEdge})
	}
	for _, c := range []struct {
		p    palette.Painter
		want string
	}{
		{palette.Painter{Depth: palette.True}, "\x1b[38;2;229;72;77m▄█▍\x1b[0m"},
		{palette.Painter{Depth: palette.Sixteen}, "\x1b[31m▄█▍\x1b[0m"},
		{palette.Painter{Depth: palette.Eight, ASCII: true}, "\x1b[31m r \x1b[0m"},
		{palette.Painter{Depth: palette.None}, " r "},
	} {
		if c.p.Theme = theme; c.p.Paint(g) != c.want {
			t.Errorf("depth %d, ASCII %t: %q, want %q", c.p.Depth, c.p.ASCII, c.p.Paint(g), c.want)
		}
	}
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		for role := grid.Red; role <= grid.White; role++ {
			edge, piece := theme.Style(role.Edge()), theme.Style(role)
			if edge.Filled() || role < grid.Black && edge.Ink != piece.Ground {
				t.Errorf("%s: the edge of piece %d is %v", name, role, edge)
			}
			if r := palettetest.Contrast(edge.Ink, theme.Background); role >= grid.Black && r < 3 {
				t.Errorf("%s: the rim of piece %d has a contrast of %.1f", name, role, r)
			}
		}
	}
}

// A round piece hides the lines below only if it is visible: without blocks, its edge shows the lines, and without colours, the whole piece does.
func TestLinesBelowPieces(t *testing.T) {
	g := grid.New(2, 1)
	g.Set(0, 0, grid.Cell{Rune: '▄', Role: grid.RedEdge, Under: '╱'})
	g.Set(1, 0, grid.Cell{Rune: ' ', Role: grid.Red, Under: '╲'})
	for _, c := range []struct {
		depth palette.Depth
		ascii bool
		want  string
	}{
		{palette.True, false, "▄ "}, {palette.Sixteen, true, "/ "}, {palette.None, false, "╱╲"}, {palette.None, true, `/\\`[:2]},
	} {
		theme, _ := palette.Find("dark")
		painted := palette.Painter{Theme: theme, Depth: c.depth, ASCII: c.ascii}.Paint(g)
		if got := code.ReplaceAllString(painted, ""); got != c.want {
			t.Errorf("depth %d, ASCII %t: %q, want %q", c.depth, c.ascii, got, c.want)
		}
	}
}

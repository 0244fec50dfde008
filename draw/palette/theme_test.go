package palette_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"attic/dev/palettetest"
	"attic/draw/grid"
	"attic/draw/palette"
	"attic/draw/scene"
)

func TestRatioIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b palette.Colour
		want float64
	}{
		{0x000000, 0xffffff, 21}, {0xffffff, 0xffffff, 1}, {0x767676, 0xffffff, 4.54}, {0xff0000, 0xffffff, 4.0},
	} {
		if got := palettetest.Contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%v on %v is %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestThemesAreFoundByName(t *testing.T) {
	names := palette.Themes()
	if strings.Join(names, " ") != "dark light contrast" {
		t.Errorf("%q", names)
	}
	for _, name := range names {
		if theme, ok := palette.Find(name); !ok || theme.Name != name {
			t.Errorf("%q is %q, %t", name, theme.Name, ok)
		}
	}
	if _, ok := palette.Find("pink"); ok {
		t.Error("Find finds a theme that does not exist")
	}
}

// Text and the letters on pieces are readable in every theme, with all colours and with 256.
func TestThemesAreReadable(t *testing.T) {
	indexed := func(c palette.Colour) palette.Colour { _, near := c.Indexed(); return near }
	same := func(c palette.Colour) palette.Colour { return c }
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		least := 4.5
		if name == "contrast" {
			least = 7
		}
		for role := range grid.RedEdge {
			least := least
			if name == "contrast" && role >= grid.Red { // these letters are bold, and red has to remain red
				least = 6
			}
			style := theme.Style(role)
			ground := theme.Background
			if style.Filled() {
				ground = style.Ground
			}
			if role == grid.Line { // lines carry no information
				least = 1.5
			}
			for depth, shown := range map[string]func(palette.Colour) palette.Colour{"true": same, "indexed": indexed} {
				if r := palettetest.Contrast(shown(style.Ink), shown(ground)); r < least {
					t.Errorf("%s, %s: role %d has a contrast of %.2f, less than %.1f", name, depth, role, r, least)
				}
			}
		}
		for role := grid.Red; role < grid.RedEdge; role++ {
			for other := grid.Red; other < role; other++ {
				if indexed(theme.Style(role).Ground) == indexed(theme.Style(other).Ground) {
					t.Errorf("%s: pieces %d and %d are equal with 256 colours", name, other, role)
				}
			}
			if !theme.Style(role).Filled() {
				t.Errorf("%s: piece %d has no ground", name, role)
			}
		}
	}
}

// The squares and the lines of every board are visible in every theme.
func TestGridsAreSeen(t *testing.T) {
	for name, theme := range palettetest.Looks() {
		for _, c := range []struct {
			what       string
			shown, on  palette.Colour
			ofTerminal bool
		}{
			{"a square in its frame", theme.Colour(scene.Square), theme.Colour(scene.Frame), false},
			{"a block beside a square", theme.Colour(scene.Block), theme.Colour(scene.Square), false},
			{"a line of a lattice", theme.Colour(scene.Grid), theme.Colour(scene.Plate), false},
			{"a line", theme.Colour(scene.Line), theme.Background, false},
			{"a line on a panel", theme.Colour(scene.Line), theme.Colour(scene.Panel), false},
			{"a line of characters", theme.Style(grid.Line).Ink, theme.Background, true},
		} {
			if r := palettetest.Contrast(c.shown, c.on); r < 1.5 {
				t.Errorf("%s: %s has a contrast of %.2f", name, c.what, r)
			}
			if _, shown := c.shown.Indexed(); c.ofTerminal && palettetest.Contrast(shown, c.on) < 1.5 {
				t.Errorf("%s: %s is invisible with 256 colours", name, c.what)
			}
		}
	}
}

// The mark of the spot pointed at is visible on every board and its frame, by its lines or the halo around them, and so are the crosses on
// blocks.
func TestMarksOnBoardsAreSeen(t *testing.T) {
	for name, theme := range palettetest.Looks() {
		for _, ground := range []palette.Colour{theme.Colour(scene.Frame), theme.Colour(scene.Square), theme.Colour(scene.Plate)} {
			r := palettetest.Contrast(theme.Style(grid.Accent).Ink, ground)
			if theme.Colour(scene.Halo) != 0 {
				r = max(r, palettetest.Contrast(theme.Colour(scene.Halo), ground))
			}
			if r < 3 {
				t.Errorf("%s: a cursor on %v has a contrast of %.2f", name, ground, r)
			}
		}
		if r := palettetest.Contrast(theme.Colour(scene.On(scene.Block)), theme.Colour(scene.Block)); r < 4 {
			t.Errorf("%s: a cross on a block has a contrast of %.2f", name, r)
		}
	}
}

// A theme has its first board if the name of a board is unknown.
func TestBoardsAreFoundByName(t *testing.T) {
	dark, _ := palette.Find("dark")
	names := palette.Boards()
	if strings.Join(names, " ") != "plain wood ink" {
		t.Errorf("%q", names)
	}
	for _, name := range names {
		if got := dark.On("ink").On(name).Board.Name; got != name {
			t.Errorf("the board %s is %s", name, got)
		}
	}
	if dark.On("glass") != dark || dark.On("wood") == dark {
		t.Error("an unknown board is not the first one, or all are the same")
	}
}

// A theme has the colours of all its boards. In every theme, only the boards of wood have grain, and the grain is visible.
func TestColoursOnBoards(t *testing.T) {
	for _, name := range palette.Themes() {
		theme, _ := palette.Find(name)
		for i, board := range palette.Boards() {
			on := theme.On(board)
			for c := range scene.Colours / scene.Boards {
				if got, want := theme.Colour(scene.Colour(c).OnBoard(i)), on.Colour(scene.Colour(c)); got != want {
					t.Errorf("%s: the colour %d on %s is %v, want %v", name, c, board, got, want)
				}
			}
			if grained := on.Colour(scene.Grain) != 0; grained != palette.Grained(i) || grained != (board == "wood") {
				t.Errorf("%s: the board %s has grain: %t", name, board, grained)
			}
			for _, ground := range []palette.Colour{on.Colour(scene.Square), on.Colour(scene.Plate)} {
				if r := palettetest.Contrast(on.Colour(scene.Grain), ground); on.Colour(scene.Grain) != 0 && r < 1.3 {
					t.Errorf("%s, %s: the grain has a contrast of %.2f", name, board, r)
				}
			}
		}
	}
	if c := scene.On(scene.Frame).OnBoard(2); scene.On(scene.Frame.OnBoard(2)) != c || scene.Text.OnBoard(2) != scene.Text {
		t.Error("letters on a board are not on that board, or text is")
	}
}

func TestIndexedIsTheNearestColour(t *testing.T) {
	for _, c := range []struct {
		colour  palette.Colour
		index   uint8
		nearest palette.Colour
	}{
		{0x000000, 16, 0x000000},
		{0xffffff, 231, 0xffffff},
		{0xff0000, 196, 0xff0000},
		{0x12141c, 233, 0x121212},
		{0x808080, 244, 0x808080},
		{0x5f87af, 67, 0x5f87af},
	} {
		if index, nearest := c.colour.Indexed(); index != c.index || nearest != c.nearest {
			t.Errorf("%v is %d, %v, want %d, %v", c.colour, index, nearest, c.index, c.nearest)
		}
	}
}

// The 16 colours of the Linux console, which shows bold as bright, and of xterm, in which that is a setting.
var (
	console = [16]palette.Colour{
		0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
		0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
	}
	xterm = [16]palette.Colour{
		0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
	}
)

// shown returns the numbers of the colours in which a terminal with 16 colours shows text after a code.
func shown(code string, boldIsBright bool) (ink, ground int) {
	bold, reverse := false, false
	for _, p := range regexp.MustCompile(`\d+`).FindAllString(code, -1) {
		switch n, _ := strconv.Atoi(p); {
		case n == 1:
			bold = true
		case n == 7:
			reverse = true
		case n >= 30 && n <= 37:
			ink = n - 30
		case n >= 40 && n <= 47:
			ground = n - 40
		case n >= 90 && n <= 97:
			ink = n - 90 + 8
		case n >= 100 && n <= 107:
			ground = n - 100 + 8
		}
	}
	if bold && boldIsBright && ink < 8 {
		ink += 8
	}
	if reverse {
		return ground, ink
	}
	return ink, ground
}

// Terminals choose their 8 and 16 colours themselves; with the colours of the two terminals above, all text is readable.
func TestFewColoursAreReadable(t *testing.T) {
	for _, p := range painters() {
		if !p.Own || p.ASCII || p.Depth != palette.Eight && p.Depth != palette.Sixteen {
			continue
		}
		seen := map[int]grid.Role{}
		for role := range grid.RedEdge {
			g := grid.New(1, 1)
			g.Put(0, 0, "x", role, "")
			code, _, _ := strings.Cut(p.Paint(g), "x")
			for _, term := range []struct {
				name         string
				colours      [16]palette.Colour
				boldIsBright bool
			}{{"console", console, true}, {"xterm", xterm, true}, {"xterm, bold not bright", xterm, false}} {
				ink, ground := shown(code, term.boldIsBright)
				least := 3.0
				if role == grid.Muted || role == grid.Line {
					least = 2.5 // bright black is the best grey available
				}
				if r := palettetest.Contrast(term.colours[ink], term.colours[ground]); r < least {
					t.Errorf("%s, %s: role %d, %q, has a contrast of %.2f", name(p), term.name, role, code, r)
				}
			}
			if role < grid.Red {
				continue
			}
			_, ground := shown(code, false)
			if other, ok := seen[ground]; ok {
				t.Errorf("%s: pieces %d and %d have the same ground", name(p), other, role)
			}
			seen[ground] = role
			if strings.Contains(code, "\x1b[1;") || strings.Contains(code, ";1;") {
				t.Errorf("%s: the letters on piece %d are bold, which many terminals show in another colour", name(p), role)
			}
		}
	}
}

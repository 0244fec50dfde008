package term

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"attic/dev/race"
	"attic/draw/palette"
)

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"", 0, ""},
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"abcd", 0, ""},
		{"abcd", -2, ""},
		{"·─│é", 4, "·─│é"},
		{"·─│é", 3, "·─…"},
	} {
		if got := clip(c.text, c.w); got != c.want {
			t.Errorf("%q in %d columns is %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

func TestKeyName(t *testing.T) {
	for _, c := range []struct {
		want string
		key  uv.Key
	}{
		{"u", uv.Key{Code: 'u', Text: "u"}},
		{"U", uv.Key{Code: 'u', Text: "U", Mod: uv.ModShift}},
		{"U", uv.Key{Code: 'u', Text: "U", Mod: uv.ModCapsLock}},
		{":", uv.Key{Code: ';', ShiftedCode: ':', Text: ":", Mod: uv.ModShift}},
		{"é", uv.Key{Code: 'é', Text: "é"}},
		{"7", uv.Key{Code: uv.KeyKp7, Text: "7"}},
		{"space", uv.Key{Code: uv.KeySpace, Text: " "}},
		{"enter", uv.Key{Code: uv.KeyEnter}},
		{"enter", uv.Key{Code: uv.KeyEnter, Text: "\r"}},
		{"tab", uv.Key{Code: uv.KeyTab}},
		{"esc", uv.Key{Code: uv.KeyEscape}},
		{"backspace", uv.Key{Code: uv.KeyBackspace}},
		{"up", uv.Key{Code: uv.KeyUp}},
		{"shift+up", uv.Key{Code: uv.KeyUp, Mod: uv.ModShift}},
		{"pgup", uv.Key{Code: uv.KeyPgUp}},
		{"pgdown", uv.Key{Code: uv.KeyPgDown}},
		{"home", uv.Key{Code: uv.KeyHome}},
		{"end", uv.Key{Code: uv.KeyEnd}},
		{"f1", uv.Key{Code: uv.KeyF1}},
		{"f5", uv.Key{Code: uv.KeyF5}},
		{"ctrl+r", uv.Key{Code: 'r', Mod: uv.ModCtrl}},
		{"ctrl+c", uv.Key{Code: 'c', Mod: uv.ModCtrl}},
	} {
		if got := keyName(c.key); got != c.want {
			t.Errorf("%+v is %q, want %q", c.key, got, c.want)
		}
	}
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		name string
		kind Ability
		most palette.Depth
	}{
		{"", Dumb, palette.None},
		{"dumb", Dumb, palette.None},
		{"DUMB", Dumb, palette.None},
		{"xterm", Full, palette.True},
		{"xterm-256color", Full, palette.True},
		{"XTERM-256COLOR", Full, palette.True},
		{"xterm-kitty", Full, palette.True},
		{"xterm-nobody-has-heard-of", Full, palette.True},
		{"screen", Full, palette.True},
		{"screen-256color", Full, palette.True},
		{"tmux-256color", Full, palette.True},
		{"linux", Full, palette.Eight},
		{"rxvt-unicode-256color", Full, palette.True},
		{"vt100", Full, palette.None},
		{"vt220", Full, palette.None},
		{"alacritty", Full, palette.True},
		{"foot", Full, palette.True},
		{"wezterm", Full, palette.True},
		{"ghostty", Full, palette.True},
		{"foot-8color", Full, palette.Eight},
		{"nobody-has-heard-of", Unknown, palette.None},
		{"../../etc/passwd", Unknown, palette.None},
	} {
		if kind, most := AbilityOf(c.name); kind != c.kind || most != c.most {
			t.Errorf("%q is %d, colours %d; want %d, %d", c.name, kind, most, c.kind, c.most)
		}
	}
}

// On a board of squares, each cursor key moves the cursor to the neighbour on that side, in every size tested.
func TestWalkOnSquares(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		d := sit(t, "ataxx", size[0], size[1])
		d.do("b") // while blocks are set, the cursor can go to all squares
		for x := range 7 {
			for y := range 7 {
				for key, step := range map[string][2]int{"4": {-1, 0}, "6": {1, 0}, "8": {0, -1}, "2": {0, 1}, "7": {-1, -1}, "9": {1, -1}, "1": {-1, 1}, "3": {1, 1}, "left": {-1, 0}, "right": {1, 0}, "up": {0, -1}, "down": {0, 1}, "home": {-1, -1}, "end": {-1, 1}} {
					from := square(x, y)
					d.play().Cursor.Cursors["blocks"], d.play().Cursor.Aim = from, -1
					d.press(key)
					want := from
					if to := [2]int{x + step[0], y - step[1]}; to[0] >= 0 && to[0] < 7 && to[1] >= 0 && to[1] < 7 {
						want = square(to[0], to[1])
					}
					if got := d.play().Cursor.Cursors["blocks"]; got != want {
						t.Errorf("%v: %s from %s leads to %s, want %s", size, key, from, got, want)
					}
				}
			}
		}
	}
}

func square(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

// On the lattice of Atom-4, the keys 4 and 6 go along the row; 7, 9, 1 and 3 go along a slanting line to the adjacent vertex; and 8
// and 2 undo each other.
func TestWalkOnTheLattice(t *testing.T) {
	race.Plain(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		d := sit(t, "atom4", size[0], size[1])
		d.press(wholeKey)
		p := d.play()
		from := func(spot, keys string) string {
			p.Cursor.Cursors[p.Cursor.Track], p.Cursor.Aim = spot, -1
			d.press(keys)
			return p.Cursor.Cursors[p.Cursor.Track]
		}
		for x := range 16 {
			for y := range 16 {
				spot := square(x, y)
				shift := 1 - y%2 // odd rows are half a step to the right
				for key, to := range map[string][2]int{
					"4": {x - 1, y}, "6": {x + 1, y},
					"7": {x - 1 + shift, y + 1}, "9": {x + shift, y + 1}, "1": {x - 1 + shift, y - 1}, "3": {x + shift, y - 1},
				} {
					if to[0] < 0 || to[0] > 15 || to[1] < 0 || to[1] > 15 {
						continue
					}
					if got, want := from(spot, key), square(to[0], to[1]); got != want {
						t.Errorf("%v: %s from %s leads to %s, want %s", size, key, spot, got, want)
					}
				}
				if y > 1 && y < 14 {
					for _, keys := range []string{"8 2", "2 8", "8 8 2 2", "8 2 2 8"} {
						if got := from(spot, keys); got != spot {
							t.Errorf("%v: %s from %s leads to %s", size, keys, spot, got)
						}
					}
				}
			}
		}
	}
}

// On the ring of ports, no arrow key moves the cursor to a port with a result, and left and right always move the cursor.
func TestWalkAcrossTheField(t *testing.T) {
	d := sit(t, "atommaster#17", 80, 24)
	d.do(":fire 2;fire 12;fire 20")
	p := d.play()
	fired := map[string]bool{}
	for _, e := range strings.Split("2 12 20", " ") {
		fired["port"+e] = true
	}
	for _, spot := range p.Cursor.Tracks[0].Spots {
		for _, key := range []string{"up", "down", "left", "right"} {
			p.Cursor.Cursors[p.Cursor.Track] = spot
			d.press(key)
			got := p.Cursor.Cursors[p.Cursor.Track]
			if got != spot && (fired[got] || !slices.Contains(p.Cursor.Tracks[0].Spots, got)) {
				t.Errorf("%s from %s leads to %s", key, spot, got)
			}
			if got == spot && (key == "left" || key == "right") {
				t.Errorf("%s stays on %s", key, spot)
			}
		}
	}
}

// The numbers of an expected line of play are beside the signs on the squares that a chosen piece can reach, whichever came first.
func TestHintNumbersAndTheChosenPiece(t *testing.T) {
	for _, keys := range []string{"h h h\nclick f2", "click f2\nh h h"} {
		for _, size := range [][2]int{{80, 24}, {40, 16}} {
			d := sitAgainst(t, "ataxx start=yes", "", size[0], size[1])
			d.do(":a7-b6;g7-f6;g1-f2;a1-b2\n" + keys)
			look := d.play().Now.View.Look("", d.play().Cursor.Chosen...)
			if len(look.Marks) == 0 || len(d.play().Advised().Marks) < 4 {
				t.Fatalf("%q: %v, %v", keys, look.Marks, d.play().Advised().Marks)
			}
			g := d.screen()
			for _, m := range append(look.Marks, d.play().Advised().Marks...) {
				if !slices.ContainsFunc(g.Cells(m.Spot), func(i int) bool { return g.At(i%g.W, i/g.W).Rune == m.Rune }) {
					t.Errorf("%s at %v: %c on %s is hidden:\n%s", keys, size, m.Rune, m.Spot, g)
				}
			}
		}
	}
}

// A hint's marks stay on the board while the cursor moves; Esc removes them.
func TestAHintIsDrawn(t *testing.T) {
	race.Plain(t)
	for _, id := range []string{"atom4", "ataxx"} {
		d := sitAgainst(t, id, "", 80, 24)
		if id == "ataxx" {
			d.press("t")
		}
		d.press("h")
		marks := d.play().Advised().Marks
		if len(marks) == 0 {
			t.Fatalf("%s: no hint is marked:\n%s", id, d.screen())
		}
		marked := func() int {
			n := 0
			g := d.screen()
			for _, m := range marks {
				if slices.ContainsFunc(g.Cells(m.Spot), func(i int) bool { return g.At(i%g.W, i/g.W).Rune == m.Rune }) {
					n++
				}
			}
			return n
		}
		if n := marked(); n != len(marks) {
			t.Errorf("%s: %d of %d marks are on the board:\n%s", id, n, len(marks), d.screen())
		}
		d.press("right")
		if n := marked(); n != len(marks) {
			t.Errorf("%s: %d of %d marks are on the board after the cursor moved:\n%s", id, n, len(marks), d.screen())
		}
		d.press("home end esc")
		if n := marked(); n == len(marks) {
			t.Errorf("%s: after Esc all marks are still on the board:\n%s", id, d.screen())
		}
	}
}

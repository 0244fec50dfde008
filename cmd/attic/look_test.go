//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
)

// Pressing Enter twice starts a game; the choices made in the menu are remembered.
func TestTheMenuRemembers(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x := h.full(80, 24, colours256, "attic")
	x.sees("1  Atom-4", "2  Ataxx", "3  Atommaster", "Play a friend", "q quit")
	x.write(down)
	x.sees("▸ 2  Ataxx")
	x.write(right)
	x.sees("▸ Play ")
	for _, label := range []string{"Learn", "Today", "Play a friend"} {
		x.write(down)
		x.sees("▸ " + label)
	}
	x.write(enter)
	for _, label := range []string{"Two people here", "Host", "Join", "Online", "More"} {
		x.write(down)
		x.sees("▸ " + label)
	}
	x.write(enter)
	for _, label := range []string{"Lessons", "Puzzles"} {
		x.write(down)
		x.sees("▸ " + label)
	}
	for _, option := range []struct{ label, key, value string }{
		{"▸ Your side", right, "◂ Blue ▸"},
		{"▸ Level", right, "◂ 1, novice ▸"},
	} {
		x.write(down)
		x.sees(option.label)
		x.write(option.key)
		x.sees(option.value)
	}
	x.write(esc)
	x.hides("▸ Level")
	x.write(enter)
	x.sees("▸ Play           against the computer, level 1")
	x.write(enter)
	x.sees("Blue 2  you", "Your move: blue.") // the computer, red, has moved immediately
	x.quits()
	x = h.full(80, 24, colours256, "attic")
	x.sees("▸ 2  Ataxx", "◂ Blue ▸", "◂ 1, novice ▸", "level 1")
	x.write(enter)
	x.sees("▸ Continue")
	x.write(down)
	x.sees("▸ Play ")
	x.write(enter)
	x.sees("Blue 2  you", "Your move: blue.")
	x.quits()
}

// Some terminals, names and options lead to the full screen, others to play line by line.
func TestWhenTheScreenIsFilled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, command string
		full          bool
	}{
		{colours256, "attic", true},
		{colours256, "attic atom4", true},
		{colours256, "attic ataxx", true},
		{colours256, "ataxx -d 2", true},
		{colours256, "ataxx", false},
		{colours256, "atom4", true},
		{colours256, "atom4 -mt", true},
		{colours256, "attic ataxx -mt", true},
		{colours256, "atommaster", true},
		{colours256, "attic window", true}, // there is no display
		{colours256, "attic window ataxx", true},
		{"TERM=linux", "atom4", true},
		{"TERM=vt100", "atom4", true},
		{colours256, "attic --plain", false},
		{colours256, "attic --lines", false},
		{colours256, "atom4 --plain", false},
		{colours256, "atom4 --lines", false},
		{"TERM=dumb", "attic", false},
		{"TERM=dumb", "atom4", false},
		{"TERM=dumb", "ataxx -d 2", false},
		{"TERM=", "atom4", false},
		{"TERM=nonsense", "atom4", false},
	} {
		t.Run(c.kind+" "+c.command, func(t *testing.T) {
			t.Parallel()
			x := newHome(t).full(80, 24, c.kind, strings.Fields(c.command)...)
			if c.full {
				x.sees("q quit")
				if !x.vt.IsAltScreen() {
					t.Error("the program does not use the alternate screen")
				}
				x.quits()
				return
			}
			first := x.expect(x.prompt)
			if got, want := strings.Count(first, "unknown terminal"), strings.Count(c.kind, "nonsense"); got != want {
				t.Errorf("an unknown terminal is mentioned %d times, want %d:\n%s", got, want, first)
			}
			x.write("quit\r")
			if got := x.end(); got != 0 {
				t.Errorf("exit status %d, want 0", got)
			}
			wantNot(t, "a line by line game", string(x.screen), "\x1b[?1049h")
		})
	}
}

// colourCode matches an escape code that sets a colour, but not those for bold or reverse.
var colourCode = regexp.MustCompile(`\x1b\[(?:\d+;)*(?:[34][0-8]|9[0-7]|10[0-7])[;m]`)

// Without colours no colour codes are sent, and with --ascii only ASCII characters; the board still shows everything.
func TestLooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, options  string
		colours, ascii bool
	}{
		{colours256, "", true, false},
		{"TERM=xterm-256color COLORTERM=truecolor", "", true, false},
		{colours256, "--theme light", true, false},
		{colours256, "--theme dark", true, false},
		{colours256, "--theme contrast --no-animation", true, false},
		{colours256, "--ascii", true, true},
		{"TERM=xterm-256color NO_COLOR=1", "", false, false},
		{"TERM=xterm-256color NO_COLOR=1 NO_MOTION=1", "--ascii", false, true},
		{"TERM=xterm-256color NO_COLOR=yes", "--theme light", false, false},
	} {
		for _, game := range []string{"atom4", "ataxx", "atommaster --seed 3"} {
			t.Run(strings.Join([]string{game, c.kind, c.options}, " "), func(t *testing.T) {
				t.Parallel()
				x := newHome(t).full(80, 24, c.kind, strings.Fields("attic "+game+" "+c.options)...)
				x.sees("q quit")
				x.write("?")
				x.sees("Esc close")
				x.write(esc)
				x.sees("q quit")
				x.quits()
				if colourCode.Match(x.screen) != c.colours {
					t.Errorf("colours are sent: %t, want %t", !c.colours, c.colours)
				}
				if i := strings.IndexFunc(string(x.screen), func(r rune) bool { return r > '~' }); c.ascii && i >= 0 {
					t.Errorf("this is not ASCII: %q", x.screen[i:min(i+20, len(x.screen))])
				}
			})
		}
	}
}

// Ctrl alone switches between firing and setting if the terminal reports it.
func TestBareCtrl(t *testing.T) {
	t.Parallel()
	const press, release = "\x1b[57442;5u", "\x1b[57442;1:3u"
	x := newHome(t).full(80, 24, colours256, "attic", "atommaster", "--seed", "3")
	x.sees("Find 4 atoms")
	x.write(enter)
	x.sees("Tab Set atoms")
	x.write(press + release)
	x.sees("Tab Fire beams")
	x.write(press + "\x1b[114;5u" + release) // Ctrl-R is a different key
	x.sees("nothing to redo")
	x.write(press + release)
	x.sees("Tab Set atoms")
	x.quits()
}

// A pasted list of moves is played.
func TestPaste(t *testing.T) {
	t.Parallel()
	x := newHome(t).full(80, 24, colours256, "attic", "atom4")
	x.sees("Player 1 to play red.")
	x.write("\x1b[200~1. i10, 2. h10,\n3. h11\x1b[201~")
	x.sees("Player 2 to play cyan.")
	x.quits()
}

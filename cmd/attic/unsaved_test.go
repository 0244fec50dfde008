//go:build unix

package main

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"attic/games"
	"attic/match"
)

// unwritable returns a home in which nothing can be saved: a file takes the place of the folder.
func unwritable(t *testing.T) home {
	t.Helper()
	h := newHome(t)
	if err := os.WriteFile(h.state, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return h
}

// replays checks that a text contains a saved game with these moves.
func replays(t *testing.T, text string, moves ...string) {
	t.Helper()
	from := strings.Index(text, match.SaveHead)
	if from < 0 {
		t.Errorf("no game is printed: %s", text)
		return
	}
	text, _, _ = strings.Cut(strings.ReplaceAll(text[from:], "\r", ""), "\nattic ")
	m, err := match.Read(strings.NewReader(text+"\n"), games.Find)
	if err != nil {
		t.Errorf("the game that is printed: %v in\n%s", err, text)
		return
	}
	var got []string
	for _, e := range m.History()[1:] {
		got = append(got, e.Text)
	}
	if !slices.Equal(got, moves) {
		t.Errorf("the game that is printed has the moves %q, want %q", got, moves)
	}
}

// A game that cannot be saved is marked on the screen after each move. Leaving it needs one confirmation; if nobody can be asked, it is printed.
func TestLeavingAGameThatIsNotSaved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		leave  func(*terminal)
		status int
		prints bool
	}{
		{"q", func(x *terminal) { x.write("q"); x.sees("Press q again to leave."); x.write("q") }, 0, false},
		{"ctrl-c", func(x *terminal) { x.write("\x03"); x.sees("Press q again to leave."); x.write("\x03") }, 0, false},
		{"the menu", func(x *terminal) {
			x.write("M")
			x.sees("Press M again to leave.")
			x.write("M")
			x.sees("Play a friend")
			x.write("q")
		}, 0, false},
		{"hup", func(x *terminal) { x.signal(syscall.SIGHUP) }, 130, true},
		{"term", func(x *terminal) { x.signal(syscall.SIGTERM) }, 130, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := unwritable(t).begun("i10", "h10")
			x.sees("ot saved: ")
			x.write("u")
			x.sees("Player 2 to play yellow.", "ot saved: ")
			c.leave(x)
			if got := x.end(); got != c.status {
				t.Errorf("exit status %d, want %d", got, c.status)
			}
			x.left()
			said := string(x.screen)
			if prints := strings.Contains(said, match.SaveHead); prints != c.prints {
				t.Errorf("the game is printed: %v", prints)
			}
			if c.prints {
				want(t, "the end", said, "attic: this game is not saved: ", " is not a folder. These lines are the game", "\nmove i10\r\n")
				replays(t, said, "i10")
			}
		})
	}
}

// Without a home folder, a person reads why nothing is saved, not even settings, and is asked once before quitting.
func TestNoHome(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.state = "" // no absolute path
	x := h.full(80, 24, colours256+" HOME=", "attic")
	x.sees("Play a friend")
	x.write(strings.Repeat(down, 20) + right + down + right) // the settings are below all games
	x.sees("Your settings are not saved: there is no home folder.")
	x.write("q")
	x.sees("Press q again to quit.")
	x.write("q")
	if got := x.end(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

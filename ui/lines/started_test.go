package lines_test

import (
	"strings"
	"testing"
)

// In a game that skipped its set-up, a set-up command returns to the set-up as long as no move has been played.
func TestWordsOfTheSetUpInANewGame(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"blocks 3gh\nid", "ataxx blocks=3gh\n"},
		{"blocks x\nstart\nfen", "x5o/7/7/3-3/7/7/o5x x 0 1\n"},
		{"a7-b7\nblocks 3gh", "Blocks works only during set-up; type clear to go back to it.\n"},
		{"a7-b7\nundo\nid\nblocks 3gh\nid", "ataxx start=yes\nataxx blocks=3gh\n"},
		{"id\nclear\nid", "ataxx start=yes\nataxx\n"},
	} {
		if got := piped(t, open(t, "ataxx start=yes", "person person"), c.script+"\n"); got != c.want {
			t.Errorf("%q prints %q, want %q", c.script, got, c.want)
		}
	}
}

// The command finish plays a decided game to its end; it exists only in games that can be decided early.
func TestFinishInLines(t *testing.T) {
	script := "finish\nfen xoo4/ooo4/ooo4/7/7/7/7 x\nstart\nfinish\n"
	if got := piped(t, open(t, "ataxx", "person person"), script); !strings.HasPrefix(got, "The game is not decided yet.\n") || !strings.HasSuffix(got, "Blue wins.\n") {
		t.Errorf("the output is %q", got)
	}
	if got := piped(t, open(t, "atom4", "person person"), "finish\n"); !strings.Contains(got, "nknown command or move") {
		t.Errorf("in Atom-4 the output is %q", got)
	}
}

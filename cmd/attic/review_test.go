//go:build unix

package main

import (
	"strings"
	"testing"
)

// On a terminal, a bar shows the progress of a review and disappears at the end.
func TestAReviewHasABar(t *testing.T) {
	t.Parallel()
	x := newHome(t).start("TERM=xterm", "attic", "review", "atom4", "--nodes", "100")
	if status := x.end(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}
	shown := string(x.screen)
	last := strings.LastIndex(shown, " \r")
	bar, text := shown[:last+1], shown[last+2:]
	if strings.Contains(shown, "\x1b") || !strings.Contains(bar, "] 1 of 17 moves judged") || !strings.HasPrefix(text, "Atom-4, 17 moves.") || strings.Contains(text, "judged") {
		t.Errorf("it shows\n%q", shown)
	}
}

// Ctrl+C stops a review, which then prints its results so far.
func TestAReviewCanBeStopped(t *testing.T) {
	t.Parallel()
	x := newHome(t).start("TERM=xterm", "attic", "review", "atom4", "--nodes", "200000")
	x.expect("1 of 17 moves judged")
	x.write("\x03")
	if status := x.end(); status != 130 {
		t.Errorf("exit status %d, want 130", status)
	}
	if text := plain(x.screen); !strings.Contains(text, "Atom-4, 17 moves.") || !strings.Contains(text, "The review was stopped: ") {
		t.Errorf("it shows\n%s", text)
	}
}

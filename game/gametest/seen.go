package gametest

import (
	"os"
	"strconv"
	"testing"
)

const (
	logged = 250 // positions between two reports of a long test
	fair   = 5   // at most 1/fair of the reasons that prove nothing may hold for the other move too
)

// Seen counts what a test of hints has met, each kind by its name: "positions", "no proofs" for reasons that set one move above another
// and prove nothing, "shared" for those of them that hold for the other move too, and whatever the game calls its sentences.
type Seen map[string]int

// Position counts a position, and logs the counts from time to time.
func (s Seen) Position(t *testing.T) {
	t.Helper()
	if s["positions"]++; s["positions"]%logged == 0 {
		t.Log(s)
	}
}

// Done logs the counts. It fails t if more than 1/fair of the reasons that prove nothing are shared.
func (s Seen) Done(t *testing.T) {
	t.Helper()
	t.Log(s)
	if s["shared"]*fair > s["no proofs"] {
		t.Errorf("%d of %d reasons that prove nothing hold for the other move too", s["shared"], s["no proofs"])
	}
}

// Needs fails t for every name of a kind that was never met.
func (s Seen) Needs(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if s[name] == 0 {
			t.Errorf("no hint says %q: %v", name, s)
		}
	}
}

// Wanted returns the number in an environment variable, or otherwise if there is none.
func Wanted(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

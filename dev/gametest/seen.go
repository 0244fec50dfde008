package gametest

import (
	"os"
	"strconv"
	"testing"
)

const (
	logged = 250 // the number of positions between two reports of a long test
	fair   = 5   // at most 1/fair of the reasons without a proof may hold for the other move too
)

// Seen holds the counts of a test of hints by name: "positions", "no proofs" for reasons that prefer one move to another without a proof,
// "shared" for such reasons that are also true of the other move, and the game's own names for its sentences.
type Seen map[string]int

// Position counts a position, and logs the counts after every 250 positions.
func (s Seen) Position(t *testing.T) {
	t.Helper()
	if s["positions"]++; s["positions"]%logged == 0 {
		t.Log(s)
	}
}

// Done logs the counts. It fails t if more than 1/fair of the reasons without a proof are shared.
func (s Seen) Done(t *testing.T) {
	t.Helper()
	t.Log(s)
	if s["shared"]*fair > s["no proofs"] {
		t.Errorf("%d of %d reasons without a proof hold for the other move too", s["shared"], s["no proofs"])
	}
}

// Needs fails t for each name in names that was never counted.
func (s Seen) Needs(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if s[name] == 0 {
			t.Errorf("no hint says %q: %v", name, s)
		}
	}
}

// Wanted returns the number in the environment variable name, or the second argument if there is none.
func Wanted(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

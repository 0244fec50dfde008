package phrase_test

import (
	"strings"
	"testing"

	"attic/internal/phrase"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "none", 1: "one", 8: "eight", 9: "9", 120: "120", -2: "-2"} {
		if got := phrase.Number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n           int
		thing, want string
	}{
		{1, "puzzle", "1 puzzle"},
		{2, "puzzle", "2 puzzles"},
		{0, "ply", "0 plies"},
		{1, "ply", "1 ply"},
		{3, "day", "3 days"},
		{3, "way", "3 ways"},
		{5, "vertex", "5 vertices"},
		{2, "box", "2 boxes"},
		{2, "branch", "2 branches"},
		{2, "pass", "2 passes"},
		{2, "other reply", "2 other replies"},
	} {
		if got := phrase.Count(c.n, c.thing); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestAlike(t *testing.T) {
	for moves, want := range map[string]string{
		"":            "",
		"a1":          "Also good: a1.",
		"a1 b2 c3":    "Also good: a1, b2 and c3.",
		"a1 b2 c3 d4": "Also good: a1, b2, c3 and one more.",
	} {
		if got := phrase.Alike(0.5, strings.Fields(moves)); got != want {
			t.Errorf("for %q the sentence is %q, want %q", moves, got, want)
		}
	}
}

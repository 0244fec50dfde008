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

func TestAlike(t *testing.T) {
	for moves, want := range map[string]string{
		"":            "",
		"a1":          "About as good by the search: a1.",
		"a1 b2 c3":    "About as good by the search: a1, b2 and c3.",
		"a1 b2 c3 d4": "About as good by the search: a1, b2, c3 and one more.",
	} {
		if got := phrase.Alike(strings.Fields(moves)); got != want {
			t.Errorf("of %q it says %q, want %q", moves, got, want)
		}
	}
}

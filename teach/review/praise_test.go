package review

import (
	"strings"
	"testing"
)

// A move is an only move if every other move loses at least 10 %. An only move is brilliant if it looks like an inaccuracy or worse in a
// short search.
func TestPraise(t *testing.T) {
	for _, c := range []struct {
		what, moves, want string
		loss              float64 // the loss of the best other move
		rival             string
	}{
		{"an only move", "62!40,30 62", "", 0, ""}, // 62 is the only good move for red, but blue is to move
		{"the second seat's", "38!62,70 38", "only move", 0.24, ""},
		{"just enough", "38!48,70 38", "only move", 0.10, ""},
		{"another is nearly as good", "38!47,70 38", "", 0, ""},
		{"the last of many is", "38!70,70,70,70,39 38", "", 0, ""},
		{"a win", "0-1!20,70 0-1", "only move", 0.20, ""},
		{"a lost position", "92!99,99 92", "", 0, ""},
		{"two moves are no choice", "38!70 38", "", 0, ""},
		{"the same position again", "38!38/99,70 38", "only move", 0.32, ""},
		{"it was not played", "38!62,70 62", "", 0, ""},
		{"another looks as good to a glance", "38!44^70,70 38", "", 0, ""},
		{"another looks good to a glance", "38!70^30,70 38", "only move", 0.32, ""},
		{"another is good to a large search", "38!70~40,70 38", "only move", 0.32, ""},
		{"a short look prefers another", "38^60?70^55,70 38^60", "brilliant move", 0.32, "70^55"},
		{"it prefers another, but not by much", "38^58?70^55,70 38^58", "only move", 0.32, ""},
		{"it would play it too", "38^60!70^55,70 38^60", "only move", 0.32, ""},
	} {
		r, err := Run(t.Context(), played(t, newPlain(), "", c.moves), 0, nil)
		must(t, err)
		kind, loss := r.Mark(1)
		if got := kind.String(); got != c.want && !(kind < Only && c.want == "") {
			t.Errorf("%s, %s: it is %q, not %q: %+v", c.what, c.moves, got, c.want, r.Praise)
			continue
		}
		if c.want == "" {
			if len(r.Praise) > 0 {
				t.Errorf("%s, %s: praise %+v", c.what, c.moves, r.Praise)
			}
			continue
		}
		if kind.Sign() != map[string]string{"only move": "!", "brilliant move": "!!"}[c.want] || loss-c.loss > 1e-6 || c.loss-loss > 1e-6 ||
			r.Praise[0].Rival != c.rival || r.Count(1, kind) != 1 || r.Count(0, kind) != 0 || !r.Done() {
			t.Errorf("%s, %s: %+v", c.what, c.moves, r.Praise)
		}
	}
}

// The sentences about only moves and brilliant moves are right.
func TestSentencesOfPraise(t *testing.T) {
	for moves, want := range map[string]string{
		"38!62,70 38":             "Move 1 blue, 38: the only move, with a 62% chance of winning. Every other move loses at least 24%.",
		"38^60?70^55,70 38^60 38": "Move 1 blue, 38^60: a brilliant move, with a 62% chance of winning. Every other move loses at least 32%, and in a short look 70^55 seems better.",
	} {
		r, err := Run(t.Context(), played(t, newPlain(), "", moves), 0, nil)
		must(t, err)
		if got := strings.Join(r.Sentences(1)[:2], " "); got != want {
			t.Errorf("%s: %q", moves, got)
		}
		if text := strings.Join(strings.Fields(r.Said()), " "); !strings.Contains(text, "! "+want) {
			t.Errorf("%s: the text is %s", moves, text)
		}
	}
}

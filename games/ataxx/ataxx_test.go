package ataxx

import (
	"testing"

	"attic/dev/gametest"
	"attic/games/ataxx/rules"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game{}, "blocks 3gh", "fen x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7")
}

// The number of pieces in a preview agrees with a count on the squares around the target.
func TestTakes(t *testing.T) {
	seen := map[int]bool{}
	for _, p := range played(t, 12) {
		v := view{pos: p}
		for _, m := range p.Moves(nil) {
			want := 0
			if m != rules.Pass {
				want = len(flips(p, m))
			}
			seen[want] = true
			if got := v.Preview(p.GuideText(m)).Takes; got != want {
				t.Fatalf("%v takes %d, not %d", m, got, want)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %d numbers were seen", len(seen))
	}
	for _, text := range []string{"", "a1", "z9-a1", "start"} {
		if got := (view{pos: played(t, 1)[0]}).Preview(text).Takes; got != 0 {
			t.Errorf("%q takes %d", text, got)
		}
	}
}

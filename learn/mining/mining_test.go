package mining_test

import (
	"testing"

	"attic/learn/mining"
)

// TestLedger adds puzzles until none is wanted, and checks which of them are refused.
func TestLedger(t *testing.T) {
	l := mining.Ledger{Wanted: map[string]int{"a": 13, "b": 1}, Often: 2, Mixed: "b"}
	for n := range 12 {
		if l.None("a") {
			t.Errorf("puzzle %d is to have no right move", n+1)
		}
		if !l.Add("a", n/2, n) {
			t.Errorf("puzzle %d is refused", n+1)
		}
	}
	if !l.None("a") {
		t.Error("puzzle 13 is to have a right move")
	}
	if l.Add("a", 9, 3) {
		t.Error("two puzzles are alike")
	}
	if !l.Add("a", 9, 13) || l.Wants("a") || l.Done() {
		t.Error("after 13 puzzles more of that theme are wanted, or nothing is")
	}
	if !l.Add("b", 9, 14) || !l.Done() {
		t.Error("after all puzzles more are wanted")
	}
	for n := range 20 {
		l.Add("b", 1, 20+n)
		l.Add("a", 1, 50+n)
	}
	if !l.Add("b", 1, 100) || l.Add("a", 1, 101) {
		t.Error("the level of a mixed theme is limited, or that of another one is not")
	}
}

func TestLevelOf(t *testing.T) {
	for plays, want := range map[int]int{0: 1, 3: 3, 5: 5, 6: 6, 9: 6} {
		if got := mining.LevelOf(1, 5, func(level int) bool { return level >= plays }); got != want {
			t.Errorf("a key that levels from %d on play has level %d, want %d", plays, got, want)
		}
	}
}

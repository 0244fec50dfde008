package solve

import (
	"slices"
	"testing"

	"attic/games/atom4/rules"
)

// plainThreats reports whether the player to move wins within n plies by moves that each threaten to win, by trying all moves.
func plainThreats(p rules.Position, n int) bool {
	can := func(p rules.Position) bool { return slices.ContainsFunc(p.Moves(nil), p.WinsBy) }
	if p.Over() || can(p) || n < 3 {
		return !p.Over() && can(p)
	}
	return slices.ContainsFunc(p.Moves(nil), func(m rules.Square) bool {
		next := p.Play(m)
		if next.Over() || can(next) || !can(next.WithTurn(next.Turn().Next())) {
			return false
		}
		return !slices.ContainsFunc(next.Moves(nil), func(m rules.Square) bool { return !plainThreats(next.Play(m), n-2) })
	})
}

// The wins of Threats hold against every defence, and none is missed: a plain search finds the same up to five plies.
func TestThreats(t *testing.T) {
	found, most := map[int]int{}, 0
	for _, round := range recorded(t) {
		last := len(round) - 1
		for back := 1; back <= 15 && back < last; back += 2 {
			p := round[last-back]
			r, known := Threats(p, 25, 20000)
			if short, ok := Threats(p, 5, 20000); back <= 9 && ok && short.Win > 0 != plainThreats(p, 5) {
				t.Errorf("%s: %+v within five plies, but a plain search says otherwise", p, short)
			}
			if !known || r.Win == 0 {
				continue
			}
			found[min(r.Win, 7)]++
			most = max(most, r.Win)
			checkLine(t, p, r)
			carryOut(t, p, r.Win)
		}
	}
	if found[1] < 48 || found[3] < 10 || found[5] < 10 || found[7] < 5 || most < 9 {
		t.Errorf("wins by their plies: %v, 7 for seven or more, the longest %d; there are more", found, most)
	}
}

func carryOut(t *testing.T, p rules.Position, n int) {
	t.Helper()
	r, _ := Threats(p, n, 20000)
	if r.Win == 0 {
		t.Fatalf("%s: no win within %d plies after all", p, n)
	}
	next := p.Play(r.Line[0])
	if next.Won() {
		return
	}
	for _, m := range next.Moves(nil) {
		after := next.Play(m)
		if after.Over() {
			t.Fatalf("%s: %s ends the round", next, m)
		}
		carryOut(t, after, n-2)
	}
}

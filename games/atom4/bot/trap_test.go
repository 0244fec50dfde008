package bot

import (
	"slices"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// A reply counts as wrong if and only if plain minimax finds a loss, here within three plies.
func TestTrapsAreWrongReplies(t *testing.T) {
	solver := solve.New(1)
	traps := 0
	for i, p := range running(t) {
		if i%80 != 0 || len(wins(p)) > 0 {
			continue
		}
		next := p.Play(p.Moves(nil)[0])
		for _, reply := range next.Moves(nil) {
			after := next.Play(reply)
			if after.Over() {
				continue
			}
			want := 0
			switch {
			case len(wins(after)) > 0:
				want = 1
			case forced(after, 3):
				want = 3
			}
			if got := solver.Forced(after, 3, 1_000_000); got != want {
				t.Fatalf("%v: forced within %d plies, want %d", after, got, want)
			}
			if want == 3 {
				traps++
			}
		}
	}
	if traps < 10 {
		t.Errorf("only %d wrong replies of three plies", traps)
	}
}

// A move played for its traps does not rank much below the best move, sets more traps, and is always the same.
func TestTemptTakesNoLargeRisk(t *testing.T) {
	tempted := 0
	for i, p := range running(t) {
		if i%75 != 0 {
			continue
		}
		const nodes = 500
		moves := p.Moves(nil)
		choose := func() (best, chosen Thought) {
			e, root := search.New[node](options(1, 1)), seen(p, keen{p.Player(), 50}, usual())
			best = e.Search(t.Context(), root, moves, search.Limits{Nodes: nodes}, nil)
			if _, decided := search.Decided(best.Score); decided {
				return best, best
			}
			return best, tempt(t.Context(), e, root, moves, best, nodes)
		}
		best, chosen := choose()
		if _, again := choose(); again.Best != chosen.Best || !slices.Equal(again.Line, chosen.Line) {
			t.Fatalf("%v: %v and then %v", p, chosen, again)
		}
		if chosen.Best == best.Best {
			continue
		}
		tempted++
		solver := solve.New(1)
		if !slices.Contains(moves, chosen.Best) || chosen.Line[0] != chosen.Best || chosen.Score < best.Score-mostRisk {
			t.Errorf("%v: %+v", p, chosen)
		}
		if trap(solver, p, chosen.Best) <= trap(solver, p, best.Best) {
			t.Errorf("%v: %v sets no more traps than %v", p, chosen.Best, best.Best)
		}
	}
	if tempted == 0 {
		t.Error("no move was ever played for its traps")
	}
}

// A move that lets the other player win immediately is never played for its traps.
func TestTemptLosesNothingAtOnce(t *testing.T) {
	for i, p := range running(t) {
		if i%75 != 1 || p.LegalSet().Count() < 2 {
			continue
		}
		moves := p.Moves(nil)
		safe := slices.DeleteFunc(slices.Clone(moves), func(s rules.Square) bool { return len(wins(p.Play(s))) > 0 })
		if len(safe) == 0 || len(wins(p)) > 0 {
			continue
		}
		got, err := choose(t.Context(), p, 2, uint64(i), 1, nil)
		if err != nil || !slices.Contains(safe, got.Best) {
			t.Errorf("%v: %v (%v) loses at once", p, got.Best, err)
		}
	}
}

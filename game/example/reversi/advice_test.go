package reversi

import (
	"math/rand/v2"
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/reversi/rules"
	"attic/match"
	"attic/teach/review"
)

// outcome returns 1, 0 or -1 as the side to move wins, draws or loses with best play; it plays every move.
func outcome(p rules.Position) int {
	if score, over := advise.Ended(p); over {
		return max(-1, min(1, score))
	}
	best := -1
	for _, m := range p.Moves(nil) {
		if best = max(best, -outcome(p.Play(m))); best == 1 {
			break
		}
	}
	return best
}

// What hints and answers to why say about the last moves of random games agrees with playing every move.
func TestReasonsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{}
	for range 25 {
		p := rules.Start(false)
		for range 64 {
			if empty := 64 - p.Discs(rules.Black).Count() - p.Discs(rules.White).Count(); p.Over() || empty <= 6 {
				break
			}
			list := p.Moves(nil)
			p = p.Play(list[rng.IntN(len(list))])
		}
		v := view{pos: p}
		for _, m := range p.Moves(nil) {
			a, err := Game{}.Why(t.Context(), v, m.String(), game.HintNodes)
			if err != nil {
				t.Fatal(err)
			}
			before, after := outcome(p), -outcome(p.Play(m))
			for said, holds := range map[string]bool{
				m.String() + " would win by force": after == 1,
				m.String() + " would win at once":  after == 1,
				m.String() + " loses as well":      before == -1 && after == -1,
				"could then win by force":          after == -1,
				"no forced win is found after it":  before == 1 && after < 1,
				"it would not win at once":         before == 1,
				"every move loses":                 before == -1,
			} {
				if strings.Contains(a.Move.Sentence, said) {
					if seen[said[max(0, strings.Index(said, " ")):]]++; !holds {
						t.Errorf("%s, where the side to move gets %d, and %d after %v: %s", p.FEN(), before, after, m, a.Move.Sentence)
					}
				}
			}
			if a.Win > 0 && before != 1 || a.Win < 0 && before != -1 {
				t.Errorf("%s: a win in %d plies is claimed, and the side to move gets %d", p.FEN(), a.Win, before)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("only these claims were made: %v", seen)
	}
}

// A game with an Adviser has a review with a better move to try again, and the coach.
func TestAReviewAndTheCoach(t *testing.T) {
	m, err := match.New(Game{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	warned := 0
	for rng := rand.New(rand.NewPCG(1, 1)); m.ToMove() >= 0; {
		list := game.MovesOf(m.State())
		if m, _, err = m.Play(list[rng.IntN(len(list))].Text); err != nil {
			t.Fatal(err)
		}
		if m.ToMove() < 0 {
			break
		}
		said, err := review.Warning(t.Context(), m, false)
		if err != nil {
			t.Fatal(err)
		}
		if said != "" {
			warned++
		}
	}
	r, err := review.Run(t.Context(), m, 500, func(review.Review) {})
	if err != nil || !r.Done() {
		t.Fatalf("the review ends with %v", err)
	}
	faults := r.FaultsOf(0)
	if warned == 0 || len(faults) == 0 {
		t.Fatalf("random moves bring %d warnings and %d faults of black", warned, len(faults))
	}
	try, err := r.Try(t.Context(), m, faults[0], r.Points[faults[0].Point].Advice.Text, 0)
	if err != nil || !try.Best {
		t.Errorf("the best move is judged %+v, %v", try, err)
	}
}

package reversi

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/example/reversi/rules"
	"attic/game/learn"
	"attic/match"
	"attic/teach/review"
)

// near is the number of plies before the end of a random game at which claims are checked. All moves are played to that depth, so it is small.
const near = 6

// outcome returns 1 if the side to move can force a win within a number of plies, -1 if the other side can, otherwise 0.
func outcome(p rules.Position, plies int) int {
	score, over := advise.Ended(p)
	switch {
	case over:
		return max(-1, min(1, score))
	case plies == 0:
		return 0
	}
	best := -1
	for _, m := range p.Moves(nil) {
		if best = max(best, -outcome(p.Play(m), plies-1)); best == 1 {
			break
		}
	}
	return best
}

// late returns a position of a random game, near plies before its end.
func late(rng *rand.Rand) rules.Position {
	list := []rules.Position{rules.Start(false)}
	for p := list[0]; !p.Over() && len(list) < 500; list = append(list, p) {
		moves := p.Moves(nil)
		p = p.Play(moves[rng.IntN(len(moves))])
	}
	return list[max(0, len(list)-1-near)]
}

// The claims of hints and answers to why about the last moves of random games are checked by playing every move. A claim about more than near plies cannot be
// checked.
func TestReasonsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{}
	far := regexp.MustCompile(`([0-9]+) (move|pl)`)
	for range 25 {
		p := late(rng)
		v := view{pos: p}
		for _, m := range p.Moves(nil) {
			a, err := Game{}.Why(t.Context(), v, m.String(), game.HintNodes)
			if err != nil {
				t.Fatal(err)
			}
			deep := max(a.Win, -a.Win)
			for _, n := range far.FindAllStringSubmatch(a.Move.Sentence, -1) {
				count, _ := strconv.Atoi(n[1])
				deep = max(deep, map[string]int{"move": 2 * count, "pl": count}[n[2]])
			}
			if deep > near {
				continue
			}
			before, after := outcome(p, near), -outcome(p.Play(m), near-1)
			for said, holds := range map[string]bool{
				m.String() + " would win by force": after == 1,
				m.String() + " would win at once":  after == 1,
				m.String() + " loses as well":      before == -1 && after == -1,
				"could then win by force":          after == -1,
				"no forced win was found after it": before == 1 && after < 1,
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

// In each puzzle the key alone is right.
func TestPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, Game{}, 3, func(p learn.Puzzle, move string) bool { return move == p.Key })
}

package review

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"attic/dev/race"
)

// swings returns moves of plain after which the chances swing; some positions are not as they look.
func swings(rng *rand.Rand, n int) string {
	var list []string
	for range n {
		text := fmt.Sprint(5 + rng.IntN(91))
		switch rng.IntN(4) {
		case 0:
			text += fmt.Sprintf("~%d", rng.IntN(101))
		case 1:
			text += fmt.Sprintf("!%d,%d", rng.IntN(101), rng.IntN(101))
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// The whole round is judged in outline, without labels, before any move is looked at more closely. Of these moves, those that seem to have lost most come
// first. The work left never grows, and is 0 at the end.
func TestTheWorstFirst(t *testing.T) {
	for seed := range uint64(20) {
		var was Review
		last, err := Run(t.Context(), played(t, newPlain(), "", swings(rand.New(rand.NewPCG(seed, 1)), 40)), 0, func(r Review) {
			if r.Checked > 0 && was.Checked == 0 && was.Judged < len(was.Points) || r.Judged < len(r.Points) && len(r.Faults)+len(r.Praise) > 0 {
				t.Fatalf("after %d of %d points %d moves are checked: %v", was.Judged, len(r.Points), r.Checked, r.Faults)
			}
			if len(was.Points) > 0 && (r.Left > was.Left || r.Spent <= was.Spent && r.Left == was.Left || r.Share() < was.Share()) {
				t.Errorf("the work left was %d of %d and is %d of %d", was.Left, was.Spent, r.Left, r.Spent)
			}
			for i, p := range was.Points {
				if !p.Rough || r.Points[i].Rough {
					continue
				}
				for k, other := range was.Points {
					if other.Rough && other.Loss > p.Loss {
						t.Errorf("move %d, which seems to lose %.2f, is looked at before move %d, %.2f", i, p.Loss, k, other.Loss)
					}
				}
			}
			was = r
		})
		must(t, err)
		if last.Left != 0 || last.Share() != 1 {
			t.Errorf("at the end %d is left, and the bar is at %.2f", last.Left, last.Share())
		}
	}
}

// Verdicts do not contradict each other: a labelled move is not the best move, not rough and not praised, and its loss fits its label.
func TestVerdictsAgree(t *testing.T) {
	for seed := range uint64(100) {
		moves := swings(rand.New(rand.NewPCG(seed, 2)), 60)
		r, err := Run(t.Context(), played(t, newPlain(), "", moves), 0, nil)
		must(t, err)
		seen := map[int]bool{}
		for _, f := range append(append([]Turn(nil), r.Faults...), r.Praise...) {
			p := r.Points[f.Point]
			if seen[f.Point] || p.Rough || p.Best != (f.Kind >= Only) || f.Kind < Only && GradeOf(f.Loss) != f.Kind {
				t.Errorf("%s: %+v is a verdict on %+v", moves, f, p)
			}
			seen[f.Point] = true
		}
	}
}

// However long the round and however bad the play, a review keeps to its budget and spends most of it on the worst moves.
func TestBudget(t *testing.T) {
	race.Plain(t)
	for _, n := range []int{10, 90, 400} {
		g := newPlain()
		_, err := Run(t.Context(), played(t, g, "", strings.Repeat("30 70 ", n/2)), 0, nil)
		must(t, err)
		const outline, most = Nodes / passShare * (usualMoves + 1), 3 * (1 + sureTimes) // searches for each doubt
		least := most * Nodes / leastShare * int64(n)
		if allowed := max(natively*usualBudget+most*Nodes, least) + outline; g.total.Load() > allowed {
			t.Errorf("%d moves took %d nodes, more than %d", n, g.total.Load(), allowed)
		}
	}
}

// The remaining time is described in words once enough work is done for an estimate.
func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		spent, left int64
		judged      int
		took        time.Duration
		want        string
	}{
		{0, 100, 0, 0, ""},
		{50, 50, 1, 20 * time.Second, ""}, // in the outline
		{50, 50, 2, time.Second, ""},
		{10, 90, 2, 20 * time.Second, ""},
		{50, 50, 2, 18 * time.Second, "about 20 s left"},
		{80, 20, 2, 16 * time.Second, "a few seconds left"},
		{20, 80, 2, 40 * time.Second, "about 3 min left"},
	} {
		r := Review{Points: make([]Point, 2), Judged: c.judged, Doubts: 1, Spent: c.spent, Left: c.left}
		if got := r.Remaining(c.took); got != c.want {
			t.Errorf("%d spent, %d left after %v: %q, want %q", c.spent, c.left, c.took, got, c.want)
		}
	}
}

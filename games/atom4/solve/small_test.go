package solve

import (
	"math/rand/v2"
	"testing"

	"attic/games/atom4/rules"
)

// A small outlook agrees with an ordinary outlook, and after a refuting reply hope returns false.
func TestSmallOutlooks(t *testing.T) {
	s := New(1).search
	random := rand.New(rand.NewPCG(7, 7))
	seen, hopes, pairs, refuted := 0, 0, 0, 0
	try := func(p rules.Position) {
		if p.Over() {
			return
		}
		if p.Player() == rules.Player2 {
			p = p.Rotate()
		}
		var o small
		if !o.take(&p, &s.corner) {
			return
		}
		seen++
		for k := 2; k <= foreseen; k++ {
			got, want := s.hope(&p, k), hope(&p, k)
			if got != want {
				t.Fatalf("%s, %d moves: %v, but %v by the other outlook", p, k, got, want)
			}
			if got {
				hopes++
			}
		}
		for _, m := range p.Moves(nil) {
			next := p.Play(m)
			for _, r := range next.Moves(nil) {
				if !o.holds(r) {
					continue
				}
				pairs++
				if after := next.Play(r); o.refutes(o.bit(m), o.bit(r)) {
					refuted++
					if !after.Over() && hope(&after, foreseen) {
						t.Fatalf("%s: after %s and %s there is hope", p, m, r)
					}
				}
			}
		}
	}
	for range 150 {
		p := rules.Start(1 + random.IntN(6))
		for !p.Over() && p.Count() < 40 {
			moves := p.Moves(nil)
			p = p.Play(moves[random.IntN(len(moves))])
			if p.Count() > 12 {
				try(p)
			}
		}
		try(scattered(random, 4, 5))
		try(scattered(random, 6, 6))
		try(scattered(random, 6, 3))
	}
	if seen < 1000 || hopes < 1000 || hopes > 2*seen-500 || pairs < 10000 || refuted < pairs/10 || refuted > pairs/10*9 {
		t.Errorf("%d positions, %d hopes, %d pairs of moves, %d refuted; that is not enough", seen, hopes, pairs, refuted)
	}
}

//go:build long

package bot

import (
	"math"
	"math/rand/v2"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// ChanceScale is close to the scale that best explains the results of rounds between equal players who err on
// every third move. Nearly all rounds between players who make no errors are drawn.
func TestChanceScaleIsTheLikeliest(t *testing.T) {
	const rounds, nodes, errs = 150, 600, 3
	type judged struct {
		score  int
		result float64
	}
	var all []judged
	rng := rand.New(rand.NewPCG(4, 4))
	for range rounds {
		p := rules.Start(1)
		for range 4 + rng.IntN(12) {
			list := p.Moves(nil)
			if next := p.Play(list[rng.IntN(len(list))]); !next.Over() {
				p = next
			}
		}
		e := NewEngine(adviceHash, 1)
		first := len(all)
		var movers []rules.Player
		for !p.Over() {
			e.Forget()
			found := e.Search(t.Context(), p, search.Limits{Nodes: nodes/2 + rng.Int64N(nodes)}, nil)
			if _, decided := search.Decided(found.Score); !decided {
				all, movers = append(all, judged{score: found.Score}), append(movers, p.Player())
			}
			s := found.Best
			if list := p.Moves(nil); found.Score < search.Win-1 && rng.IntN(errs) == 0 {
				s = list[rng.IntN(len(list))]
			}
			p = p.Play(s)
		}
		winner, won := p.Result().Winner()
		for i := range all[first:] {
			switch {
			case !won:
				all[first+i].result = 0.5
			case winner == movers[i]:
				all[first+i].result = 1
			}
		}
	}
	best, least := 0., math.Inf(1)
	for scale := 10.; scale < 2000; scale *= 1.05 {
		wrong := 0.
		for _, j := range all {
			c := 1 / (1 + math.Exp(-float64(j.score)/scale))
			wrong -= j.result*math.Log(c) + (1-j.result)*math.Log(1-c)
		}
		if wrong < least {
			best, least = scale, wrong
		}
	}
	t.Logf("%d positions of %d rounds: scale %.0f, %.3f a position", len(all), rounds, best, least/float64(len(all)))
	for low := -400; low < 400; low += 50 {
		n, sum := 0, 0.
		for _, j := range all {
			if j.score >= low && j.score < low+50 {
				n, sum = n+1, sum+j.result
			}
		}
		t.Logf("%4d to %4d: %5d positions, %.2f, chance %.2f", low, low+49, n, sum/float64(max(n, 1)), chance(low+25))
	}
	if ratio := best / ChanceScale; ratio < 0.6 || ratio > 1.8 {
		t.Errorf("the likeliest scale is %.0f, but chance uses %v", best, float64(ChanceScale))
	}
}

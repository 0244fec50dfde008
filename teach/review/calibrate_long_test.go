//go:build long

package review

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// The chances to win in a review fit the results of games between levels 3 to 7. In every game that has advice and these levels, the test plays GAMES
// seeded rounds (by default 100) between random levels, judges every position by a search of NODES (by default 2000), and finds the factor for the
// log odds that fits the results best. The factor should be near 1; docs/science.md has the table.
func TestChancesFitTheResults(t *testing.T) {
	const lowest, highest = 3, 7
	asked := func(name string, usual int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return usual
	}
	many, nodes := asked("GAMES", 100), int64(asked("NODES", 2000))
	for _, g := range games.All() {
		advisor, advises := g.(game.Advisor)
		bots, plays := g.(game.Bots)
		if !advises || !plays {
			continue
		}
		if low, high, _ := bots.Levels(); low > lowest || high < highest {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			type judged struct{ odds, result float64 } // the log odds of the first seat's chance to win, and its result
			var all []judged
			firsts := 0.0 // the first seat's points: 1, 0.5 or 0
			rng := rand.New(rand.NewPCG(17, 1))
			for n := range many {
				m, err := match.New(g, game.Setup{Options: g.Info().Started})
				must(t, err)
				players := [2]game.Bot{}
				for seat := range players {
					players[seat] = bots.NewBot(lowest+rng.IntN(highest-lowest+1), uint64(2*n+seat+1))
				}
				first := len(all)
				for m.ToMove() != game.Nobody {
					seat := m.ToMove()
					v := m.State().View(seat)
					advice, err := advisor.Advise(t.Context(), v, nodes)
					must(t, err)
					if advice.Win == 0 {
						odds := math.Log(advice.Chance / (1 - advice.Chance))
						all = append(all, judged{odds: odds * float64(1-2*seat)})
					}
					text, err := players[seat].Choose(t.Context(), v, func(game.Report) {})
					must(t, err)
					m, _, err = m.Play(text)
					must(t, err)
				}
				result := chanceAfter(m.State().Outcome())
				firsts += result
				for i := range all[first:] {
					all[first+i].result = result
				}
			}
			fit := func(factor float64, odds float64) float64 { return 1 / (1 + math.Exp(-factor*odds)) }
			wrong := func(factor float64) (sum float64) {
				for _, j := range all {
					c := min(max(fit(factor, j.odds), 1e-9), 1-1e-9)
					sum -= j.result*math.Log(c) + (1-j.result)*math.Log(1-c)
				}
				return sum / float64(len(all))
			}
			best := 1.0
			for factor := 0.05; factor < 20; factor *= 1.02 {
				if wrong(factor) < wrong(best) {
					best = factor
				}
			}
			t.Logf("%d positions of %d games: best factor %.2f, error %.4f a position; with factor 1 the error is %.4f", len(all), many, best, wrong(best), wrong(1))
			t.Logf("the first seat scored %.1f %%", 100*firsts/float64(many))
			for low := 0; low < 100; low += 10 {
				n, said, was := 0, 0.0, 0.0
				for _, j := range all {
					if c := fit(1, j.odds); c >= float64(low)/100 && c < float64(low+10)/100 {
						n, said, was = n+1, said+c, was+j.result
					}
				}
				t.Logf("| %d to %d %% | %d | %.1f %% | %.1f %% |", low, low+10, n, 100*said/float64(max(n, 1)), 100*was/float64(max(n, 1)))
			}
			if best < 0.75 || best > 1.35 {
				t.Errorf("the log odds must be multiplied by %.2f", best)
			}
		})
	}
}

// The labels of a review fit searches of TRUTH nodes (by default 3 million) for each move that may have lost something. GAMES is the number of seeded
// rounds between two players of level 1 in each game, by default one; docs/science.md has the table.
func TestLabelsFitLongSearches(t *testing.T) {
	asked := func(name string, usual int64) int64 {
		if n, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return usual
	}
	for _, g := range games.All() {
		bots, plays := g.(game.Bots)
		if _, advises := g.(game.Advisor); !advises || !plays || !g.Info().Open {
			continue
		}
		for n := range uint64(asked("GAMES", 1)) {
			m, err := match.New(g, game.Setup{Options: g.Info().Started})
			must(t, err)
			players := [2]game.Bot{bots.NewBot(1, 2*n+1), bots.NewBot(1, 2*n+2)}
			for m.ToMove() != game.Nobody {
				text, err := players[m.ToMove()].Choose(t.Context(), m.State().View(m.ToMove()), func(game.Report) {})
				must(t, err)
				m, _, err = m.Play(text)
				must(t, err)
			}
			r, err := Run(t.Context(), m, 0, nil)
			must(t, err)
			j := judge{ctx: t.Context(), match: m, advisor: g.(game.Advisor), looks: map[look]Point{}}
			same, changed, lost, added := 0, 0, 0, 0
			for i, p := range r.Points[:len(r.Points)-1] {
				label, _ := r.FaultAt(i)
				if p.Ended || label.Kind == Fine && p.Loss < leastDoubt {
					continue
				}
				loss, err := j.loss(&Review{Points: append([]Point(nil), r.Points...), Outcome: r.Outcome}, i, asked("TRUTH", 3_000_000))
				must(t, err)
				switch truth := GradeOf(loss); {
				case truth == label.Kind && truth > Fine:
					same++
				case truth > Fine && label.Kind > Fine:
					changed++
				case truth > Fine:
					lost++
				case label.Kind > Fine:
					added++
				}
			}
			t.Logf("%s %d, %d moves: %d labels the same, %d of another grade, %d lost, %d added", g.Info().Name, n, len(r.Points)-1, same, changed, lost, added)
			if same <= lost+added {
				t.Errorf("%s %d: the labels do not fit", g.Info().Name, n)
			}
		}
	}
}

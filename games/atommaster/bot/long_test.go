//go:build long

package bot

import (
	"context"
	"flag"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

var (
	sample = flag.Int("sample", 2000, "the number of random boards of 6 atoms to play")
	skip   = flag.Int("skip", 0, "how many of the random boards to leave out before them")
)

// tree adds up the computer's scores for all layouts in set, which agree with k. Each decision is made only once for all layouts with
// the same answers so far. If many layouts are left, Choose decides.
func tree(t *testing.T, k infer.Knowledge, boards *infer.Boards, set []int32) (sum int) {
	var d Decision
	var err error
	if len(set) > nestedLayouts {
		d, err = Choose(t.Context(), k, 0)
	} else { // in this branch the order of the layouts does not matter
		d, err = newGame(k, boards, len(set)).decide(t.Context(), infer.Survey{Set: set, Listed: true, Fair: true}, openPorts(k))
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	if d.Port == rules.NoPort {
		for _, i := range set {
			sum += rules.Score(k.Shots, boards.Layout(i), d.Layout)
		}
		return sum
	}
	answers, next := boards.Answers(d.Port), map[rules.Answer][]int32{}
	for _, i := range set {
		next[answers[i]] = append(next[answers[i]], i)
	}
	var branches sync.WaitGroup
	var all atomic.Int64
	for a, part := range next {
		after := k
		after.Shots = append(slices.Clip(k.Shots), rules.Shot{Port: d.Port, Answer: a})
		branch := func() { all.Add(int64(tree(t, after, boards, part))) }
		if len(k.Shots) == 0 { // one goroutine for each answer of the first beam
			branches.Go(branch)
		} else {
			branch()
		}
	}
	branches.Wait()
	return int(all.Load())
}

// TestMeanScoreOverAllBoards plays all boards of 3, 4 and 5 atoms on 8 by 8 squares (docs/science.md).
func TestMeanScoreOverAllBoards(t *testing.T) {
	for _, c := range []struct {
		atoms int
		most  float64
	}{{3, 8.01}, {4, 10.07}, {5, 12.43}} {
		k := infer.Knowledge{Field: rules.Field{W: 8, H: 8}, Atoms: c.atoms}
		all := rules.NewCase(k.Field, k.Atoms)
		boards := infer.NewBoards(k.Field, k.Atoms, slices.Collect(all.Layouts()))
		set := make([]int32, int(all.Count()))
		for i := range set {
			set[i] = int32(i)
		}
		mean := float64(tree(t, k, boards, set)) / all.Count()
		t.Logf("%d atoms, %d boards: mean score %.4f", c.atoms, len(set), mean)
		if mean > c.most {
			t.Errorf("%d atoms: mean score %.4f, want at most %.2f", c.atoms, mean, c.most)
		}
	}
}

// TestTimeOfMoves logs the time that the moves of games take, without the time to build the table of all boards with 4 atoms.
func TestTimeOfMoves(t *testing.T) {
	f := rules.Field{W: 8, H: 8}
	began := time.Now()
	if _, err := infer.Look(context.Background(), infer.Knowledge{Field: f, Atoms: 4}, 0); err != nil {
		t.Fatal(err)
	}
	table := time.Since(began)
	for atoms := 3; atoms <= 6; atoms++ {
		var times []time.Duration
		for i := range uint64(60) {
			solution := rules.Deal(f, atoms, 7, i)
			k := infer.Knowledge{Field: f, Atoms: atoms}
			for {
				began := time.Now()
				d, err := Choose(context.Background(), k, 0)
				times = append(times, time.Since(began))
				if err != nil {
					t.Fatal(err)
				}
				if d.Port == rules.NoPort {
					break
				}
				k.Shots = append(k.Shots, rules.Shot{Port: d.Port, Answer: rules.Fire(solution, d.Port)})
			}
		}
		slices.Sort(times)
		half, most := times[len(times)/2], times[len(times)*99/100]
		t.Logf("%d atoms: %d moves, half within %v, 99 %% within %v, which is %.2f times the %v for the table", atoms, len(times), half, most, most.Seconds()/table.Seconds(), table)
	}
}

// sampled is a game that the computer played on a random board.
type sampled struct {
	score float64
	luck  [2]float64 // the points that the decisions cost beyond expectation, and the bits of doubt that the answers left beyond expectation
}

// playWithLuck plays a whole game. The expectation for a decision is the mean over the layouts that agree with the previous answers.
func playWithLuck(t *testing.T, solution rules.Layout, seed uint64) (g sampled) {
	k := infer.Knowledge{Field: solution.Field(), Atoms: solution.Count()}
	for {
		d, survey, _, err := consider(t.Context(), k, seed)
		if err != nil {
			t.Error(err)
			return g
		}
		n := float64(len(survey.Set))
		if d.Port == rules.NoPort {
			missed := rules.Score(nil, solution, d.Layout)
			for _, i := range survey.Set {
				g.luck[0] -= float64(rules.Score(nil, survey.Boards.Layout(i), d.Layout)) / n
			}
			g.luck[0] += float64(missed)
			g.score = float64(rules.Score(k.Shots, solution, d.Layout))
			return g
		}
		shot := rules.Shot{Port: d.Port, Answer: rules.Fire(solution, d.Port)}
		if survey.Fair {
			counts := map[rules.Answer]float64{}
			for _, i := range survey.Set {
				counts[survey.Boards.Answers(d.Port)[i]]++
			}
			for a, c := range counts {
				g.luck[0] -= c / n * float64(a.Points())
				g.luck[1] -= c / n * math.Log2(c/n)
			}
			g.luck[0] += float64(shot.Answer.Points())
			g.luck[1] += math.Log2(max(1, counts[shot.Answer]) / n)
		}
		k.Shots = append(k.Shots, shot)
	}
}

// TestMeanScoreOfSamples plays random boards of 6 atoms (docs/science.md). It fails if the mean is higher than chance can explain.
// Luck is a control variate: it is 0 on average over all boards, so scores without luck, by a linear fit, have the same mean as the
// scores, but vary much less.
func TestMeanScoreOfSamples(t *testing.T) {
	const most = 15.26
	games := make([]sampled, *sample)
	var players sync.WaitGroup
	var begun atomic.Int64
	for range runtime.NumCPU() {
		players.Go(func() {
			for i := begun.Add(1) - 1; i < int64(len(games)); i = begun.Add(1) - 1 {
				deal := uint64(*skip) + uint64(i)
				games[i] = playWithLuck(t, rules.Deal(rules.Field{W: 8, H: 8}, 6, 2022, deal), deal)
			}
		})
	}
	players.Wait()
	n := float64(len(games))
	over := func(f func(g sampled) float64) (sum float64) { // the mean over all games
		for _, g := range games {
			sum += f(g) / n
		}
		return sum
	}
	spread := func(x, y func(g sampled) float64) float64 { // the covariance
		return over(func(g sampled) float64 { return x(g) * y(g) }) - over(x)*over(y)
	}
	score := func(g sampled) float64 { return g.score }
	points, doubt := func(g sampled) float64 { return g.luck[0] }, func(g sampled) float64 { return g.luck[1] }
	pp, pd, dd := spread(points, points), spread(points, doubt), spread(doubt, doubt)
	ps, ds := spread(points, score), spread(doubt, score)
	byPoints, byDoubt := (ps*dd-ds*pd)/(pp*dd-pd*pd), (ds*pp-ps*pd)/(pp*dd-pd*pd)
	without := func(g sampled) float64 { return g.score - byPoints*points(g) - byDoubt*doubt(g) }
	within := func(f func(g sampled) float64) float64 { return 1.96 * math.Sqrt(spread(f, f)/n) }
	mean := over(without)
	t.Logf("6 atoms, %d games: %.3f ± %.3f; without luck %.3f ± %.3f; luck %.3f points, %.3f bits, which count %.2f and %.2f times",
		len(games), over(score), within(score), mean, within(without), over(points), over(doubt), byPoints, byDoubt)
	if mean-1.5*within(without) > most {
		t.Errorf("6 atoms: mean score %.3f, want %.2f", mean, most)
	}
}

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

var sample = flag.Int("sample", 2000, "the number of random boards of 6 atoms to play")

// tree adds up what the program scores on all layouts of a set, those that agree with k: each decision is made once for all layouts that
// answered the same so far. Where many layouts are left, it is that of Choose.
func tree(t *testing.T, k infer.Knowledge, boards *infer.Boards, set []int32) (sum int) {
	var d Decision
	var err error
	if len(set) > nestedLayouts {
		d, err = Choose(t.Context(), k, 0)
	} else { // the order of the layouts does not matter then
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

// TestTimeOfMoves says how long the moves of games take, beside the time in which the table of all boards of 4 atoms is made.
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

// TestMeanScoreOfSamples plays random boards of 6 atoms (docs/science.md). It fails if the mean is too high by more than chance explains.
func TestMeanScoreOfSamples(t *testing.T) {
	const most = 15.26
	scores := make([]float64, *sample)
	var games sync.WaitGroup
	var begun atomic.Int64
	for range runtime.NumCPU() {
		games.Go(func() {
			for i := begun.Add(1) - 1; i < int64(len(scores)); i = begun.Add(1) - 1 {
				scores[i] = float64(play(t, rules.Deal(rules.Field{W: 8, H: 8}, 6, 2022, uint64(i)), uint64(i)))
			}
		})
	}
	games.Wait()
	sum, squares, n := 0.0, 0.0, float64(len(scores))
	for _, x := range scores {
		sum, squares = sum+x, squares+x*x
	}
	mean := sum / n
	within := 1.96 * math.Sqrt((squares/n-mean*mean)/n)
	t.Logf("6 atoms, %d games: %.3f ± %.3f", *sample, mean, within)
	if mean-1.5*within > most {
		t.Errorf("6 atoms: mean score %.3f, want %.2f", mean, most)
	}
}

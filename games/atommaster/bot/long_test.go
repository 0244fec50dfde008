//go:build long

package bot

import (
	"context"
	"flag"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

var sample = flag.Int("sample", 2000, "the number of random boards to play with each number of atoms")

// tree adds up what the program scores on all layouts of a set, those that agree with k, decision by decision: each is made once
// for all layouts that answered the same so far, as Choose would make it.
func tree(t testing.TB, k infer.Knowledge, boards *infer.Boards, set []int32) (sum float64, decisions int) {
	d := Decision{Port: opening(k.Field, 0)}
	if !opens(k) {
		var err error
		if d, err = newGame(k, boards, len(set)).decide(context.Background(), set, openPorts(k), true); err != nil {
			t.Fatal(err)
		}
	}
	if d.Port == rules.NoPort {
		for _, i := range set {
			sum += float64(rules.Score(k.Shots, boards.Layout(i), d.Layout))
		}
		return sum, 1
	}
	next := map[rules.Answer][]int32{}
	for _, i := range set {
		a := boards.Answers(d.Port)[i]
		next[a] = append(next[a], i)
	}
	for _, a := range slices.Sorted(maps.Keys(next)) {
		after := k
		after.Shots = append(slices.Clip(k.Shots), rules.Shot{Port: d.Port, Answer: a})
		s, n := tree(t, after, boards, next[a])
		sum, decisions = sum+s, decisions+n
	}
	return sum, decisions + 1
}

// TestMeanScoreOverAllBoards plays all boards of 3 and 4 atoms on 8 by 8 squares (docs/science.md).
func TestMeanScoreOverAllBoards(t *testing.T) {
	for atoms, most := range map[int]float64{3: 8.01, 4: 10.07} {
		k := infer.Knowledge{Field: rules.Field{W: 8, H: 8}, Atoms: atoms}
		survey, err := infer.Look(context.Background(), k, 0)
		if err != nil {
			t.Fatal(err)
		}
		sum, decisions := tree(t, k, survey.Boards, survey.Set)
		mean := sum / float64(len(survey.Set))
		t.Logf("%d atoms, %d boards: mean score %.4f; %d decisions", atoms, len(survey.Set), mean, decisions)
		if mean > most {
			t.Errorf("%d atoms: mean score %.4f, want at most %.2f", atoms, mean, most)
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

// TestMeanScoreOfSamples plays random boards of 4, 5 and 6 atoms (docs/science.md). It fails if the mean is too high by more
// than chance explains.
func TestMeanScoreOfSamples(t *testing.T) {
	for atoms, most := range map[int]float64{4: 10.07, 5: 12.45, 6: 15.26} {
		sum, squares, n := 0.0, 0.0, float64(*sample)
		for i := range uint64(*sample) {
			x := float64(play(t, rules.Deal(rules.Field{W: 8, H: 8}, atoms, 2022, i), i))
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		within := 1.96 * math.Sqrt((squares/n-mean*mean)/n)
		t.Logf("%d atoms, %d games: %.3f ± %.3f", atoms, *sample, mean, within)
		if mean-1.5*within > most {
			t.Errorf("%d atoms: mean score %.3f, want %.3f", atoms, mean, most)
		}
	}
}

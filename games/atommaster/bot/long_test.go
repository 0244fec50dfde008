//go:build long

package bot

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

var share = flag.Int("share", 1, "play every so many-th branch of the second beam only")

// tree adds up what the program scores on all layouts of a set from some shots on, decision by decision: each is made once
// for all layouts that answered the same so far.
func tree(t testing.TB, k infer.Knowledge, depth int, times *[]time.Duration) (sum float64, n int) {
	began := time.Now()
	d, err := Choose(context.Background(), k, 0)
	if err != nil {
		t.Fatal(err)
	}
	*times = append(*times, time.Since(began))
	survey, _ := infer.Look(context.Background(), k, 0)
	if d.Port == rules.NoPort {
		for _, i := range survey.Set {
			sum += float64(rules.Score(k.Shots, survey.Boards.Layout(i), d.Layout))
		}
		return sum, len(survey.Set)
	}
	var kinds []rules.Answer
	for _, i := range survey.Set {
		if a := survey.Boards.Answers(d.Port)[i]; !slices.Contains(kinds, a) {
			kinds = append(kinds, a)
		}
	}
	slices.Sort(kinds)
	for i, a := range kinds {
		if depth == 1 && *share > 1 && rand.New(rand.NewPCG(uint64(i), uint64(len(survey.Set)))).IntN(*share) > 0 {
			continue
		}
		next := k
		next.Shots = append(slices.Clip(k.Shots), rules.Shot{Port: d.Port, Answer: a})
		s, m := tree(t, next, depth+1, times)
		sum, n = sum+s, n+m
	}
	return sum, n
}

// TestMeanScoreOverAllBoards plays all boards of 3 and 4 atoms on 8 by 8 squares (docs/science.md).
func TestMeanScoreOverAllBoards(t *testing.T) {
	for atoms, most := range map[int]float64{3: 8.01, 4: 10.07} {
		began := time.Now()
		if _, err := infer.Look(context.Background(), infer.Knowledge{Field: rules.Field{W: 8, H: 8}, Atoms: atoms}, 0); err != nil {
			t.Fatal(err)
		}
		table := time.Since(began)
		var times []time.Duration
		sum, n := tree(t, infer.Knowledge{Field: rules.Field{W: 8, H: 8}, Atoms: atoms}, 0, &times)
		slices.Sort(times)
		mean := sum / float64(n)
		t.Logf("%d atoms, %d boards: mean score %.4f; %d decisions, longest %v, 90 %% %v, 99 %% %v, table made in %v", atoms, n, mean, len(times), times[len(times)-1], times[len(times)*9/10], times[len(times)*99/100], table)
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

// TestMeanScoreOfSamples plays random boards of 5 and 6 atoms; with the deviation of one game, two standard errors come to
// about .05 and .1 (docs/science.md).
func TestMeanScoreOfSamples(t *testing.T) {
	for _, tc := range []struct {
		n, games int
		most     float64
	}{{5, 1000, 12.7}, {6, 500, 15.6}} {
		sum, squares := 0.0, 0.0
		for i := range uint64(tc.games) {
			x := float64(play(t, rules.Deal(rules.Field{W: 8, H: 8}, tc.n, 2022, i), i))
			sum, squares = sum+x, squares+x*x
		}
		n := float64(tc.games)
		mean := sum / n
		t.Logf("%d atoms, %d games: %.3f ± %.3f", tc.n, tc.games, mean, 1.96*math.Sqrt((squares/n-mean*mean)/n))
		if mean > tc.most {
			t.Errorf("%d atoms: mean score %.3f, want at most %.3f", tc.n, mean, tc.most)
		}
	}
}

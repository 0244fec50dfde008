package infer

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atommaster/rules"
)

// TestSurveyCountsWhatTryingAllBoardsCounts compares the survey with the answers of all boards.
func TestSurveyCountsWhatTryingAllBoardsCounts(t *testing.T) {
	f := rules.Field{W: 8, H: 8}
	all := rules.NewCase(f, 3)
	for k := range uint64(4) {
		solution := rules.Deal(f, 3, 1, k)
		var shots []rules.Shot
		for _, p := range []rules.Port{2, 13, 21, 30}[:k+1] {
			shots = append(shots, rules.Shot{Port: p, Answer: rules.Fire(solution, p)})
		}
		possible := map[rules.Layout]bool{}
		for l := range all.Layouts() {
			if rules.Consistent(l, shots) {
				possible[l] = true
			}
		}
		s, err := Look(context.Background(), Knowledge{f, 3, shots, nil}, 1)
		if err != nil || !s.Counted || s.Total != float64(len(possible)) {
			t.Errorf("%v: %v layouts, counted %v, %v, want %d", shots, s.Total, s.Counted, err, len(possible))
		}
		if !s.Listed || len(s.Set) != len(possible) {
			t.Errorf("%v: %d layouts, listed %v", shots, len(s.Set), s.Listed)
		}
		for _, i := range s.Set {
			if l := s.Boards.Layout(i); !possible[l] {
				t.Fatalf("%v: %v is not possible", shots, l)
			}
		}
	}
}

// TestSwarmIsRightOnAverage stops the exact method early, so that the rest is sampled.
func TestSwarmIsRightOnAverage(t *testing.T) {
	solution := rules.Deal(rules.Field{W: 8, H: 8}, 4, 1, 3)
	var shots []rules.Shot
	for _, p := range []rules.Port{2, 12, 22} {
		shots = append(shots, rules.Shot{Port: p, Answer: rules.Fire(solution, p)})
	}
	k := Knowledge{solution.Field(), 4, shots, nil}
	exact, err := Look(context.Background(), k, 1)
	if err != nil || !exact.Counted {
		t.Fatal(exact, err)
	}
	const tries = 200
	sum, squares := 0.0, 0.0
	for seed := range uint64(tries) {
		f := forest{shots: rules.Evidence(shots)}
		f.push(rules.NewCase(k.Field, k.Atoms))
		if err := f.split(context.Background(), 100); err != nil || len(f.heap) == 0 {
			t.Fatal(len(f.heap), err)
		}
		if err := f.swarm(context.Background(), 100, rand.New(rand.NewPCG(seed, 0))); err != nil {
			t.Fatal(err)
		}
		sum += f.weight
		squares += f.weight * f.weight
		for _, l := range f.draw(rand.New(rand.NewPCG(seed, 1)))[:100] {
			if !rules.Consistent(l, shots) {
				t.Fatalf("%v does not give %v", l, shots)
			}
		}
	}
	mean := sum / tries
	deviation := math.Sqrt((squares/tries - mean*mean) / tries)
	t.Logf("%v layouts, mean %.1f, deviation of the mean %.1f", exact.Total, mean, deviation)
	if math.Abs(mean-exact.Total) > 4*deviation+1e-6*exact.Total || deviation == 0 || deviation > exact.Total/10 {
		t.Errorf("%.1f arrangements on average, deviation %.1f, want %v", mean, deviation, exact.Total)
	}
}

func TestFree(t *testing.T) {
	k := Knowledge{Field: rules.Field{W: 1, H: 2}, Atoms: 1, Shots: []rules.Shot{{Port: 2, Answer: 4}, {Port: 6, Answer: rules.Absorbed}}}
	if got := k.Free(); !slices.Equal(got, []rules.Port{1, 3, 5}) {
		t.Errorf("free ports %v, want 1, 3, 5", got)
	}
}

// Without a table a survey lists the same layouts as with a table; if it only samples, all layouts are equally likely.
func TestSurveysWithoutATable(t *testing.T) {
	f := rules.Field{W: 7, H: 7}
	all := rules.NewCase(f, 4)
	listed, fair := 0, 0
	for k := range uint64(12) {
		solution := rules.Deal(f, 4, 9, k)
		var shots []rules.Shot
		for _, p := range []rules.Port{3, 12, 20, 25}[:1+k%4] {
			if slices.Contains((Knowledge{f, 4, shots, nil}).Free(), p) {
				shots = append(shots, rules.Shot{Port: p, Answer: rules.Fire(solution, p)})
			}
		}
		possible := map[rules.Layout]int{}
		for l := range all.Layouts() {
			if rules.Consistent(l, shots) {
				possible[l] = 0
			}
		}
		s, err := Glance(context.Background(), Knowledge{f, 4, shots, nil}, k)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range s.Set {
			l := s.Boards.Layout(i)
			times, ok := possible[l]
			if possible[l] = times + 1; !ok || s.Listed && times > 0 {
				t.Fatalf("%v: %v is listed %d times, possible: %v", shots, l, times+1, ok)
			}
			for p := rules.Port(1); int(p) <= f.Ports(); p++ {
				if got, want := s.Boards.Answers(p)[i], rules.Fire(l, p); got != want {
					t.Fatalf("%v: port %d of %v answers %v, want %v", shots, p, l, got, want)
				}
			}
		}
		total := float64(len(possible))
		switch {
		case s.Listed:
			listed++
			if !s.Counted || s.Total != total || len(s.Set) != len(possible) {
				t.Errorf("%v: %d of %v are listed, counted %v, want %v", shots, len(s.Set), s.Total, s.Counted, total)
			}
		case s.Counted && s.Total != total, !s.Counted && math.Abs(s.Total/total-1) > 0.2:
			t.Errorf("%v: %v layouts, counted %v, want %v", shots, s.Total, s.Counted, total)
		case s.Fair:
			fair++
			// The counts of atoms per square in a fair sample are close to the counts over all layouts.
			got, want := map[rules.Square]float64{}, map[rules.Square]float64{}
			for l, times := range possible {
				for s := range l.Atoms() {
					got[s] += float64(times)
					want[s]++
				}
			}
			n := float64(len(s.Set))
			for square, w := range want {
				p := w / total
				if off := math.Abs(got[square]/n - p); off > 6*math.Sqrt(p*(1-p)/n)+1e-9 {
					t.Errorf("%v: %v has an atom in %.4f of the sample and in %.4f of the layouts", shots, square, got[square]/n, p)
				}
			}
		}
	}
	if listed == 0 || fair == 0 {
		t.Errorf("%d surveys listed, %d fair: want both", listed, fair)
	}
}

// With a table a survey lists all layouts, even before the first beam.
func TestTheTableHasAllLayouts(t *testing.T) {
	for atoms, want := range []int{1, 64, 2016, 41664, 635376} {
		s, err := Look(context.Background(), Knowledge{rules.Field{W: 8, H: 8}, atoms, nil, nil}, 1)
		if err != nil || !s.Listed || len(s.Set) != want || s.Boards.Len() != want {
			t.Fatalf("%d atoms: %d listed of %d, %v, %v", atoms, len(s.Set), s.Boards.Len(), s.Listed, err)
		}
		for i := int32(0); int(i) < want; i += 997 {
			l := s.Boards.Layout(i)
			for p := rules.Port(1); p <= 32; p++ {
				if got := s.Boards.Answers(p)[i]; got != rules.Fire(l, p) {
					t.Fatalf("port %d of %v answers %v", p, l, got)
				}
			}
		}
	}
}

// A survey lists all layouts, before and after the first beam, for every played field with at most as many layouts as 4 atoms have on 8 by 8
// squares.
func TestEveryFieldWithFewLayoutsIsExact(t *testing.T) {
	listed := 0
	for side := uint8(5); side <= rules.MaxSide; side++ {
		for atoms := 3; atoms <= 6; atoms++ {
			f := rules.Field{W: side, H: side}
			all := rules.NewCase(f, atoms)
			if all.Count() > 635_376 {
				continue
			}
			s, err := Look(t.Context(), Knowledge{Field: f, Atoms: atoms}, 1)
			if err != nil || !s.Listed || !s.Counted || s.Total != all.Count() || len(s.Set) != int(all.Count()) {
				t.Errorf("%d atoms on %d by %d squares: %d of %v layouts, listed %v, %v", atoms, side, side, len(s.Set), all.Count(), s.Listed, err)
			}
			shot := rules.Shot{Port: 2, Answer: rules.Fire(rules.Deal(f, atoms, 1, 1), 2)}
			if s, err = Look(t.Context(), Knowledge{Field: f, Atoms: atoms, Shots: []rules.Shot{shot}}, 1); err != nil || !s.Listed {
				t.Errorf("%d atoms on %d by %d squares: after a beam %d layouts, listed %v, %v", atoms, side, side, len(s.Set), s.Listed, err)
			}
			listed++
		}
	}
	if listed != 15 {
		t.Errorf("%d fields", listed)
	}
}

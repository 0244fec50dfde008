package train

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"attic/dev/lab/atom4/corpus"
	atom4 "attic/dev/lab/atom4/selfplay"
	"attic/dev/lab/selfplay"
	"attic/game/search"
	"attic/games/atom4/bot"
)

func played(t testing.TB, moves int) (rounds [][]corpus.Entry) {
	t.Helper()
	folder := t.TempDir()
	o := selfplay.Options{Folder: folder, Nodes: 20, Threads: 2, Positions: moves, Seed: 3, Every: time.Hour, Now: time.Now}
	if err := selfplay.Run(t.Context(), o, atom4.Source(bot.Usual(), 20), func(selfplay.Progress) {}); err != nil {
		t.Fatal(err)
	}
	files, err := corpus.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		rounds = append(rounds, f.Rounds...)
	}
	return rounds
}

// The loss falls, and equal rounds and seeds give equal weights.
func TestFitLearns(t *testing.T) {
	rounds := played(t, 6000)
	var told []Progress
	w, err := Fit(t.Context(), rounds, Options{Epochs: 6, Trust: 0.1, Rate: 0.01, Seed: 1}, func(p Progress) { told = append(told, p) })
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 6 || told[5].Loss >= told[0].Loss || told[0].Held == 0 {
		t.Errorf("%+v", told)
	}
	again, err := Fit(t.Context(), rounds, Options{Epochs: 6, Trust: 0.1, Rate: 0.01, Seed: 1}, func(Progress) {})
	if err != nil || *again != *w || *w == (bot.Weights{}) {
		t.Errorf("the weights are %s, then %s, %v", selfplay.Sum(w.Encode()), selfplay.Sum(again.Encode()), err)
	}
}

func TestFitIsInterrupted(t *testing.T) {
	rounds := played(t, 6000)
	ctx, stop := context.WithCancel(t.Context())
	epochs := 0
	if _, err := Fit(ctx, rounds, Options{Epochs: 1000, Rate: 0.01}, func(Progress) { epochs++; stop() }); err != nil || epochs != 1 {
		t.Errorf("%d epochs, %v", epochs, err)
	}
}

func TestTooFewPositions(t *testing.T) {
	if _, err := Fit(t.Context(), rounds1(), Options{Epochs: 1}, func(Progress) {}); err == nil {
		t.Error("nothing is learned from one round")
	}
}

func rounds1() [][]corpus.Entry { return [][]corpus.Entry{{{Move: 104, Opened: true}}} }

// The target of a move is a mixture of its search's result and the next target. A random move says nothing about the previous move.
func TestTargets(t *testing.T) {
	const trust = 0.25
	round := []corpus.Entry{{Opened: true, Result: 1}, {Score: 100, Result: -1}, {Score: -50, Stray: true, Result: 1}, {Score: search.Win - 1, Result: -1}, {Score: 0, Result: 1}}
	got := targets(round, trust)
	last := trust*0.5 + (1-trust)*1
	won := trust + (1-trust)*(1-last)
	stray := search.Chance(-50, Scale)
	second := trust*search.Chance(100, Scale) + (1-trust)*(1-stray)
	for i, want := range []float64{1 - second, second, stray, won, last} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("target %d is %v, want %v", i, got[i], want)
		}
	}
}

// The slopes are the derivatives of the weighted cross entropy.
func TestGradient(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	s := sample{pieces: 75, target: 0.3, weight: 0.7, terms: []term{{0, 1}, {50, 3}, {uint8(bot.Things + 4), 2}}}
	m := new(model)
	for i := range m.values {
		m.values[i] = r.NormFloat64() / 10
	}
	entropy := func() float64 {
		p := m.chance(&s)
		return -s.weight * (s.target*math.Log(p) + (1-s.target)*math.Log(1-p))
	}
	m.learn(&s)
	changed := 0
	for i, slope := range m.slopes {
		const step = 1e-5
		was := m.values[i]
		m.values[i] = was + step
		up := entropy()
		m.values[i] = was - step
		down := entropy()
		m.values[i] = was
		if want := (up - down) / (2 * step) / batch; math.Abs(slope-want) > 1e-8 {
			t.Errorf("value %d: slope %v, want %v", i, slope, want)
		}
		if slope != 0 {
			changed++
		}
	}
	if changed != 8 {
		t.Errorf("%d values matter, want those of 3 things and of the move at 2 knots", changed)
	}
}

// The engine and the model give the same values.
func TestTheEngineSaysTheSame(t *testing.T) {
	m, r := new(model), rand.New(rand.NewPCG(3, 3))
	for i := range m.values {
		m.values[i] = r.NormFloat64() / 10
	}
	w := m.weights()
	for k := range w {
		for thing := range bot.Things {
			mine, theirs := m.values[k*numbers+thing], m.values[k*numbers+bot.Things+thing]
			if math.Abs(float64(w[k].Value[0][thing])-mine*Points*bot.Unit) > 0.5 || math.Abs(float64(w[k].Value[1][thing])+theirs*Points*bot.Unit) > 0.5 {
				t.Fatalf("knot %d, thing %d", k, thing)
			}
		}
	}
}

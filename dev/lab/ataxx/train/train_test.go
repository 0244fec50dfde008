package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"attic/dev/lab/ataxx/corpus"
	ataxx "attic/dev/lab/ataxx/selfplay"
	"attic/dev/lab/selfplay"
	"attic/dev/race"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// played returns a corpus of a few thousand positions, played by an engine that counts pieces.
func played(t testing.TB, positions int) *corpus.Corpus {
	t.Helper()
	folder := t.TempDir()
	o := selfplay.Options{Folder: folder, Nodes: 20, Threads: 2, Positions: positions, Seed: 3, Every: time.Hour, Now: time.Now}
	if err := selfplay.Run(t.Context(), o, ataxx.Source(nil, o.Nodes, 1), func(selfplay.Progress) {}); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// samples returns the positions held back as samples.
func samples(c *corpus.Corpus, of *shape) (all []sample, entries []corpus.Entry) {
	for _, e := range slices.Concat(c.Held...) {
		var s sample
		s.set(of, e)
		all, entries = append(all, s), append(entries, e)
	}
	return all, entries
}

// The target of a position comes from its search and, with decreasing weight, from the later searches and the result.
func TestRetell(t *testing.T) {
	score := func(p float64) int { return int(math.Round(bot.Scale * math.Log(p/(1-p)))) }
	red := func(p float64) corpus.Entry { return corpus.Entry{Turn: rules.Red, Score: score(p), Result: 1} }
	blue := func(p float64) corpus.Entry { return corpus.Entry{Turn: rules.Blue, Score: score(p), Result: -1} }
	game := []corpus.Entry{red(0.5), blue(0.4), blue(0.3)} // red passed, or its position had been seen before
	want := []float64{0.5*0.5 + 0.5*(1-0.275), 0.5*0.4 + 0.5*0.15, 0.5 * 0.3}
	for _, stray := range []bool{false, true} {
		for i := range game {
			game[i].Stray = stray
		}
		if stray { // red's move in between was random
			want[1] = 0.4
			want[0] = 0.5*0.5 + 0.5*0.6
		}
		for i, e := range retold(game, 0.5) {
			if got := target(e); math.Abs(got-want[i]) > 0.002 {
				t.Errorf("stray %v: position %d: %.3f, want %.3f", stray, i, got, want[i])
			}
		}
	}
	for _, e := range retold(game[:1], 0) {
		if got := target(e); e.Turn == rules.Red && got < 0.9 {
			t.Errorf("without trust in searches a won game says %.3f", got)
		}
	}
}

func TestFitLearns(t *testing.T) {
	race.Plain(t)
	defer func(was int) { pool = was }(pool)
	pool = 3 * 4096 // so that the corpus is larger than the pool
	c := played(t, 30_000)
	for _, open := range []bool{false, true} {
		o := Options{Open: open, Epochs: 10, Trust: 1, Rate: 0.01, Threads: 2, Seed: 1, Every: time.Nanosecond, Now: time.Now}
		var told []Progress
		_, loss, err := Fit(t.Context(), c, o, func(p Progress, _ *bot.Network) { told = append(told, p) })
		if err != nil {
			t.Fatal(err)
		}
		f := fitter{options: o, corpus: c, workers: []*worker{{}}, model: zero(newShape(open)), loss: 1, tell: func(Progress, *bot.Network) {}}
		_, f.held = samples(c, f.model.shape)
		f.judge()
		if nothing := f.loss; loss > nothing*0.7 {
			t.Errorf("open %v: a loss of %.4f, hardly less than the %.4f of an untrained network", open, loss, nothing)
		}
		last := told[len(told)-1]
		if last.Done != 1 || last.Held == 0 || last.Epoch != o.Epochs || last.Left != 0 || math.Abs(last.Rounded/last.Held-1) > 0.02 {
			t.Errorf("open %v: at the end it told %+v", open, last)
		}
		used, there := last.Samples/o.Epochs, c.Positions()-c.HeldBack()
		if open {
			there = c.Open()
		}
		if used > there || used < there-batch {
			t.Errorf("open %v: %d samples were used in each epoch, of %d", open, used, there)
		}
	}
}

func TestFitRepeats(t *testing.T) {
	c := played(t, 6000)
	for _, open := range []bool{false, true} {
		o := Options{Open: open, Epochs: 1, Trust: 0.5, Rate: 0.01, Threads: 2, Every: time.Hour, Now: time.Now}
		var sums []string
		for seed := range uint64(3) {
			o.Seed = seed / 2
			n, _, err := Fit(t.Context(), c, o, func(Progress, *bot.Network) {})
			if err != nil {
				t.Fatal(err)
			}
			sums = append(sums, selfplay.Sum((&bot.Weights{Open: n, Blocks: n}).Encode()))
		}
		if sums[0] != sums[1] || sums[0] == sums[2] {
			t.Errorf("open %v: seeds 0, 0 and 1 give %v", open, sums)
		}
	}
}

// If interrupted, Fit returns the network learned so far.
func TestFitCanBeInterrupted(t *testing.T) {
	c := played(t, 5000)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o := Options{Epochs: 1000, Trust: 0.5, Rate: 0.01, Threads: 1, Seed: 1, Every: time.Nanosecond, Now: time.Now}
	n, _, err := Fit(ctx, c, o, func(Progress, *bot.Network) { stop() })
	if err != nil || n == nil {
		t.Errorf("%v, %v", n, err)
	}
}

func TestTooFewPositions(t *testing.T) {
	race.Plain(t)
	if _, _, err := Fit(t.Context(), played(t, 500), Options{Epochs: 1}, func(Progress, *bot.Network) {}); err == nil {
		t.Error("500 positions are enough")
	}
}

// A small change of each weight changes the loss by as much as the gradient says.
func TestGradient(t *testing.T) {
	race.Plain(t)
	c := played(t, 5000)
	for _, open := range []bool{false, true} {
		of := newShape(open)
		m, gradient := newModel(of, rand.New(rand.NewPCG(1, 1))), zero(of)
		all, _ := samples(c, of)
		one := all[0]
		var lanes sums
		m.learn(&one, gradient, &lanes)
		entropy := func() float64 {
			p := logistic(float64(m.value(&one, &lanes)))
			target := float64(one.target)
			return -weight(target) * (target*math.Log(p) + (1-target)*math.Log(1-p))
		}
		touched := []int{of.biasAt() + 3, of.outAt(one.bucket) + 5, of.addAt() + one.bucket}
		for group := range one.rows {
			touched = append(touched, int(one.rows[group][group*4])*bot.Lanes+group)
		}
		for _, i := range touched {
			const step = 1e-2
			was := m.all[i]
			m.all[i] = was + step
			up := entropy()
			m.all[i] = was - step
			down := entropy()
			m.all[i] = was
			if got, want := float64(gradient.all[i]), (up-down)/(2*step); math.Abs(got-want) > 0.03*math.Abs(want)+2e-4 {
				t.Errorf("open %v: weight %d: %.5f, want %.5f", open, i, got, want)
			}
		}
	}
}

// The engine plays with the trained network: its values are those of the model with rounded rows. The rounding of the other weights changes them little.
func TestTheEngineSaysTheSame(t *testing.T) {
	race.Plain(t)
	c := played(t, 9000)
	for _, open := range []bool{false, true} {
		of := newShape(open)
		m := newModel(of, rand.New(rand.NewPCG(2, 2)))
		m.roundRows(m)
		n := m.round()
		engine := bot.NewEngine(1, 1)
		engine.Learn(&bot.Weights{Open: n, Blocks: n})
		var lanes sums
		all, entries := samples(c, of)
		for i, s := range all {
			p := entries[i].Position()
			s.set(of, entries[i])
			got, want := engine.Value(p), float64(m.value(&s, &lanes))*bot.Scale
			if want = min(max(want, -bot.MostValue), bot.MostValue); math.Abs(float64(got)-want) > 8 {
				t.Errorf("%v: %d, want %.1f", p, got, want)
			}
		}
	}
}

// The kernels give the same results as plain Go, bit for bit.
func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	numbers := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(r.NormFloat64())
		}
		return all
	}
	m := newModel(newShape(false), r)
	var which [bot.Windows]uint16
	for i := range which {
		which[i] = uint16(i*bot.Patterns + r.IntN(bot.Patterns))
	}
	var got, want row
	addUp(m.firstRow(), &which, m.bias(), &got)
	plainAddUp(m.firstRow(), &which, m.bias(), &want)
	if got != want {
		t.Errorf("addUp: %v, want %v", got, want)
	}
	other := model{m.shape, slices.Clone(m.all)}
	addTo(m.firstRow(), &which, &want)
	plainAddTo(other.firstRow(), &which, &want)
	if !slices.Equal(m.all, other.all) {
		t.Error("addTo differs")
	}
	const n = 100 // not a multiple of the numbers that the kernels process at a time
	a, from := numbers(n), numbers(n)
	b, fromToo := slices.Clone(a), slices.Clone(from)
	gather(a, from)
	plainGather(b, fromToo)
	if !slices.Equal(a, b) || !slices.Equal(from, fromToo) {
		t.Error("gather differs")
	}
	k := &rates{0.9, 0.1, 0.999, 0.001, 0.01, 1e-5}
	one := [4][]float32{numbers(n), numbers(n), numbers(n), make([]float32, n)}
	var two [4][]float32
	for i := range one {
		two[i] = slices.Clone(one[i])
	}
	step(one[0], one[1], one[2], one[3], k)
	plainStep(two[0], two[1], two[2], two[3], k)
	for i := range one {
		if !slices.Equal(one[i], two[i]) {
			t.Errorf("step: slice %d differs", i)
		}
	}
}

func BenchmarkLearn(b *testing.B) {
	c := played(b, 20_000)
	for _, open := range []bool{false, true} {
		b.Run(map[bool]string{false: "blocks", true: "open"}[open], func(b *testing.B) {
			of := newShape(open)
			all, _ := samples(c, of)
			m, gradient := newModel(of, rand.New(rand.NewPCG(1, 1))), zero(of)
			var lanes sums
			for i := 0; b.Loop(); i++ {
				m.learn(&all[i%len(all)], gradient, &lanes)
			}
		})
	}
}

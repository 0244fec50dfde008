package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"attic/games/ataxx/bot"
	"attic/games/ataxx/corpus"
	"attic/games/ataxx/selfplay"
)

// played returns a corpus of a few thousand positions, played by an engine that counts pieces.
func played(t testing.TB, positions int) *corpus.Corpus {
	t.Helper()
	folder := t.TempDir()
	o := selfplay.Options{Folder: folder, Nodes: 20, Threads: 2, Positions: positions, Seed: 3, Every: time.Hour, Now: time.Now}
	if err := selfplay.Run(t.Context(), o, func(selfplay.Progress) {}); err != nil {
		t.Fatal(err)
	}
	c, err := corpus.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// samples returns the positions held back as samples.
func samples(c *corpus.Corpus) []sample {
	all := make([]sample, len(c.Held))
	for i, r := range c.Held {
		all[i].set(r, 0.5)
	}
	return all
}

func TestFitLearns(t *testing.T) {
	defer func(was int) { pool = was }(pool)
	pool = 3 * batch // so that the corpus is larger than the pool
	c := played(t, 30_000)
	o := Options{Epochs: 6, Trust: 1, Rate: 0.01, Threads: 2, Seed: 1, Every: time.Nanosecond, Now: time.Now}
	var told []Progress
	best, loss, err := Fit(t.Context(), c, o, func(p Progress, _ *bot.Weights) { told = append(told, p) })
	if err != nil {
		t.Fatal(err)
	}
	f := fitter{options: o, corpus: c, workers: []*worker{{}}, model: make(model, size), loss: 1, tell: func(Progress, *bot.Weights) {}}
	f.judge()
	if nothing := f.loss; loss > nothing*0.7 {
		t.Errorf("a loss of %.4f, hardly less than the %.4f of an untrained network", loss, nothing)
	}
	if _, err := bot.DecodeWeights(best.Encode()); err != nil {
		t.Error(err)
	}
	last := told[len(told)-1]
	if last.Done != 1 || last.Held == 0 || last.Epoch != o.Epochs || last.Left != 0 {
		t.Errorf("at the end it told %+v", last)
	}
	if used := last.Samples / o.Epochs; used > c.Positions() || used < c.Positions()-len(c.Held)-batch {
		t.Errorf("%d samples were used in each epoch, of %d", used, c.Positions())
	}
}

func TestFitRepeats(t *testing.T) {
	c := played(t, 5000)
	o := Options{Epochs: 2, Trust: 0.5, Rate: 0.01, Threads: 2, Seed: 1, Every: time.Hour, Now: time.Now}
	var sums []string
	for seed := range uint64(3) {
		o.Seed = seed / 2
		w, _, err := Fit(t.Context(), c, o, func(Progress, *bot.Weights) {})
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, w.Sum())
	}
	if sums[0] != sums[1] || sums[0] == sums[2] {
		t.Errorf("seeds 0, 0 and 1 give %v", sums)
	}
}

// If interrupted, Fit returns what it has learned until then.
func TestFitCanBeInterrupted(t *testing.T) {
	c := played(t, 5000)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	o := Options{Epochs: 1000, Trust: 0.5, Rate: 0.01, Threads: 1, Seed: 1, Every: time.Nanosecond, Now: time.Now}
	w, _, err := Fit(ctx, c, o, func(Progress, *bot.Weights) { stop() })
	if err != nil || w == nil {
		t.Errorf("%v, %v", w, err)
	}
}

func TestTooFewPositions(t *testing.T) {
	if _, _, err := Fit(t.Context(), played(t, 500), Options{Epochs: 1}, func(Progress, *bot.Weights) {}); err == nil {
		t.Error("500 positions are enough")
	}
}

// The gradient is right: a small change of each weight changes the loss by as much as the gradient says.
func TestGradient(t *testing.T) {
	m, gradient := newModel(rand.New(rand.NewPCG(1, 1))), make(model, size)
	one := samples(played(t, 5000))[7]
	var lanes sums
	m.learn(&one, gradient, &lanes)
	entropy := func() float64 {
		p := logistic(float64(m.value(&one, &lanes)))
		target := float64(one.target)
		return -target*math.Log(p) - (1-target)*math.Log(1-p)
	}
	touched := []int{biasAt + 3, outAt + one.bucket*bot.Lanes + 5, addAt + one.bucket}
	for symmetry := range one.rows {
		touched = append(touched, int(one.rows[symmetry][symmetry*4])*bot.Lanes+symmetry)
	}
	for _, i := range touched {
		const step = 1e-2
		was := m[i]
		m[i] = was + step
		up := entropy()
		m[i] = was - step
		down := entropy()
		m[i] = was
		if got, want := float64(gradient[i]), (up-down)/(2*step); math.Abs(got-want) > 0.03*math.Abs(want)+2e-4 {
			t.Errorf("weight %d: %.5f, want %.5f", i, got, want)
		}
	}
}

// The engine plays with the trained network: after rounding, the values differ by a fraction of a piece, from
// rounding each Out by at most half a unit.
func TestTheEngineSaysTheSame(t *testing.T) {
	c := played(t, 9000)
	m := newModel(rand.New(rand.NewPCG(2, 2)))
	engine := bot.NewEngineOf(m.weights(), 1, 1)
	var lanes sums
	for i, s := range samples(c) {
		got, want := engine.Value(c.Held[i].Position()), float64(m.value(&s, &lanes))*bot.Scale
		if want = min(max(want, -bot.MostValue), bot.MostValue); math.Abs(float64(got)-want) > 40 {
			t.Errorf("%v: %d, want %.1f", c.Held[i].Position(), got, want)
		}
	}
}

// The kernels do what plain Go does, bit for bit.
func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	numbers := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(r.NormFloat64())
		}
		return all
	}
	m := newModel(r)
	var which [bot.Windows]uint16
	for i := range which {
		which[i] = uint16(i*bot.Patterns + r.IntN(bot.Patterns))
	}
	var got, want row
	addUp(m.rows(), &which, m.bias(), &got)
	plainAddUp(m.rows(), &which, m.bias(), &want)
	if got != want {
		t.Errorf("addUp: %v, want %v", got, want)
	}
	other := slices.Clone(m)
	addTo(m.rows(), &which, &want)
	plainAddTo(other.rows(), &which, &want)
	if !slices.Equal(m, other) {
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
	all := samples(played(b, 20_000))
	m, gradient := newModel(rand.New(rand.NewPCG(1, 1))), make(model, size)
	var lanes sums
	for i := 0; b.Loop(); i++ {
		m.learn(&all[i%len(all)], gradient, &lanes)
	}
}

// Package train fits the network of the Ataxx evaluation to a corpus of positions.
//
// The loss is the cross entropy between the network's probability of winning and a target, which mixes the score of a search with the result of the
// game. Even positions count more (see weight). The optimiser is Adam (Kingma and Ba 2014). The corpus may be larger than the memory: it is read as a
// stream, its pieces in random order, through a pool from which positions are taken at random.
package train

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"attic/dev/lab/ataxx/corpus"
	"attic/games/ataxx/bot"
)

// Options are the options of Fit.
type Options struct {
	Open    bool         // fit to open boards only
	Start   *bot.Network // the initial network, or nil for random weights
	Epochs  int          // the number of times that each position is used
	Trust   float64      // the share of the search in a target, 0 to 1; the rest is the target of the next position (see retell)
	Rate    float64      // the initial learning rate; its logarithm falls linearly
	Threads int
	Seed    uint64
	Every   time.Duration // the time between two reports of progress
	Now     func() time.Time
}

// lastRate is the final learning rate, as a fraction of the initial one.
const lastRate = 0.01

// pool is the least number of positions from which random positions are taken: 64 MiB. Tests reduce it.
var pool = 1 << 22

// Progress is the progress of Fit.
type Progress struct {
	Epoch   int     // from 1
	Done    float64 // the share of all work done, 0 to 1
	Samples int     // the number of samples used so far
	Loss    float64 // mean squared error of the probability over the positions since the last report
	Held    float64 // at the end of an epoch: the weighted error (see weight) over the positions held back; otherwise 0
	Rounded float64 // like Held, for the rounded network, which plays
	Elapsed time.Duration
	Left    time.Duration // an estimate of the remaining time
}

// Fit fits a network. It returns the network of the epoch with the smallest loss after rounding, on the positions held back, and that
// loss. When ctx is done, it returns the best network so far. It calls tell with its progress and, at the end of an epoch, with the
// current network; otherwise with nil.
func Fit(ctx context.Context, c *corpus.Corpus, o Options, tell func(Progress, *bot.Network)) (best *bot.Network, loss float64, err error) {
	s := newShape(o.Open)
	positions := c.Positions() - c.HeldBack()
	var held []corpus.Entry
	for _, game := range c.Held {
		if !o.Open || game[0].Blocks == 0 {
			held = append(held, retold(game, o.Trust)...)
		}
	}
	if o.Open {
		positions = c.Open()
	}
	if positions < batch || len(held) == 0 {
		return nil, 0, errors.New("too few positions to train on")
	}
	f := &fitter{
		options: o, corpus: c, held: held, begun: o.Now(), r: rand.New(rand.NewPCG(o.Seed, 0)),
		steps: o.Epochs * (positions / batch), tell: tell, loss: math.Inf(1),
	}
	if o.Start == nil {
		f.model = newModel(s, f.r)
	} else {
		f.model = modelOf(s, o.Start)
	}
	f.moment, f.square = make([]float32, s.size()), make([]float32, s.size())
	f.rounded = zero(s)
	f.rounded.roundRows(f.model)
	for range max(o.Threads, 1) {
		f.workers = append(f.workers, &worker{gradient: zero(s)})
	}
	f.told = f.begun
	for epoch := 1; epoch <= o.Epochs && ctx.Err() == nil; epoch++ {
		f.epoch = epoch
		if err := f.run(ctx); err != nil {
			return nil, 0, err
		}
		f.judge()
	}
	return f.best, f.loss, nil
}

type fitter struct {
	options        Options
	corpus         *corpus.Corpus
	held           []corpus.Entry // the positions of this kind that are held back, with retold scores
	begun, told    time.Time
	r              *rand.Rand
	model          model
	rounded        model     // the model with rounded rows, which the steps use
	moment, square []float32 // means of the gradients and of their squares
	workers        []*worker
	epoch          int
	steps, done    int // the numbers of all steps of the fit, and of steps done
	tell           func(Progress, *bot.Network)
	wrong          float64 // sum of squared errors since the last report
	judged         int     // the number of samples in wrong
	best           *bot.Network
	loss           float64
}

// worker is one of the goroutines that learn in parallel.
type worker struct {
	gradient model
	sample   sample
	lanes    sums
	wrong    float64
}

// run learns from the whole corpus once.
func (f *fitter) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan []byte, 4)
	var failed error
	order := rand.New(rand.NewPCG(f.options.Seed, uint64(f.epoch)))
	go func() {
		defer close(batches)
		failed = f.read(ctx, order, batches)
	}()
	for entries := range batches {
		f.learn(entries)
		f.done++
		if now := f.options.Now(); now.Sub(f.told) >= f.options.Every {
			f.report(now, 0, 0, nil)
		}
	}
	return failed
}

// read sends the positions of the corpus in batches until all are sent or ctx is done.
func (f *fitter) read(ctx context.Context, r *rand.Rand, batches chan<- []byte) error {
	reader := f.corpus.Read(f.options.Open, r.Shuffle)
	reader.Retell = func(game []corpus.Entry) { retell(game, f.options.Trust) }
	defer reader.Close()
	var waiting []byte
	for more := true; ; {
		for more && len(waiting) < pool*corpus.Size {
			next, err := reader.Next(waiting)
			if waiting = next; errors.Is(err, io.EOF) {
				more = false
			} else if err != nil {
				return err
			}
		}
		if len(waiting) < batch*corpus.Size {
			return nil // the rest will most likely be used in another epoch
		}
		one := make([]byte, 0, batch*corpus.Size)
		for range batch {
			at, last := r.IntN(len(waiting)/corpus.Size)*corpus.Size, len(waiting)-corpus.Size
			one = append(one, waiting[at:at+corpus.Size]...)
			copy(waiting[at:], waiting[last:])
			waiting = waiting[:last]
		}
		select {
		case batches <- one:
		case <-ctx.Done():
			return nil
		}
	}
}

// learn makes one step of the optimiser.
func (f *fitter) learn(entries []byte) {
	f.each(func(i int, w *worker) {
		w.wrong = 0
		n := len(f.workers)
		for at := i * corpus.Size; at < len(entries); at += n * corpus.Size {
			w.sample.set(f.model.shape, corpus.Decode(entries[at:]))
			wrong := float64(f.rounded.learn(&w.sample, w.gradient, &w.lanes))
			w.wrong += wrong * wrong
		}
	})
	for _, w := range f.workers {
		f.wrong += w.wrong
	}
	f.judged += len(entries) / corpus.Size
	const keep, keepSquare = 0.9, 0.999
	steps := float64(f.done + 1)
	rate := f.options.Rate * math.Pow(lastRate, float64(f.done)/float64(f.steps)) *
		math.Sqrt(1-math.Pow(keepSquare, steps)) / (1 - math.Pow(keep, steps))
	// The gradient is a sum over the batch, not a mean, so its square is larger by the square of the batch's size.
	k := rates{keep, 1 - keep, keepSquare, 1 - keepSquare, float32(rate), 1e-8 * float32(batch)}
	f.each(func(i int, _ *worker) {
		n := len(f.workers)
		size := f.model.size()
		from, to := size*i/n&^7, size*(i+1)/n&^7
		if i == n-1 {
			to = size
		}
		gradient := f.workers[0].gradient.all[from:to]
		for _, other := range f.workers[1:] {
			gather(gradient, other.gradient.all[from:to])
		}
		step(f.model.all[from:to], gradient, f.moment[from:to], f.square[from:to], &k)
	})
	f.model.clip()
	f.rounded.roundRows(f.model)
}

// each calls the function do for all workers in parallel.
func (f *fitter) each(do func(i int, w *worker)) {
	var all sync.WaitGroup
	for i, w := range f.workers[1:] {
		all.Go(func() { do(i+1, w) })
	}
	do(0, f.workers[0])
	all.Wait()
}

// judge compares the rounded model with the best network so far.
func (f *fitter) judge() {
	now := f.model.round()
	engine := bot.NewEngine(1, 1)
	engine.Learn(&bot.Weights{Open: now, Blocks: now})
	rounded := f.mean(func(e corpus.Entry, _ *worker) float64 { return float64(engine.Value(e.Position())) / bot.Scale })
	loss := f.mean(func(e corpus.Entry, w *worker) float64 {
		w.sample.set(f.model.shape, e)
		return float64(f.model.value(&w.sample, &w.lanes))
	})
	if rounded < f.loss {
		f.best, f.loss = now, rounded
	}
	f.report(f.options.Now(), loss, rounded, now)
}

// mean returns the mean of the weighted squared errors of the probability over the positions held back. The parameter value is a function that
// evaluates a position.
func (f *fitter) mean(value func(corpus.Entry, *worker) float64) (mean float64) {
	f.each(func(i int, w *worker) {
		w.wrong = 0
		for n := i; n < len(f.held); n += len(f.workers) {
			t := target(f.held[n])
			wrong := logistic(value(f.held[n], w)) - t
			w.wrong += weight(t) * wrong * wrong
		}
	})
	for _, w := range f.workers {
		mean += w.wrong / float64(len(f.held))
	}
	return mean
}

// Errors are mean squared errors of probabilities of winning.
type Errors struct {
	Positions int
	Score     float64 // the error of the networks, against the search
	Result    float64 // the error of the networks, against the results of the games
	Search    float64 // the error of the search, against the results of the games
}

// Judge returns the errors of the weights w on the entries with open boards, or with blocks if open is false. If w is nil, the engine only
// counts pieces.
func Judge(entries []corpus.Entry, w *bot.Weights, open bool) (e Errors) {
	engine := bot.NewEngine(1, 1)
	engine.Learn(w)
	square := func(x float64) float64 { return x * x }
	for _, entry := range entries {
		if open != (entry.Blocks == 0) {
			continue
		}
		says, found, ended := logistic(float64(engine.Value(entry.Position()))/bot.Scale), target(entry), result(entry)
		e.Positions++
		e.Score += square(says - found)
		e.Result += square(says - ended)
		e.Search += square(found - ended)
	}
	if n := float64(e.Positions); n > 0 {
		e.Score, e.Result, e.Search = e.Score/n, e.Result/n, e.Search/n
	}
	return e
}

func (f *fitter) report(now time.Time, held, rounded float64, n *bot.Network) {
	f.told = now
	p := Progress{
		Epoch: f.epoch, Done: float64(f.done) / float64(f.steps), Samples: f.done * batch,
		Loss: f.wrong / float64(max(f.judged, 1)), Held: held, Rounded: rounded, Elapsed: now.Sub(f.begun),
	}
	if p.Done > 0 {
		p.Left = time.Duration(float64(p.Elapsed) * (1 - p.Done) / p.Done)
	}
	f.wrong, f.judged = 0, 0
	f.tell(p, n)
}

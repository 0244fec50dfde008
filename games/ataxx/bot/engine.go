package bot

import (
	"context"
	_ "embed"
	"sync"

	"attic/games/ataxx/rules"
	"attic/search"
)

// Engine plays at full strength. It uses what it has learnt from earlier searches. It is not safe for concurrent use.
type Engine struct {
	search *search.Engine[node, rules.Move]
	net    func() *net // prepared when first needed
}

// NewEngine returns an engine with a table of hash megabytes and the given number of threads.
func NewEngine(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), usual}
}

// NewEngineOf returns an engine with the weights w; if w is nil, it counts pieces.
func NewEngineOf(w *Weights, hash, threads int) *Engine {
	e := &Engine{search: search.New[node](options(hash, threads))}
	e.Learn(w)
	return e
}

// Another returns a new engine with the same weights; both share one copy of them in memory.
func (e *Engine) Another(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), e.net}
}

// Value returns the static evaluation of a position that is not over, for the side to move, in hundredths of a
// piece, from -MostValue to MostValue.
func (e *Engine) Value(p rules.Position) int { return e.net().score(p) }

// Ready prepares the weights, so that the first search does not have to.
func (e *Engine) Ready() { e.net() }

// Learn clears what the engine remembers and makes it use these weights, which must not change afterwards; if w is nil, it counts
// pieces.
func (e *Engine) Learn(w *Weights) {
	e.net = sync.OnceValue(func() *net {
		if w == nil {
			return nil
		}
		return newNet(w)
	})
	e.Forget()
}

// LearnUsual clears what the engine remembers and restores the weights of NewEngine.
func (e *Engine) LearnUsual() {
	e.net = usual
	e.Forget()
}

//go:embed weights.bin
var weights []byte

// Usual returns the built-in weights.
func Usual() *Weights {
	w, err := DecodeWeights(weights)
	if err != nil {
		panic("weights.bin: " + err.Error())
	}
	return w
}

// usual returns the built-in weights prepared for adding.
var usual = sync.OnceValue(func() *net { return newNet(Usual()) })

func options(hash, threads int) search.Options {
	return search.Options{Hash: hash, Threads: threads, Tuning: search.Tuning{
		Window: 40, Reverse: 80, Null: 3, Internal: 4, Late: 50, LateBase: 100, LatePrune: 12, Deepest: 8,
		FutilityBase: 80, Futility: 40, FutilityMoves: 2,
	}}
}

// Resize sets the megabytes of the engine's table and its number of threads.
func (e *Engine) Resize(hash, threads int) { e.search.Resize(hash, threads) }

// Forget clears what the engine remembers.
func (e *Engine) Forget() { e.search.Forget() }

// Search searches a position that is not over; see search.Engine.
func (e *Engine) Search(ctx context.Context, p rules.Position, lim search.Limits, progress func(Thought)) Thought {
	return e.search.Search(ctx, node{p, e.net()}, nil, lim, progress)
}

package bot

import (
	"context"
	_ "embed"
	"sync"

	"attic/games/ataxx/rules"
	"attic/search"
)

// Engine plays at full strength. What it learns in one search helps the next one.
type Engine struct {
	search *search.Engine[node, rules.Move]
	net    func() *net // laid out when it is first needed
}

// NewEngine returns an engine with a table of hash megabytes that thinks on so many threads.
func NewEngine(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), usual}
}

// NewEngineOf returns an engine that has learned something else; with nil it has learned nothing and counts pieces.
func NewEngineOf(w *Weights, hash, threads int) *Engine {
	e := &Engine{search: search.New[node](options(hash, threads))}
	e.Learn(w)
	return e
}

// Another returns a new engine that has learned the same; both share one copy of it in memory.
func (e *Engine) Another(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), e.net}
}

// Value returns what the engine makes of a running position without looking ahead, for the side to move, in hundredths of a
// piece, within MostValue.
func (e *Engine) Value(p rules.Position) int { return e.net().score(p) }

// Ready lays out what the engine has learned, which the first search would have to wait for.
func (e *Engine) Ready() { e.net() }

// Learn makes the engine forget everything and play by these weights, which may not change any more; with nil it counts pieces.
func (e *Engine) Learn(w *Weights) {
	e.net = sync.OnceValue(func() *net {
		if w == nil {
			return nil
		}
		return newNet(w)
	})
	e.Forget()
}

// LearnUsual makes the engine forget everything and play as NewEngine's does.
func (e *Engine) LearnUsual() {
	e.net = usual
	e.Forget()
}

//go:embed weights.bin
var weights []byte

// Usual returns the weights that are part of the program.
func Usual() *Weights {
	w, err := DecodeWeights(weights)
	if err != nil {
		panic("weights.bin: " + err.Error())
	}
	return w
}

// usual returns them laid out for adding.
var usual = sync.OnceValue(func() *net { return newNet(Usual()) })

func options(hash, threads int) search.Options {
	return search.Options{Hash: hash, Threads: threads, Tuning: search.Tuning{
		Window: 40, Reverse: 80, Null: 3, Internal: 4, Late: 50, LateBase: 100, LatePrune: 12, Deepest: 8,
		FutilityBase: 80, Futility: 40, FutilityMoves: 2,
	}}
}

// Resize gives the engine another table and another number of threads.
func (e *Engine) Resize(hash, threads int) { e.search.Resize(hash, threads) }

// Forget makes the engine as if it were new.
func (e *Engine) Forget() { e.search.Forget() }

// Search thinks about a running position; see search.Engine.
func (e *Engine) Search(ctx context.Context, p rules.Position, lim search.Limits, progress func(Thought)) Thought {
	return e.search.Search(ctx, node{p, e.net()}, nil, lim, progress)
}

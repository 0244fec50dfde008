package bot

import (
	"context"
	_ "embed"
	"sync"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

// Engine plays at full strength. It reuses results of earlier searches. It is not safe for concurrent use.
type Engine struct {
	*search.Engine[node, rules.Move]
	nets *nets
}

// NewEngine returns an engine with a table of hash megabytes and the given number of threads.
func NewEngine(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), usual()}
}

// Value returns the static evaluation of a position that is not over, for the side to move, in hundredths of a
// piece, from -MostValue to MostValue.
func (e *Engine) Value(p rules.Position) int { return e.nets.of(p).score(p) }

// Ready prepares the weights, so that the first search does not have to.
func (e *Engine) Ready() {
	e.nets.open()
	e.nets.blocks()
}

// Learn clears the engine's memory and makes it use w, which must not change afterwards; nil means to count pieces.
func (e *Engine) Learn(w *Weights) {
	e.nets = newNets(func() *Weights { return w })
	e.Forget()
}

// LearnUsual clears the engine's memory and restores the weights of NewEngine.
func (e *Engine) LearnUsual() {
	e.nets = usual()
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

var usual = sync.OnceValue(func() *nets { return newNets(Usual) })

// nets are the networks for boards without and with blocks, each prepared when it is first needed.
type nets struct{ open, blocks func() *net }

// newNets returns the networks of the weights that get returns. If the weights are nil, the networks count pieces.
func newNets(get func() *Weights) *nets {
	return &nets{
		open:   sync.OnceValue(func() *net { return newNet(get(), true) }),
		blocks: sync.OnceValue(func() *net { return newNet(get(), false) }),
	}
}

// of returns the network for a position. No move changes that choice.
func (n *nets) of(p rules.Position) *net {
	if p.Blocks() != 0 {
		return n.blocks()
	}
	return n.open()
}

func options(hash, threads int) search.Options {
	return search.Options{Hash: hash, Threads: threads, Tuning: search.Tuning{
		Window: 40, Reverse: 80, Null: 3, Internal: 4, Late: 50, LateBase: 100, LatePrune: 12, Deepest: 8,
		FutilityBase: 80, Futility: 40, FutilityMoves: 2, Singular: 8, SingularMargin: 3,
	}}
}

// Search searches a position that is not over; see search.Engine.
func (e *Engine) Search(ctx context.Context, p rules.Position, lim search.Limits, progress func(Thought)) Thought {
	return e.Engine.Search(ctx, node{p, e.nets.of(p)}, nil, lim, progress)
}

package bot

import (
	"context"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// Engine plays at full strength. It reuses results of earlier searches. It is not safe for concurrent use.
type Engine struct {
	*search.Engine[node, rules.Square]
	values *values
}

// NewEngine returns an engine with a table of hash megabytes and the given number of threads.
func NewEngine(hash, threads int) *Engine {
	return &Engine{search.New[node](options(hash, threads)), usual()}
}

func options(hash, threads int) search.Options {
	return search.Options{Hash: hash, Threads: threads, Tuning: search.Tuning{
		Window: 40, Reverse: 60, Null: 2, Internal: 4, Late: 80, LatePrune: 12, Deepest: 3,
	}}
}

// Learn clears the engine's memory and makes it use w.
func (e *Engine) Learn(w *Weights) {
	e.values = newValues(w)
	e.Forget()
}

// Search searches a position that is not over; see search.Engine.
func (e *Engine) Search(ctx context.Context, p rules.Position, lim search.Limits, progress func(Thought)) Thought {
	return e.Engine.Search(ctx, seen(p, impartial, e.values), nil, lim, progress)
}

package search

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Tuning holds the numbers that differ from game to game; scores in it are static scores. A zero field
// disables its technique, so the zero Tuning is plain alpha-beta.
type Tuning struct {
	Window    int // aspiration: half the width of the first window around the last iteration's score
	Reverse   int // reverse futility: the most that a side may lose in a ply
	Null      int // null move: the plies by which its search is shallower, plus one for every 4 plies of depth
	Internal  int // internal reduction: the least depth at which a node without a known move is made one less deep
	Late      int // late-move reduction, in hundredths: see reductions
	LateBase  int // added to the reduction of every late move, in hundredths of a ply
	LatePrune int // late-move pruning: the number of quiet moves tried at depth 0; at depth d it is d² more
	Deepest   int // the largest depth for both kinds of futility and late-move pruning

	// Futility: the most that a side may gain, once and in each ply; after FutilityMoves moves no more than that is expected.
	FutilityBase, Futility, FutilityMoves int
}

// Options are the resources of an Engine.
type Options struct {
	Hash    int // megabytes for the table; 0: no table
	Threads int // searchers at the same time; less than 1 is 1
	Tuning  Tuning
	Now     func() time.Time // the clock; nil: time.Now
}

// Limits bound a search. The first ply is always completed. A zero field is no limit: without any, a search continues
// until its context is done, the game is decided or MaxDepth is reached.
type Limits struct {
	Depth int           // plies, at most MaxDepth
	Nodes int64         // nodes after which to stop
	Move  time.Duration // for this move, never exceeded

	Clock     time.Duration // left for all moves, or for MovesToGo of them
	Increment time.Duration // after each move
	MovesToGo int

	Lines int // how many of the root's best moves to find, each with its score and line; less than 1 is 1
}

// Result is what an iteration found.
type Result[M Move] struct {
	Number   int   // of the line among Limits.Lines, from 1, the best
	Best     M     // the best move, if Line is not empty
	Score    int   // for the side to move at the root; see Decided
	Depth    int   // plies searched completely
	Deepest  int   // plies of the longest line looked at
	Nodes    int64 // nodes since the search began
	HashFull int   // thousandths of the table in use
	Line     []M   // the principal variation, Best first; empty if the root has no moves
	Elapsed  time.Duration
}

// Wins returns in how many plies the side to move at the root wins, or, negative, loses; 0 if that is not known.
func (r Result[M]) Wins() int {
	switch plies, ok := Decided(r.Score); {
	case !ok:
		return 0
	case r.Score < 0:
		return -plies
	default:
		return plies
	}
}

// Engine searches. What it learns in one search helps the next one. It does one search at a time.
type Engine[P Position[P, M], M Move] struct {
	options   Options
	table     *table
	searchers []*searcher[P, M]
	reduction [MaxDepth + 1][64]int8

	stop  *atomic.Bool // ends this search
	limit int64        // nodes
	began time.Time
	until time.Time // never later; zero: no end
}

// New returns an engine.
func New[P Position[P, M], M Move](o Options) *Engine[P, M] {
	if o.Now == nil {
		o.Now = time.Now
	}
	e := &Engine[P, M]{options: o}
	for depth := range e.reduction {
		for n := range e.reduction[depth] {
			e.reduction[depth][n] = reductions(o.Tuning, depth, n)
		}
	}
	e.Resize(o.Hash, o.Threads)
	return e
}

// reductions returns by how many plies the nth move of a node is searched less deeply: the product of
// the logarithms of both, times t.Late, plus t.LateBase.
func reductions(t Tuning, depth, n int) int8 {
	if t.Late == 0 || depth < 2 || n < 2 {
		return 0
	}
	return int8((math.Log(float64(depth))*math.Log(float64(n))*float64(t.Late) + float64(t.LateBase)) / 100)
}

// Resize gives the engine a new table of hash megabytes and another number of searchers. It forgets what it has learned.
func (e *Engine[P, M]) Resize(hash, threads int) {
	e.options.Hash, e.options.Threads = hash, max(threads, 1)
	e.table = nil // before the new one is made
	e.table = newTable(hash)
	e.searchers = nil
	for range e.options.Threads {
		e.searchers = append(e.searchers, &searcher[P, M]{engine: e, table: e.table})
	}
}

// Forget makes the engine as if it were new.
func (e *Engine[P, M]) Forget() {
	e.table.clear()
	for _, s := range e.searchers {
		s.forget()
	}
}

// Search searches the root, one ply deeper each iteration, and returns the result of the last iteration
// that was completed. It calls progress, if it is not nil, after each. With Limits.Lines it does so once for each line, the
// best first; the lines of an iteration begin with different moves.
//
// The moves are the root's legal moves in the caller's order of preference, nil for the order of
// root.Moves: among equally good ones the first is preferred. Search does not change them.
//
// It ends when the limits are reached, when ctx is done or when the game is decided whatever else
// happens. Depth 1 is searched even so: a win in one ply is never missed, and if there is a legal move
// one is returned. On one thread equal input after Forget gives an equal result, nodes included,
// unless ctx or time ends it.
func (e *Engine[P, M]) Search(ctx context.Context, root P, moves []M, lim Limits, progress func(Result[M])) Result[M] {
	e.prepare(lim)
	release := e.heed(ctx)
	defer release()
	if moves == nil {
		moves = root.Rest(root.Moves(nil))
	}
	first := e.searchers[0]
	for _, s := range e.searchers {
		s.begin(moves)
	}
	if len(moves) == 0 {
		return Result[M]{}
	}
	most := MaxDepth
	if lim.Depth > 0 {
		most = min(lim.Depth, MaxDepth)
	}
	wanted := min(max(lim.Lines, 1), len(moves))
	var helpers sync.WaitGroup
	for i, s := range e.searchers[1:] {
		helpers.Go(func() { s.help(root, i+1, most) })
	}
	plan := plan{limits: lim}
	var lines []Result[M]
	for depth := 1; depth <= most; depth++ {
		first.mayStop = depth > 1
		found, ok := e.deepen(first, root, depth, lines, wanted)
		lines = merge(found, lines, wanted)
		if progress != nil && (ok || wanted > 1 && len(found) > 0) {
			for _, line := range lines {
				progress(line)
			}
		}
		if !ok || decided(lines) || !first.horizon || plan.enough(latest(lines), first.share(), lines[0].Best == plan.best) {
			break
		}
		plan.best = lines[0].Best
	}
	e.stop.Store(true)
	helpers.Wait()
	result := lines[0]
	result.Nodes, result.Elapsed = e.nodes(), e.options.Now().Sub(e.began)
	return result
}

// prepare begins a search.
func (e *Engine[P, M]) prepare(lim Limits) {
	e.stop = new(atomic.Bool)
	e.table.age = (e.table.age + 1) & 63
	e.limit = lim.Nodes
	e.began, e.until = e.options.Now(), time.Time{}
	if hard := lim.Most(); hard > 0 {
		e.until = e.began.Add(hard)
	}
}

// heed makes the search end when ctx is done. If ctx is done already, the search is one ply deep.
func (e *Engine[P, M]) heed(ctx context.Context) (release func() bool) {
	stop := e.stop // a later search has its own
	stop.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { stop.Store(true) })
}

// result returns what an iteration has found.
func (e *Engine[P, M]) result(s *searcher[P, M], score, depth int) Result[M] {
	return Result[M]{
		Best: s.line[0], Score: score, Depth: depth, Deepest: s.deepest, Nodes: e.nodes(),
		HashFull: e.table.full(), Line: append([]M(nil), s.line...), Elapsed: e.options.Now().Sub(e.began),
	}
}

// nodes returns the nodes of all searchers.
func (e *Engine[P, M]) nodes() int64 {
	var n int64
	for _, s := range e.searchers {
		n += s.told.Load()
	}
	return n + e.searchers[0].nodes - e.searchers[0].told.Load()
}

// Ranked is a move of the root with its exact score.
type Ranked[M Move] struct {
	Move  M
	Score int // for the side to move at the root
	Line  []M // the moves expected, Move first
}

// Rank searches each of the root's moves to the depth with an open window, so that all scores are exact,
// and returns them in the order given. It goes one ply deeper at a time while limits and ctx let it, as
// Search does, and returns the last depth that was completed, at least 1.
func (e *Engine[P, M]) Rank(ctx context.Context, root P, moves []M, lim Limits) (ranked []Ranked[M], depth int) {
	e.prepare(lim)
	release := e.heed(ctx)
	defer release()
	s := e.searchers[0]
	s.begin(moves)
	most := MaxDepth
	if lim.Depth > 0 {
		most = min(lim.Depth, MaxDepth)
	}
	for d := 1; d <= most; d++ {
		s.mayStop, s.horizon = d > 1, false
		next := make([]Ranked[M], 0, len(moves))
		for _, m := range moves {
			score := -s.node(root.Play(m), 1, d-1, -Win, Win, true)
			if s.stopped {
				return ranked, depth
			}
			next = append(next, Ranked[M]{Move: m, Score: score, Line: append([]M{m}, s.plies[1].line...)})
		}
		ranked, depth = next, d
		if !s.horizon {
			break
		}
	}
	return ranked, depth
}

package search

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// Tuning holds the numbers that differ from game to game; scores in it are static scores. A zero field
// disables its technique, so the zero Tuning is plain alpha-beta.
type Tuning struct {
	Window    int // aspiration: half the width of the first window around the last iteration's score
	Reverse   int // reverse futility: the margin per ply of depth, which is the most that a side is expected to lose in one ply
	Null      int // null move: the reduction of its search in plies; one more is added for every 4 plies of depth
	Internal  int // internal reduction: the minimum depth at which a node without a table move is searched one ply less deeply
	Late      int // late-move reduction, in hundredths: see the function reductions
	LateBase  int // added to the reduction of every late move, in hundredths of a ply
	LatePrune int // late-move pruning: the number of quiet moves tried at depth 0; at depth d, d² more
	Deepest   int // the largest depth for both kinds of futility and for late-move pruning

	// Futility: margin = FutilityBase + Futility·depth, by which the static score must fall short of alpha. It applies after FutilityMoves moves.
	FutilityBase, Futility, FutilityMoves int

	// Singular extension with multicut: the minimum depth at which the search asks whether the table's move is much better than all others, and the
	// margin by which it has to be better, for each ply of depth.
	Singular, SingularMargin int
}

// Options are the resources of an Engine.
type Options struct {
	Hash    int // megabytes for the table; 0: no table
	Threads int // searchers that run at the same time; values below 1 mean 1
	Tuning  Tuning
	Now     func() time.Time // the clock; nil: time.Now
}

// Limits bound a search. Depth 1 is always completed. A zero field is no limit; without any limit, a search continues until its context
// is done, the game is decided or MaxDepth is reached.
type Limits struct {
	Depth int           // plies, at most MaxDepth
	Nodes int64         // the number of nodes after which the search stops
	Move  time.Duration // the time for this move, never exceeded

	Clock     time.Duration // the time left for all moves, or for the next MovesToGo moves
	Increment time.Duration // added to Clock after each move
	MovesToGo int

	Lines int    // the number of best moves to find at the root, each with its score and line; values below 1 mean 1
	Only  string // the moves to search at the root, as Engine.Text writes them, separated by blanks; "", or none of them legal: all
}

// Result is the result of an iteration.
type Result[M Move] struct {
	Number   int   // the rank of the line among Limits.Lines, from 1, the best
	Best     M     // the best move, if Line is not empty
	Score    int   // for the side to move at the root; see Decided
	Depth    int   // plies searched completely
	Deepest  int   // plies of the longest line searched
	Nodes    int64 // nodes since the search began
	HashFull int   // thousandths of the table in use
	Line     []M   // the principal variation, Best first; empty if the root has no moves
	Elapsed  time.Duration
}

// Wins returns the plies to a proved win of the side to move at the root; negative: to a proved loss; 0: unknown.
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

// Engine searches positions. It remembers results of one search for the next one. It is not safe for concurrent use.
type Engine[P Position[P, M], M Move] struct {
	Text func(M) string // writes moves as Limits.Only has them; nil: Only is ignored

	options   Options
	table     *table
	searchers []*searcher[P, M]
	reduction [MaxDepth + 1][64]int8

	stop  *flag // set to end this search
	limit int64 // the maximum number of nodes
	began time.Time
	until time.Time // when the search must end; zero: no limit
}

// New returns an engine with these resources.
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

// reductions returns the number of plies by which the search of move n is reduced at a node of the given depth: the product of the logarithms of
// depth and n, times t.Late, plus t.LateBase, all in hundredths.
func reductions(t Tuning, depth, n int) int8 {
	if t.Late == 0 || depth < 2 || n < 2 {
		return 0
	}
	return int8((math.Log(float64(depth))*math.Log(float64(n))*float64(t.Late) + float64(t.LateBase)) / 100)
}

// Resize gives the engine an empty table of hash megabytes and one new searcher for each of its threads. The engine forgets everything it has learned.
func (e *Engine[P, M]) Resize(hash, threads int) {
	e.options.Hash, e.options.Threads = hash, max(threads, 1)
	e.table = nil // so that its memory can be freed before the new table is made
	e.table = newTable(hash)
	e.searchers = nil
	for range e.options.Threads {
		e.searchers = append(e.searchers, &searcher[P, M]{engine: e, table: e.table})
	}
}

// Forget clears everything that the engine has learned.
func (e *Engine[P, M]) Forget() {
	e.table.clear()
	for _, s := range e.searchers {
		s.forget()
	}
}

// Search searches root, one ply deeper each iteration, and returns the result of the last completed iteration. After each iteration it calls the
// function progress, unless it is nil; with Limits.Lines it does so once for each line, the best first. The lines of an iteration begin with
// different moves.
//
// The parameter moves holds the root's legal moves in the caller's order of preference; nil means the order of root.Moves. If several moves are
// equally good, the first is preferred. Search does not change moves.
//
// Search ends when a limit is reached, when ctx is done or when the game is decided. It always completes depth 1: a win in one ply is
// never missed, and if there is a legal move, one is returned. On one thread, equal input after Forget gives an equal result, including
// the nodes, unless ctx or time ends the search.
func (e *Engine[P, M]) Search(ctx context.Context, root P, moves []M, lim Limits, progress func(Result[M])) Result[M] {
	e.prepare(lim)
	release := e.heed(ctx)
	defer release()
	if moves == nil {
		moves = root.Rest(root.Moves(nil))
	}
	moves = e.among(moves, strings.Fields(lim.Only))
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

// among returns those of moves that the list only names, or all if there are none.
func (e *Engine[P, M]) among(moves []M, only []string) []M {
	var list []M
	for _, m := range moves {
		if len(only) > 0 && e.Text != nil && slices.Contains(only, e.Text(m)) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return moves
	}
	return list
}

func (e *Engine[P, M]) prepare(lim Limits) {
	e.stop = new(flag)
	e.table.age = (e.table.age + 1) & 63
	e.limit = lim.Nodes
	e.began, e.until = e.options.Now(), time.Time{}
	if hard := lim.Most(); hard > 0 {
		e.until = e.began.Add(hard)
	}
}

// heed makes the search end when ctx is done. If ctx is already done, only depth 1 is searched. The result release stops watching ctx.
func (e *Engine[P, M]) heed(ctx context.Context) (release func() bool) {
	stop := e.stop // each later search has its own flag
	stop.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { stop.Store(true) })
}

func (e *Engine[P, M]) result(s *searcher[P, M], score, depth int) Result[M] {
	return Result[M]{
		Best: s.line[0], Score: score, Depth: depth, Deepest: s.deepest, Nodes: e.nodes(),
		HashFull: e.table.full(), Line: append([]M(nil), s.line...), Elapsed: e.options.Now().Sub(e.began),
	}
}

// nodes returns the number of nodes of all searchers in this search.
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
	Line  []M // the expected moves, Move first
}

// Rank searches each of moves at the root with an open window, so that all scores are exact, and returns them in the given order. Like
// Search, it goes one ply deeper at a time until a limit is reached or ctx is done. depth is the last completed depth, at least 1.
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

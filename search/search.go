package search

import "context"

const (
	// Win is the score of a game won on the spot. A win that is n plies away scores Win-n, so a
	// quicker win and a longer defence score higher.
	Win = 1 << 20

	// MaxDepth is the largest depth, in plies, that a search goes to. Static scores lie strictly
	// between -(Win-MaxDepth) and Win-MaxDepth.
	MaxDepth = 128
)

// Position is a game position as a small value; P is the position's own type, M that of its moves.
type Position[P, M any] interface {
	// Moves appends the legal moves to buf, best guesses first, in an order that depends on the
	// position only. There is at least one unless the game is over; a pass is a move.
	Moves(buf []M) []M

	// Play returns the position after a legal move.
	Play(m M) P

	// Score returns the value for the side to move, and whether the game is over here. Then the
	// score is the result: Win, -Win or, for a draw, 0.
	Score() (score int, over bool)
}

// Limits bound a search. The first ply is always searched to its end.
type Limits struct {
	Depth int   // plies, at most MaxDepth; less than 1 is 1
	Nodes int64 // nodes after which to stop; 0 is no limit
}

// Result is what an iteration found.
type Result[M any] struct {
	Best  M     // the best move, if Line is not empty
	Score int   // for the side to move at the root; see Decided
	Depth int   // plies searched to the end
	Nodes int64 // nodes since the search began
	Line  []M   // the principal variation, Best first; empty if the root has no moves
}

// Decided reports whether a score is a proved win or loss, and in how many plies from the root.
func Decided(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= Win-MaxDepth
}

// Best searches the root, one ply deeper each iteration, and returns the result of the last iteration
// that came to its end. It calls progress, unless that is nil, after each.
//
// The moves are the root's legal moves in the caller's order of preference, nil for the order of
// root.Moves: among equally good ones the first is chosen, but a move that was best an iteration
// before stays so until a better one is found. Best does not change them.
//
// It ends when the limits are reached, when ctx is done, when the game is decided whatever else
// happens or searched to all its ends. Depth 1 is searched even so: a win in one ply is never missed,
// and if there is a legal move one is returned. Equal input gives an equal result, nodes included,
// unless ctx ends it.
func Best[P Position[P, M], M comparable](ctx context.Context, root P, moves []M, lim Limits, progress func(Result[M])) Result[M] {
	s := &searcher[P, M]{done: ctx.Done(), limit: lim.Nodes}
	if moves == nil {
		moves = root.Moves(nil)
	}
	s.plies[0].moves = append([]M(nil), moves...)

	var result Result[M]
	for depth := 1; depth == 1 || depth <= min(lim.Depth, MaxDepth); depth++ {
		s.mayStop, s.horizon = depth > 1, false
		score := s.root(root, depth)
		if s.stopped || len(s.plies[0].line) == 0 {
			break
		}
		s.line = append([]M(nil), s.plies[0].line...)
		result = Result[M]{Best: s.line[0], Score: score, Depth: depth, Nodes: s.nodes, Line: s.line}
		if progress != nil {
			progress(result)
		}
		if _, decided := Decided(score); decided || !s.horizon {
			break
		}
	}
	result.Nodes = s.nodes
	return result
}

// pollEvery is how many nodes pass between two looks at the context: well below a millisecond.
const pollEvery = 256

// searcher is the state of one call of Best.
type searcher[P Position[P, M], M comparable] struct {
	done    <-chan struct{}
	limit   int64 // nodes; 0 is none
	nodes   int64
	mayStop bool // false during the first iteration
	stopped bool // the values of this iteration mean nothing any more
	horizon bool // this iteration met the horizon, so a deeper one may know more
	line    []M  // the last iteration's principal variation
	plies   [MaxDepth + 1]ply[M]
}

// ply is what the search keeps for one distance from the root. Its slices are used again and again, so
// that a node allocates nothing.
type ply[M any] struct {
	moves   []M
	line    []M // the best moves from here on
	killers [2]M
}

// root searches the root's moves to the depth and returns the best score; the line of ply 0 begins
// with its move.
func (s *searcher[P, M]) root(p P, depth int) int {
	here := &s.plies[0]
	if len(s.line) > 0 {
		promote(here.moves, 0, s.line[0])
	}
	here.line = here.line[:0]
	alpha := -Win // below every score, so that even the worst move is kept
	for i, m := range here.moves {
		score := -s.node(p.Play(m), 1, depth-1, -Win, -alpha, i == 0)
		if s.stopped {
			return alpha
		}
		if score > alpha {
			alpha = score
			s.keep(0, m)
		}
	}
	return alpha
}

// node returns the score of p, which is at the given ply with depth plies to go: exact between alpha
// and beta, else a bound beyond the one it misses. It then has p's line, if above alpha.
func (s *searcher[P, M]) node(p P, at, depth, alpha, beta int, onLine bool) int {
	// Step 1. Stop when told to.
	if s.mayStop && s.mustStop() {
		s.stopped = true
		return 0
	}
	s.nodes++

	// Step 2. The end of the game and the horizon.
	here := &s.plies[at]
	here.line = here.line[:0]
	score, over := p.Score()
	switch {
	case over && score > 0:
		return Win - at
	case over && score < 0:
		return -Win + at
	case over:
		return 0
	case depth == 0:
		s.horizon = true
		return score
	}

	// Step 3. The moves in the order of promise: the last iteration's line, killers, the position's
	// own order.
	here.moves = p.Moves(here.moves[:0])
	first := 0
	onLine = onLine && at < len(s.line)
	if onLine {
		first = promote(here.moves, first, s.line[at])
	}
	for _, killer := range here.killers {
		first = promote(here.moves, first, killer)
	}

	// Step 4. Try each move.
	best := -Win
	for i, m := range here.moves {
		score := -s.node(p.Play(m), at+1, depth-1, -beta, -max(alpha, best), onLine && i == 0)
		if s.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if best <= alpha {
			continue
		}
		s.keep(at, m)

		// Step 5. A refutation: the other side will not come here.
		if best >= beta {
			if here.killers[0] != m {
				here.killers[0], here.killers[1] = m, here.killers[0]
			}
			break
		}
	}
	return best
}

func (s *searcher[P, M]) mustStop() bool {
	if s.limit > 0 && s.nodes >= s.limit {
		return true
	}
	if s.nodes%pollEvery != 0 {
		return false
	}
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// keep makes m, followed by the line of the next ply, the line of this one.
func (s *searcher[P, M]) keep(at int, m M) {
	here := &s.plies[at]
	here.line = append(append(here.line[:0], m), s.plies[at+1].line...)
}

// promote moves m, if it is among moves[to:], to index to, keeps the order of the others, and returns
// the index after those promoted.
func promote[M comparable](moves []M, to int, m M) int {
	for i := to; i < len(moves); i++ {
		if moves[i] == m {
			copy(moves[to+1:i+1], moves[to:i])
			moves[to] = m
			return to + 1
		}
	}
	return to
}

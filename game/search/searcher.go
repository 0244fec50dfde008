package search

import (
	"sync/atomic"

	"attic/internal/turns"
)

// searcher is one of the searchers that run at the same time. told is the only field that other goroutines read.
type searcher[P Position[P, M], M Move] struct {
	engine *Engine[P, M]
	table  *table
	told   atomic.Int64 // the number of nodes, updated every pollEvery nodes
	nodes  int64

	mayStop bool // false during the first iteration
	stopped bool // the values of this iteration no longer mean anything
	horizon bool // this iteration reached its greatest depth somewhere, so a deeper iteration may find more
	deepest int
	roots   []rootMove[M]
	found   int  // how many of the first root moves are omitted because their lines were already found
	line    []M  // the last iteration's principal variation, or this iteration's if better is set
	better  bool // the field line comes from this iteration, which is not completed
	score   int  // the score of line, if better is set
	plies   [MaxPly + 2]ply[M]
	history [Classes]int16
	replies [Places][Places]int16 // how often replies with one place have refuted moves with another; kept from search to search
}

// ply is the working memory of the search for one distance from the root. Its slices are reused, so that a node allocates nothing.
type ply[M Move] struct {
	moves   []M
	looks   []Look   // the looks of the moves
	order   []place  // of the moves; 0 of those tried, and of up to seven that are not there
	tried   []uint16 // the numbers of the moves tried, in this order
	line    []M      // the best moves from this ply on
	killers [2]M
	without M     // the move that is omitted from the search of this node; 0: none
	null    bool  // the node was reached by a null move
	after   uint8 // the place of the move that led here; 0 after a null move
}

type rootMove[M Move] struct {
	move  M
	nodes int64 // the nodes searched for the move in the last iteration
}

func (s *searcher[P, M]) forget() {
	clear(s.history[:])
	clear(s.replies[:])
	for i := range s.plies {
		s.plies[i].killers = [2]M{}
	}
}

func (s *searcher[P, M]) begin(moves []M) {
	s.nodes, s.deepest, s.found, s.mayStop, s.stopped = 0, 0, 0, false, false
	s.told.Store(0)
	s.roots, s.line = s.roots[:0], s.line[:0]
	for _, m := range moves {
		s.roots = append(s.roots, rootMove[M]{move: m})
	}
	for i := range s.history {
		s.history[i] /= 2
	}
	for i := range s.plies {
		s.plies[i].killers, s.plies[i].null = [2]M{}, false
	}
}

// help searches alongside the first searcher to fill the shared table. Each helper starts with a different move, and every second one
// starts a ply deeper, so that they do not all search the same nodes.
func (s *searcher[P, M]) help(root P, number, most int) {
	n := number % len(s.roots)
	s.roots = append(append([]rootMove[M](nil), s.roots[n:]...), s.roots[:n]...)
	s.mayStop = true
	score := 0
	for depth := 1 + number&1; depth <= most; depth++ {
		next, ok := s.iterate(root, depth, score)
		if !ok {
			break
		}
		if score = next; !s.horizon {
			break
		}
	}
	s.told.Store(s.nodes)
}

// iterate searches the root to a depth in a window around guess, the score of the previous iteration, and widens the window until the
// score lies within it. ok is false if the search was stopped.
func (s *searcher[P, M]) iterate(root P, depth, guess int) (score int, ok bool) {
	alpha, beta := -Win, Win
	width := s.engine.options.Tuning.Window
	if _, decided := Decided(guess); width > 0 && depth >= 4 && !decided {
		alpha, beta = max(guess-width, -Win), min(guess+width, Win)
	}
	s.better = false
	for {
		s.horizon = false
		score = s.root(root, depth, alpha, beta)
		switch {
		case s.stopped:
			return 0, false
		case score <= alpha && alpha > -Win:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -Win)
		case score >= beta && beta < Win:
			beta = min(score+width, Win)
		default:
			s.line = append(s.line[:0], s.plies[0].line...)
			return score, true
		}
		if width *= 2; width > 2000 {
			alpha, beta = -Win, Win
		}
	}
}

// root searches the root's moves, except those of lines already found, to a depth. It returns the best score; the line of ply 0 begins
// with the best move, which the next iteration searches first.
func (s *searcher[P, M]) root(p P, depth, alpha, beta int) int {
	here := &s.plies[0]
	here.line = here.line[:0]
	best := -Win - 1 // below every score, so that even the worst move is kept
	roots := s.roots[s.found:]
	for i := range roots {
		m := roots[i].move
		before := s.nodes
		look, next := s.look(p, m), p.Play(m)
		s.plies[1].after = look.Place
		var score int
		if i == 0 {
			score = -s.node(next, 1, depth-1, -beta, -alpha, true)
		} else {
			lower := max(alpha, best)
			score = -s.node(next, 1, depth-1-s.reduced(look, depth, i), -lower-1, -lower, false)
			if score > lower && !s.stopped {
				score = -s.node(next, 1, depth-1, -beta, -lower, true)
			}
		}
		if s.stopped {
			return best
		}
		roots[i].nodes = s.nodes - before
		if score <= best {
			continue
		}
		best = score
		s.keep(0, m)
		if score > alpha {
			first := roots[i]
			copy(roots[1:i+1], roots[:i])
			roots[0] = first
		}
		if best >= beta {
			break
		}
		if best > alpha {
			s.better, s.score = true, best
			s.line = append(s.line[:0], s.plies[0].line...)
		}
	}
	return best
}

func (s *searcher[P, M]) look(p P, m M) Look {
	here := &s.plies[0]
	here.moves = append(here.moves[:0], m)
	here.looks = p.Looks(here.moves, here.looks[:0])
	return here.looks[0]
}

// reduced returns the number of plies by which the first search of move n of the root is reduced.
func (s *searcher[P, M]) reduced(look Look, depth, n int) int {
	if depth < 3 {
		return 0
	}
	r := int(s.engine.reduction[depth][min(n, 63)]) - 1
	if !look.Quiet {
		r--
	}
	return min(max(r, 0), depth-2)
}

// share returns the part of the last iteration's nodes that were searched for its best move, from 0 to 1.
func (s *searcher[P, M]) share() float64 {
	all := int64(1)
	for _, r := range s.roots {
		all += r.nodes
	}
	return float64(s.roots[0].nodes) / float64(all)
}

// pollEvery is the number of nodes between two checks of the clock. Searching this number of nodes takes less than a millisecond.
const pollEvery = 256

func (s *searcher[P, M]) mustStop() bool {
	e := s.engine
	if e.stop.Load() {
		return true
	}
	one := len(e.searchers) == 1
	if one && e.limit > 0 && s.nodes >= e.limit {
		return true
	}
	if s.nodes%pollEvery != 0 {
		return false
	}
	turns.Give()
	s.told.Store(s.nodes)
	if !e.until.IsZero() && !e.options.Now().Before(e.until) {
		return true
	}
	if !one && e.limit > 0 {
		var all int64
		for _, other := range e.searchers {
			all += other.told.Load()
		}
		return all >= e.limit
	}
	return false
}

// keep sets the line of this ply to m, followed by the line of the next ply.
func (s *searcher[P, M]) keep(at int, m M) {
	here := &s.plies[at]
	here.line = append(append(here.line[:0], m), s.plies[at+1].line...)
}

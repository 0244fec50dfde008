package solve

import (
	"context"
	"math"
	"sync/atomic"

	"attic/games/atom4/rules"
)

// Result holds the proved facts about a position.
type Result struct {
	Winner rules.Player // valid if Win is not 0
	Win    int          // the least number of plies within which Winner can force a win; 0: no win is known
	// Line is the win: the winner's moves and the longest defence. It is incomplete if time ran out.
	Line  []rules.Square
	None  int // within this number of plies, neither player (after Win: not the attacker) can force a win
	Nodes int64
}

// Solver proves wins. It keeps its results for later searches. Only Now and Save may be called while another method runs.
type Solver struct {
	table  table
	search *search
	more   []*search    // the searches of further threads, with the same table
	none   atomic.Int64 // the result of Now
	before int64        // nodes of an earlier run
}

// New returns a solver with a table of the given megabytes, at least 1.
func New(megabytes int) *Solver {
	return &Solver{table: newTable(megabytes), search: new(search)}
}

// Share lets Solve use a number of threads, at least 1. They share the table, and every second thread tries the attacker's moves in the opposite
// order. Numbers of nodes then differ from run to run.
func (s *Solver) Share(threads int) {
	s.more = make([]*search, threads-1)
	for i := range s.more {
		s.more[i] = new(search)
	}
}

// Now returns the facts proved so far while Solve runs, in None and Nodes, and the share done of the search for the next number of plies. The share
// is an estimate that counts all moves as equal.
func (s *Solver) Now() (r Result, share float64) {
	r.None, r.Nodes = int(s.none.Load()), s.before
	for _, t := range append([]*search{s.search}, s.more...) {
		r.Nodes += t.told.Load()
		share += math.Float64frombits(t.share.Load())
	}
	return r, min(share, 1)
}

// Solve finds out whether either player can force a win, for an increasing number of plies, up to plies. It starts from known, a result of
// Load. progress, unless nil, is called with each answer. Solve ends early when a win is found, and when ctx is done.
func (s *Solver) Solve(ctx context.Context, p rules.Position, plies int, known Result, progress func(Result)) Result {
	return s.deepen(ctx, p, plies, 0, known, []rules.Player{p.Player(), p.Player().Other()}, progress)
}

// Win is like Solve, but looks only for wins of the attacker, and limits the nodes; 0: no limit. Result.None is about the attacker only.
func (s *Solver) Win(ctx context.Context, p rules.Position, attacker rules.Player, plies int, nodes int64) Result {
	return s.deepen(ctx, p, plies, nodes, Result{}, []rules.Player{attacker}, nil)
}

func (s *Solver) deepen(ctx context.Context, p rules.Position, plies int, nodes int64, known Result, attackers []rules.Player, progress func(Result)) Result {
	*s.search = search{table: s.table, done: ctx.Done(), limit: nodes}
	for i, t := range s.more {
		*t = search{table: s.table, done: ctx.Done(), backward: i%2 == 0}
	}
	r := Result{None: known.None, Nodes: known.Nodes}
	s.before = known.Nodes
	s.none.Store(int64(r.None))
	left := rules.Squares - p.Count() // plies until the board is full
	if p.Over() {
		left = 0
	}
	for n := r.None + 1; n <= min(plies, left); n++ {
		for _, attacker := range attackers {
			if p.Player() == attacker != (n%2 == 1) {
				continue // the last of n plies would be the other player's
			}
			win := s.together(p, attacker, n)
			r.Nodes = s.nodes()
			if s.search.stopped {
				return r
			}
			if win {
				r.Winner, r.Win = attacker, n
				r.Line = s.line(p, attacker, n)
				r.Nodes = s.nodes()
				return r
			}
		}
		r.None = n
		s.none.Store(int64(n))
		if progress != nil {
			progress(r)
		}
	}
	r.None = max(plies, r.None)
	return r
}

func (s *Solver) nodes() int64 {
	n := s.before + s.search.nodes
	for _, t := range s.more {
		n += t.nodes
	}
	return n
}

// together is like within, but uses all threads: the first to finish gives the answer.
func (s *Solver) together(p rules.Position, attacker rules.Player, n int) bool {
	if len(s.more) == 0 {
		return s.search.within(p, attacker, n)
	}
	type answer struct{ win, stopped bool }
	answers := make(chan answer)
	var ready atomic.Bool
	for _, t := range append([]*search{s.search}, s.more...) {
		t.ready, t.stopped = &ready, false
		go func() {
			win := t.within(p, attacker, n)
			if !t.stopped {
				ready.Store(true)
			}
			answers <- answer{win, t.stopped}
		}()
	}
	found := answer{stopped: true}
	for range 1 + len(s.more) {
		if a := <-answers; !a.stopped {
			found = a
		}
	}
	s.search.ready, s.search.stopped = nil, found.stopped
	return found.win
}

// within reports whether the attacker, who makes the last of n plies, wins within them.
func (s *search) within(p rules.Position, attacker rules.Player, n int) bool {
	if attacker == rules.Player2 {
		p = p.Rotate() // the same with the players swapped
	}
	s.from[0], s.span[0] = 0, 1
	if n%2 == 1 {
		return s.attack(&p, (n+1)/2, 0)
	}
	return s.defend(&p, n/2, 0)
}

// line returns the moves of a win within exactly n plies, or the part that can be found.
func (s *Solver) line(p rules.Position, attacker rules.Player, n int) []rules.Square {
	var moves []rules.Square
	for ; n > 0; n-- {
		m, ok := s.next(p, attacker, n)
		if !ok {
			break
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// next returns a move after which the attacker wins within n-1 plies but not sooner.
func (s *Solver) next(p rules.Position, attacker rules.Player, n int) (m rules.Square, ok bool) {
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		switch {
		case n == 1:
			ok = next.Won()
		case p.Player() == attacker:
			ok = s.search.within(next, attacker, n-1)
		default:
			ok = n == 2 || !s.search.within(next, attacker, n-3)
		}
		if s.search.stopped {
			return 0, false
		}
		if ok {
			return m, true
		}
	}
	return 0, false
}

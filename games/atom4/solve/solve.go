package solve

import (
	"context"

	"attic/games/atom4/rules"
)

// Result is what has been proved about a position.
type Result struct {
	Winner rules.Player // valid if Win is not 0
	Win    int          // the least plies within which Winner can force a win; 0: no win is known
	// Line is the win: the winner's moves and the defence that takes longest. It is incomplete if there was no time to
	// find the rest.
	Line  []rules.Square
	None  int // within this many plies neither player, or not the attacker of Win, can force a win
	Nodes int64
}

// Solver proves wins. It keeps what it has learnt for later searches. It is not safe for concurrent use.
type Solver struct {
	table  table
	search *search
}

// New returns a solver with a table of the given megabytes, at least 1.
func New(megabytes int) *Solver {
	return &Solver{table: newTable(megabytes), search: new(search)}
}

// Solve finds out whether either player can force a win, for an increasing number of plies up to plies. progress, unless
// nil, is called with each answer. Solve ends early when a win is found, and when ctx is done.
func (s *Solver) Solve(ctx context.Context, p rules.Position, plies int, progress func(Result)) Result {
	return s.deepen(ctx, p, plies, 0, []rules.Player{p.Player(), p.Player().Other()}, progress)
}

// Win is Solve for the wins of one player, the attacker, with at most the given nodes; 0: no limit. Result.None is about
// the attacker only.
func (s *Solver) Win(ctx context.Context, p rules.Position, attacker rules.Player, plies int, nodes int64) Result {
	return s.deepen(ctx, p, plies, nodes, []rules.Player{attacker}, nil)
}

func (s *Solver) deepen(ctx context.Context, p rules.Position, plies int, nodes int64, attackers []rules.Player, progress func(Result)) Result {
	*s.search = search{table: s.table, done: ctx.Done(), limit: nodes}
	var r Result
	left := rules.Squares - p.Count() // plies until the board is full
	if p.Over() {
		left = 0
	}
	for n := 1; n <= min(plies, left); n++ {
		for _, attacker := range attackers {
			if p.Player() == attacker != (n%2 == 1) {
				continue // the last of n plies would be the other player's
			}
			win := s.search.within(p, attacker, n)
			r.Nodes = s.search.nodes
			if s.search.stopped {
				return r
			}
			if win {
				r.Winner, r.Win = attacker, n
				r.Line = s.line(p, attacker, n)
				r.Nodes = s.search.nodes
				return r
			}
		}
		r.None = n
		if progress != nil {
			progress(r)
		}
	}
	r.None = plies
	return r
}

// within reports whether the attacker, who makes the last of n plies, wins within them.
func (s *search) within(p rules.Position, attacker rules.Player, n int) bool {
	if attacker == rules.Player2 {
		p = p.Rotate() // the same with the players swapped
	}
	if n%2 == 1 {
		return s.attack(&p, (n+1)/2, 0)
	}
	return s.defend(&p, n/2, 0)
}

// line returns the moves of a win within exactly n plies, as far as it can be found.
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

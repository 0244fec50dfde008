// Package puzzle solves the puzzles of Ataxx.
package puzzle

import (
	"cmp"
	"slices"

	"attic/games/ataxx/rules"
)

// The themes.
const (
	Ending   = "ending"   // only one move wins by force, proved by searching to the end
	Exchange = "exchange" // after Exchanges plies, one move leaves the mover at least Standout pieces better off than any other move would
)

// The measures of an exchange.
const (
	Exchanges = 3 // plies: a move, the answer, a move
	Standout  = 2 // pieces
)

// Wiped is the margin of a side whose opponent has no pieces left, which is beyond any margin in pieces.
const Wiped = 100

// Solver searches positions under the guide's rules to the end of the game. It keeps its results. It is not safe for concurrent use.
type Solver struct {
	table  map[key]bounds
	proofs map[goal]effort
	limit  int // positions that may still be visited
}

// key identifies a position. It omits the blocks, which are the same in the whole game, and the side to move, whose pieces are own.
type key struct {
	own, theirs rules.Bitboard
	clock       int
}

// bounds are the known bounds of a margin, and the move to try first.
type bounds struct {
	least, most int
	best        rules.Move
}

// NewSolver returns a solver for the positions of games on one board of blocks.
func NewSolver() *Solver { return &Solver{table: map[key]bounds{}, proofs: map[goal]effort{}} }

// Loses reports whether the side to move loses by force. known is false if the moves of more than limit positions would have to be tried.
func (s *Solver) Loses(p rules.Position, limit int) (loses, known bool) {
	s.limit = limit
	e := s.ahead(p, 0)
	if e.yes > 0 && e.no > 0 {
		e = s.prove(p, 0, never, never)
	}
	return e.no == 0, e.yes == 0 || e.no == 0
}

// Holds returns a move with which the side to move does not lose. ok is false unless Loses found that there is one.
func (s *Solver) Holds(p rules.Position) (m rules.Move, ok bool) {
	if p.Over() {
		return rules.Pass, false
	}
	for _, m := range Ordered(p, rules.Pass) {
		if s.ahead(p.Play(m), 1).no == 0 {
			return m, true
		}
	}
	return rules.Pass, false
}

// goal asks whether the side to move can be at least some pieces ahead at the end of the game.
type goal struct {
	key
	least int
}

// effort estimates the number of positions that must be decided to answer a goal with yes, and with no. If the answer is known, its number is 0.
// Otherwise neither is 0.
type effort struct{ yes, no int }

const never = 1 << 40

func (s *Solver) ahead(p rules.Position, least int) effort {
	if e, ok := s.proofs[goal{keyOf(p), least}]; ok {
		return e
	}
	won := false
	switch {
	case p.Own() == 0:
	case p.Theirs() == 0:
		won = true
	case p.Over():
		won = p.Own().Count()-p.Theirs().Count() >= least
	default:
		return effort{1, 1}
	}
	if won {
		return effort{0, never}
	}
	return effort{never, 0}
}

// prove searches a position that is not over for an answer to a goal, until the effort for the answer yes or for the answer no reaches its bound
// or the limit is used up. It always continues with the move that seems to need the least, so it proves most endings with far fewer positions
// than search (depth-first proof-number search).
func (s *Solver) prove(p rules.Position, least, yes, no int) effort {
	s.limit--
	moves := Ordered(p, rules.Pass)
	next, known := make([]rules.Position, len(moves)), make([]effort, len(moves))
	for i, m := range moves {
		next[i] = p.Play(m)
		if known[i] = s.ahead(next[i], 1-least); known[i] == (effort{1, 1}) {
			known[i].no += i / 4 // the moves that gain most come first
		}
	}
	for {
		best, second, all := 0, never, 0
		for i, e := range known {
			all = min(all+e.yes, never)
			switch {
			case i == 0:
			case e.no < known[best].no:
				best, second = i, known[best].no
			default:
				second = min(second, e.no)
			}
		}
		now := effort{known[best].no, all}
		if now.yes == 0 {
			now.no = never
		}
		if now.yes >= yes || now.no >= no || now.yes == 0 || now.no == 0 || s.limit <= 0 {
			s.proofs[goal{keyOf(p), least}] = now
			return now
		}
		known[best] = s.prove(next[best], 1-least, no-all+known[best].yes, min(yes, second+second/4+1))
	}
}

func keyOf(p rules.Position) key { return key{p.Own(), p.Theirs(), p.Clock()} }

// Left returns the unused positions of the last search's limit.
func (s *Solver) Left() int { return s.limit }

// Best returns the lead in pieces of the side to move at the end of the game after best play by both sides, and the moves of that play. The lead is
// Wiped or -Wiped if one side takes every piece. known is false if more than limit positions would have to be visited.
func (s *Solver) Best(p rules.Position, limit int) (margin int, line []rules.Move, known bool) {
	s.limit = limit
	if margin, known = s.search(p, -Wiped, Wiped); !known {
		return 0, nil, false
	}
	for want := margin; !p.Over() && p.Own() != 0 && p.Theirs() != 0; want = -want {
		found := false
		for _, m := range Ordered(p, rules.Pass) {
			value, ok := s.search(p.Play(m), -want-1, -want+1)
			if !ok {
				return 0, nil, false
			}
			if value == -want {
				line, p, found = append(line, m), p.Play(m), true
				break
			}
		}
		if !found {
			return 0, nil, false // the position's entry comes from a search that was cut short
		}
	}
	return margin, line, true
}

// search returns the margin of the side to move, or a bound on it if it is not between alpha and beta.
func (s *Solver) search(p rules.Position, alpha, beta int) (margin int, known bool) {
	if s.limit--; s.limit < 0 {
		return 0, false
	}
	switch {
	case p.Own() == 0:
		return -Wiped, true
	case p.Theirs() == 0:
		return Wiped, true
	case p.Over():
		return p.Own().Count() - p.Theirs().Count(), true
	}
	k := keyOf(p)
	b, kept := s.table[k]
	if !kept {
		b = bounds{least: -Wiped, most: Wiped}
	}
	if b.least >= beta || b.least == b.most {
		return b.least, true
	}
	if b.most <= alpha {
		return b.most, true
	}
	best, low := -Wiped-1, alpha
	var move rules.Move
	for _, m := range Ordered(p, b.best) {
		value, ok := s.search(p.Play(m), -beta, -low)
		if !ok {
			return 0, false
		}
		if -value > best {
			best, move = -value, m
		}
		if low = max(low, best); low >= beta {
			break
		}
	}
	b.best = move
	if best > alpha {
		b.least = max(b.least, best)
	}
	if best < beta {
		b.most = min(b.most, best)
	}
	s.table[k] = b
	return best, true
}

// Ordered returns the legal moves: the move first, then the rest from the greatest gain to the least, extensions before jumps.
func Ordered(p rules.Position, first rules.Move) []rules.Move {
	list := p.Moves(make([]rules.Move, 0, 48))
	rank := func(m rules.Move) int {
		n := 0
		if m == first {
			n = -Wiped
		}
		if m != rules.Pass {
			n -= 2 * p.Turned(m.To()).Count()
		}
		if m.IsJump() {
			n++
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b rules.Move) int { return cmp.Compare(rank(a), rank(b)) })
	return list
}

// Exchanged returns the lead in pieces of the side to move after plies plies, if both sides play for the best lead at that point. line holds
// the moves of both sides in turn. A side that cannot move passes, and a game that is over stays as it is.
func Exchanged(p rules.Position, plies int) (lead int, line []rules.Move) {
	return exchanged(p, plies, -Wiped, Wiped)
}

func exchanged(p rules.Position, plies, alpha, beta int) (lead int, line []rules.Move) {
	if plies == 0 || p.Over() {
		return p.Own().Count() - p.Theirs().Count(), nil
	}
	lead = -Wiped
	for _, m := range Ordered(p, rules.Pass) {
		value, rest := exchanged(p.Play(m), plies-1, -beta, -max(alpha, lead))
		if -value > lead {
			lead, line = -value, append([]rules.Move{m}, rest...)
		}
		if lead >= beta {
			break
		}
	}
	return lead, line
}

package solve

import (
	"math"
	"slices"
	"sync/atomic"

	"attic/games/atom4/rules"
	"attic/internal/turns"
)

// foreseen is the number of moves of the attacker that an outlook covers.
const foreseen = 3

// quick is the number of moves that the attacker has left in positions that are mostly refuted without playing a move. They are not in the table:
// nearly all of them are reached from only one position, which is in the table.
const quick = foreseen + 1

// counted is the number of plies from the root that are used to estimate the share done.
const counted = 12

// search is one search for a win of player 1, the attacker.
type search struct {
	table   table
	done    <-chan struct{}
	limit   int64 // the maximum number of nodes; 0: no limit
	nodes   int64
	stopped bool
	wide    bool // the edge of the board has mattered in the current search
	corner  corner

	// With several threads.
	backward bool         // the attacker's moves are tried in the opposite order
	ready    *atomic.Bool // another thread has the answer; or nil
	told     atomic.Int64 // nodes, updated from time to time

	// The share of the search that is done, as a Float64, and each position's part of it, by ply.
	share      atomic.Uint64
	from, span [counted + 1]float64

	// By ply from the root.
	moves [rules.Squares][rules.Squares]rules.Square
	reply [rules.Squares][8]rules.Square // the defender's replies that refuted last, the latest first

	history [2][rules.Squares]uint32 // the success of each move of the attacker and of the defender, below the constant most
	rank    [rules.Squares]uint64    // for sort
}

const most = 1 << 25

// stop counts a node and reports whether to give up; then all results are invalid.
func (s *search) stop() bool {
	s.nodes++
	if s.nodes&1023 == 0 {
		turns.Give()
		s.told.Store(s.nodes)
		s.stopped = s.stopped || s.ready != nil && s.ready.Load()
		select {
		case <-s.done:
			s.stopped = true
		default:
		}
	}
	if s.limit > 0 && s.nodes > s.limit {
		s.stopped = true
	}
	return s.stopped
}

// attack reports whether the attacker, to move, wins with k moves or fewer.
func (s *search) attack(p *rules.Position, k, ply int) bool {
	if s.stop() || p.Over() {
		return false
	}
	edge := s.watchEdge(p)
	if k == 1 {
		return s.wins(p, ply)
	}
	if k <= foreseen && !s.hope(p, k) {
		return false
	}
	var key keys
	var best rules.Square
	tabled := k != quick
	if tabled {
		var known, win bool
		key = keysOf(p)
		if known, win, best = s.lookUp(p, key, k); known {
			return win
		}
	}
	if s.wins(p, ply) {
		if tabled {
			s.table.store(key, entry{win: 1, wide: edge})
		}
		return true
	}
	begin, wide := s.nodes, s.enter(edge)
	var next rules.Position
	list := s.order(p, best, 0, ply)
	if s.backward {
		slices.Reverse(list)
	}
	var o small
	foresee := k == quick && inside(p) && o.take(p, &s.corner)
	for i, m := range list {
		if foresee && s.vain(&o, m, ply+1) {
			if s.stop() {
				return false
			}
			continue
		}
		s.count(ply, i, len(list))
		next = p.Play(m)
		if s.defend(&next, k-1, ply+1) {
			s.achieved(0, m, k)
			s.leave(wide, tabled, key, entry{win: uint8(k), best: m}, begin)
			return true
		}
		if s.stopped {
			return false
		}
	}
	s.leave(wide, tabled, key, entry{none: uint8(k), best: list[0]}, begin)
	return false
}

// defend reports whether the attacker wins with k moves or fewer, whatever the defender plays.
func (s *search) defend(p *rules.Position, k, ply int) bool {
	if s.stop() || p.Over() {
		return false
	}
	edge := s.watchEdge(p)
	if k > 1 && k <= foreseen && s.hopeless(p, k, ply) {
		return false
	}
	key := keysOf(p)
	known, win, best := s.lookUp(p, key, k)
	if known {
		return win
	}
	if s.wins(p, ply) {
		s.table.store(key, entry{none: never, wide: edge})
		return false
	}
	begin, wide := s.nodes, s.enter(edge)
	var next rules.Position
	list := s.order(p, best, 1, ply)
	if k > foreseen {
		s.sober(p, list)
	}
	for _, m := range list {
		s.count(ply, 0, 1)
		next = p.Play(m)
		if !s.attack(&next, k, ply+1) {
			if s.stopped {
				return false
			}
			s.achieved(1, m, k)
			s.leave(wide, true, key, entry{none: uint8(k), best: m}, begin)
			return false
		}
	}
	s.leave(wide, true, key, entry{win: uint8(k)}, begin)
	return true
}

// count updates the share that is done, before move i of n.
func (s *search) count(ply, i, n int) {
	if ply < counted {
		s.span[ply+1] = s.span[ply] / float64(n)
		s.from[ply+1] = s.from[ply] + float64(i)*s.span[ply+1]
		s.share.Store(math.Float64bits(s.from[ply+1]))
	}
}

// hopeless reports whether the defender has a move that leaves the attacker no chance (see hope).
func (s *search) hopeless(p *rules.Position, k, ply int) bool {
	var next rules.Position
	last := s.reply[ply][0]
	if p.Legal(last) {
		next = p.Play(last)
		if !s.hope(&next, k) {
			return true
		}
	}
	for _, m := range p.Moves(s.moves[ply][:0]) {
		if m == last {
			continue
		}
		next = p.Play(m)
		if !s.hope(&next, k) {
			list := &s.reply[ply]
			copy(list[1:], list[:])
			list[0] = m
			return true
		}
	}
	return false
}

// vain reports whether one of the replies that refuted last leaves the attacker no chance after the move m. o is the position before m.
func (s *search) vain(o *small, m rules.Square, ply int) bool {
	list := &s.reply[ply]
	for i, r := range list {
		if r != m && o.holds(r) && o.refutes(o.bit(m), o.bit(r)) {
			copy(list[1:i+1], list[:i])
			list[0] = r
			return true
		}
	}
	return false
}

// inside reports whether watchEdge would return false after every move.
func inside(p *rules.Position) bool {
	const rows16to14 = 0xffffffffffff
	legal := p.LegalSet()
	return legal[0]&rows16to14 == 0 && legal[3] == 0
}

// sober orders the defender's replies by the chances that they leave the attacker, lowest first, but puts the first
// reply that leaves no win within foreseen moves in front.
func (s *search) sober(p *rules.Position, list []rules.Square) {
	var next rules.Position
	for i, m := range list {
		next = p.Play(m)
		s.rank[i] = uint64(chances(&next))
	}
	s.sort(list)
	for i, m := range list {
		next = p.Play(m)
		if !s.hope(&next, foreseen) {
			copy(list[1:i+1], list[:i])
			list[0] = m
			return
		}
	}
}

func (s *search) wins(p *rules.Position, ply int) bool {
	if !p.MayWin() {
		return false
	}
	for _, m := range p.Moves(s.moves[ply][:0]) {
		if p.WinsBy(m) {
			return true
		}
	}
	return false
}

// lookUp looks in the table: it returns whether k moves suffice or, if that is unknown, a move to try first.
func (s *search) lookUp(p *rules.Position, key keys, k int) (known, win bool, best rules.Square) {
	if e, ok := s.table.find(key); ok {
		if known, win = e.settles(k); known {
			s.wide = s.wide || e.wide
			return known, win, best
		}
		best = e.best
	}
	if k > foreseen {
		if m, ok := p.Mirror(); ok {
			if e, ok := s.table.find(keysOf(&m)); ok && !e.wide {
				known, win = e.settles(k)
			}
		}
	}
	return known, win, best
}

// settles reports whether the entry is enough to know if k moves suffice, and whether they suffice.
func (e entry) settles(k int) (known, win bool) {
	return k <= int(e.none) || e.win > 0 && k >= int(e.win), k > int(e.none)
}

// watchEdge records and reports whether row 1, or its image beyond row 16, might matter. An outlook of the next
// position covers two rows more than the current legal vertices.
func (s *search) watchEdge(p *rules.Position) bool {
	const rows16to15, rows3to1 = 0xffffffff, 0xffffffffffff0000
	legal := p.LegalSet()
	edge := legal[0]&rows16to15 != 0 || legal[3]&rows3to1 != 0
	s.wide = s.wide || edge
	return edge
}

// enter starts tracking whether the edge matters for a new position; it returns the argument before of leave.
func (s *search) enter(edge bool) (before bool) {
	before, s.wide = s.wide, edge
	return before
}

// leave ends what enter began, and stores the result in the table if tabled is true. begin is the node count at the
// start of the search of this position.
func (s *search) leave(before, tabled bool, key keys, e entry, begin int64) {
	if tabled {
		e.wide = s.wide
		e.work = workOf(s.nodes - begin)
		s.table.store(key, e)
	}
	s.wide = s.wide || before
}

// order returns the moves, the most promising first.
func (s *search) order(p *rules.Position, best rules.Square, side, ply int) []rules.Square {
	list := p.Moves(s.moves[ply][:0])
	for i, m := range list {
		if s.rank[i] = most - uint64(s.history[side][m]); m == best {
			s.rank[i] = 0
		}
	}
	s.sort(list)
	return list
}

// sort sorts moves by their ranks, the lowest first. Equal ones stay in order.
func (s *search) sort(list []rules.Square) {
	ranks := s.rank[:len(list)]
	for i, m := range list {
		ranks[i] = ranks[i]<<16 | uint64(i)<<8 | uint64(m)
	}
	slices.Sort(ranks)
	for i, r := range ranks {
		list[i] = rules.Square(r)
	}
}

func (s *search) achieved(side int, m rules.Square, k int) {
	history := &s.history[side]
	history[m] += uint32(k * k)
	if history[m] > most/2 {
		for i := range history {
			history[i] /= 2
		}
	}
}

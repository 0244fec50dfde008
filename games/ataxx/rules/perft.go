package rules

import "math/bits"

// Perft returns the number of sequences of exactly depth plies from p, 1 for none. A pass is a ply like any other. A
// finished game has no moves: a sequence may end with the last ply of a game but not continue after it. If every is
// true, it makes every move; otherwise it counts the last two plies without making them. It allocates nothing.
func Perft(p Position, depth int, every bool) uint64 {
	if depth <= 0 {
		return 1
	}
	if every || p.Clock()+depth > p.Rules().Limit() {
		var leaves leafBuffer
		return perftEvery(p, depth, &leaves)
	}
	// The stop clock cannot end a game before the last ply.
	return perftCount(p.own, p.theirs, p.free, depth, p.Rules())
}

// leafBuffer takes the positions after the last moves. It has room for more moves than any position has.
type leafBuffer [maxLeaves]Position

const maxLeaves = 512

// perftEvery counts by making every move. It writes the positions after the last moves into the buffer leaves.
func perftEvery(p Position, depth int, leaves *leafBuffer) uint64 {
	if p.stopped() || p.bare() {
		return 0
	}
	targets := p.own.Reach() & p.free
	if targets == 0 {
		if p.theirs.Reach()&p.free == 0 {
			return 0
		}
		if p = p.pass(); depth == 1 {
			leaves[0] = p
			return 1
		}
		return perftEvery(p, depth-1, leaves)
	}
	if depth == 1 {
		return p.successors(targets, leaves)
	}
	n := uint64(0)
	for ; targets != 0; targets &= targets - 1 {
		s := targets.First()
		to := targets & -targets
		turned := s.Near() & p.theirs
		if s.Near()&p.own != 0 {
			n += perftEvery(p.extend(to, turned), depth-1, leaves)
		}
		for o := s.Ring() & p.own; o != 0; o &= o - 1 {
			n += perftEvery(p.jump(o&-o, to, turned), depth-1, leaves)
		}
	}
	return n
}

// successors writes the positions after all moves to the squares in targets into the buffer leaves, and returns
// their number.
func (p Position) successors(targets Bitboard, leaves *leafBuffer) uint64 {
	n := uint64(0)
	for ; targets != 0; targets &= targets - 1 {
		s := targets.First()
		to := targets & -targets
		turned := s.Near() & p.theirs
		if s.Near()&p.own != 0 {
			leaves[n%maxLeaves] = p.extend(to, turned)
			n++
		}
		for o := s.Ring() & p.own; o != 0; o &= o - 1 {
			leaves[n%maxLeaves] = p.jump(o&-o, to, turned)
			n++
		}
	}
	return n
}

// perftCount counts without making the last two plies, and without the stop clock.
func perftCount(own, theirs, free Bitboard, depth int, rules RuleSet) uint64 {
	if rules == Community && (own == 0 || theirs == 0) {
		return 0
	}
	targets := own.Reach() & free
	switch {
	case targets == 0:
		if theirs.Reach()&free == 0 {
			return 0
		}
		if depth == 1 {
			return 1
		}
		return perftCount(theirs, own, free, depth-1, rules)
	case depth == 1:
		return uint64((own.Near() & free).Count() + jumps(own, free))
	case depth == 2:
		return replies(own, theirs, free, targets, rules)
	}
	n := uint64(0)
	for ; targets != 0; targets &= targets - 1 {
		s := targets.First()
		to := targets & -targets
		turned := s.Near() & theirs
		ours := own | to | turned
		if s.Near()&own != 0 {
			n += perftCount(theirs^turned, ours, free^to, depth-1, rules)
		}
		for o := s.Ring() & own; o != 0; o &= o - 1 {
			from := o & -o
			n += perftCount(theirs^turned, ours^from, free^to^from, depth-1, rules)
		}
	}
	return n
}

// jumps returns the number of pairs of a square in a and one in b that are two apart.
func jumps(a, b Bitboard) int {
	n := 0
	for ; a != 0; a &= a - 1 {
		n += bits.OnesCount64(uint64(a.First().Ring() & b))
	}
	return n
}

// replies returns the number of sequences of two plies, making neither. The first moves are those to targets, of
// which there must be at least one; the game must not be over.
//
// All moves to one target turn the same pieces and leave the other side the same moves, except that a jump opens the
// square it comes from. So for k moves to a target, with theirs less the pieces turned,
//
//	replies = k * (extensions + jumps of theirs, the target not free) + for each jump: the pieces of
//	theirs two squares from its source, and one for an extension there.
//
// The pieces of theirs two squares from a source are counted once for all jumps of a piece, as if nothing turned;
// those that turn are subtracted for each target.
func replies(own, theirs, free, targets Bitboard, rules RuleSet) uint64 {
	n := 0
	beside := theirs.Near()
	quiet := free &^ beside // moves to these squares turn nothing
	for o := own; o != 0; o &= o - 1 {
		from := o & -o
		ring := o.First().Ring()
		n += (ring & theirs).Count() * (ring & free).Count()
		if beside&from != 0 {
			n += (ring & quiet).Count()
		}
	}
	their := jumps(theirs, free)
	extensions := (beside & free).Count()
	for ; targets != 0; targets &= targets - 1 {
		s := targets.First()
		to := targets & -targets
		sources := s.Ring() & own
		moves := sources.Count()
		if s.Near()&own != 0 {
			moves++
		}
		each := their - (s.Ring() & theirs).Count()
		left := theirs
		if turned := s.Near() & theirs; turned != 0 {
			left ^= turned
			reach := left.Near()
			n += (sources & reach).Count()
			for t := turned; t != 0; t &= t - 1 {
				ring := t.First().Ring()
				each -= (ring & free).Count()
				n -= (ring & sources).Count()
			}
			each += (reach & (free ^ to)).Count()
		} else {
			each += extensions
		}
		n += each * moves
		if each == 0 && (left != 0 || rules == Guide) {
			n += forced(own, theirs, free, s)
		}
	}
	return uint64(n)
}

// forced returns the number of moves to a target that the other side must answer with a pass, because it can reach
// no free square except one that a jump opens.
func forced(own, theirs, free Bitboard, target Square) int {
	to := target.bit()
	turned := target.Near() & theirs
	left := theirs ^ turned
	n := 0
	if target.Near()&own != 0 && (own|to|turned).Reach()&(free^to) != 0 {
		n++
	}
	// The piece that has jumped can go back, so after a jump the game is not over.
	for o := target.Ring() & own; o != 0; o &= o - 1 {
		if left.Reach()&o&-o == 0 {
			n++
		}
	}
	return n
}

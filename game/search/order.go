package search

import "slices"

// Bonuses in the order of moves, which are added to a move's promise and history.
const (
	tableOrder  = 1 << 30
	killerOrder = 9000
)

// place combines the order of a move with its number among a node's moves. The move with the highest place is tried first. Among moves
// of equal order, the one with the lowest number has the highest place.
type place uint64

func newPlace(order int32, number int) place {
	return place(uint32(order)^1<<31)<<16 | place(0xffff-number)
}

func (p place) number() int { return 0xffff - int(p&0xffff) }

// rate computes the order of a node's moves. The table's move comes first; the others are sorted by promise, killers, history and their success as
// replies to the preceding move.
func (s *searcher[P, M]) rate(p P, here *ply[M], first M, known bool) {
	here.looks = p.Looks(here.moves, here.looks[:0])
	here.tried = here.tried[:0]
	replies, looks, order := &s.replies[here.after], here.looks, here.room(0)
	killers := here.killers
	for i, m := range here.moves {
		look := looks[i]
		value := look.Promise + int32(s.history[look.Class]) + int32(replies[look.Place])
		switch {
		case known && m == first:
			value = tableOrder
		case m == killers[0]:
			value += killerOrder
		case m == killers[1]:
			value += killerOrder / 2
		}
		order[i] = newPlace(value, i)
	}
}

// The method more extends the order by moves that were added to the node later.
func (s *searcher[P, M]) more(p P, here *ply[M]) {
	from := len(here.looks)
	here.looks = p.Looks(here.moves[from:], here.looks)
	order := here.room(from)
	for i := from; i < len(here.moves); i++ {
		order[i] = newPlace(0, i)
	}
}

// room returns the order with room for all moves. It keeps the first places; the others are 0, those of moves that are not there.
func (here *ply[M]) room(from int) []place {
	n := (len(here.moves) + 7) &^ 7
	here.order = slices.Grow(here.order[:from], n-from)[:n]
	clear(here.order[len(here.moves):])
	return here.order[:len(here.moves)]
}

// pick returns the number of the most promising move that has not been tried. It has no branch that could be mispredicted.
func (here *ply[M]) pick() int {
	var a, b, c, d place
	for rest := here.order; len(rest) >= 8; rest = rest[8:] {
		a = max(a, rest[0], rest[4])
		b = max(b, rest[1], rest[5])
		c = max(c, rest[2], rest[6])
		d = max(d, rest[3], rest[7])
	}
	number := max(max(a, b), max(c, d)).number()
	here.order[number] = 0
	here.tried = append(here.tried, uint16(number))
	return number
}

// refuted records that the last move tried refuted a position searched to depth, and that the moves before it did not.
func (s *searcher[P, M]) refuted(here *ply[M], depth int) {
	last := len(here.tried) - 1
	number := int(here.tried[last])
	if m := here.moves[number]; here.killers[0] != m {
		here.killers[0], here.killers[1] = m, here.killers[0]
	}
	bonus := min(16*depth*depth, 1600)
	s.learn(here, number, bonus)
	for _, other := range here.tried[:last] {
		s.learn(here, int(other), -bonus)
	}
}

// mostHistory is the largest absolute value of a history.
const mostHistory = 8000

// learn adds bonus to the histories of a move. The closer a history is to its bound, the smaller is the change.
func (s *searcher[P, M]) learn(here *ply[M], number, bonus int) {
	look := here.looks[number]
	for _, h := range [...]*int16{&s.history[look.Class], &s.replies[here.after][look.Place]} {
		*h += int16(bonus - int(*h)*max(bonus, -bonus)/mostHistory)
	}
}

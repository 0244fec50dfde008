package search

// Bonuses that put a move before others, in addition to its promise and history.
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

// number returns the number of the move.
func (p place) number() int { return 0xffff - int(p&0xffff) }

// rate computes the order of a node's moves: the table's move first, the others by promise, killers, history and what they did as replies
// to the move before.
func (s *searcher[P, M]) rate(p P, here *ply[M], first M, known bool) {
	here.looks = p.Looks(here.moves, here.looks[:0])
	here.order = here.order[:0]
	replies := &s.replies[here.after]
	for i, m := range here.moves {
		look := &here.looks[i]
		order := look.Promise + int32(s.history[look.Class]) + int32(replies[look.Place])
		switch {
		case known && m == first:
			order = tableOrder
		case m == here.killers[0]:
			order += killerOrder
		case m == here.killers[1]:
			order += killerOrder / 2
		}
		here.order = append(here.order, newPlace(order, i))
	}
}

// more extends the order by moves that were added to the node later.
func (s *searcher[P, M]) more(p P, here *ply[M]) {
	from := len(here.looks)
	here.looks = p.Looks(here.moves[from:], here.looks)
	for i := from; i < len(here.moves); i++ {
		here.order = append(here.order, newPlace(0, i))
	}
}

// pick brings the most promising of the moves from i onwards to place i of the order and returns its number.
// It takes no branch that could be mispredicted.
func (here *ply[M]) pick(i int) int {
	rest := here.order[i:]
	most := rest[0]
	for j := 1; j < len(rest); j++ {
		other := rest[j]
		rest[j] = min(other, most)
		most = max(other, most)
	}
	rest[0] = most
	return most.number()
}

// refuted records that move i, in the order tried, refuted a position searched to depth, and that the moves before it did not.
func (s *searcher[P, M]) refuted(here *ply[M], i, depth int) {
	number := here.order[i].number()
	if m := here.moves[number]; here.killers[0] != m {
		here.killers[0], here.killers[1] = m, here.killers[0]
	}
	bonus := min(16*depth*depth, 1600)
	s.learn(here, number, bonus)
	for _, other := range here.order[:i] {
		s.learn(here, other.number(), -bonus)
	}
}

// mostHistory is the largest absolute value of a history.
const mostHistory = 8000

// learn adds bonus to the histories of a move; the closer a history is to its bound, the less it adds.
func (s *searcher[P, M]) learn(here *ply[M], number, bonus int) {
	look := here.looks[number]
	for _, h := range [...]*int16{&s.history[look.Class], &s.replies[here.after][look.Place]} {
		*h += int16(bonus - int(*h)*max(bonus, -bonus)/mostHistory)
	}
}

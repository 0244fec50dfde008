package search

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
	here.order, here.tried = here.order[:0], here.tried[:0]
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
		here.put(order, i)
	}
}

// The method more extends the order by moves that were added to the node later.
func (s *searcher[P, M]) more(p P, here *ply[M]) {
	from := len(here.looks)
	here.looks = p.Looks(here.moves[from:], here.looks)
	for i := from; i < len(here.moves); i++ {
		here.put(0, i)
	}
}

// eight holds the places of eight consecutive moves that are still to be tried, and the most promising of them. A move that has been tried has place 0.
type eight struct {
	most   place
	places [8]place
}

// put adds the move with the next number to the order.
func (here *ply[M]) put(order int32, number int) {
	if number%8 == 0 {
		here.order = append(here.order, eight{})
	}
	e, p := &here.order[number/8], newPlace(order, number)
	e.places[number%8] = p
	e.most = max(e.most, p)
}

// pick returns the number of the most promising move that has not been tried. It has no branch that could be mispredicted.
func (here *ply[M]) pick() int {
	most := place(0)
	for i := range here.order {
		most = max(most, here.order[i].most)
	}
	number := most.number()
	e := &here.order[number/8]
	p := &e.places
	p[number%8] = 0
	e.most = max(max(max(p[0], p[1]), max(p[2], p[3])), max(max(p[4], p[5]), max(p[6], p[7])))
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

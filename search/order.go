package search

// What puts a move before others, beside its promise and history.
const (
	tableOrder  = 1 << 30
	killerOrder = 9000
)

// rate works out the order of a node's moves: the table's first, then by promise, killers and history.
func (s *searcher[P, M]) rate(p P, here *ply[M], first M, known bool) {
	here.order = here.order[:0]
	for _, m := range here.moves {
		promise, _ := p.Promise(m)
		order := int32(promise) + int32(s.history[p.Class(m)])
		switch {
		case known && m == first:
			order = tableOrder
		case m == here.killers[0]:
			order += killerOrder
		case m == here.killers[1]:
			order += killerOrder / 2
		}
		here.order = append(here.order, order)
	}
}

// pick brings the most promising of the moves from i on to i and returns it. Equal ones keep their order.
func (here *ply[M]) pick(i int) M {
	at := i
	for j := i + 1; j < len(here.moves); j++ {
		if here.order[j] > here.order[at] {
			at = j
		}
	}
	m, order := here.moves[at], here.order[at]
	for ; at > i; at-- {
		here.moves[at], here.order[at] = here.moves[at-1], here.order[at-1]
	}
	here.moves[i], here.order[i] = m, order
	return m
}

// refuted remembers that the ith move has refuted p, and that those before it have not.
func (s *searcher[P, M]) refuted(p P, here *ply[M], i, depth int) {
	m := here.moves[i]
	if here.killers[0] != m {
		here.killers[0], here.killers[1] = m, here.killers[0]
	}
	bonus := min(16*depth*depth, 1600)
	s.learn(p.Class(m), bonus)
	for _, other := range here.moves[:i] {
		s.learn(p.Class(other), -bonus)
	}
}

// mostHistory bounds the history of a class.
const mostHistory = 8000

// learn moves the history of a class towards the bound, the less the nearer it is.
func (s *searcher[P, M]) learn(class, bonus int) {
	h := &s.history[class]
	*h += int16(bonus - int(*h)*max(bonus, -bonus)/mostHistory)
}

package solve

import (
	"attic/games/atom4/rules"
)

// Forced returns the least number of plies, up to plies, within which the player to move can force a win, or 0 if no win is
// found with the given number of nodes for each depth. For a long series of positions it is cheaper than Win.
func (s *Solver) Forced(p rules.Position, plies int, nodes int64) int {
	s.search.table, s.search.done, s.search.stopped, s.search.wide = s.table, nil, false, false
	for n := 1; n <= plies; n += 2 {
		s.search.limit = s.search.nodes + nodes
		win := s.search.within(p, p.Player(), n)
		if s.search.stopped {
			return 0
		}
		if win {
			return n
		}
	}
	return 0
}

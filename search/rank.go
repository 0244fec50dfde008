package search

// Rank scores moves that are to be compared, all to the same depth, which grows as long as nodes last. score searches one move
// to a depth within a number of nodes and returns its score for the side that plays it, the nodes it took, and whether the
// search came to its end. After each depth a move that scores less than the best by more than margin is dropped, but never keep. Rank
// returns the scores of the moves that are left at the last depth to which all of them were searched; it is empty if that is none.
func Rank[M comparable](moves []M, keep M, margin int, nodes int64, score func(m M, depth int, nodes int64) (points int, took int64, whole bool)) map[M]int {
	ranked := map[M]int{}
	for depth := 1; depth <= MaxDepth && len(moves) > 0; depth++ {
		next, best := make(map[M]int, len(moves)), -Win
		for _, m := range moves {
			points, took, whole := score(m, depth, nodes)
			if nodes -= took; !whole || nodes <= 0 {
				return ranked
			}
			next[m], best = points, max(best, points)
		}
		var left []M
		for _, m := range moves {
			if m == keep || next[m] >= best-margin {
				left = append(left, m)
			} else {
				delete(next, m)
			}
		}
		if moves, ranked = left, next; len(moves) == 1 {
			break
		}
	}
	return ranked
}

package search

// Rank scores moves to compare them. It searches all moves to the same depth, which it increases until the parameter nodes is used up. The function
// score searches one move to a depth within a limit of nodes. It returns the move's score for the side that plays it, the nodes used, and whether the
// search was completed. After each depth, Rank drops the moves that score more than margin below the best, except the move keep. It returns the
// scores of the remaining moves at the last depth to which all of them were searched, or an empty map if there is no such depth.
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

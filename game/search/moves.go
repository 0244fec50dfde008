package search

import "slices"

// Without returns the moves for which out is false, or all moves if out is true for all of them. It does not change moves.
func Without[M Move](moves []M, out func(M) bool) []M {
	if left := slices.DeleteFunc(slices.Clone(moves), out); len(left) > 0 {
		return left
	}
	return moves
}

// Whole returns o without late-move reductions, for a search of a few plies; this also saves the time to compute their table.
func (o Options) Whole() Options {
	o.Tuning.Late = 0
	return o
}

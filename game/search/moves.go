package search

import "slices"

// Without returns the moves for which the function out returns false, or all moves if it returns true for each. It does not change moves.
func Without[M Move](moves []M, out func(M) bool) []M {
	if left := slices.DeleteFunc(slices.Clone(moves), out); len(left) > 0 {
		return left
	}
	return moves
}

// Whole returns o without late-move reductions, for a search of a few plies. This also saves the time for computing the table of reductions.
func (o Options) Whole() Options {
	o.Tuning.Late = 0
	return o
}

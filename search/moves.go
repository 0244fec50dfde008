package search

import "slices"

// Without returns the moves for which out is false, or all of them if there are none. It leaves moves as they are.
func Without[M Move](moves []M, out func(M) bool) []M {
	if left := slices.DeleteFunc(slices.Clone(moves), out); len(left) > 0 {
		return left
	}
	return moves
}

// Whole returns the options for a search of a few plies: none of them is shortened, which also saves preparing for that.
func (o Options) Whole() Options {
	o.Tuning.Late = 0
	return o
}

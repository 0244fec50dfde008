package search

import (
	"cmp"
	"slices"
	"time"
)

// deepen searches the root to a depth once for each of the wanted lines. Each time it omits the first moves of the lines already found. It returns
// the lines in the order in which it found them. The parameter before holds the lines of the previous depth. If the search is stopped, the result
// ok is false, and the other result holds the lines found so far.
func (e *Engine[P, M]) deepen(s *searcher[P, M], root P, depth int, before []Result[M], wanted int) (found []Result[M], ok bool) {
	horizon := false
	for s.found = 0; s.found < wanted; s.found++ {
		guess := 0
		if s.found < len(before) {
			guess = before[s.found].Score
		}
		score, ok := s.iterate(root, depth, guess)
		if !ok {
			if s.found == 0 && s.better && s.score > -(Win-MaxPly) { // the best move found is not a proved loss
				best := before[0]
				best.Best, best.Score, best.Line = s.line[0], s.score, slices.Clone(s.line)
				found = append(found, best)
			}
			return found, false
		}
		horizon = horizon || s.horizon
		found = append(found, e.result(s, score, depth))
	}
	s.horizon = horizon
	return found, true
}

// merge returns the wanted number of lines, the best first: those in the parameter found, sorted by score, then those in the parameter before that
// begin with other moves.
func merge[M Move](found, before []Result[M], wanted int) []Result[M] {
	lines := found
	slices.SortStableFunc(lines, func(a, b Result[M]) int { return cmp.Compare(b.Score, a.Score) })
	for _, line := range before {
		if len(lines) < wanted && !slices.ContainsFunc(lines, func(l Result[M]) bool { return l.Best == line.Best }) {
			lines = append(lines, line)
		}
	}
	for i := range lines {
		lines[i].Number = i + 1
	}
	return lines
}

// latest returns the time from the start of the search to the moment when the last of these lines was found.
func latest[M Move](lines []Result[M]) time.Duration {
	last := time.Duration(0)
	for _, line := range lines {
		last = max(last, line.Elapsed)
	}
	return last
}

// decided reports whether all lines end in proved wins or losses.
func decided[M Move](lines []Result[M]) bool {
	return !slices.ContainsFunc(lines, func(l Result[M]) bool {
		_, ok := Decided(l.Score)
		return !ok
	})
}

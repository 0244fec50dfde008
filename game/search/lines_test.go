package search

import (
	"context"
	"slices"
	"testing"

	"attic/dev/race"
)

// lines searches with lim and returns the lines of each depth, in order.
func lines[P Position[P, M], M Move](t *testing.T, e *Engine[P, M], root P, lim Limits) (byDepth [][]Result[M], last Result[M]) {
	t.Helper()
	last = e.Search(t.Context(), root, nil, lim, func(r Result[M]) {
		if r.Number == 1 {
			byDepth = append(byDepth, nil)
		}
		at := len(byDepth) - 1
		if byDepth[at] = append(byDepth[at], r); len(byDepth[at]) != r.Number {
			t.Errorf("line %d is reported as number %d", r.Number, len(byDepth[at]))
		}
	})
	return byDepth, last
}

// Without pruning, the lines are exactly the best moves with the scores that minimax finds.
func TestLinesEqualMinimax(t *testing.T) {
	race.Plain(t)
	for _, way := range ways[:3] {
		for seed := range uint64(100) {
			root := running(seed*1000, []int{1, 10, 1000}[seed%3])
			moves := root.Moves(nil)
			wanted := 1 + int(seed%5)
			byDepth, last := lines(t, New[graph](way.options), root, Limits{Depth: 1 + int(seed%5), Lines: wanted})
			for i, found := range byDepth {
				depth := i + 1
				var scores []int
				for _, m := range moves {
					scores = append(scores, -minimax(root.Play(m), 1, depth-1))
				}
				slices.Sort(scores)
				slices.Reverse(scores)
				if len(found) != min(wanted, len(moves)) {
					t.Fatalf("%s, seed %d: %d lines of %d, and there are %d moves", way.name, seed, len(found), wanted, len(moves))
				}
				for k, r := range found {
					if r.Score != scores[k] || r.Depth != depth || r.Line[0] != r.Best {
						t.Errorf("%s, seed %d, depth %d: line %d is %+v, want the score %d", way.name, seed, depth, k+1, r, scores[k])
					}
					if after := -minimax(root.Play(r.Best), 1, depth-1); after != r.Score {
						t.Errorf("%s, seed %d, depth %d: %d scores %d, not %d", way.name, seed, depth, r.Best, after, r.Score)
					}
					if slices.ContainsFunc(found[:k], func(other Result[uint8]) bool { return other.Best == r.Best }) {
						t.Errorf("%s, seed %d, depth %d: two lines begin with %d", way.name, seed, depth, r.Best)
					}
				}
			}
			if last.Best != byDepth[len(byDepth)-1][0].Best || last.Number != 1 {
				t.Errorf("%s, seed %d: the best move is %d", way.name, seed, last.Best)
			}
		}
	}
}

// A search that its limit of nodes or a context stops in the middle reports lines that begin with different moves, and
// returns the first.
func TestLinesOfASearchThatIsStopped(t *testing.T) {
	mixed := 0
	for seed := range uint64(200) {
		root := running(seed*1000, 100)
		wanted := min(3, len(root.Moves(nil)))
		byDepth, last := lines(t, New[graph](Options{Hash: 1, Tuning: tuned}), root, Limits{Nodes: 500 + int64(seed)*7, Lines: 3})
		for _, found := range byDepth {
			var seen []uint8
			for _, r := range found {
				if slices.Contains(seen, r.Best) || r.Best != r.Line[0] {
					t.Errorf("seed %d: %+v", seed, found)
				}
				seen = append(seen, r.Best)
				if r.Depth != found[0].Depth {
					mixed++
				}
			}
			if len(found) != wanted {
				t.Errorf("seed %d: %d lines, want %d", seed, len(found), wanted)
			}
		}
		if end := byDepth[len(byDepth)-1]; last.Best != end[0].Best {
			t.Errorf("seed %d: the best move is %d, and the lines are %+v", seed, last.Best, end)
		}
	}
	if mixed == 0 {
		t.Error("no search was stopped between two lines")
	}
}

// A search for one line finds the same as a search without Lines, with the same number of nodes.
func TestASingleLine(t *testing.T) {
	for seed := range uint64(50) {
		root := running(seed*1000, 100)
		none := New[graph](Options{Hash: 1, Tuning: tuned}).Search(context.Background(), root, nil, Limits{Depth: 7}, nil)
		one := New[graph](Options{Hash: 1, Tuning: tuned}).Search(context.Background(), root, nil, Limits{Depth: 7, Lines: 1}, nil)
		if none.Nodes != one.Nodes || none.Best != one.Best || none.Score != one.Score {
			t.Errorf("seed %d: %+v and %+v", seed, none, one)
		}
	}
}

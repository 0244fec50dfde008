package search

import (
	"maps"
	"testing"
)

// Moves that fall behind are dropped, except the move to keep. A depth to which not all moves were searched does not count.
func TestRank(t *testing.T) {
	scores := map[string][]int{"good": {10, 20, 30}, "kept": {0, 0, 0}, "slow": {5, 15, 30}, "bad": {-50, 90, 90}}
	score := func(m string, depth int, _ int64) (int, int64, bool) {
		return scores[m][min(depth, 3)-1], 1, depth <= 3
	}
	for _, c := range []struct {
		name  string
		nodes int64
		want  map[string]int
	}{
		{"no depth is completed", 3, map[string]int{}},
		{"one depth", 6, map[string]int{"good": 10, "kept": 0, "slow": 5}},
		{"to the end of the game", 100, map[string]int{"good": 30, "kept": 0, "slow": 30}},
	} {
		if got := Rank([]string{"good", "kept", "slow", "bad"}, "kept", 20, c.nodes, score); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	deepest := 0
	Rank([]int{1}, 1, 0, 100, func(_, depth int, _ int64) (int, int64, bool) {
		deepest = depth
		return 0, 1, true
	})
	if deepest != 1 {
		t.Errorf("a single move is searched to depth %d", deepest)
	}
}

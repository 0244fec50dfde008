//go:build long

package bot

import (
	"testing"

	"attic/games/atommaster/rules"
)

func TestMeanScoreOverManyBoards(t *testing.T) {
	for _, tc := range []struct {
		n, games int
		most     float64
	}{{3, 2000, 8.25}, {4, 2000, 10.3}, {5, 500, 12.8}, {6, 300, 15.8}} {
		got := mean(t, rules.Field{W: 8, H: 8}, tc.n, tc.games)
		t.Logf("%d atoms, %d games: %.3f", tc.n, tc.games, got)
		if got > tc.most {
			t.Errorf("%d atoms: mean score %.3f, want at most %.3f", tc.n, got, tc.most)
		}
	}
}

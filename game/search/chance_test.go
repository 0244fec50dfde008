package search_test

import (
	"math"
	"testing"

	"attic/game/search"
)

func TestChance(t *testing.T) {
	for _, c := range []struct {
		score int
		want  float64
	}{
		{0, 0.5}, {200, 0.7311}, {-200, 0.2689}, {search.Win - 3, 1}, {3 - search.Win, 0},
	} {
		if got := search.Chance(c.score, 200); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("Chance of the score %d is %.4f, want %.4f", c.score, got, c.want)
		}
	}
}

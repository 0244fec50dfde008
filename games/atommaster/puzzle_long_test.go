//go:build long

package atommaster_test

import (
	"testing"
	"time"

	"attic/games/atommaster"
	"attic/learn"
)

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	begin, slowest := time.Now(), time.Duration(0)
	counts := map[string]int{}
	for _, p := range shipped(t) {
		start := time.Now()
		checkPuzzle(t, p)
		slowest = max(slowest, time.Since(start))
		counts[p.Theme]++
		if p.Key == learn.None {
			counts["without a right move"]++
		}
	}
	t.Logf("%v: all keys are proved; %v, the slowest proof took %v", counts, time.Since(begin).Round(time.Second), slowest.Round(time.Millisecond))
}

// TestAllPuzzlesAreJudged tries one move of %d of all puzzles, and the keys.
func TestAllPuzzlesAreJudged(t *testing.T) {
	var g atommaster.Game
	tries, slowest := 0, time.Duration(0)
	for _, p := range shipped(t) {
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range s.View(0).Moves() {
			right := m.Text == p.Key
			if !right && n%12 != 0 {
				continue
			}
			start := time.Now()
			tried, err := g.Try(t.Context(), s, p.Theme, m.Text)
			slowest = max(slowest, time.Since(start))
			if tries++; err != nil || tried.Good != right {
				t.Errorf("%s: %s: %+v, %v", p.ID, m.Text, tried, err)
			}
		}
	}
	t.Logf("%d moves were judged, the slowest in %v", tries, slowest.Round(time.Millisecond))
}

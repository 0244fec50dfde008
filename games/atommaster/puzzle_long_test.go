//go:build long

package atommaster_test

import (
	"testing"
	"time"

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

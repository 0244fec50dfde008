//go:build long

package searcher_test

import "testing"

// A thousand positions of three games.
func TestLinesOfManyPositions(t *testing.T) {
	if lines(t, 334) == 0 {
		t.Error("no position was won")
	}
}

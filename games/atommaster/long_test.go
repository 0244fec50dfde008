//go:build long

package atommaster_test

import "testing"

// TestManyHintsAreTrue checks the hints of 2,100 positions, most of them of the default game.
func TestManyHintsAreTrue(t *testing.T) {
	checkHints(t, allBoards(8, 4), 1500)
	checkHints(t, allBoards(8, 3), 300)
	checkHints(t, allBoards(6, 5), 300)
}

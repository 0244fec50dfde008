//go:build long

package ataxx_test

import (
	"os"
	"strconv"
	"testing"

	"attic/game"
)

// Hints in as many positions as POSITIONS says, 2,000 by default, after a search as for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("POSITIONS"))
	if err != nil {
		n = 2000
	}
	compared(t, n, game.HintNodes)
}

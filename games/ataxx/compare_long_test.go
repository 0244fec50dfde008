//go:build long

package ataxx_test

import (
	"os"
	"strconv"
	"testing"

	"attic/game"
)

// Hints in as many positions as POSITIONS says, 2,000 by default, after a search of as many nodes as NODES says, by default as for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	wanted := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	compared(t, wanted("POSITIONS", 2000), int64(wanted("NODES", game.HintNodes)))
}

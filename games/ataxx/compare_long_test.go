//go:build long

package ataxx_test

import (
	"testing"

	"attic/game"
	"attic/game/gametest"
)

// Hints in as many positions as POSITIONS says, 2,000 by default, after a search of as many nodes as NODES says, by default as for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	compared(t, gametest.Wanted("POSITIONS", 2000), int64(gametest.Wanted("NODES", game.HintNodes)))
}

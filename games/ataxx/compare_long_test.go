//go:build long

package ataxx_test

import (
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

// Hints in POSITIONS positions, by default 2,000, after searches of NODES nodes, by default as many as for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	compared(t, gametest.Wanted("POSITIONS", 2000), int64(gametest.Wanted("NODES", game.HintNodes)))
}

// Ideas found in POSITIONS positions, by default 2,000, compared with their definitions.
func TestManyIdeas(t *testing.T) {
	ideas(t, gametest.Wanted("POSITIONS", 2000), 3)
}

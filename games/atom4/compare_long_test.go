//go:build long

package atom4_test

import (
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

// Hints in POSITIONS positions, by default 2,000, after searches of NODES nodes, by default as many as for a person.
func TestManyHintsCompareTruly(t *testing.T) {
	compareMany(t, gametest.Wanted("POSITIONS", 2000), int64(gametest.Wanted("NODES", game.HintNodes)))
}

package toy

import (
	"flag"
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

var _ = flag.Bool("update", false, "write testdata/*.golden")

// Moves that hide a number are not listed, so Run is given some.
func TestContract(t *testing.T) { gametest.Run(t, Game{}, "hide 7", "hide 13", "hide 20") }

func TestGolden(t *testing.T) {
	gametest.Golden(t, Game{}, "toy", game.Setup{Seed: 3},
		"hide 7", "start", "? guess 3", "? guess 99", "guess 3", "!", "svg toy ? guess 10", "guess 12", "guess 7", "svg toy-found")
}

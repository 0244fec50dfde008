package table_test

import (
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
)

// A game of 40 moves takes less than 8 kB, so that thousands fit into a server.
func TestGamesAreSmall(t *testing.T) {
	for _, g := range []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}} {
		if each := bytesEach(t, g, 200); each > 8<<10 {
			t.Errorf("%s: %d bytes", g.Info().Name, each)
		}
	}
}

package reversi

import (
	"flag"
	"testing"

	"attic/dev/gametest"
	"attic/game"
)

var _ = flag.Bool("update", false, "write testdata/*.golden")

func TestContract(t *testing.T) { gametest.Run(t, Game{}) }

// What the board shows at the start, after moves, before a pass and at the end. Each file was checked by hand.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name    string
		options string
		steps   []string
	}{
		{"opening", "", []string{"? d3", "? a1", "? d4", "svg opening ? c4", "f5", "svg moved ? f6", "f6"}},
		{"parallel", "start=parallel", []string{"? c3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Golden(t, Game{}, c.name, game.Setup{Options: c.options}, c.steps...)
		})
	}
}

var stations = []string{"", "f5;d6;c3"}

func FuzzViewsNeverPanic(f *testing.F) {
	gametest.FuzzViews(f, Game{}, stations, `{"fen":"xo6/8/8/8/8/8/8/8 o"}`, `{"fen":"8/8/8/8/8/8/8/8 x"}`)
}

func FuzzMovesAreRecordedOnce(f *testing.F) { gametest.FuzzMoves(f, Game{}, stations, "F5", "pass") }

package ataxx_test

import (
	"flag"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/ataxx"
)

var _ = flag.Bool("update", false, "rewrite testdata/*.golden")

// The pictures match their files, whose contents were compared with the guide by hand.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name    string
		options string
		steps   []string
	}{
		{"setup", "", []string{
			"? a7-b6", "? start", "? blocks 3gh", "svg setup ? blocks 3gh", "blocks 3gh", "!", "? blocks 0h3", "? blocks a", "a7-a6", "!", "? blocks a", "start",
		}},
		{"middle", "blocks=3gh", []string{
			"start", "a7-a5", "a1-a3", "a5-a4", "g7-g5", "g1-f1", "g5-f4", "!", "svg middle", "? f1-e2", "? f1-f3", "svg middle-preview ? f1-f3", "? f3", "? b6", "? a4-d5", "? -",
			"f1-f3", "!", "? g4",
		}},
		{"takes-seven", "", []string{
			"fen oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x", "start", "? d4-c5", "? d4-d2", "d4-d2",
		}},
		{"pass", "", []string{
			"fen x------/-------/-------/7/7/7/o6 o 12", "start", "a1-a3", "!", "? -", "-",
		}},
		{"forced-pass", "", []string{
			"fen xoo4/ooo4/ooo4/7/7/7/7 x", "!", "start", "? -", "? a7-b6", "-",
		}},
		{"no-pieces", "", []string{
			"fen 7/7/7/3o3/7/7/7 x", "start", "!", "-",
		}},
		{"red-wins", "", []string{
			"fen xxxxxxx/xxxxxxx/xxxxxxx/xxx-xxx/ooooxxx/ooooxxx/oooooo1 x", "start", "? g3-g1", "? g1", "g1", "? a1-a2", "svg red-wins",
		}},
		{"draw-at-once", "blocks=deagfbch", []string{"start"}},
		{"jumps", "", []string{
			"fen xo5/7/7/7/7/7/5ox x 43", "!", "start", "!", "a7-c7", "!", "? f1-d1", "? f1-e1", "f1-d1",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Golden(t, ataxx.Game{}, c.name, game.Setup{Options: c.options}, c.steps...)
		})
	}
}

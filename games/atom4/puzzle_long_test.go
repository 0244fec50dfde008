//go:build long

package atom4_test

import (
	"testing"

	"attic/dev/learntest"
	"attic/game/learn"
	"attic/games/atom4"
)

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	var g atom4.Game
	learntest.Proved(t, g, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries moves of all puzzles, and the keys.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, atom4.Game{}, 1, func(p learn.Puzzle, move string) bool { return move == p.Key })
}

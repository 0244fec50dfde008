//go:build long

package atommaster_test

import (
	"testing"

	"attic/dev/learntest"
	"attic/game/learn"
	"attic/games/atommaster"
)

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	learntest.Proved(t, atommaster.Game{}, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries moves of all puzzles, and the keys.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, atommaster.Game{}, 12, func(p learn.Puzzle, move string) bool { return move == p.Key })
}

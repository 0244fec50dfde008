//go:build long

package ataxx_test

import (
	"testing"

	"attic/dev/learntest"
	"attic/game/learn"
	"attic/games/ataxx"
)

// TestAllPuzzles proves all keys.
func TestAllPuzzles(t *testing.T) {
	var g ataxx.Game
	learntest.Proved(t, g, func(p learn.Puzzle) {
		checkPuzzle(t, p)
	})
}

// TestAllPuzzlesAreJudged tries moves of all puzzles, and the keys.
func TestAllPuzzlesAreJudged(t *testing.T) {
	learntest.Judged(t, ataxx.Game{}, 6, func(p learn.Puzzle, move string) bool { return same(stepOf(move), stepOf(p.Key)) })
}

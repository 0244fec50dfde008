package game_test

import (
	"testing"

	"attic/game"
)

// graded is a game with levels from 1, of which the third was inserted.
type graded struct {
	game.Game
	game.Bots
	high int
}

func (g graded) Levels() (lowest, highest, usual int) { return 1, g.high, 1 }

func (graded) LevelCodes() []int { return []int{1, 2, 250, 4} }

func TestCodesOfLevels(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		clause string
		g      game.Game
		code   int
		level  int // or none
		now    int // the code of the level
	}{
		{"as before", graded{high: 4}, 2, 2, 2},
		{"inserted", graded{high: 4}, 250, 3, 250},
		{"moved up", graded{high: 4}, 4, 4, 4},
		{"between", graded{high: 4}, 3, none, 0},
		{"above the highest", graded{high: 4}, 5, none, 0},
		{"too low", graded{high: 4}, 0, none, 0},
		{"of a newer program", graded{high: 4}, 225, none, 0},
		{"without a highest level", graded{high: 1 << 30}, 7, 7, 7},
		{"of a newer program, without a highest level", graded{high: 1 << 30}, 425, none, 0},
		{"without codes", struct{ game.Game }{}, 17, 17, 17},
	} {
		level, ok := game.LevelOf(c.g, c.code)
		if ok != (c.level != none) || ok && (level != c.level || game.LevelCode(c.g, level) != c.now) {
			t.Errorf("%s: the code %d is level %d, %t", c.clause, c.code, level, ok)
		}
	}
	for _, high := range []int{4, 1 << 30} {
		if got := game.HighestListed(graded{high: high}); got != 4 {
			t.Errorf("with levels up to %d, lists go up to %d", high, got)
		}
	}
}

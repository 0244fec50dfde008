package ataxx

import (
	"context"
	"errors"

	"attic/game"
	"attic/games/ataxx/bot"
)

// Levels are those of package bot.
func (Game) Levels() (lowest, highest, usual int) { return 1, 10, 3 }

// NewBot returns a player of a level.
func (Game) NewBot(level int, seed uint64) game.Bot { return player{level, seed} }

type player struct {
	level int
	seed  uint64
}

// Choose plays the move of package bot.
func (p player) Choose(ctx context.Context, gv game.View, progress func(game.Thought)) (string, error) {
	v, ok := gv.(view)
	if !ok || v.setting {
		return "", errors.New("the game has not begun")
	}
	thought, err := bot.Choose(ctx, v.pos, p.level, p.seed, func(t bot.Thought) {
		expected := game.Thought{Depth: t.Depth}
		pos := v.pos
		for _, m := range t.Line {
			expected.Line = append(expected.Line, pos.GuideText(m))
			pos = pos.Play(m)
		}
		progress(expected)
	})
	if err != nil {
		return "", err
	}
	return v.pos.GuideText(thought.Best), nil
}

package atom4

import (
	"context"
	"errors"

	"attic/game"
	"attic/games/atom4/bot"
)

// Levels have no upper end (manual, -d); this one is out of reach.
func (Game) Levels() (lowest, highest, usual int) { return 0, 1 << 30, 2 }

// NewBot returns a player of a level.
func (Game) NewBot(level int, seed uint64) game.Bot { return player{level, seed} }

type player struct {
	level int
	seed  uint64
}

// Choose plays the move of package bot.
func (p player) Choose(ctx context.Context, gv game.View, progress func(game.Thought)) (string, error) {
	v, ok := gv.(view)
	if !ok {
		return "", errors.New("not a view of Atom-4")
	}
	thought, err := bot.Choose(ctx, v.pos, p.level, p.seed, func(t bot.Thought) {
		expected := game.Thought{Depth: t.Depth}
		for _, s := range t.Line {
			expected.Line = append(expected.Line, s.String())
		}
		progress(expected)
	})
	if err != nil {
		return "", err
	}
	return thought.Best.String(), nil
}

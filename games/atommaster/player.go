package atommaster

import (
	"context"
	"errors"
	"fmt"

	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
)

// Levels returns the levels of package bot and the default.
func (Game) Levels() (lowest, highest, usual int) {
	return bot.LowestLevel, bot.HighestLevel, bot.UsualLevel
}

// LevelName returns the name of a level.
func (Game) LevelName(level int) string { return bot.LevelName(level) }

// NewBot returns a computer solver of a level; equal seeds make equal players.
func (Game) NewBot(level int, seed uint64) game.Bot { return player{level, seed} }

type player struct {
	level int
	seed  uint64
}

// Choose fires where package bot decides to. Once package bot decides to guess, Choose sets the atoms one by one and evaluates.
func (p player) Choose(ctx context.Context, gv game.View, _ func(game.Report)) (string, error) {
	v, ok := gv.(view)
	if !ok || v.Phase != deal.Solving {
		return "", errors.New("there is nothing to solve")
	}
	d, err := bot.ChooseAt(ctx, p.level, v.Knowledge(), p.seed)
	switch {
	case err != nil:
		return "", err
	case d.Layout.Count() == 0:
		return fmt.Sprintf("fire %d", d.Port), nil
	}
	for s := range v.Marks.Atoms() {
		if !d.Layout.Has(s) {
			return mark(s).Text, nil
		}
	}
	for s := range d.Layout.Atoms() {
		if !v.Marks.Has(s) {
			return mark(s).Text, nil
		}
	}
	return evaluate.Text, nil
}

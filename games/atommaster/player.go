package atommaster

import (
	"context"
	"errors"
	"fmt"

	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/infer"
)

// Levels returns the only level there is.
func (Game) Levels() (lowest, highest, usual int) { return 1, 1, 1 }

// LevelName returns nothing: there is only one level.
func (Game) LevelName(int) string { return "" }

// NewBot returns a solver.
func (Game) NewBot(_ int, seed uint64) game.Bot { return player{seed} }

type player struct{ seed uint64 }

// Choose fires where the solver says; once it knows enough it sets its atoms one by one and evaluates.
func (p player) Choose(ctx context.Context, gv game.View, _ func(game.Report)) (string, error) {
	v, ok := gv.(view)
	if !ok || v.Phase != Solving {
		return "", errors.New("there is nothing to solve")
	}
	d, err := bot.Choose(ctx, infer.Knowledge{Field: v.Field, Atoms: v.Atoms, Shots: v.Shots}, p.seed)
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

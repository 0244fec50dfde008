package atommaster

import (
	"context"
	"errors"
	"fmt"
	"io"

	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/rules"
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

// Choose fires the beams that package bot chooses. When package bot decides to guess, Choose sets the atoms one by one and then
// evaluates.
func (p player) Choose(ctx context.Context, gv game.View, _ func(game.Report)) (string, error) {
	v, ok := gv.(view)
	if !ok || v.Phase != deal.Solving || v.Table {
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

// Filters returns the machine command "beams".
func (Game) Filters() []game.Filter {
	return []game.Filter{{
		Name: "beams",
		Args: "8x8 a1,c4,e5,h8",
		Help: "read arrangements of atoms, one a line, and print the answers of ports 1..n for each: A, R or the exit port",
		Answer: func(w io.Writer, line string) error {
			l, err := rules.ParseLayout(line)
			if err != nil {
				return err
			}
			for i, a := range rules.Answers(l, nil) {
				if i > 0 {
					fmt.Fprint(w, " ")
				}
				fmt.Fprint(w, a)
			}
			fmt.Fprintln(w)
			return nil
		},
	}}
}

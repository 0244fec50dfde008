package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/game"
	"attic/game/learn"
	"attic/internal/phrase"
)

func puzzlesCommand() *cobra.Command {
	theme, own, runs := "", false, false
	takers := strings.Join(taught(), ", ")
	cmd := taughtCommand("puzzles", "List the puzzles, and those you have solved",
		"Lists the kinds of puzzles of one game, or of all: "+takers+". attic GAME --puzzle WHICH starts one; so do the menu and, in a game, the\n"+
			"command puzzle. With --theme it lists the puzzles of one kind: the ID, the level of the computer that solves it, and how you did. With --own it lists the worst mistakes of\n"+
			"your own games, which reviews and attic stats --judge make puzzles of, when each comes back or whether it waits, and the idea that was missed; attic\n"+
			"GAME --puzzle own starts one. With --run it lists your best timed runs, as many puzzles as you solve in three minutes or up to three misses; attic GAME --puzzle run starts one.",
		"  attic puzzles\n  attic ataxx --puzzle daily\n  attic puzzles ataxx --theme ending",
		func(to io.Writer, g game.Game) error {
			if _, known := learn.ThemeOf(g, theme); theme != "" && !known {
				return usage("there is no theme %q in %s; its themes are %s", theme, g.Info().Title, phrase.List(learn.ThemeNames(g)))
			}
			switch {
			case own:
				listOwn(to, g)
			case runs:
				listRuns(to, g)
			default:
				return listPuzzles(to, g, theme)
			}
			return nil
		})
	oneGame := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if own && theme != "" || runs && (own || theme != "") {
			return usage("use one of --theme, --own and --run")
		}
		if len(args) == 0 && theme != "" {
			return usage("--theme needs a game: %s", takers)
		}
		return oneGame(cmd, args)
	}
	cmd.Flags().StringVar(&theme, "theme", "", "only puzzles of this `theme`")
	cmd.Flags().BoolVar(&own, "own", false, "the mistakes in your own games, which come back as puzzles")
	cmd.Flags().BoolVar(&runs, "run", false, "your best timed runs")
	cmd.Flags().Var(&shell.Value{Parse: func(string) error { return errors.New("--mine: " + trainer + "puzzles") }}, "mine", "")
	_ = cmd.Flags().MarkHidden("mine") // the option exists, so this cannot fail
	return cmd
}

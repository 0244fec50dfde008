package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"attic/game"
	"attic/games"
	ataxx "attic/games/ataxx/puzzle"
	atom4 "attic/games/atom4/puzzle"
	atommaster "attic/games/atommaster/puzzle"
	"attic/internal/phrase"
	"attic/learn"
)

// miners find puzzles in games of the program, by game; see the packages games/*/puzzle.
var miners = map[string]func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error{
	"atom4": atom4.Mine, "ataxx": ataxx.Mine, "atommaster": atommaster.Mine,
}

// mine writes n puzzles of a game as puzzles.txt has them, those of a theme or as many of each.
func mine(ctx context.Context, out io.Writer, g game.Game, theme string, n int, seed uint64) error {
	themes := g.(game.Teacher).Themes()
	if theme != "" {
		themes = slices.DeleteFunc(slices.Clone(themes), func(t game.Theme) bool { return t.Name != theme })
	}
	wanted, numbers := map[string]int{}, map[string]int{}
	for i, t := range themes {
		wanted[t.Name] = n*(i+1)/len(themes) - n*i/len(themes)
	}
	return miners[g.Info().Name](ctx, wanted, seed, func(theme string, level int, place, key string) {
		numbers[theme]++
		fmt.Fprintf(out, "%s-%d\t%d\t%s\t%s\n", theme, numbers[theme], level, place, key)
	})
}

// puzzlesCommand returns the command that lists the puzzles of games, or finds new ones.
func puzzlesCommand() *cobra.Command {
	count, theme, seed := 0, "", uint64(1)
	takers := gameNames()
	cmd := &cobra.Command{
		Use: "puzzles [GAME]", Short: "List the puzzles, and those you have solved", GroupID: "play", ValidArgs: strings.Split(takers, ", "),
		Long: "Lists the kinds of puzzles of a game, or of all: " + takers + ". attic GAME --puzzle WHICH begins one; so do the menu and, in a game, the\n" +
			"command puzzle. With --theme each puzzle of a kind has a line: its ID, the level of the computer that solves it, and how you did.\n\n" +
			"With --mine attic plays against itself, finds positions with exactly one move that does what is asked, or in one of 13 with\n" +
			"none, and prints them as puzzles.txt of the game has them: ID, level, position and move, with tabs between them.",
		Example: "  attic puzzles\n  attic ataxx --puzzle daily\n  attic puzzles ataxx --theme ending\n  attic puzzles ataxx --mine 20 --theme ending --seed 7",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("unexpected argument %q; puzzles takes one game: %s", args[1], takers)
			}
			if len(args) == 1 {
				if _, ok := games.Find(args[0]); !ok {
					return usage("there is no game %q; puzzles takes %s", args[0], takers)
				}
				return nil
			}
			if count > 0 || theme != "" {
				return usage("--mine and --theme need a game: %s", takers)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				for i, g := range games.All() {
					if i > 0 {
						fmt.Fprintln(out)
					}
					if err := listPuzzles(out, g, ""); err != nil {
						return err
					}
				}
				return nil
			}
			g, _ := games.Find(args[0])
			if _, known := learn.ThemeOf(g, theme); theme != "" && !known {
				return usage("there is no theme %q in %s; its themes are %s", theme, g.Info().Title, phrase.List(learn.ThemeNames(g)))
			}
			if count > 0 {
				return conversation(func(ctx context.Context) error { return mine(ctx, out, g, theme, count, seed) })
			}
			return listPuzzles(out, g, theme)
		},
	}
	numberFlag(cmd, "mine", "find `N` new puzzles", 0, mostMined, &count)
	cmd.Flags().StringVar(&theme, "theme", "", "only puzzles of this `theme`")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "with --mine, the seed `N` of the games that are searched")
	return cmd
}

// mostMined is how many puzzles are found at most in one go.
const mostMined = 100_000

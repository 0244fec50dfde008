package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"attic/game"
	"attic/games"
	ataxx "attic/games/ataxx/puzzle"
	atom4 "attic/games/atom4/puzzle"
	atommaster "attic/games/atommaster/puzzle"
)

// miners find puzzles in games of the program, by game; see the packages games/*/puzzle.
var miners = map[string]func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error{
	"atom4": atom4.Mine, "ataxx": ataxx.Mine, "atommaster": atommaster.Mine,
}

// mine writes n puzzles of a game as puzzles.txt has them, those of a theme or as many of each.
func mine(ctx context.Context, out io.Writer, name, theme string, n int, seed uint64) error {
	g, _ := games.Find(name)
	themes := g.(game.Teacher).Themes()
	if theme != "" {
		themes = slices.DeleteFunc(slices.Clone(themes), func(t game.Theme) bool { return t.Name != theme })
	}
	if len(themes) == 0 {
		return usage("there is no theme %q in %s", theme, g.Info().Title)
	}
	wanted, numbers := map[string]int{}, map[string]int{}
	for i, t := range themes {
		wanted[t.Name] = n*(i+1)/len(themes) - n*i/len(themes)
	}
	return miners[name](ctx, wanted, seed, func(theme string, level int, place, key string) {
		numbers[theme]++
		fmt.Fprintf(out, "%s-%d\t%d\t%s\t%s\n", theme, numbers[theme], level, place, key)
	})
}

// puzzlesCommand returns the command of the games with puzzles.
func puzzlesCommand() *cobra.Command {
	count, theme, seed := 0, "", uint64(1)
	cmd := &cobra.Command{
		Use: "puzzles GAME --mine N", Short: "Find puzzles in games of the program", GroupID: "machine",
		Long: "Lets the program play against itself, finds positions with exactly one move that does what is asked, or in one of 13 with none,\n" +
			"and prints them as puzzles.txt of the game has them: ID, level, position and move, with tabs between them.\n" +
			"  attic puzzles ataxx --mine 20 --theme ending --seed 7",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || miners[args[0]] == nil {
				return usage("puzzles takes a game first: attic puzzles atom4|ataxx|atommaster")
			}
			return none(nil, args[1:])
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if count < 1 {
				return usage("--mine takes how many puzzles to find")
			}
			return conversation(func(ctx context.Context) error { return mine(ctx, cmd.OutOrStdout(), args[0], theme, count, seed) })
		},
	}
	cmd.Flags().IntVar(&count, "mine", 0, "find this many puzzles")
	cmd.Flags().StringVar(&theme, "theme", "", "only puzzles of this theme")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the games that are searched")
	return cmd
}

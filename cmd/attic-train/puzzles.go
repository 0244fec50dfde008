package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	ataxx "attic/dev/lab/ataxx/mine"
	atom4 "attic/dev/lab/atom4/mine"
	atommaster "attic/dev/lab/atommaster/mine"
	"attic/dev/lab/mining"
	"attic/game"
	"attic/game/learn"
	"attic/games"
	"attic/internal/phrase"
)

// miners holds the function that finds a game's puzzles in games of attic against itself. Other games use mining.Judged.
var miners = map[string]mining.Miner{"atom4": atom4.Mine, "ataxx": ataxx.Mine, "atommaster": atommaster.Mine}

// people holds the reference players of each game, whose results give puzzles their levels.
var people = map[string]func() []mining.Person{"atom4": atom4.People, "ataxx": ataxx.People, "atommaster": atommaster.People}

// grade writes puzzles to out, with levels from the results of the reference players and in the order of puzzles.txt. To table it writes
// each player's percentage of solved puzzles at each level.
func grade(out, table io.Writer, name, text string) error {
	who := people[name]()
	list, err := mining.Tried(text, who)
	if err != nil {
		return err
	}
	for _, g := range list {
		fmt.Fprint(out, g)
	}
	fmt.Fprint(table, mining.Table(list, who))
	for _, rise := range mining.Rises(list, who) {
		fmt.Fprintln(table, "does not fall:", rise)
	}
	return nil
}

// mine writes n puzzles of a game in the format of puzzles.txt: of one theme or, if theme is "", equally many of each theme.
func mine(ctx context.Context, out io.Writer, g game.Game, theme string, n int, seed uint64) error {
	themes := g.Info().Course.Themes
	if theme != "" {
		themes = slices.DeleteFunc(slices.Clone(themes), func(t game.Theme) bool { return t.Name != theme })
	}
	wanted, numbers := map[string]int{}, map[string]int{}
	for i, t := range themes {
		wanted[t.Name] = n*(i+1)/len(themes) - n*i/len(themes)
	}
	miner := miners[g.Info().Name]
	if miner == nil {
		bots, ok := g.(interface {
			game.Game
			game.Bots
		})
		if !ok {
			return fmt.Errorf("%s has no computer opponent, so attic cannot play it against itself", g.Info().Title)
		}
		miner = mining.Judged(bots)
	}
	return miner(ctx, wanted, seed, func(theme string, level int, place, key string) {
		numbers[theme]++
		fmt.Fprintf(out, "%s-%d\t%d\t%s\t%s\n", theme, numbers[theme], level, place, key)
	})
}

func puzzlesCommand() *cobra.Command {
	count, theme, seed, graded := 10, "", uint64(1), ""
	var takers []string
	for _, g := range games.All() {
		if g.Info().Course.Themes != nil {
			takers = append(takers, g.Info().Name)
		}
	}
	cmd := &cobra.Command{
		Use: "puzzles GAME", Short: "Find new puzzles in games that attic plays against itself", ValidArgs: takers,
		Long: `Plays attic against itself, finds positions in which exactly one move is right (in one of 13, no move is right), and prints
them in the format of the game's puzzles.txt: ID, level, position and move, separated by tabs. Equal seeds find equal puzzles.

With --grade it reads puzzles from a file instead, lets the reference players of the game try them, and prints them with new levels.
On standard error it prints each player's percentage of solved puzzles at each level.`,
		Example: "  attic-train puzzles ataxx --count 20 --theme ending --seed 7\n  attic-train puzzles ataxx --grade games/ataxx/puzzles.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(takers, args[0]) {
				return shell.Usage("puzzles takes one game: attic-train puzzles %s", strings.Join(takers, "|"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			g, _ := games.Find(args[0])
			if _, known := learn.ThemeOf(g, theme); theme != "" && !known {
				return shell.Usage("there is no theme %q in %s; its themes are %s", theme, g.Info().Title, phrase.List(learn.ThemeNames(g)))
			}
			if graded != "" && people[args[0]] == nil {
				return shell.Usage("%s has no reference players, so --grade cannot give its puzzles levels", g.Info().Title)
			}
			if graded != "" {
				text, err := os.ReadFile(graded)
				if err != nil {
					return err
				}
				return grade(shell.Out, cmd.ErrOrStderr(), args[0], string(text))
			}
			return untilSignal(func(ctx context.Context) error { return mine(ctx, shell.Out, g, theme, count, seed) })
		},
	}
	shell.Number(cmd, "count", "find `n` puzzles", 1, mostMined, &count)
	cmd.Flags().StringVar(&theme, "theme", "", "find only puzzles of this `theme`; default: the same number of each theme")
	cmd.Flags().StringVar(&graded, "grade", "", "give the puzzles in this `file` levels")
	shell.Seed(cmd, "random seed, a whole number `n` (default 1)", &seed)
	cmd.Flags().SortFlags = false
	return cmd
}

// mostMined is the largest value of --count.
const mostMined = 100_000

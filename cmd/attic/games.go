package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/desk/command"
	"attic/game"
	"attic/games"
)

func gamesCommand() *cobra.Command {
	takers := gameList()
	deleted := 0
	var asJSON *bool
	cmd := &cobra.Command{
		Use: "games [GAME]", Short: "List kept and finished games", GroupID: "play", ValidArgs: gameNames(),
		Long: "Lists kept and finished games, most recently played first, one line each: its number, the game, the players, its\n" +
			"stage (move 19 red: red's 19th move), when it was started or last continued, and the result.\n" +
			"With GAME, it lists only that game: " + takers + ".\n" +
			"The number of a game never changes: to continue number 12, type resume 12 in the game.",
		Example: "  attic games\n  attic games ataxx\n  attic games --delete 12",
		Args: func(_ *cobra.Command, args []string) error {
			err := atMostOne("games", args, gameNames())
			if err == nil && deleted > 0 && (len(args) == 1 || *asJSON) {
				return usage("--delete takes one number and nothing else: attic games --delete %d", deleted)
			}
			return err
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if deleted > 0 {
				if err := command.Delete(openStore(), deleted); err != nil {
					return err
				}
				_, err := fmt.Fprintf(shell.Out, "Game %d was deleted.\n", deleted)
				return err
			}
			return listGames(strings.Join(args, ""), *asJSON)
		},
	}
	asJSON = jsonOption(cmd)
	shell.Option(cmd.Flags(), "delete", "n", "delete game `N`", func(text string) (err error) {
		deleted, err = command.Number(text)
		return err
	})
	return cmd
}

// listGames prints the saved games of the game called name, or of all games if name is "".
func listGames(name string, asJSON bool) error {
	list, lines, err := command.List(openStore(), name)
	if err != nil {
		return err
	}
	text := strings.Join(lines, "\n")
	if len(list) == 0 {
		text = command.NoGames
	}
	if asJSON {
		data := []object{}
		for _, g := range list {
			data = append(data, object{
				"number": g.Number, "game": g.Name, "opponent": g.Opponent, "plies": g.Ply, "where": g.Where, "played": g.Played.UTC(),
				"open": g.Open(), "result": g.Result, "damage": g.Damage, "file": g.Path,
			})
		}
		text = jsonOf(object{"games": data}, "  ")
	}
	_, err = fmt.Fprintln(shell.Out, text)
	return err
}

// offering returns the games that implement T, by name, and their names in the order of the menu.
func offering[T any]() (by map[string]T, names []string) {
	by = map[string]T{}
	for _, g := range games.All() {
		if t, ok := g.(T); ok {
			by[g.Info().Name] = t
			names = append(names, g.Info().Name)
		}
	}
	return by, names
}

func gameNames() []string {
	_, names := offering[game.Game]()
	return names
}

func gameList() string { return strings.Join(gameNames(), ", ") }

// atMostOne returns an error unless args is empty or holds one of takers, the games that the command takes.
func atMostOne(command string, args, takers []string) error {
	list := strings.Join(takers, ", ")
	switch {
	case len(args) > 1:
		return usage("unexpected argument %q; %s takes one game: %s", args[1], command, list)
	case len(args) == 0 || slices.Contains(takers, args[0]):
		return nil
	}
	if g, ok := games.Find(args[0]); ok {
		return usage("%s has no %s; %[2]s takes %s", g.Info().Title, command, list)
	}
	return usage("there is no game %q; %s takes %s", args[0], command, list)
}

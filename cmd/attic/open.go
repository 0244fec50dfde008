package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/pgn"
	"attic/match/store"
)

func registerNumber(flags *pflag.FlagSet, to *int) {
	shell.Count(flags, "game", "n", "game `n` of a PGN file", to, 1, math.MaxInt, "the number of a game in a PGN file, from 1")
}

// openGame reads a saved game, or a game of a file of game records: the game with this number, from 1, or the only game if number is 0.
// If there is no such file, the error wraps fs.ErrNotExist.
func openGame(path string, number int) (m match.Match, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s: there is no such file: %w", phrase.Name(path), fs.ErrNotExist)
	}
	if !store.IsRecord(path) {
		m, err = store.Open("", games.Find).Load(path)
		if err == nil && number > 0 {
			return m, usage("%s is a saved game; --game needs a file of game records", phrase.Name(path))
		}
	} else {
		file, e := os.Open(path)
		if e != nil {
			return m, fmt.Errorf("%s: %w", phrase.Name(path), cause(e))
		}
		defer file.Close()
		m, err = readGame(file, path, number)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", phrase.Name(path), err)
	}
	return m, err
}

func readGame(r io.Reader, name string, number int) (match.Match, error) {
	in := bufio.NewReader(r)
	head, _ := in.Peek(in.Size()) // fewer bytes are fine
	if !pgn.Looks(name, head) {
		return match.Read(in, games.Find)
	}
	g, err := pgn.Choose(in, games.Find, number)
	if several := (*pgn.SeveralError)(nil); errors.As(err, &several) {
		return match.Match{}, fmt.Errorf("%w: --game 1", err)
	}
	if err != nil {
		return match.Match{}, err
	}
	return g.Match(games.Find)
}

// openFirst checks that c.file holds a game of g and makes opening it the first command. typed is the command line without arguments.
func (c *choice) openFirst(g game.Game, typed string) error {
	if c.file == "" {
		return nil
	}
	m, err := openGame(c.file, c.game)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usage("there is no file %q; %s -h lists the options", phrase.Clip(c.file), typed)
	case err != nil:
		return err
	case m.Game().Info().Name != g.Info().Name:
		return fmt.Errorf("%s is a game of %s: attic %s %s", phrase.Name(c.file), m.Game().Info().Title, m.Game().Info().Name, phrase.Name(c.file))
	}
	path := c.file
	if _, err := command.Number(path); err == nil { // a path such as 7 would mean kept game 7
		path = "." + string(filepath.Separator) + path
	}
	c.first = command.Request{Verb: command.Resume, Text: path}
	if c.game > 0 {
		c.first.Text += fmt.Sprint(" ", c.game)
	}
	return nil
}

func openCommand() *cobra.Command {
	c := usual()
	cmd := &cobra.Command{
		Use: "open [FILE]", Short: "Continue a saved game", GroupID: "play", ValidArgsFunction: savedGames,
		Long: "Continues the game in FILE, a saved game or a game record (PGN), on the full screen of the terminal, or in a window if attic was started without a terminal.\n" +
			"Without FILE it shows the menu. The file is not changed; the game is saved in the library as you play.",
		Example: "  attic open game.attic\n  attic open game.attic -mx",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("unexpected argument %q; open takes one saved game", args[1])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if c.mode == asUsual && !interactive() && windowed() {
				c.mode = asWindow
			}
			return conversation(func(ctx context.Context) error {
				switch {
				case len(args) > 0:
					return c.resume(ctx, args[0])
				case c.mode == asWindow:
					return c.window(ctx, nil)
				}
				return menu(ctx, c)
			})
		},
	}
	registerNumber(cmd.Flags(), &c.game)
	c.registerMode(cmd.Flags())
	c.look.registerAll(cmd.Flags())
	return cmd
}

func (c choice) resume(ctx context.Context, file string) error {
	m, err := openGame(file, c.game)
	if err != nil {
		return err
	}
	c.file = file
	if err := c.openFirst(m.Game(), "attic open"); err != nil {
		return err
	}
	return play(ctx, m.Game(), c)
}

package main

import (
	"context"
	"errors"
	"fmt"
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
	"attic/internal/lines"
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
	m, _, err = store.Open("", games.Find).Choose(path, number) // the table says the rest
	if err != nil {
		err = fmt.Errorf("%s: %w", phrase.Name(path), numbering(err))
	}
	return m, err
}

// numbering adds to an error of a game's number how to choose a game.
func numbering(err error) error {
	several := (*pgn.SeveralError)(nil)
	switch {
	case errors.Is(err, store.ErrOne):
		return usage("%v; leave out --game", err)
	case errors.As(err, &several):
		return fmt.Errorf("%w: --game 1", err)
	}
	return err
}

var errTyped = usage("standard input is for your moves; the game has to be in a file")

// dash is the name of standard input, where a file is read.
const dash = "-"

// reading calls the function read with the text of a file, or of standard input if name is dash, and puts the name in front of its error.
func reading(name string, read func(*lines.Decoder) error) error {
	file, called, err := os.Stdin, "standard input", error(nil)
	if name != dash {
		called = phrase.Name(name)
		if file, err = store.OpenFile(name); err != nil {
			return fmt.Errorf("%s: %w", called, err)
		}
		defer file.Close()
	}
	text := lines.Text(file)
	if err := read(text); err != nil {
		return fmt.Errorf("%s: %w", called, err)
	}
	if text.Latin() {
		fmt.Fprintln(os.Stderr, lines.Latin(called))
	}
	return nil
}

// openFirst checks that c.file holds a game of g and makes opening it the first command. typed is the command line without arguments.
func (c *choice) openFirst(g game.Game, typed string) error {
	if c.file == "" {
		return nil
	}
	m, err := openGame(c.file, c.game)
	switch {
	case c.file == dash:
		return errTyped
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
	if file == dash {
		return errTyped
	}
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

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

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
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err != nil && len(path) > longestName {
		return m, fmt.Errorf("%s: there is no such file: %w", phrase.Name(path), fs.ErrNotExist)
	}
	m, _, err = store.Open("", games.Find).Choose(path, number) // the table says the rest
	if err != nil {
		err = fmt.Errorf("%s: %w", phrase.Name(path), numbering(err))
	}
	return m, err
}

// longestName is the number of bytes beyond which some systems refuse a name instead of finding no file. Links can be longer.
const longestName = 255

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
		Use: "open [FILE|ID|-]", Short: "Continue a saved game, or open any text of a game",
		Long: "Continues the game in FILE, on the full screen of the terminal, or in a window if attic was started without a terminal. FILE is a saved game, a game record (PGN),\n" +
			"or a text with a game ID, a position (FEN or EPD), a layout, moves or a link. ID is such a text itself. With - the text comes from standard input.\n" +
			"Without an argument it shows the menu. The file is not changed; the game is saved in the library as you play.",
		Example: "  attic open game.attic\n  attic open game.attic -mx\n  attic open 'ataxx blocks=3gh'\n  attic open - -mx <game.pgn",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("unexpected argument %q; open takes one file or ID", args[1])
			}
			return nil
		},
	}
	return c.openable(cmd)
}

// openable lets a command open the game that its argument names.
func (c *choice) openable(cmd *cobra.Command) *cobra.Command {
	cmd.GroupID, cmd.ValidArgsFunction, cmd.RunE = "play", savedGames, c.opened
	registerNumber(cmd.Flags(), &c.game)
	c.registerMode(cmd.Flags())
	c.look.registerAll(cmd.Flags())
	return cmd
}

// opened opens the game that an argument names, or the menu.
func (c *choice) opened(_ *cobra.Command, args []string) error {
	if c.mode == asUsual {
		c.mode = begun().clicked()
	}
	return conversation(func(ctx context.Context) error {
		switch {
		case len(args) == 0:
			return c.at(ctx, nil)
		case c.mode == asPage:
			return c.paged(ctx, args[0])
		}
		return c.resume(ctx, args[0])
	})
}

func analyseCommand() *cobra.Command {
	c := usual()
	c.analyses = true
	cmd := &cobra.Command{
		Use: "analyse FILE|ID|-", Short: "Analyse a game: try moves, keep them with comments",
		Long: "Opens the game in FILE as an analysis, on the full screen of the terminal, or in a window if attic was started without a terminal. FILE and ID are as for attic open.\n" +
			"Every move that you try is kept, with comments and marks. The game itself does not change. While a game of Atommaster hides its atoms,\n" +
			"the analysis is the solver's table, on which you enter answers.",
		Example: "  attic analyse game.pgn\n  attic analyse 'ataxx blocks=3gh'\n  attic analyse atommaster",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("analyse takes one game: a file, an ID or - for standard input")
			}
			return nil
		},
	}
	return c.openable(cmd)
}

func editCommand() *cobra.Command {
	c := usual()
	c.edits = true
	cmd := &cobra.Command{
		Use: "edit GAME|ID|FILE|-", Short: "Set up any position in a board editor",
		Long: "Opens a board editor: place any piece, then play from there, host, analyse, or copy the ID. GAME begins with the board of a new game;\n" +
			"ID and FILE are as for attic open, and begin with their position.",
		Example: "  attic edit atom4\n  attic edit 'ataxx fen=x5o/7/7/7/7/7/o5x_x'\n  attic edit game.pgn",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("edit takes one game: its name, an ID, a file or - for standard input")
			}
			return nil
		},
	}
	return c.openable(cmd)
}

// resume opens the game in a file, in standard input if file is "-", or of a text that is no file.
func (c choice) resume(ctx context.Context, file string) error {
	m, err := openGame(file, c.game)
	switch several := (*pgn.SeveralError)(nil); {
	case file == dash:
		text, err := lines.All(os.Stdin, command.MostText)
		if err != nil {
			return fmt.Errorf("standard input: %w", err)
		}
		return c.openText(ctx, text, "standard input")
	case errors.Is(err, fs.ErrNotExist):
		if _, ok := games.Find(file); ok && c.edits {
			return c.openText(ctx, game.ID(file, game.Setup{}), file)
		}
		if _, ok := command.Find(games.All(), file); ok || game.Ranks(file) > 0 || strings.ContainsAny(file, "# =") {
			return c.openText(ctx, file, phrase.Clip(file))
		}
		return fmt.Errorf("there is no file %q, and this is no game ID, position or link either", phrase.Clip(file))
	case err != nil && !errors.As(err, &several) && !store.IsGame(file):
		text, e := store.ReadText(file)
		if e != nil {
			return err
		}
		return c.openText(ctx, text, phrase.Name(file))
	case err != nil:
		return err
	}
	if c.analyses || c.edits {
		return c.analyse(ctx, m)
	}
	c.file = file
	if err := c.openFirst(m.Game(), "attic open"); err != nil {
		return err
	}
	return play(ctx, m.Game(), c)
}

// paged opens a copy of the game in a file on the page. If the file cannot be opened or is too long for a link, it opens the menu, which says so.
func (c choice) paged(ctx context.Context, file string) error {
	fragment := ""
	if m, err := openGame(file, c.game); err == nil {
		fragment, _ = command.AnalysisLink(m)
	}
	return c.page(ctx, cmp.Or(fragment, command.LinkUnread))
}

// openText opens the game of a text, which name names.
func (c choice) openText(ctx context.Context, text, name string) error {
	f, ok := command.Find(games.All(), text)
	if !ok {
		f, ok = command.FindMoves(games.All(), text)
	}
	if f.Records != nil && f.Err == nil {
		if c.game == 0 {
			return fmt.Errorf("%s: %w: --game 1", name, &pgn.SeveralError{Games: f.Total})
		}
		if c.game > len(f.Records) {
			return fmt.Errorf("%s: there is no game %d; it holds %d", name, c.game, f.Total)
		}
		m, err := f.Records[c.game-1].Match(games.Find)
		f.Match, f.Err = &m, err
	}
	switch {
	case !ok:
		return errors.New(strings.TrimSuffix(command.NotFound(name), "."))
	case f.Err != nil:
		return fmt.Errorf("%s: %w", name, f.Err)
	case f.Join != "":
		return usage("this is an address of a game to join: attic join %s", phrase.Clip(f.Join))
	case f.Link != "":
		return usage("this is a link to a lesson or puzzle, which opens in a browser, or if you paste it into attic's menu")
	}
	if moves := strings.TrimSpace(f.Moves); f.Match == nil && (moves != "" || c.analyses || c.edits) {
		if c.edits && moves == "" { // the position that the ID hides is shown
			f.Setup = f.Setup.Without(f.Game.Info().Started).With(game.Editing)
		}
		m, err := match.New(f.Game, f.Setup)
		if err == nil && moves != "" {
			m, _, err = command.Playable(m, moves)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f.Match = &m
	}
	if c.analyses || c.edits {
		return c.analyse(ctx, *f.Match)
	}
	if f.Match != nil {
		c.first = command.Request{Verb: command.Resume, Match: f.Match, Text: f.Says}
		f.Game = f.Match.Game()
	} else {
		c.Setup, c.Seeded = f.Setup, true
	}
	return play(ctx, f.Game, c)
}

// analyse opens an analysis of a match, or a board editor.
func (c choice) analyse(ctx context.Context, m match.Match) error {
	note, err := command.EditNote, error(nil)
	switch {
	case !c.edits:
		m, note, err = command.Analysed(m)
	case !game.Edits(m.Setup()):
		m, err = command.Edited(m)
	}
	if err != nil {
		return err
	}
	c.first = command.Request{Verb: command.Resume, Match: &m, Text: note}
	return play(ctx, m.Game(), c)
}

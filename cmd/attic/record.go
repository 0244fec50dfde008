package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/desk/command"
	"attic/draw/palette"
	"attic/game"
	"attic/games"
	"attic/match/store"
	"attic/table"
	"attic/table/newgame"
	"attic/ui/term"
)

func recordCommand() *cobra.Command {
	takers := gameNames()
	var file, size string
	var still bool
	theme, seed := palette.Themes()[0], uint64(1)
	cmd := &cobra.Command{
		Use: "record [GAME]", Short: "Make an animated picture (SVG) of keys pressed on the full screen", GroupID: "machine", ValidArgs: takers,
		Long: `Reads keys from standard input, plays them on the full screen of a game, or of the menu, without a terminal, and writes
an SVG picture of the screen. Nothing is kept. The lines of the input:
  right down enter    names of keys: up, left, space, tab, esc, pgup, f1, u, ?, ctrl+r, shift+up ...
  :blocks 3gh         a line to type, with Enter at its end
  wait 800            a pause in milliseconds
  # ...               a comment`,
		RunE: func(_ *cobra.Command, args []string) error {
			film := term.Film{Still: still}
			w, h, _ := strings.Cut(size, "x")
			var errs [2]error
			film.W, errs[0] = strconv.Atoi(w)
			film.H, errs[1] = strconv.Atoi(h)
			if err := errors.Join(errs[:]...); err != nil {
				return usage("--size takes columns and rows such as 120x40, not %q", size)
			}
			return writeFilm(args, seed, theme, film, file)
		},
	}
	cmd.Args = func(_ *cobra.Command, args []string) error { return atMostOne("record", args, takers) }
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to `FILE` instead of standard output")
	cmd.Flags().StringVar(&size, "size", "80x24", "columns and rows of the screen, `WxH`")
	registerTheme(cmd.Flags(), &theme, "")
	cmd.Flags().BoolVar(&still, "still", false, "only the final screen")
	shell.Seed(cmd, "random seed: any whole number `n`; default 1", &seed)
	cmd.Flags().SortFlags = false
	return cmd
}

// writeFilm plays the keys on standard input in the game named, or in the menu, and writes the picture to file, or to standard output if it
// is "".
func writeFilm(names []string, seed uint64, theme string, film term.Film, file string) (err error) {
	open := func(g game.Game, wish store.GameSettings) (*table.Table, error) {
		w, err := newgame.Remembered(g, wish)
		if err != nil {
			return nil, err
		}
		w.Seed = &seed
		return newGames().Open(g, w, false)
	}
	var picture bytes.Buffer
	config := term.Config{
		Desk:  desk.Config{Games: games.All(), Store: store.Open("", games.Find), May: command.Everything, Open: open},
		Style: term.Style{Theme: theme}, In: os.Stdin, Out: &picture,
	}
	if len(names) > 0 {
		g, _ := games.Find(names[0])
		wish := config.Desk.Store.Profile.Settings().Game(names[0])
		wish.Options = g.Info().Started
		if config.Desk.Table, err = open(g, wish); err != nil {
			return err
		}
	}
	if err := term.WriteFilm(config, film); err != nil {
		return err
	}
	return output(file, "", func(_ context.Context, w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

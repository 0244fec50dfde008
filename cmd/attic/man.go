package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/manual"
	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games"
	"attic/ui/term"
	"attic/ui/window"
)

func manCommand() *cobra.Command {
	var roff bool
	var l look
	names := append([]string{"attic"}, gameNames()...)
	cmd := &cobra.Command{
		Use: "man [GAME]", Short: "Show the manual page of a game, or of attic", ValidArgs: names,
		Long: "Shows the manual page of a game (" + gameList() + ") or, without GAME, of attic: page by page on a terminal, otherwise as plain text.\n" +
			"--roff prints the page as roff source, for installing: attic man --roff ataxx > ataxx.6",
		Example: "  attic man ataxx\n  attic man --roff atom4 > atom4.6",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("unexpected argument %q; man takes one name: attic, %s", args[1], gameList())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.Join(args, "")
			page, ok := pageOf(name)
			if !ok {
				return usage("there is no manual page %q; man takes attic, %s", name, gameList())
			}
			if roff {
				_, err := fmt.Fprint(shell.Out, page.Roff(edition()))
				return err
			}
			if !l.full() {
				_, err := fmt.Fprint(shell.Out, page.Lines(pageColumns()))
				return err
			}
			return conversation(func(ctx context.Context) error { return term.Read(ctx, l.screenConfig(), page.Title(), page.Text) })
		},
	}
	cmd.Flags().BoolVar(&roff, "roff", false, "print the page as roff, the source format of man")
	l.register(cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

func pageColumns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= narrowestPage {
		return min(n, widestPage)
	}
	return usualPage
}

// Widths of a page on a pipe, in columns.
const narrowestPage, usualPage, widestPage = 40, 80, 200

// edition returns the version that manual pages show. If the program does not know its commit, it shows the date of the release.
func edition() manual.Edition {
	_, date := source()
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		date = released
	}
	return manual.Edition{Version: release, Date: date}
}

// pageOf returns the manual page of a game; "attic" and "" stand for the page of the program.
func pageOf(name string) (manual.Page, bool) {
	if name == "" || name == "attic" {
		return manual.OfProgram(games.All(), rootCommand()), true
	}
	g, ok := games.Find(name)
	if !ok {
		return manual.Page{}, false
	}
	framed := false
	if s, err := g.New(game.Setup{}); err == nil {
		framed = s.View(game.Nobody).Scene().Focus.W > 0
	}
	return manual.OfGame(g, gameCommand(g, true), term.Keys(), window.Keys(framed)), true
}

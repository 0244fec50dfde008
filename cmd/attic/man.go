package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/manual"
	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games"
	"attic/ui/term"
	"attic/ui/window"
)

// manCommand returns the command that shows the manual pages.
func manCommand() *cobra.Command {
	var roff bool
	var l look
	names := append([]string{"attic"}, gameNames()...)
	cmd := &cobra.Command{
		Use: "man [GAME]", Short: "Show the manual page of a game, or of attic", ValidArgs: names,
		Long: "Shows the manual page of a game (" + gameList() + "), or without GAME the one of attic: page by page on a terminal, as text on a pipe.\n" +
			"With --roff the page is printed as roff source, to be installed: attic man --roff ataxx > ataxx.6",
		Example: "  attic man ataxx\n  attic man --roff atom4 > atom4.6",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("%q is an unexpected argument; man takes one name: attic, %s", args[1], gameList())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.Join(args, "")
			page, ok := pageOf(name)
			if !ok {
				return usage("there is no page %q; man takes attic, %s", name, gameList())
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

// pageColumns returns the width in which a page is printed.
func pageColumns() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= narrowestPage {
		return min(n, widestPage)
	}
	return usualPage
}

// The width of a page on a pipe, in columns.
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
		return programPage(), true
	}
	g, ok := games.Find(name)
	if !ok {
		return manual.Page{}, false
	}
	framed := false
	if s, err := g.New(game.Setup{}); err == nil {
		framed = s.View(game.Nobody).Scene().Focus.W > 0
	}
	return manual.OfGame(g, optionsOf(gameCommand(g, true)), term.Keys(), window.Keys(framed)), true
}

// programPage returns the page of the program, with all commands except those that play a game, which have pages of their own.
func programPage() manual.Page {
	root := rootCommand()
	var list []manual.Command
	for _, cmd := range root.Commands() {
		if _, ok := games.Find(cmd.Name()); ok || cmd.Hidden {
			continue
		}
		list = append(list, manual.Command{
			Line: strings.TrimSuffix(cmd.Use, " [options]"), Brief: cmd.Short, Text: cmd.Long, Example: cmd.Example, Options: optionsOf(cmd),
		})
	}
	return manual.OfProgram(games.All(), root.Short, optionsOf(root), list)
}

// optionsOf returns the options of a command.
func optionsOf(cmd *cobra.Command) []manual.Option {
	cmd.InitDefaultHelpFlag()
	var list []manual.Option
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name, help := pflag.UnquoteUsage(f)
		o := manual.Option{Names: "--" + f.Name, Value: name, Help: help}
		if f.Shorthand != "" {
			o.Names = "-" + f.Shorthand + ", " + o.Names
		}
		if f.NoOptDefVal != "" {
			o.Value = ""
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && !strings.Contains(help, "default") {
			o.Default = f.DefValue
		}
		list = append(list, o)
	})
	return list
}

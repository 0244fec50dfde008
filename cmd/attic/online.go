package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/games"
	"attic/match/store"
	"attic/server/online"
)

func onlineCommand() *cobra.Command {
	c, table, name := usual(), "", ""
	cmd := &cobra.Command{
		Use: "online [ADDRESS]", Short: "Play at the tables of a hall, a server for attic", GroupID: "play",
		Long: "Shows the tables of a hall: tables with a free seat, tables to watch, and your own games there. ADDRESS is the hall's address, as in a browser; attic\n" +
			"remembers it. A hall is run with atticd. On a pipe, and with --lines or --plain, attic online prints the tables, each with the command to play or\n" +
			"watch there.",
		Example: "  attic online games.example\n  attic online --plain\n  attic online --new ataxx --clock 10+5 --plain",
		Args: func(cmd *cobra.Command, args []string) error {
			switch _, known := games.Find(name); {
			case len(args) > 1:
				return usage("unexpected argument %q; online takes the address of one hall", args[1])
			case name != "" && !known:
				return usage("--new takes the name of a game, %s, not %q", gameList(), name)
			case name != "" && table != "":
				return usage("use either --new or --take")
			case name == "" && cmd.Flags().Changed("clock"):
				return usage("--clock needs --new GAME")
			case len(args) == 0 && openStore().Profile.Settings().Hall == "" && !c.shown(name+table):
				return usage("online takes the address of a hall, such as games.example")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			address := openStore().Profile.Settings().Hall
			if len(args) > 0 {
				address = args[0]
			}
			return conversation(func(ctx context.Context) error {
				if c.shown(name + table) {
					if c.opens = online.Open; address != "" {
						c.opens = online.At(address)
					}
					return c.at(ctx, nil)
				}
				return onlineLines(ctx, address, table, name, cmd.Flag("clock").Value.String(), c)
			})
		},
	}
	flags := cmd.Flags()
	c.net.registerName(flags)
	flags.StringVar(&table, "take", "", "take the free seat of the `table` with this ID, and play there")
	flags.StringVar(&name, "new", "", "make a table for this `game`, and play there")
	c.net.registerClock(flags, "that new game")
	c.registerMode(flags)
	c.look.registerAll(flags)
	return cmd
}

// shown reports whether attic shows a page in a window or on the full screen. It does so only if the parameter told, the game or table named by
// options, is empty.
func (c choice) shown(told string) bool {
	return told == "" && (c.mode == asWindow || c.look.full())
}

// onlineLines prints the tables of a hall. If table is set, it takes a seat at that table instead; if name is set, it makes a table for the
// game of that name, with this clock, or without a clock if clock is empty.
func onlineLines(ctx context.Context, address, table, name, clock string, c choice) error {
	kept := openStore()
	hall, err := online.Dial(ctx, address, kept.Profile)
	if err != nil {
		return err
	}
	keep := func(change func(s *store.Settings)) error {
		s := kept.Profile.Settings()
		if err := kept.Profile.Set(&s, change); err != nil {
			return fmt.Errorf("the settings cannot be saved: %w", err)
		}
		return nil
	}
	if err := keep(func(s *store.Settings) { s.Hall = hall.Address() }); err != nil {
		return err
	}
	switch link := ""; {
	case table != "":
		address, err = hall.Take(ctx, table)
	case name != "":
		if address, link, err = hall.Make(ctx, name, clock); err == nil {
			fmt.Fprintln(shell.Out, "The other player opens in a browser: "+link)
			fmt.Fprintln(shell.Out, "or types: attic join "+link)
			err = keep(func(s *store.Settings) { s.Invite(address, link) })
		}
	default:
		lines, err := hall.Lines(ctx, games.All(), kept.Seats.Kept())
		if err != nil {
			return err
		}
		for _, line := range append(lines, "Make a table: attic online --new GAME") {
			fmt.Fprintln(shell.Out, line)
		}
		return nil
	}
	if err != nil {
		return err
	}
	return join(ctx, address, c)
}

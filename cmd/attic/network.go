package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/game"
	"attic/games"
	"attic/table"
	"attic/wire"
)

// network is what the options say about playing with another machine.
type network struct {
	port             int
	watch, silent    bool
	certificate, key string
	clock            table.ClockRule
}

func (n *network) register(flags *pflag.FlagSet) {
	n.port = wire.DefaultPort
	flags.Var(&value{kind: "n", text: strconv.Itoa(n.port), set: func(text string) error {
		port, err := strconv.Atoi(text)
		if err != nil || port < 0 || port > 65535 {
			return fmt.Errorf("--port takes the port of a host, from 1 to 65535, or 0 for any free one, not %q", text)
		}
		n.port = port
		return nil
	}}, "port", "the port on which a hosted game can be joined; 0: any free one")
	flags.BoolVar(&n.watch, "watch", false, "let others watch a hosted game")
	flags.BoolVar(&n.silent, "no-chat", false, "the players of a hosted game cannot send each other lines")
	flags.Var(&value{kind: "time", set: func(text string) (err error) {
		if n.clock, err = table.ParseClock(text); err != nil {
			return fmt.Errorf("--clock: %w", err)
		}
		return nil
	}}, "clock", "the `time` of each side in a hosted game, minutes plus seconds for each move, such as 10+5")
	flags.StringVar(&n.certificate, "tls-cert", "", "host over encrypted connections, with the certificate in this `file`")
	flags.StringVar(&n.key, "tls-key", "", "the `file` with the key of that certificate")
}

// open returns the network, or says what is wrong with the options.
func (n network) open() (wire.Network, error) {
	w := wire.Network{Port: n.port, Watch: n.watch, Chat: !n.silent, Clock: n.clock, Find: games.Find}
	switch {
	case (n.certificate == "") != (n.key == ""):
		return w, usage("--tls-cert and --tls-key go together")
	case n.certificate != "":
		config, err := wire.Certificate(n.certificate, n.key)
		w.TLS = config
		return w, err
	}
	return w, nil
}

func hostCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "host GAME [ID]", Short: "Let somebody at another machine join a game", GroupID: "play",
		Long: "Begins a game and waits until somebody joins it: attic join ID@HOST. The ID is one word; without one attic makes one that\n" +
			"nobody can guess. The host sets up the game and starts it. In Atommaster the host hides and the other player searches.",
		Example: "  attic host atom4\n  attic host ataxx held27 --port 7200",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("host takes the name of a game: %s", gameNames())
			}
			return usage("there is no game %q; host takes %s", args[0], gameNames())
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args refuses whatever is not one of the commands below
	}
	for _, g := range games.All() {
		info := g.Info()
		var c choice
		game := &cobra.Command{
			Use: info.Name + " [ID] [options]", Short: "Host " + info.Title, DisableFlagsInUseLine: true,
			Args: func(_ *cobra.Command, args []string) error {
				if len(args) > 1 {
					return usage("%q is an unexpected argument; an ID is one word", args[1])
				}
				if len(args) == 1 {
					if err := wire.CheckID(args[0]); err != nil {
						return usage("%v", err)
					}
				}
				return nil
			},
			RunE: func(_ *cobra.Command, args []string) error {
				c.first = strings.TrimSpace("host " + strings.Join(args, ""))
				return conversation(func(ctx context.Context) error { return play(ctx, g, c) })
			},
		}
		c.register(g, game.Flags())
		c.look.register(game.Flags())
		c.look.registerScale(game.Flags())
		game.Flags().SortFlags = false
		cmd.AddCommand(game)
	}
	return cmd
}

func joinCommand() *cobra.Command {
	c := usual()
	name := ""
	cmd := &cobra.Command{
		Use: "join ID@HOST[:PORT] [tls]", Short: "Join a game that somebody hosts at another machine", GroupID: "play",
		Long: "Joins a game that somebody hosts with attic host, whichever game it is. tls asks for an encrypted connection. Who joins a game\n" +
			"that has its players watches it, if the host allows that. If the connection is lost attic connects again by itself.",
		Example: "  attic join held27@192.168.1.20\n  attic join held27@example.org:7200 tls",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("join takes the address that the host sees, such as held27@192.168.1.20")
			}
			if _, err := wire.ParseAddress(strings.Join(args, " ")); err != nil {
				return usage("%v", err)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error { return join(ctx, strings.Join(args, " "), name, c) })
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "name", "", "your `name`, which the host sees")
	flags.BoolVar(&c.net.watch, "watch", false, "watch, do not play")
	c.registerMode(flags)
	c.look.register(flags)
	c.look.registerScale(flags)
	flags.SortFlags = false
	return cmd
}

// join plays at the table of a host, whichever game that plays.
func join(ctx context.Context, address, name string, c choice) error {
	guest, err := wire.Network{Find: games.Find, Watch: c.net.watch}.Meet(address, name, func(g game.Game) (*table.Table, error) {
		t, err := c.open(g, interactive())
		if err == nil && !interactive() { // a script is told of everything from the beginning
			c.person = t.Here()
		}
		return t, err
	})
	if err != nil {
		return err
	}
	select {
	case <-guest.Arrived():
	case <-guest.Done():
		return guest.Err()
	case <-ctx.Done():
		guest.Leave()
		return ctx.Err()
	}
	t := guest.Table()
	err = c.at(ctx, t)
	return errors.Join(err, t.Close())
}

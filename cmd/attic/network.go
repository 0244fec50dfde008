package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"attic/cmd/internal/shell"
	"attic/desk"
	"attic/desk/command"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/table/wire"
	"attic/ui/web"
)

type network struct {
	port             int
	chosen           bool   // the port was given as an option
	name             string // the person's name, which other machines see; "" for the name in the settings
	watch, silent    bool
	hints            bool // players of a hosted game may have help
	certificate, key string
	clock            table.ClockRule
	urls             []*url.URL // the addresses at which browsers reach this machine, or nil
}

var hostedPage = web.Handler

func (n *network) register(flags *pflag.FlagSet) {
	n.port = wire.DefaultPort
	flags.Var(&shell.Value{Kind: "n", Text: strconv.Itoa(n.port), Parse: func(text string) error {
		n.chosen = true
		return shell.Whole(&n.port, 0, 65535, "--port takes the port of a host, from 1 to 65535, or 0 for any free port")(text)
	}}, "port", "the port on which a hosted game can be joined; 0: any free port")
	n.registerName(flags)
	flags.BoolVar(&n.watch, "watch", false, "let others watch a hosted game; add "+wire.Watching+" to the game's link to get the link for spectators")
	flags.BoolVar(&n.silent, "no-chat", false, "turn off chat in a hosted game")
	flags.BoolVar(&n.hints, "hints", false, "allow hints and other help in a hosted game; both players are told of each use")
	n.registerClock(flags, "a hosted game")
	flags.Var(&shell.Value{Kind: "url", Parse: func(text string) error {
		urls, err := wire.ParseURLs(text)
		n.urls = append(n.urls, urls...)
		return err
	}}, "url", "one or more `addresses` at which browsers reach this machine, such as a proxy's; the link uses the first; default: the machine's IP address")
	flags.StringVar(&n.certificate, "tls-cert", "", "host over encrypted connections, with the certificate in this `file`")
	flags.StringVar(&n.key, "tls-key", "", "the `file` with the key of that certificate")
}

func (n *network) registerClock(flags *pflag.FlagSet, game string) {
	shell.Option(flags, "clock", "time", "the `time` of each side in "+game+": minutes plus seconds for each move, such as 10+5, or days for each move, such as 3d", func(text string) (err error) {
		n.clock, err = table.ParseClock(text)
		return err
	})
}

func (n *network) registerName(flags *pflag.FlagSet) {
	shell.Option(flags, "name", "name", "your `name`, which players on other machines see", func(text string) error {
		n.name = text
		return match.CheckName(text)
	})
}

// open returns the network, or an error about a wrong option.
func (n network) open() (wire.Network, error) {
	w := wire.Network{Port: n.port, Moves: n.chosen, Watch: n.watch, Chat: !n.silent, Hints: n.hints, Clock: n.clock, Find: games.Find, Seat: seatAt}
	w.URLs = n.urls
	if page, err := hostedPage(); err == nil { // without a page, people can join only with attic
		w.Page = page
	}
	switch {
	case (n.certificate == "") != (n.key == ""):
		return w, usage("--tls-cert and --tls-key go together")
	case n.certificate != "":
		certificate, err := wire.NewCertificate(n.certificate, n.key, nil)
		w.Certificate, w.TLS = certificate, certificate.Config()
		hangup.Store(certificate)
		return w, err
	}
	return w, nil
}

// try returns an error if a game cannot be hosted now. was describes how the game was hosted before, or zero for a new game.
func (n network) try(was match.Hosted) error {
	w, err := n.open()
	if err != nil {
		return err
	}
	return w.Try(was)
}

func seatAt(address string) (wire.Seat, error) {
	seat, err := openStore().Seats.Take(address)
	if err != nil {
		return nil, err
	}
	return seat, nil
}

func hostCommand() *cobra.Command {
	c, again := usual(), false
	cmd := &cobra.Command{
		Use: "host GAME [ID]", Short: "Let a player on another machine join a game", GroupID: "play",
		Long: "Starts a game and waits for a player, who joins with attic join ID@HOST. The ID is one word of at least 8 characters that nobody\n" +
			"can guess; without an ID, attic chooses one. The host sets up and starts the game. In Atommaster the host hides the atoms and the\n" +
			"other player searches. If you quit before the end, or if attic is killed, --resume continues the game hosted last, or game N of the\n" +
			"library. The ID and the port stay the same, and the other player is reconnected automatically. With --port the game moves to\n" +
			"another port, where the other player has to join again.",
		Example: "  attic host atom4\n  attic host ataxx kx3f9qbd5e7m --port 7200 --name Ann\n  attic host --resume",
		Args: func(cmd *cobra.Command, args []string) error {
			for _, kept := range [][2]string{{"clock", "clock"}, {"hints", "rules"}, {"name", "names"}} {
				if again && cmd.Flags().Changed(kept[0]) {
					return usage("a resumed game keeps its %s; --resume takes no --%s", kept[1], kept[0])
				}
			}
			if again && len(args) > 1 {
				return usage("unexpected argument %q; --resume takes the number of one game", args[1])
			}
			if again {
				_, err := resumed(args)
				return err
			}
			if len(args) == 0 {
				return usage("host takes the name of a game: %s", gameList())
			}
			return usage("there is no game %q; host takes %s", args[0], gameList())
		},
		RunE: func(_ *cobra.Command, args []string) error { // Args lets only --resume reach this; games have commands of their own, below
			number, err := resumed(args)
			if err != nil {
				return err
			}
			return conversation(func(ctx context.Context) error { return hostAgain(ctx, number, c) })
		},
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
		if again && len(args) == 0 {
			list = keptGames()
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	cmd.Flags().BoolVar(&again, "resume", false, "continue the game that was hosted last, or game N: attic host --resume N")
	c.registerMode(cmd.Flags())
	c.net.register(cmd.Flags())
	c.look.registerAll(cmd.Flags())
	for _, g := range games.All() {
		info := g.Info()
		var c choice
		game := &cobra.Command{
			Use: info.Name + " [ID] [options]", Short: "Host " + info.Title, DisableFlagsInUseLine: true,
			Args: func(_ *cobra.Command, args []string) error {
				if len(args) > 1 {
					return usage("unexpected argument %q; an ID is one word", args[1])
				}
				if len(args) == 1 {
					if err := wire.CheckID(args[0]); err != nil {
						return usage("%v", err)
					}
				}
				return nil
			},
			RunE: func(_ *cobra.Command, args []string) error {
				if err := c.net.try(match.Hosted{}); err != nil {
					return err
				}
				c.first = command.Request{Verb: command.Host, Text: strings.Join(args, "")}
				return conversation(func(ctx context.Context) error { return play(ctx, g, c) })
			},
		}
		c.register(g, game.Flags(), false)
		c.look.registerAll(game.Flags())
		cmd.AddCommand(game)
	}
	return cmd
}

// resumed returns the number of the game given with --resume, or 0 if there is none.
func resumed(args []string) (int, error) {
	if len(args) == 0 {
		return 0, nil
	}
	number, err := command.Number(args[0])
	if err != nil {
		return 0, usage("--resume: %v", err)
	}
	return number, nil
}

// hostAgain continues the hosted game with this number, or the game hosted last if number is 0.
func hostAgain(ctx context.Context, number int, c choice) error {
	kept, err := hostedGame(openStore(), number)
	if err != nil {
		return err
	}
	if err := c.net.try(kept.Hosted); err != nil { // before anything is shown or written
		return err
	}
	journal, m, err := openStore().Library.Resume(kept, time.Now())
	if err != nil {
		return err
	}
	t, err := c.open(m.Game(), true)
	if err != nil {
		return errors.Join(err, journal.Archive())
	}
	if text := kept.Shorter(); text != "" {
		fmt.Fprintln(os.Stderr, text)
	}
	t.Load(m, journal)
	if c.first.Verb = command.Host; !interactive() {
		t.Stay()
	}
	return c.at(ctx, t)
}

func hostedGame(s store.Store, number int) (store.Kept, error) {
	if number == 0 {
		kept, ok := s.Library.Hosted()
		if !ok {
			return kept, cmp.Or(s.Library.Busy("", true), errors.New("no hosted game can be continued; attic games lists all games"))
		}
		return kept, nil
	}
	kept, err := s.Library.Find(number)
	switch {
	case errors.Is(err, store.ErrNoGame):
		return kept, fmt.Errorf("there is no game %d; attic games lists them", number)
	case err != nil:
		return kept, fmt.Errorf("game %d: %w", number, err)
	case kept.Damage != nil:
		return kept, kept.Damage
	case s.Library.Held(kept) != nil:
		return kept, s.Library.Held(kept)
	case kept.Hosted.ID == "":
		return kept, fmt.Errorf("game %d was not hosted, or its host has left; to continue it here, start attic %s and type resume %d", number, kept.Match.Game().Info().Name, number)
	}
	return kept, nil
}

func joinCommand() *cobra.Command {
	c := usual()
	cmd := &cobra.Command{
		Use: "join ID@HOST[:PORT] [tls]", Short: "Join a game hosted on another machine", GroupID: "play",
		Long: "Joins a game started with attic host. You need not name the game. tls asks for an encrypted connection. If both sides are\n" +
			"taken, you watch, provided that the host allows it. If the connection is lost, attic reconnects by itself.",
		Example: "  attic join kx3f9qbd5e7m@192.168.1.20\n  attic join kx3f9qbd5e7m@example.org:7200 tls\n  attic join example.org:7117/#kx3f9qbd5e7m",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("join takes the address shown to the host, such as kx3f9qbd5e7m@192.168.1.20")
			}
			if _, err := wire.ParseAddress(strings.Join(args, " ")); err != nil {
				return usage("%v", err)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error { return join(ctx, strings.Join(args, " "), c) })
		},
	}
	flags := cmd.Flags()
	c.net.registerName(flags)
	flags.BoolVar(&c.net.watch, "watch", false, "watch instead of playing")
	c.registerMode(flags)
	c.look.registerAll(flags)
	return cmd
}

// quietTime is the time that the function arrives waits before it prints anything. After this time, attic knows if nobody hosts a game
// at the address.
const quietTime = 6 * time.Second

// arrives waits until the host has answered, and prints on stderr why it is waiting. It returns false if the menu should wait instead.
func (c choice) arrives(ctx context.Context, guest table.Guest) (bool, error) {
	loud, late, said := false, time.After(quietTime), ""
	for {
		changed, why := guest.Waits()
		select {
		case <-guest.Arrived():
			return true, nil
		case <-guest.Done():
			return false, guest.Err()
		default:
		}
		if why == nil {
			why = errors.New("the host has not answered yet")
		}
		if loud && said != why.Error() {
			said = why.Error()
			fmt.Fprintln(os.Stderr, "attic: "+said+"; attic keeps trying; press Ctrl+C to stop")
		}
		select {
		case <-changed:
		case <-late:
			if loud = true; c.shown("") {
				return false, nil
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

func join(ctx context.Context, address string, c choice) error {
	name, settings := c.net.name, openStore().Profile.Settings()
	if name == "" && interactive() {
		name = settings.Name
	}
	guest, err := wire.Network{Find: games.Find, Watches: c.net.watch, Seat: seatAt}.Meet(address, name, func(g game.Game) (*table.Table, error) {
		t, err := c.open(g, interactive())
		if err == nil && !interactive() { // a script gets all events from the beginning
			c.person = t.Here()
		}
		return t, err
	})
	if err != nil {
		return err
	}
	switch arrived, err := c.arrives(ctx, guest); {
	case err != nil:
		<-guest.Leave()
		return err
	case !arrived: // the menu continues to try, and lets the person retry
		<-guest.Rest()
		c.opens = func(d *desk.Desk) {
			a, _ := wire.ParseAddress(address) // Meet has read it
			a.Watch = a.Watch || c.net.watch
			d.Join(a.String())
		}
		return c.at(ctx, nil)
	}
	t := guest.Table()
	t.Invites(settings.Link(address))
	playing, stop := context.WithCancel(context.Background())
	defer stop()
	defer context.AfterFunc(ctx, func() {
		if !interactive() { // a script cannot be asked whether it leaves for good
			<-guest.Rest()
		}
		stop()
	})()
	err = c.at(playing, t)
	return errors.Join(err, t.Close())
}

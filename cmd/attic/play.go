package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"attic/command"
	"attic/game"
	"attic/games"
	"attic/grid"
	"attic/match"
	"attic/palette"
	"attic/store"
	"attic/table"
	"attic/term"
)

func gameCommand(g game.Game) *cobra.Command {
	info := g.Info()
	var c choice
	cmd := &cobra.Command{
		Use: info.Name, Short: info.Title + ": " + info.Brief, GroupID: "play", Args: none,
		DisableFlagsInUseLine: true,
		Long: fmt.Sprintf("%s: %s.\n\nOn a terminal boards are shown and the game is kept; from a pipe or a file each line is a word or a move.\nattic help %s prints the rules; help at the prompt lists the words.",
			info.Title, info.Brief, info.Name),
		RunE: func(*cobra.Command, []string) error {
			return conversation(func(ctx context.Context) error { return play(ctx, g, c) })
		},
	}
	cmd.Use += " [options]"
	c.register(g, cmd.Flags())
	cmd.Flags().SortFlags = false
	return cmd
}

// conversation calls talk with a context that ends when the program is told to stop, so that the game is
// kept and the terminal given back. Other commands are simply stopped.
func conversation(talk func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return talk(ctx)
}

// console is where a person or a script types and reads.
type console struct {
	in       command.Input
	out      io.Writer
	terminal bool
	paint    func(grid.Grid) string
	editor   *term.Editor // nil on a pipe
}

// openConsole takes over the terminal, if there is one.
func openConsole() (*console, error) {
	if !term.IsTerminal(os.Stdin) {
		return &console{in: command.NewPipe(os.Stdin), out: os.Stdout}, nil
	}
	kind := os.Getenv("TERM")
	dumb := kind == "dumb" || kind == "" || !term.IsTerminal(os.Stdout)
	editor, err := term.NewEditor(os.Stdin, os.Stdout, dumb)
	if err != nil {
		return nil, err
	}
	c := &console{in: editor, out: editor, terminal: true, editor: editor}
	if !dumb && os.Getenv("NO_COLOR") == "" {
		c.paint = palette.ANSI
	}
	return c, nil
}

func (c *console) close() error {
	if c.editor == nil {
		return nil
	}
	return c.editor.Close()
}

// openStore opens the folder of kept games. Without a home folder nothing is kept.
func openStore() store.Store {
	dir, err := store.StateDir(os.Getenv)
	if err != nil {
		dir = ""
	}
	return store.Open(dir, games.Find)
}

// menu asks which game to play, and plays it.
func menu(ctx context.Context) (err error) {
	con, err := openConsole()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, con.close()) }()
	kept := openStore()
	if con.editor != nil {
		con.editor.SetPrompt("attic> ")
	}
	type pick struct {
		game game.Game
		err  error
	}
	picked := make(chan pick, 1)
	note := func(g game.Game) string {
		if !con.terminal {
			return ""
		}
		if _, ok := kept.Kept(g.Info().Name); ok {
			return "(A game is kept.)"
		}
		return ""
	}
	go func() {
		g, err := command.Menu(con.in, con.out, con.terminal, games.All(), note)
		picked <- pick{g, err}
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case p := <-picked:
		if p.err != nil || p.game == nil {
			return p.err
		}
		return con.play(ctx, p.game, choice{ai: -1, level: -1})
	}
}

func play(ctx context.Context, g game.Game, c choice) (err error) {
	if c.window {
		return errors.New("the window comes in a later version; play as text: -mt")
	}
	con, err := openConsole()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, con.close()) }()
	return con.play(ctx, g, c)
}

// play seats everybody at a table and talks until quit.
func (con *console) play(ctx context.Context, g game.Game, c choice) (err error) {
	seed := uint64(time.Now().UnixNano())
	if c.seed != nil {
		seed = *c.seed
	}
	chance := rand.New(rand.NewPCG(seed, 0))
	if !c.setupSet && !g.Info().Open {
		c.setup.Seed = chance.Uint64()
	}
	m, err := match.New(g, c.setup)
	if err != nil {
		return err
	}
	m.Seed = seed
	if c.ai >= 0 {
		for i := range m.Players {
			m.Players[i].Program = i == c.ai
		}
		m.Side = (c.ai + 1) % len(m.Players)
	}
	for i := range m.Players {
		if c.level >= 0 {
			m.Players[i].Level = c.level
		}
	}
	config := table.Config{Match: m, Chance: chance.Uint64}
	kept := openStore()
	if con.terminal {
		config.Begin = func() (table.Journal, error) {
			journal, err := kept.Begin(g.Info().Name, time.Now())
			if err != nil {
				return nil, err
			}
			return journal, nil
		}
	}
	t := table.New(config)
	defer func() { err = errors.Join(err, t.Close()) }()
	s := command.New(command.Config{Table: t, Store: kept, In: con.in, Out: con.out, Terminal: con.terminal, Paint: con.paint})
	if con.editor != nil {
		con.editor.SetPrompt(g.Info().Name + "> ")
		con.editor.Complete(s.Complete)
	}
	return s.Run(ctx)
}

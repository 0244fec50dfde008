package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"attic/games"
	"attic/table"
	"attic/ui/sound"
	"attic/ui/window"
)

// windowed reports whether a person who has not chosen gets a window: if there is a display, unless lines come from a pipe or a file.
func windowed() bool {
	if os.Getenv("DISPLAY") == "" {
		return false
	}
	in, err := os.Stdin.Stat()
	return err != nil || in.Mode()&os.ModeCharDevice != 0
}

// window opens a window, with the table t or, if t is nil, the menu.
func (c choice) window(ctx context.Context, t *table.Table) error {
	l := c.look
	net, err := c.net.open()
	if err != nil {
		return err
	}
	player := sound.Open("attic")
	defer player.Close()
	return window.Run(ctx, window.Config{
		Desk: c.desk(t, net), Theme: l.theme, Scale: l.scale, Sound: player.Play,
		Slow: func() {
			fmt.Fprintf(os.Stderr, "attic: display %s has not answered for 3 s; attic keeps waiting, Ctrl+C ends it\n", os.Getenv("DISPLAY"))
		},
	})
}

func windowCommand() *cobra.Command {
	var l look
	cmd := &cobra.Command{
		Use: "window [GAME]", Short: "Open a window, with the menu or a game", GroupID: "play", ValidArgs: gameNames(),
		Long: "Opens a window with the menu, or with GAME: " + gameList() + ". Where there is no X server, attic uses the terminal instead.",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				c := usual()
				c.look, c.mode = l, orScreen
				return conversation(func(ctx context.Context) error { return c.at(ctx, nil) })
			}
			g, ok := games.Find(args[0])
			if !ok || len(args) > 1 {
				return usage("window takes the name of one game, %s, or nothing for the menu", gameList())
			}
			c := usual()
			c.look, c.mode, c.plays = l, orScreen, true
			return conversation(func(ctx context.Context) error { return play(ctx, g, c) })
		},
	}
	l.register(cmd.Flags())
	l.registerScale(cmd.Flags())
	return cmd
}

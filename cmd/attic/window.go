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
	c := usual()
	c.mode = orScreen
	cmd := &cobra.Command{
		Use: "window [GAME]", Short: "Open a window, with the menu or a game", GroupID: "play", ValidArgs: gameNames(),
		Long:                  "Opens a window with the menu, or with GAME: " + gameList() + ". Where there is no X server, attic uses the terminal instead.",
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if atMostOne("window", args, gameNames()) != nil {
				return usage("window takes the name of one game, %s, or nothing for the menu", gameList())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error {
				if len(args) == 0 {
					return c.at(ctx, nil)
				}
				g, _ := games.Find(args[0])
				c.plays = true
				return play(ctx, g, c)
			})
		},
	}
	c.look.registerAll(cmd.Flags())
	return cmd
}

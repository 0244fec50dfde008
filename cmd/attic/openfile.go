package main

import (
	"context"

	"github.com/spf13/cobra"
)

func openCommand() *cobra.Command {
	c := usual()
	cmd := &cobra.Command{
		Use: "open [FILE]", Short: "Continue a saved game", GroupID: "play", ValidArgsFunction: savedGames,
		Long: "Continues the game in FILE, a saved game or a game record (PGN), on the full screen of the terminal, or in a window if attic was started without a terminal.\n" +
			"Without FILE it shows the menu. The file stays as it is; the game is kept in the library.",
		Example: "  attic open game.attic\n  attic open game.attic -mx",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage("%q is an unexpected argument; open takes one saved game", args[1])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if c.mode == asUsual && !interactive() && windowed() {
				c.mode = asWindow
			}
			return conversation(func(ctx context.Context) error {
				if len(args) == 0 {
					return c.begin(ctx)
				}
				return c.resume(ctx, args[0])
			})
		},
	}
	registerNumber(cmd.Flags(), &c.game)
	c.registerMode(cmd.Flags())
	c.look.registerAll(cmd.Flags())
	return cmd
}

// begin shows the menu, in a window if one was asked for.
func (c choice) begin(ctx context.Context) error {
	if c.mode == asWindow {
		return c.window(ctx, nil)
	}
	return menu(ctx, c)
}

// resume continues a saved game or a game record, of whichever game.
func (c choice) resume(ctx context.Context, file string) error {
	m, err := openGame(file, c.game)
	if err != nil {
		return err
	}
	c.file = file
	if err := c.openFirst(m.Game(), "attic open"); err != nil {
		return err
	}
	return play(ctx, m.Game(), c)
}

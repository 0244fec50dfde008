package main

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/game"
	"attic/games"
)

func openingsCommand() *cobra.Command {
	b := arena.Balance{Count: 50, Depth: 8, Window: 50}
	cmd := &cobra.Command{
		Use: "openings GAME", Short: "Make balanced openings for matches", GroupID: "machine",
		Long: `Prints positions from which engine games can start, one per line, in which attic's own engine finds neither side ahead. No two are
alike, and for Ataxx every other candidate has blocks. attic match --openings FILE plays from them.`,
		RunE: func(_ *cobra.Command, args []string) error {
			g, _ := games.Find(args[0])
			return conversation(func(ctx context.Context) error {
				return arena.Balanced(ctx, g.(game.Engines), b, func(text string) error {
					_, err := fmt.Fprintln(shell.Out, text)
					return err
				})
			})
		},
	}
	enginesGame(cmd)
	shell.Number(cmd, "count", "print `n` openings", 1, 1_000_000, &b.Count)
	shell.Number(cmd, "plies", "play `n` random plies beyond the default 2 to 6", 0, 100, &b.Plies)
	shell.Number(cmd, "depth", "judge each opening by a search of `n` plies", 1, 100, &b.Depth)
	shell.Number(cmd, "window", "accept scores within `n` hundredths of a piece of even", 0, math.MaxInt32, &b.Window)
	shell.Seed(cmd, "random seed: any whole number `n`", &b.Seed)
	cmd.Flags().SortFlags = false
	return cmd
}

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games/atommaster"
)

// generateCommand returns the command that deals problems of a given difficulty.
func generateCommand() *cobra.Command {
	const name = "atommaster"
	lowest, highest, meaning := atommaster.Game{}.Difficulties()
	size, hidden, difficulty := "8", 4, 0
	var seed *uint64
	long := "Prints the game ID of a deal of this difficulty, to be played with attic GAME --id ID or with the command id.\n" +
		fmt.Sprintf("In %s the difficulty, from %d to %d, is %s.\n", name, lowest, highest, meaning)
	cmd := &cobra.Command{
		Use: "generate GAME", Short: "Print the game ID of a deal of a given difficulty", GroupID: "machine", ValidArgs: []string{name},
		Long:    long + "The same seed gives the same deal. A deal of a rare difficulty takes seconds to find, on large fields up to half a minute; attic reports if it finds none.",
		Example: "  attic generate atommaster --difficulty 3\n  attic generate atommaster --difficulty 2 --atoms 5 --size 10 --seed 1",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 || args[0] != name:
				return gameFirst("generate", args, name+" --difficulty 3")
			case len(args) > 1:
				return usage("unexpected argument %q", args[1])
			case difficulty == 0:
				return usage("generate needs a difficulty: --difficulty %d to %d", lowest, highest)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if seed == nil {
				n := rand.Uint64()
				seed = &n
			}
			return conversation(func(ctx context.Context) error {
				setup, err := atommaster.Game{}.Generate(ctx, difficulty, size, hidden, *seed)
				switch {
				case errors.Is(err, game.ErrIllegal):
					return usage("%v", err)
				case err != nil:
					return err
				}
				_, err = fmt.Fprintln(shell.Out, game.ID(name, setup))
				return err
			})
		},
	}
	number := func(to *int, wants string) *shell.Value {
		return &shell.Value{Kind: "N", Parse: shell.Whole(to, math.MinInt, math.MaxInt, wants)}
	}
	cmd.Flags().Var(number(&difficulty, "--difficulty takes a number"), "difficulty", "how difficult the deal is, from 1")
	cmd.Flags().StringVar(&size, "size", size, "squares a side")
	cmd.Flags().Var(number(&hidden, "--atoms takes a number"), "atoms", fmt.Sprintf("hidden atoms (default %d)", hidden))
	cmd.Flags().Var(&shell.Value{Kind: "N", Parse: func(text string) error {
		n, err := game.ParseSeed(text)
		seed = &n
		return err
	}}, "seed", "random seed; default: a new one each time")
	return cmd
}

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

func generateCommand() *cobra.Command {
	const name = deductive
	lowest, highest, meaning := atommaster.Game{}.Difficulties()
	size, hidden, difficulty := "8", 4, 0
	seed := rand.Uint64()
	long := "Prints the game ID of a deal of a given difficulty. Play it with attic GAME --id ID, or with the command id in a game.\n" +
		fmt.Sprintf("In %s the difficulty, from %d to %d, is %s.\n", name, lowest, highest, meaning)
	cmd := &cobra.Command{
		Use: "generate GAME", Short: "Print the game ID of a deal of a given difficulty", GroupID: "machine", ValidArgs: []string{name},
		Long:    long + "The same seed gives the same deal. Finding a deal of a rare difficulty takes seconds, on large fields up to half a minute; if there is none, attic reports an error.",
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
			return conversation(func(ctx context.Context) error {
				setup, err := atommaster.Game{}.Generate(ctx, difficulty, size, hidden, seed)
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
	shell.Count(cmd.Flags(), "difficulty", "N", "the difficulty of the deal, from 1 (easiest) to 5", &difficulty, math.MinInt, math.MaxInt, "a number")
	cmd.Flags().StringVar(&size, "size", size, "the board's squares per side")
	shell.Count(cmd.Flags(), "atoms", "N", fmt.Sprintf("the number of hidden atoms (default %d)", hidden), &hidden, math.MinInt, math.MaxInt, "a number")
	shell.Seed(cmd, "random seed; default: a new one each time", &seed)
	return cmd
}

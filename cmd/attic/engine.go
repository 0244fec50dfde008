package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/uai"
	"attic/game"
	"attic/games"
	"attic/games/atommaster"
	"attic/internal/lines"
)

// deductive is the game whose engine and solver work out hidden atoms from answers. Their lines and options differ from those of other
// games.
const deductive = "atommaster"

func engineCommands() []*cobra.Command {
	by, takers := offering[game.Engines]()
	return []*cobra.Command{engineCommand(by, takers), evalCommand(by, takers)}
}

func engineCommand(by map[string]game.Engines, takers []string) *cobra.Command {
	return taking(append(takers, deductive), &cobra.Command{
		Use: "engine GAME [WORDS]", Short: "Play as an engine for other programs, through the UAI protocol",
		Long: "Reads lines of the engine protocol UAI on standard input and answers on standard output, until quit or the end of the input.\n" +
			"Arguments after the game are run as lines of the protocol; each command finishes before the next one starts:\n" +
			"  attic engine atom4 bench\n  attic engine ataxx position startpos moves b6 go depth 5\n" +
			"Options (setoption name N value V):\n" +
			"  Hash, Threads   megabytes of memory, cores\n" +
			"  MultiPV         number of best moves to report\n" +
			"  Ponder          add the expected reply to bestmove (go ponder and ponderhit work without it)\n" +
			"  Move Overhead   milliseconds to allow for sending each answer\n" +
			"  Level, Seed     play at one of the levels for people; the random seed of that level\n" +
			"  EvalFile        for Ataxx and Atom-4, an evaluation made by attic-train\n" +
			"Atommaster has its own commands: board 8x8 4, go, answer A (docs/protocol.md).\n",
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == deductive {
				if len(args) > 1 {
					return usage("unexpected argument %q; attic engine %s reads its lines on standard input", args[1], args[0])
				}
				return conversation(func(ctx context.Context) error { return atommaster.Game{}.Converse(ctx, os.Stdin, shell.Out) })
			}
			g, name := by[args[0]], "attic "+release
			return conversation(func(ctx context.Context) error {
				if len(args) == 1 {
					return uai.Serve(ctx, os.Stdin, shell.Out, g, name)
				}
				return uai.Carry(ctx, uai.Lines(args[1:]), shell.Out, g, name)
			})
		},
	})
}

func evalCommand(by map[string]game.Engines, takers []string) *cobra.Command {
	return taking(takers, &cobra.Command{
		Use: "eval GAME [POSITION]", Short: "Print the parts of the engine's evaluation of a position",
		Long: "Prints the parts of the evaluation of a position, without any search. The position is written as engines read it,\n" +
			"by default startpos; the word fen may be left out:\n" +
			"  attic eval atom4 startpos round 2 moves i10\n  attic eval ataxx x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\n",
		RunE: func(_ *cobra.Command, args []string) error {
			pos, err := positionOf(by[args[0]], args[1:])
			if err != nil {
				return usage("%v", err)
			}
			_, err = fmt.Fprintln(shell.Out, strings.TrimRight(pos.Explain(), "\n"))
			return err
		},
	})
}

// positionOf reads a position from arguments, by default the initial position.
func positionOf(g game.Engines, args []string) (game.Position, error) {
	text := strings.TrimSpace(lines.Alike(strings.Join(args, " ")))
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch word {
	case "":
		text = "startpos"
	case "startpos", "fen":
	default:
		text = "fen " + text
	}
	return uai.ReadPosition(g, text)
}

// taking makes a command accept a game and any arguments after it, even arguments that begin with a hyphen, as boards can.
func taking(takers []string, cmd *cobra.Command) *cobra.Command {
	cmd.GroupID = "machine"
	cmd.ValidArgs = takers
	cmd.Flags().SetInterspersed(false)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || !slices.Contains(takers, args[0]) {
			return gameFirst(cmd.Name(), args, strings.Join(takers, "|"))
		}
		return nil
	}
	return cmd
}

// gameFirst returns the error for arguments that do not begin with a game that the command takes. takes lists what may follow the command.
func gameFirst(command string, args []string, takes string) error {
	if len(args) > 0 {
		if g, ok := games.Find(args[0]); ok {
			return usage("%s is not for %s: attic %s %s", command, g.Info().Title, command, takes)
		}
	}
	return usage("%s takes a game first: attic %s %s", command, command, takes)
}

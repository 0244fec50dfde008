package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/game"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/internal/phrase"
	"attic/internal/shell"
	"attic/term"
)

// longestProof is the largest number of plies that may be asked for: the longest round of Atom-4.
const longestProof = 254

// solveCommand returns the command for games in which forced wins can be proved.
func solveCommand() *cobra.Command {
	takers := []string{atom4.Game{}.Info().Name, deductive}
	plies, hidden := 0, 4
	size, answers := "8", ""
	cmd := &cobra.Command{
		Use: "solve GAME [POSITION]", Short: "Prove who can force a win, or what follows from answers to beams", GroupID: "machine", ValidArgs: takers,
		Long: "Proves who can force a win, in how many plies and with which moves, or that nobody can within the given number of plies.\n" +
			"The position is written as engines read it, by default startpos; the word fen may be left out:\n" +
			"  attic solve atom4 --plies 18\n  attic solve atom4 startpos round 2 moves i10 h10\n" +
			"It prints the result and the number of positions searched. If standard error is a terminal, each step is shown there.\n" +
			"If you interrupt it, it prints what is proved so far. docs/science.md explains how it works and what is proved.\n" +
			"For Atommaster it prints what follows from the answers of beams: the number of layouts that agree, the certain squares, and the best move:\n" +
			"  attic solve atommaster --answers \"7=A 12=R 20=31\" --size 8 --atoms 4",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || !slices.Contains(takers, args[0]) {
				return gameFirst("solve", args, strings.Join(takers, "|"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == deductive {
				switch {
				case len(args) > 1:
					return usage("unexpected argument %q; answers follow --answers", args[1])
				case plies > 0:
					return usage("--plies is not for Atommaster, which takes --answers")
				}
				return conversation(func(ctx context.Context) error {
					text, err := atommaster.Game{}.Deduce(ctx, size, hidden, answers)
					if err != nil && ctx.Err() == nil {
						return usage("%v", err)
					}
					fmt.Fprint(cmd.OutOrStdout(), text)
					return err
				})
			}
			for _, name := range []string{"answers", "size", "atoms"} {
				if cmd.Flags().Changed(name) {
					return usage("--%s is for Atommaster", name)
				}
			}
			pos, err := positionOf(atom4.Game{}, args[1:])
			if err != nil {
				return usage("%v", err)
			}
			if pos.ToMove() == game.Nobody {
				return usage("the position is over: %s", strings.TrimSuffix(pos.Outcome().Text, "."))
			}
			n := plies
			if n == 0 {
				n = atom4.SolvePlies
			}
			return conversation(func(ctx context.Context) error {
				return prove(ctx, cmd.OutOrStdout(), n, func(tell func(atom4.Solution)) atom4.Solution { return atom4.Game{}.Solve(ctx, pos, n, tell) })
			})
		},
	}
	parse := shell.Whole(&plies, 1, longestProof, fmt.Sprintf("--plies takes a number of plies from 1 to %d", longestProof))
	cmd.Flags().Var(&shell.Value{Kind: "N", Parse: parse}, "plies", "look this many plies ahead; every two more take about ten times as long")
	cmd.Flags().StringVar(&answers, "answers", "", "answers of beams in Atommaster: \"7=A 12=R 20=31\"")
	cmd.Flags().StringVar(&size, "size", "8", "squares a side in Atommaster, from 1 to 12")
	cmd.Flags().IntVar(&hidden, "atoms", 4, "hidden atoms in Atommaster")
	return cmd
}

// prove prints what a proof within a number of plies returns: the result, or what it has proved so far if ctx is done first.
func prove(ctx context.Context, out io.Writer, plies int, proof func(progress func(atom4.Solution)) atom4.Solution) error {
	var progress func(atom4.Solution)
	if term.IsTerminal(os.Stderr) {
		begin := time.Now()
		progress = func(s atom4.Solution) {
			fmt.Fprintf(os.Stderr, "%s: %d nodes, %.1f s\n", within(s.None), s.Nodes, time.Since(begin).Seconds())
		}
	}
	s := proof(progress)
	switch {
	case s.Win > 0:
		line := ""
		for _, m := range s.Line {
			line += " " + m.String()
		}
		fmt.Fprintf(out, "%s wins in %s:%s\n", phrase.Capital(s.Winner.String()), phrase.Count(s.Win, "ply"), line)
	case s.None == 0:
		fmt.Fprintln(out, "Nothing is proved yet.")
	default:
		fmt.Fprintln(out, within(s.None)+".")
	}
	fmt.Fprintf(out, "%d nodes\n", s.Nodes)
	if s.Win == 0 && s.None < plies {
		return ctx.Err()
	}
	return nil
}

func within(plies int) string { return "No forced win within " + phrase.Count(plies, "ply") }

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/game"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/internal/lines"
	"attic/internal/phrase"
	"attic/match/store"
	"attic/ui/term"
)

const (
	mostThreads = 64
	mostMemory  = 1 << 14 // in megabytes
	keepEvery   = 5 * time.Minute
)

// longestProof is the largest value of --plies: the length of the longest round of Atom-4.
const longestProof = 254

func solveCommand() *cobra.Command {
	takers := []string{atom4.Game{}.Info().Name, deductive}
	plies, hidden, threads, megabytes := 0, 4, 1, 0
	size, answers, keep := "8", "", ""
	var asJSON *bool
	cmd := &cobra.Command{
		Use: "solve GAME [POSITION]", Short: "Prove who can force a win, or work out atoms from the answers to beams", GroupID: "machine", ValidArgs: takers,
		Long: "Proves who can force a win, in how many plies and with which moves, or that nobody can within the given number of plies.\n" +
			"The position is written as engines read it, by default startpos; the word fen may be left out:\n" +
			"  attic solve atom4 --plies 18\n  attic solve atom4 startpos round 2 moves i10 h10\n" +
			"It prints the result and the number of positions searched. If there is no win within --plies, it looks for a longer win by continuous threats.\nIf standard error is a terminal, or with --keep, each step is printed on standard error.\n" +
			"If you interrupt it, it prints the result so far. docs/science.md explains the method and lists results.\n" +
			"For Atommaster it works from the answers to beams. It prints the number of arrangements of the atoms that fit, the certain squares, and the best move:\n" +
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
					return usage("unexpected argument %q; give the answers with --answers", args[1])
				case plies > 0 || threads > 1 || megabytes > 0 || keep != "":
					return usage("--plies, --threads, --memory and --keep are not for Atommaster; it takes --answers")
				}
				return conversation(func(ctx context.Context) error {
					text, known, err := atommaster.Game{}.Deduce(ctx, lines.Alike(size), hidden, lines.Alike(answers))
					if err != nil && ctx.Err() == nil {
						return usage("%v", err)
					}
					if *asJSON && err == nil {
						known["game"] = deductive
						text = jsonOf(known, "  ") + "\n"
					}
					fmt.Fprint(shell.Out, text)
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
			proof, err := openProof(pos, n, threads, megabytes, keep)
			if err != nil {
				return err
			}
			return told(endNow, proofGrace, func(ctx context.Context) error {
				found, err := prove(ctx, textOut(*asJSON), n, keep, proof)
				if *asJSON && found != nil {
					fmt.Fprintln(shell.Out, jsonOf(found, "  "))
				}
				return err
			})
		},
	}
	asJSON = jsonOption(cmd)
	count := func(name, kind, help string, to *int, most int, what string) {
		shell.Count(cmd.Flags(), name, kind, help, to, 1, most, fmt.Sprintf("a number%s from 1 to %d", what, most))
	}
	count("plies", "N", "look this many plies ahead (a ply is one side's move); two more plies take about ten times as long", &plies, longestProof, " of plies")
	count("threads", "N", "search with this many threads", &threads, mostThreads, "")
	count("memory", "MB", "use at most this many megabytes to store positions; default 64, or 512 for more than 22 plies", &megabytes, mostMemory, " of megabytes")
	cmd.Flags().StringVar(&keep, "keep", "", "save the progress in this file every five minutes and at the end; if the file exists, continue from it")
	cmd.Flags().StringVar(&answers, "answers", "", "answers to beams in Atommaster: \"7=A 12=R 20=31\"")
	cmd.Flags().StringVar(&size, "size", "8", "the board's squares per side in Atommaster, from 1 to 12")
	cmd.Flags().IntVar(&hidden, "atoms", 4, "the number of hidden atoms in Atommaster")
	return cmd
}

// openProof returns a new proof, or continues the proof in the file keep, if there is such a file.
func openProof(pos game.Position, plies, threads, megabytes int, keep string) (*atom4.Proof, error) {
	if keep == dash {
		return nil, usage("--keep takes a file, not standard input")
	}
	if _, err := os.Stat(keep); keep == "" || errors.Is(err, fs.ErrNotExist) {
		return atom4.Game{}.NewProof(pos, plies, threads, megabytes, nil)
	}
	file, err := store.OpenFile(keep)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", phrase.Name(keep), err)
	}
	defer file.Close()
	proof, err := atom4.Game{}.NewProof(pos, plies, threads, megabytes, file)
	if err != nil {
		return nil, usage("%s: %v", keep, err)
	}
	return proof, nil
}

type prover interface {
	Run(context.Context, func(atom4.Solution)) atom4.Solution
	Threats() atom4.Solution
	Now() (atom4.Solution, float64)
	Keep(io.Writer) error
}

// prove runs proof within the given number of plies; it prints and returns its result, or its result so far if ctx is done first. Unless keep is
// empty, it saves the proof in that file.
func prove(ctx context.Context, out io.Writer, plies int, keep string, proof prover) (object, error) {
	begin := time.Now()
	tell := func(text string, args ...any) {
		if keep != "" || term.IsTerminal(os.Stderr) {
			fmt.Fprintf(os.Stderr, text+"\n", args...)
		}
	}
	save := func() error {
		if keep == "" {
			return nil
		}
		if err := store.Replace(keep, 0o666, proof.Keep); err != nil {
			return fmt.Errorf("%s: not written: %w", keep, err)
		}
		return nil
	}
	done := make(chan atom4.Solution, 1)
	go func() {
		done <- proof.Run(ctx, func(s atom4.Solution) {
			tell("%s: %d nodes, %.1f s", within(s.None), s.Nodes, time.Since(begin).Seconds())
		})
	}()
	ticks := time.NewTicker(keepEvery)
	defer ticks.Stop()
	var s atom4.Solution
	for running := true; running; {
		select {
		case s = <-done:
			running = false
		case <-ticks.C:
			now, share := proof.Now()
			tell("%s: %d nodes, %.1f s, about %.1f %% of the next step", within(now.None), now.Nodes, time.Since(begin).Seconds(), 100*share)
			if err := save(); err != nil {
				tell("The progress was not saved: %v", err)
			}
		}
	}
	if err := save(); err != nil {
		return nil, err
	}
	found := object{"game": atom4.Game{}.Info().Name, "win": winOf(s), "none_within": s.None, "by_threats": nil, "nodes": s.Nodes}
	switch {
	case s.Win > 0:
		fmt.Fprintf(out, "%s wins in %s:%s\n", phrase.Capital(s.Winner.String()), phrase.Count(s.Win, "ply"), moves(s))
	case s.None == 0:
		fmt.Fprintln(out, "Nothing has been proved yet.")
	default:
		fmt.Fprintln(out, within(s.None)+".")
	}
	if s.Win == 0 && ctx.Err() == nil {
		if by := proof.Threats(); by.Win > 0 {
			found["by_threats"] = winOf(by)
			fmt.Fprintf(out, "By threats alone %s wins within %s:%s\n", by.Winner, phrase.Count(by.Win, "ply"), moves(by))
		}
	}
	fmt.Fprintf(out, "%d nodes\n", s.Nodes)
	if s.Win == 0 && s.None < plies {
		return found, ctx.Err()
	}
	return found, nil
}

// moves returns the line of a win, each move after a blank.
func moves(s atom4.Solution) (line string) {
	for _, m := range s.Line {
		line += " " + m.String()
	}
	return line
}

func within(plies int) string { return "No forced win within " + phrase.Count(plies, "ply") }

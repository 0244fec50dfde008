package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/engine/arena"
	"attic/games/ataxx"
	"attic/internal/phrase"
)

// trying are the positions in which an engine is asked for a move: blocks, a forced pass, a game that is over, and the last moves of games.
var trying = []string{
	"startpos", "startpos moves b6 f6",
	"fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "fen 3-2o/2-o-oo/ooxoooo/-ox-oo-/o3oxx/2-x-xx/3-oxx x 0 20",
	"fen xoo4/ooo4/ooo4/7/7/7/7 x 0 10", "fen x-o4/--o4/ooo4/7/7/7/7 x 0 10",
	"fen 7/7/7/7/7/7/oo5 x 0 9", "fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/ooooooo x 0 40",
	"fen xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo/oooooo1 o 0 40", "fen xxooxx1/xxooxo1/xoooooo/ooooooo/xxxxxx1/xxxxxxo/6o x 0 30",
	"fen x5o/7/7/7/7/7/o5x x 99 60",
}

func checkEngineCommand() *cobra.Command {
	m := arena.Manners{Game: ataxx.Game{}, Positions: trying, Endless: trying[8], Scale: 1}
	log := ""
	cmd := &cobra.Command{
		Use: "check-engine [options] COMMAND [ARGUMENTS]", Short: "Check how an Ataxx engine speaks the UAI protocol", GroupID: "machine",
		DisableFlagsInUseLine: true,
		Long: "Starts another program's engine for Ataxx, tries how it answers the lines of the UAI protocol, and prints a line for each check: ok, fails or\n" +
			"not supported, and what the engine did. The exit status is 1 if a check fails. docs/protocol.md describes the checks.",
		Example: "  attic check-engine ./myengine --uai\n  attic check-engine --time 3 --log lines.txt ./myengine",
		RunE: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, "")) == "" {
				return usage("name the command that starts the engine: attic check-engine ./myengine")
			}
			var err error
			if m.Command, err = arena.Command(args); err != nil {
				return usage("%v", err)
			}
			if log != "" {
				file, err := add(log)
				if err != nil {
					return err
				}
				defer file.Close()
				m.Log = arena.NewLog(file)
			}
			return conversation(func(ctx context.Context) error { return checkEngine(ctx, m) })
		},
	}
	cmd.Flags().SetInterspersed(false)
	shell.Option(cmd.Flags(), "time", "factor", "give the engine `FACTOR` times as much time for each answer, from 0.1 to 100; default 1", func(text string) error {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f >= 0.1 && f <= 100) {
			return fmt.Errorf("it must be a factor from 0.1 to 100, such as 2, not %q", text)
		}
		m.Scale = f
		return nil
	})
	cmd.Flags().StringVar(&log, "log", "", "log everything sent to and from the engine to a `file`, with times")
	return cmd
}

// checkEngine prints a line for each check. The error names the failed checks.
func checkEngine(ctx context.Context, m arena.Manners) error {
	var failed []string
	count := 0
	err := m.Run(ctx, func(c arena.Finding) {
		count++
		if c.Verdict == arena.Fails {
			failed = append(failed, c.Name)
		}
		fmt.Fprintf(shell.Out, "%-24s  %-13s  %s\n", c.Name, c.Verdict, phrase.Printable(strings.Join(strings.Fields(c.Seen), " ")))
	})
	switch {
	case err != nil:
		return err
	case len(failed) > 0:
		return fmt.Errorf("%d of %s failed: %s", len(failed), phrase.Count(count, "check"), strings.Join(failed, ", "))
	}
	fmt.Fprintf(shell.Out, "No check of %d failed.\n", count)
	return m.Log.Err()
}

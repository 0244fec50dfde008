package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"attic/review"
	"attic/term"
)

// The least and the most nodes that --nodes takes.
const leastNodes, mostNodes = 100, 1_000_000_000

func reviewCommand() *cobra.Command {
	var nodes int64
	cmd := &cobra.Command{
		Use: "review FILE", Short: "Say how a saved game went, and where it turned", GroupID: "machine",
		Long: `Judges every position of the last round of a saved game (- is standard input) and prints who stood how well, the three
moves that cost most with what was better and why, and how it went. A game of usual length takes about 20 seconds; stopped
by Ctrl+C it prints what it has found out. Equal games get equal reviews.`,
		Example: "  attic review game.attic\n  attic review --nodes 1000000 - < game.attic",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
				return usage("review takes one saved game: attic review game.attic")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return conversation(func(ctx context.Context) error { return reviewFile(ctx, args[0], nodes) })
		},
	}
	cmd.Flags().Var(&value{kind: "n", set: func(text string) (err error) {
		if nodes, err = strconv.ParseInt(text, 10, 64); err != nil || nodes < leastNodes || nodes > mostNodes {
			return fmt.Errorf("--nodes takes how many nodes each position costs, from %d to %d, not %q", leastNodes, mostNodes, text)
		}
		return nil
	}}, "nodes", fmt.Sprintf("search `n` nodes in each position; usually %d, in long games fewer", review.Nodes))
	return cmd
}

// reviewFile prints the review of a saved game.
func reviewFile(ctx context.Context, file string, nodes int64) error {
	m, err := readMatch(file)
	if err != nil {
		return err
	}
	var progress func(review.Review)
	if term.IsTerminal(os.Stderr) {
		progress = func(r review.Review) { fmt.Fprintf(os.Stderr, "\r%s %s ", r.Bar(40), r.Progress()) }
	}
	r, err := review.Run(ctx, m, nodes, progress)
	if progress != nil && r.Judged > 0 {
		fmt.Fprint(os.Stderr, "\r\x1b[K") // takes the bar away
	}
	if r.Judged == 0 || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if _, e := fmt.Print(r.Text()); e != nil {
		return e
	}
	return err
}

package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/dev/lab/atom4/corpus"
	atom4play "attic/dev/lab/atom4/selfplay"
	"attic/dev/lab/atom4/train"
	"attic/dev/lab/selfplay"
	"attic/games/atom4/bot"
)

var atom4Learner = learner{
	nodes: 400,
	source: func(net string, nodes int64, only string) (selfplay.Source, error) {
		if only != "" {
			return selfplay.Source{}, shell.Usage("--only is not for atom4")
		}
		w, err := readWeights(net)
		if err != nil {
			return selfplay.Source{}, err
		}
		return atom4play.Source(w, nodes), nil
	},
	positions: func(folder string) (n int, err error) {
		files, err := corpus.Open(folder)
		for _, f := range files {
			n += f.Moves()
		}
		return n, err
	},
	describe: describeRounds,
	train:    trainAtom4,
}

// readWeights reads the weights of Atom-4 from a file. It returns the built-in weights if file is "", and zeros if it is "none".
func readWeights(file string) (*bot.Weights, error) {
	switch file {
	case "":
		return bot.Usual(), nil
	case "none":
		return new(bot.Weights), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	w, err := bot.DecodeWeights(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return w, nil
}

// openRounds opens the corpus in a folder.
func openRounds(folder string) ([]corpus.File, error) {
	files, err := corpus.Open(folder)
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no corpus in %s; start one with: attic-train selfplay atom4 %[1]s", folder)
	}
	return files, err
}

// describeRounds checks a corpus and prints a description of its contents.
func describeRounds(out io.Writer, folder string, _ int, _ string) error {
	files, err := openRounds(folder)
	if err != nil {
		return err
	}
	rounds, moves, strays, drawn := 0, 0, 0, 0
	for _, f := range files {
		fmt.Fprintf(out, "%s: %d moves of %d rounds, net %s, %s nodes", f.Name, f.Moves(), len(f.Rounds), f.Header.Value("net"), f.Header.Value("nodes"))
		if f.Torn > 0 {
			fmt.Fprintf(out, "; the last round is incomplete (%d bytes)", f.Torn)
		}
		fmt.Fprintln(out)
		rounds += len(f.Rounds)
		moves += f.Moves()
		for _, round := range f.Rounds {
			if slices.ContainsFunc(round, func(e corpus.Entry) bool { return e.Stray }) {
				strays++
			}
			if round[0].Result == 0 {
				drawn++
			}
		}
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(max(rounds, 1)) }
	_, err = fmt.Fprintf(out, "\n%d files, %d rounds, %d moves; %.1f %% of the rounds drawn, %.1f %% with random moves\n",
		len(files), rounds, moves, percent(drawn), percent(strays))
	return err
}

// trainAtom4 fits the weights of Atom-4 and writes them to a file after the last epoch, or when ctx is done.
func trainAtom4(ctx context.Context, cmd *cobra.Command, folder, file string, trust int, rate float64, epochs int) error {
	for _, name := range []string{"only", "continue", "net", "threads"} {
		if cmd.Flags().Changed(name) {
			return shell.Usage("--%s is not for atom4", name)
		}
	}
	o := train.Options{Epochs: epochs, Trust: 0.1, Rate: 0.01, Seed: 1}
	if cmd.Flags().Changed("trust") {
		o.Trust = float64(trust) / 100
	}
	if cmd.Flags().Changed("rate") {
		o.Rate = rate
	}
	files, err := openRounds(folder)
	if err != nil {
		return err
	}
	if err := writable(file); err != nil {
		return err
	}
	var rounds [][]corpus.Entry
	for _, f := range files {
		rounds = append(rounds, f.Rounds...)
	}
	loss := math.Inf(1)
	w, err := train.Fit(ctx, rounds, o, func(p train.Progress) {
		loss = p.Loss
		fmt.Fprintf(os.Stderr, "epoch %d of %d: %d positions, %d of them held back, loss %.5f\n", p.Epoch, epochs, p.Positions, p.Held, p.Loss)
	})
	if err != nil {
		return err
	}
	if err = replace(file, w.Encode()); err == nil {
		fmt.Fprintf(os.Stderr, "wrote the evaluation of Atom-4, with a loss of %.5f, to %s: %s\n", loss, file, selfplay.Sum(w.Encode()))
	}
	return err
}

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"attic/command"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/corpus"
	"attic/games/ataxx/selfplay"
)

// learnCommands returns the commands by which the program learns to value positions. Only Ataxx is learned.
func learnCommands() []*cobra.Command {
	return []*cobra.Command{selfplayCommand(), corpusCommand()}
}

// corpusVariable names the environment variable with the folder of the corpus.
const corpusVariable = "ATTIC_CORPUS"

// learned makes a command take the game that is learned and the folder of the corpus.
func learned(cmd *cobra.Command) {
	cmd.GroupID = "machine"
	cmd.ValidArgs = []string{"ataxx"}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 || args[0] != "ataxx" || len(args) > 2:
			return usage("%[1]s takes the game and a folder: attic %[1]s ataxx FOLDER", cmd.Name())
		case len(args) == 1 && os.Getenv(corpusVariable) == "":
			return usage("say where the positions are: attic %s ataxx FOLDER, or set %s", cmd.Name(), corpusVariable)
		}
		return nil
	}
	cmd.Flags().SortFlags = false
}

// corpusFolder returns the folder that the arguments name.
func corpusFolder(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return os.Getenv(corpusVariable)
}

// numberFlag is an option that takes a number within bounds.
func numberFlag(cmd *cobra.Command, name, help string, least, most int, to *int) {
	cmd.Flags().Var(&value{kind: "n", text: strconv.Itoa(*to), set: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("--%s is a number from %d to %d, not %q", name, least, most, text)
		}
		*to = n
		return nil
	}}, name, help)
}

func selfplayCommand() *cobra.Command {
	nodes, threads, positions := 800, runtime.NumCPU(), 0
	seed := rand.Uint64()
	cmd := &cobra.Command{
		Use: "selfplay ataxx [FOLDER]", Short: "Play against itself and keep the positions, for attic train",
		Long: `Plays games of the program against itself and writes their positions to a new file in FOLDER, or in the folder that
` + corpusVariable + ` names, until it is interrupted or there are enough. Any number of runs, on one machine or several, may fill one folder.
Half of the boards have blocks. The threads that play let all other work on the machine go before.`,
		RunE: func(_ *cobra.Command, args []string) error {
			o := selfplay.Options{
				Folder: corpusFolder(args), Weights: bot.Usual(), Program: "attic " + version(), Nodes: int64(nodes), Threads: threads,
				Positions: positions, Seed: seed, Every: 10 * time.Second, Now: time.Now,
			}
			return conversation(func(ctx context.Context) error { return selfPlay(ctx, o, os.Stderr) })
		},
	}
	learned(cmd)
	numberFlag(cmd, "nodes", "search so many nodes for each move, `n`", 1, 1_000_000_000, &nodes)
	numberFlag(cmd, "threads", "play so many games at the same time, `n`", 1, 512, &threads)
	numberFlag(cmd, "positions", "end when so many positions are kept, `n`; 0: go on until interrupted", 0, 2_000_000_000, &positions)
	cmd.Flags().Var(&value{kind: "n", set: func(text string) (err error) {
		if seed, err = command.ParseSeed(text); err != nil {
			return fmt.Errorf("--seed: %w", err)
		}
		return nil
	}}, "seed", "other games for each whole number `n`; without it other ones each time")
	return cmd
}

// selfPlay plays, and tells once a minute how it goes.
func selfPlay(ctx context.Context, o selfplay.Options, out io.Writer) error {
	var last selfplay.Progress
	var told time.Duration
	err := selfplay.Run(ctx, o, func(p selfplay.Progress) {
		if last = p; p.Elapsed-told >= time.Minute {
			told = p.Elapsed
			fmt.Fprintln(out, progressLine(p))
		}
	})
	if last.File != "" {
		fmt.Fprintf(out, "%s, in %s\n", progressLine(last), last.File)
	}
	return err
}

func progressLine(p selfplay.Progress) string {
	seconds := max(p.Elapsed.Seconds(), 1e-3)
	return fmt.Sprintf("%d positions of %d games, %.0f a second, %.0f nodes a second; %d more stood on a board before",
		p.Positions, p.Games, float64(p.Positions)/seconds, float64(p.Nodes)/seconds, p.Twice)
}

func corpusCommand() *cobra.Command {
	sample := 0
	cmd := &cobra.Command{
		Use: "corpus ataxx [FOLDER]", Short: "Check and count the positions that attic selfplay has kept",
		Long: `Reads every file in FOLDER, or in the folder that ` + corpusVariable + ` names, checks that it is whole and prints what is there:
a line a file with its sum, then what all have in common. A file that is no corpus or is broken is named, with exit status 1.`,
		RunE: func(_ *cobra.Command, args []string) error {
			return describeCorpus(os.Stdout, corpusFolder(args), sample)
		},
	}
	learned(cmd)
	numberFlag(cmd, "sample", "print so many positions by chance, `n`, a line each: FEN, score, result", 0, 1_000_000, &sample)
	return cmd
}

// describeCorpus checks a corpus and prints what is there.
func describeCorpus(out io.Writer, folder string, sample int) error {
	c, err := corpus.Open(folder)
	if err != nil {
		return err
	}
	if len(c.Files) == 0 {
		return fmt.Errorf("there is no corpus in %s; attic selfplay ataxx %[1]s begins one", folder)
	}
	if sample > 0 {
		return c.Sample(out, sample)
	}
	for _, f := range c.Files {
		sum, err := c.Sum(f)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: sum %s, %d positions of %d games, net %s, %s nodes", f.Name, sum, f.Positions, f.Games, f.Header.Value("net"), f.Header.Value("nodes"))
		if f.Torn > 0 {
			fmt.Fprintf(out, "; its last game was not written to its end (%d bytes)", f.Torn)
		}
		fmt.Fprintln(out)
	}
	s, err := c.Survey()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%d files, %d games, %d positions, %d of them held back to test what is learned from the others\n\n%v",
		len(c.Files), c.Games(), c.Positions(), len(c.Held), s)
	return err
}

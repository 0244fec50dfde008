package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"attic/cmd/internal/shell"
	"attic/dev/lab/ataxx/corpus"
	ataxx "attic/dev/lab/ataxx/selfplay"
	"attic/dev/lab/ataxx/train"
	"attic/dev/lab/selfplay"
	"attic/games/ataxx/bot"
	"attic/match/store"
)

// corpusVariable names the environment variable with the folder of the corpus.
const corpusVariable = "ATTIC_CORPUS"

// learner trains the evaluation of a game and makes its positions.
type learner struct {
	nodes     int // the default search of a move in self-play
	source    func(net string, nodes int64, only string) (selfplay.Source, error)
	positions func(folder string) (int, error) // the number of positions in a corpus
	describe  func(out io.Writer, folder string, sample int, net string) error
	train     func(ctx context.Context, cmd *cobra.Command, folder, file string, trust int, rate float64, epochs int) error
}

// learners holds the learner of each game that has one.
var learners = map[string]learner{"ataxx": ataxxLearner, "atom4": atom4Learner}

// learned makes a command accept a game that has a learner, and the folder of the corpus.
func learned(cmd *cobra.Command) {
	cmd.ValidArgs = slices.Sorted(maps.Keys(learners))
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0 || !slices.Contains(cmd.ValidArgs, args[0]) || len(args) > 2:
			return shell.Usage("%[1]s takes the game and a folder: attic-train %[1]s ataxx FOLDER, or atom4", cmd.Name())
		case len(args) == 1 && os.Getenv(corpusVariable) == "":
			return shell.Usage("name a folder, attic-train %s %s FOLDER, or set %s", cmd.Name(), args[0], corpusVariable)
		}
		return nil
	}
	cmd.Flags().SortFlags = false
}

// corpusFolder returns the folder named in the arguments or, if there is none, in the environment variable.
func corpusFolder(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return os.Getenv(corpusVariable)
}

// oneKind checks the kind of boards of Ataxx to which --only limits a command.
func oneKind(only string) error {
	if only == "" || only == "open" || only == "blocks" {
		return nil
	}
	return shell.Usage("--only must be open or blocks, not %q", only)
}

func selfplayCommand() *cobra.Command {
	nodes, threads, positions, net, only := 1500, runtime.NumCPU(), 0, "", ""
	seed := rand.Uint64()
	cmd := &cobra.Command{
		Use: "selfplay GAME [FOLDER]", Short: "Play attic against itself and save the positions",
		Long: `Plays attic against itself and writes the positions to a new file in FOLDER (default: the folder in ` + corpusVariable + `)
until you press Ctrl+C or --positions is reached. To merge corpora from several machines, put their files into one folder.
In Ataxx a quarter of the boards have blocks. The playing threads run at the lowest priority.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			game := learners[args[0]]
			if !cmd.Flags().Changed("nodes") {
				nodes = game.nodes
			}
			if err := oneKind(only); err != nil {
				return err
			}
			source, err := game.source(net, int64(nodes), only)
			if err != nil {
				return err
			}
			o := selfplay.Options{
				Folder: corpusFolder(args), Program: program(), Nodes: int64(nodes), Threads: threads, Seed: seed, Every: 10 * time.Second, Now: time.Now,
			}
			if positions > 0 {
				there, err := countPositions(game, o.Folder)
				if err != nil {
					return err
				}
				if o.Positions = positions - there; o.Positions <= 0 {
					fmt.Fprintf(os.Stderr, "%s already holds %d positions\n", o.Folder, there)
					return nil
				}
			}
			return untilSignal(func(ctx context.Context) error { return selfPlay(ctx, o, source, os.Stderr) })
		},
	}
	learned(cmd)
	shell.Number(cmd, "nodes", "search `n` nodes for each move, by default 1500 in Ataxx and 400 in Atom-4; near the end of games of Ataxx, n/4 nodes", 1, 1_000_000_000, &nodes)
	shell.Number(cmd, "threads", "play `n` games at the same time", 1, 512, &threads)
	shell.Number(cmd, "positions", "stop when FOLDER holds `n` positions; 0: play until interrupted", 0, 2_000_000_000, &positions)
	cmd.Flags().StringVar(&only, "only", "", "in Ataxx, play only on boards of this `KIND`: open, or blocks for boards with blocks")
	shell.Seed(cmd, "random seed, a whole number `n`; default: a new seed each time", &seed)
	cmd.Flags().StringVar(&net, "net", "", "play with the network or the evaluation in `FILE`; none: in Ataxx count only pieces, in Atom-4 see only wins")
	return cmd
}

// countPositions returns the number of positions in a folder, which need not exist.
func countPositions(game learner, folder string) (int, error) {
	n, err := game.positions(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return n, err
}

// ataxxLearner is the learner for Ataxx; its train is nil, since trainCommand trains Ataxx itself.
var ataxxLearner = learner{
	nodes: 1500,
	source: func(net string, nodes int64, only string) (selfplay.Source, error) {
		w, err := readNetwork(net)
		if err != nil {
			return selfplay.Source{}, err
		}
		return ataxx.Source(w, nodes, map[string]int{"": 1, "open": 0, "blocks": 4}[only]), nil
	},
	positions: func(folder string) (int, error) {
		c, err := corpus.Open(folder)
		if err != nil {
			return 0, err
		}
		return c.Positions(), nil
	},
	describe: func(out io.Writer, folder string, sample int, net string) error {
		w, err := readNetwork(net)
		if err != nil {
			return err
		}
		return describeCorpus(out, folder, sample, w)
	},
}

// readNetwork reads a network from a file. It returns the built-in network if file is "", and nil if it is "none".
func readNetwork(file string) (*bot.Weights, error) {
	switch file {
	case "":
		return bot.Usual(), nil
	case "none":
		return nil, nil
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

// selfPlay plays games against itself, and reports its progress once a minute.
func selfPlay(ctx context.Context, o selfplay.Options, from selfplay.Source, out io.Writer) error {
	var last selfplay.Progress
	var told time.Duration
	err := selfplay.Run(ctx, o, from, func(p selfplay.Progress) {
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
	return fmt.Sprintf("%d positions from %d games, %.0f/s, %.0f nodes/s; %d duplicates left out",
		p.Positions, p.Games, float64(p.Positions)/seconds, float64(p.Nodes)/seconds, p.Twice)
}

func corpusCommand() *cobra.Command {
	sample, net := 0, ""
	cmd := &cobra.Command{
		Use: "corpus GAME [FOLDER]", Short: "Check and summarise the positions of self-play",
		Long: `Checks every file in FOLDER (default: the folder in ` + corpusVariable + `) and prints one line per file with its checksum,
then a summary of all positions, and in Ataxx the networks' errors on the positions held back for validation. A broken or foreign file is an
error: exit status 1.`,
		RunE: func(_ *cobra.Command, args []string) error {
			return learners[args[0]].describe(shell.Out, corpusFolder(args), sample, net)
		},
	}
	learned(cmd)
	cmd.Flags().StringVar(&net, "net", "", "in Ataxx, judge the networks in `FILE` instead of the built-in networks; none: count only pieces")
	shell.Number(cmd, "sample", "in Ataxx, print `n` random positions, one a line: FEN, score, result", 0, 1_000_000, &sample)
	return cmd
}

// openCorpus opens the corpus in a folder.
func openCorpus(folder string) (*corpus.Corpus, error) {
	c, err := corpus.Open(folder)
	if err == nil && len(c.Files) == 0 {
		err = fmt.Errorf("no corpus in %s; start one with: attic-train selfplay ataxx %[1]s", folder)
	}
	return c, err
}

// describeCorpus checks a corpus and prints a description of its contents.
func describeCorpus(out io.Writer, folder string, sample int, w *bot.Weights) error {
	c, err := openCorpus(folder)
	if err != nil {
		return err
	}
	if sample > 0 {
		return c.Sample(out, sample)
	}
	for _, f := range c.Files {
		sum, err := f.Sum()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: sum %s, %d positions of %d games, net %s, %s nodes", f.Name, sum, f.Positions, f.Games, f.Header.Value("net"), f.Header.Value("nodes"))
		if f.Torn > 0 {
			fmt.Fprintf(out, "; the last game is incomplete (%d bytes)", f.Torn)
		}
		fmt.Fprintln(out)
	}
	s, err := c.Survey()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d files, %d games, %d positions, %d of them held back for validation\n\n%v",
		len(c.Files), c.Games(), c.Positions(), c.HeldBack(), s)
	for _, open := range []bool{true, false} {
		kind := map[bool]string{true: "open boards", false: "boards with blocks"}[open]
		if e := train.Judge(slices.Concat(c.Held...), w, open); e.Positions > 0 {
			fmt.Fprintf(out, "\n%s: error of the network %.5f against the search, %.5f against the result; of the search against the result %.5f", kind, e.Score, e.Result, e.Search)
		}
	}
	_, err = fmt.Fprintln(out)
	return err
}

func trainCommand() *cobra.Command {
	o := train.Options{Epochs: 4, Rate: 0.0015, Threads: runtime.NumCPU(), Seed: 1, Every: 10 * time.Second, Now: time.Now}
	file, trust, only, net, start := "", 25, "", "", false
	cmd := &cobra.Command{
		Use: "train GAME [FOLDER] -o FILE", Short: "Train the evaluation of Ataxx or Atom-4 on the positions of self-play",
		Long: `In Ataxx, trains a network for boards with blocks on all positions in FOLDER (default: the folder in ` + corpusVariable + `), and then a network
for open boards on the positions without blocks. After each epoch, and on Ctrl+C, FILE holds the best networks so far. With --only, the
other network does not change. To play with the networks: attic engine ataxx, then setoption name EvalFile value FILE.

In Atom-4, fits the weights of the evaluation and writes them to FILE. It takes only the options --epochs, --trust (default 10) and
--rate (default 0.01).`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Trust = float64(trust) / 100
			switch {
			case file == "":
				return shell.Usage("name an output file: attic-train train %s FOLDER -o FILE", args[0])
			case !(o.Rate > 0 && o.Rate <= 1):
				return shell.Usage("--rate must be above 0 and at most 1, not %g", o.Rate)
			}
			if err := oneKind(only); err != nil {
				return err
			}
			if train := learners[args[0]].train; train != nil {
				return untilSignal(func(ctx context.Context) error {
					return train(ctx, cmd, corpusFolder(args), file, trust, o.Rate, o.Epochs)
				})
			}
			w, err := readNetwork(net)
			if err != nil {
				return err
			}
			if w == nil && (start || only != "") {
				return shell.Usage("--net none leaves no network to keep or to continue with")
			} else if w == nil {
				w = new(bot.Weights)
			}
			t := trainer{out: os.Stderr, file: file, weights: w, start: start}
			return untilSignal(func(ctx context.Context) error { return t.run(ctx, corpusFolder(args), only, o) })
		},
	}
	learned(cmd)
	cmd.Flags().StringVarP(&file, "output", "o", "", "write the network to `FILE`")
	shell.Number(cmd, "epochs", "use each position `n` times", 1, 1000, &o.Epochs)
	shell.Number(cmd, "trust", "mix each position's target: `n` percent its search score, the rest the target one ply later (at the end of the game, the result)", 0, 100, &trust)
	cmd.Flags().StringVar(&only, "only", "", "train only the network for boards of this `KIND`: open, or blocks for boards with blocks")
	cmd.Flags().BoolVar(&start, "continue", false, "start from the existing networks instead of random weights")
	cmd.Flags().StringVar(&net, "net", "", "read the existing networks, to keep or to continue with, from `FILE` instead of using the built-in networks")
	cmd.Flags().Float64Var(&o.Rate, "rate", o.Rate, "initial learning `rate`; it falls to a hundredth of this value")
	shell.Number(cmd, "threads", "train on `n` threads", 1, 512, &o.Threads)
	return cmd
}

func scaleCommand() *cobra.Command {
	file, net, only := "", "", ""
	cmd := &cobra.Command{
		Use: "scale ataxx FACTOR... -o FILE", Short: "Multiply the values of the networks of Ataxx",
		Long: fmt.Sprintf(`Multiplies the values of the networks: by one FACTOR for all, or by %d factors, for 0 to 5 empty squares, 6 to 11 and so on.
The margins of the search do not change, so larger values make it prune less.`, bot.Buckets),
		ValidArgs: []string{"ataxx"},
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args) - 1; n != 1 && n != bot.Buckets || args[0] != "ataxx" {
				return shell.Usage("scale takes the game and 1 or %d factors: attic-train scale ataxx 1.5 -o FILE", bot.Buckets)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var by [bot.Buckets]float64
			for i := range by {
				arg, err := args[min(i+1, len(args)-1)], error(nil)
				if by[i], err = strconv.ParseFloat(arg, 64); err != nil || !(by[i] >= 0.01 && by[i] <= 100) {
					return shell.Usage("a factor must be from 0.01 to 100, not %q", arg)
				}
			}
			if file == "" {
				return shell.Usage("name an output file: attic-train scale ataxx 1.5 -o FILE")
			}
			if err := oneKind(only); err != nil {
				return err
			}
			w, err := readNetwork(net)
			switch {
			case err != nil:
				return err
			case w == nil:
				return shell.Usage("--net none has no values")
			}
			changed := *w // both networks may be the same
			if only != "blocks" {
				changed.Open = scaled(w.Open, by)
			}
			if only != "open" {
				changed.Blocks = scaled(w.Blocks, by)
			}
			t := trainer{file: file, weights: &changed}
			if err := t.write(); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "wrote the networks to %s: %s\n", file, selfplay.Sum(changed.Encode()))
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVarP(&file, "output", "o", "", "write the networks to `FILE`")
	cmd.Flags().StringVar(&only, "only", "", "multiply only the values for boards of this `KIND`: open, or blocks for boards with blocks")
	cmd.Flags().StringVar(&net, "net", "", "read the networks from `FILE` instead of using the built-in networks")
	return cmd
}

// trainer trains networks and writes the best so far to a file after each epoch.
type trainer struct {
	out     io.Writer
	file    string
	weights *bot.Weights
	start   bool   // begin with the networks in weights
	begin   func() // prints, once, the numbers of positions
}

// run trains the networks for both kinds of boards or, if only is not "", for that kind.
func (t *trainer) run(ctx context.Context, folder, only string, o train.Options) error {
	c, err := openCorpus(folder)
	if err != nil {
		return err
	}
	if err := writable(t.file); err != nil {
		return err
	}
	t.begin = sync.OnceFunc(func() {
		fmt.Fprintf(t.out, "%d positions from %d games in %d files, %d of them held back for validation; of the others %d on open boards\n",
			c.Positions(), c.Games(), len(c.Files), c.HeldBack(), c.Open())
	})
	old := *t.weights
	if only == "" {
		t.weights.Open = nil // until it is trained, the network for boards with blocks replaces it
	}
	if only != "open" {
		if t.start {
			o.Start = old.Blocks
		}
		err = t.fit(ctx, c, o, "boards with blocks", &t.weights.Blocks)
	}
	if err == nil && only != "blocks" && ctx.Err() == nil {
		o.Open, o.Start = true, nil
		if t.start {
			o.Start = old.Open
		}
		err = t.fit(ctx, c, o, "open boards", &t.weights.Open)
	}
	return err
}

// fit trains a network for one kind of board, and sets *place to the best so far.
func (t *trainer) fit(ctx context.Context, c *corpus.Corpus, o train.Options, kind string, place **bot.Network) error {
	least := math.Inf(1)
	var failed error
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	_, loss, err := train.Fit(ctx, c, o, func(p train.Progress, n *bot.Network) {
		t.begin()
		fmt.Fprintf(t.out, "%s, epoch %d of %d: %.1f million positions, loss %.5f", kind, p.Epoch, o.Epochs, float64(p.Samples)/1e6, p.Loss)
		if n != nil {
			fmt.Fprintf(t.out, ", validation %.5f, rounded %.5f", p.Held, p.Rounded)
			if p.Rounded < least && failed == nil {
				least = p.Rounded
				*place = n
				if failed = t.write(); failed != nil {
					stop()
				}
			}
		}
		fmt.Fprintf(t.out, "; %.2f us each, %v left\n", p.Elapsed.Seconds()*1e6/float64(max(p.Samples, 1)), p.Left.Round(time.Second))
	})
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "wrote the best network for %s, with a loss of %.5f, to %s: %s\n", kind, loss, t.file, selfplay.Sum(t.whole().Encode()))
	return nil
}

// whole returns the weights. If there is no network for open boards yet, the network for boards with blocks replaces it.
func (t *trainer) whole() *bot.Weights {
	return &bot.Weights{Open: cmp.Or(t.weights.Open, t.weights.Blocks), Blocks: t.weights.Blocks}
}

func (t *trainer) write() error {
	return replace(t.file, t.whole().Encode())
}

// replace writes a file completely or not at all.
func replace(file string, data []byte) error {
	err := store.Replace(file, 0o666, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: not written: %w", file, err)
	}
	return nil
}

// writable returns an error if a file cannot be written. Call it before long work whose result goes into the file.
func writable(file string) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".attic-*")
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// scaled returns n with the values of each bucket multiplied by the bucket's factor, which is above 0. It is as exact as the network's
// integers allow.
func scaled(n *bot.Network, by [bot.Buckets]float64) *bot.Network {
	scaled := *n
	for bucket, factor := range by {
		scaled.Per[bucket] = int16(min(max(math.Round(float64(n.Per[bucket])/factor), 1), bot.MostPer))
		scaled.Add[bucket] = int16(min(max(math.Round(float64(n.Add[bucket])*factor), -bot.MostAdd), bot.MostAdd))
	}
	return &scaled
}

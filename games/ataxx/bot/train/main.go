// Command train makes the weights of the Ataxx evaluation out of nothing: the program plays against itself,
// a linear and a few curved functions of the patterns are fitted to what its searches and its games say,
// and the next generation plays with them. Equal flags make equal weights, however many cores there are.
//
// The first generation counts pieces only, or with -from plays with weights that are there. Half of the games are on
// boards with blocks.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"attic/games/ataxx/bot"
)

func main() {
	seed := flag.Uint64("seed", 5, "where all chance comes from")
	games := flag.Int("games", 20000, "games of each generation; one that counts pieces plays a third of them with a third of the nodes")
	nodes := flag.Int64("nodes", 800, "nodes of each search")
	generations := flag.Int("generations", 4, "how often to play and fit")
	epochs := flag.Int("epochs", 16, "how often to fit each sample")
	workers := flag.Int("workers", 2, "games at the same time")
	from := flag.String("from", "", "the weights to begin with")
	out := flag.String("o", "weights.bin", "where to write the weights")
	flag.Parse()
	if err := train(*from, *out, *seed, *games, *nodes, *generations, *epochs, *workers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// train plays and fits, and writes the weights after each generation.
func train(from, out string, seed uint64, games int, nodes int64, generations, epochs, workers int) error {
	began := time.Now()
	weights, all := bot.Material(), []sample(nil)
	if from != "" {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if weights, err = bot.DecodeWeights(data); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	for generation := range generations {
		n, most := games, nodes
		if generation == 0 && from == "" {
			n, most = n/3, most/3
		}
		samples := play(weights, seed, generation*games, n, most, workers)
		all = append(all[len(all)/2:], samples...) // the older half is not worth keeping
		fmt.Printf("generation %d: %d games, %d samples, %v\n", generation+1, n, len(samples), time.Since(began).Round(time.Second))
		weights = fit(all, seed, epochs)
		if err := os.WriteFile(out, weights.Encode(), 0o644); err != nil {
			return err
		}
		fmt.Printf("generation %d: fitted, %v\n", generation+1, time.Since(began).Round(time.Second))
	}
	return nil
}

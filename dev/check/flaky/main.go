// Command flaky finds tests that fail only sometimes. It runs all tests repeatedly in random order, alternately plain and
// under the race detector, while other work loads every core. It lists every failure with the seed of the order.
//
//	flaky -for 2h
//	flaky -n 5 -o FOLDER -- ./term ./window
//
// The output of failed tests goes to files in FOLDER. The exit status is 1 if anything failed.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"time"
)

// kind is a way of running the tests.
type kind struct {
	name string
	cgo  string
	args []string
}

var kinds = []kind{{"plain", "0", nil}, {"race", "1", []string{"-race"}}}

func main() {
	rounds := flag.Int("n", 0, "rounds, each of one plain run and one under the race detector; 0: no limit with -for, otherwise 5")
	limit := flag.Duration("for", 0, "start no round after this time; 0: no time limit")
	load := flag.Int("load", runtime.NumCPU(), "threads of other work that run beside the tests")
	folder := flag.String("o", "bin/flaky", "folder for the output of failed tests")
	flag.Parse()
	if *rounds == 0 && *limit == 0 {
		*rounds = 5
	}
	packages := flag.Args()
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	found, err := hunt(ctx, *rounds, *limit, *load, *folder, packages)
	fmt.Print(found)
	if err != nil {
		fmt.Fprintln(os.Stderr, "flaky:", err)
		os.Exit(2)
	}
	if len(found.failures) > 0 {
		os.Exit(1)
	}
}

// hunt runs rounds of tests until the number of rounds or the time limit is reached. A limit of 0 or less does not apply, but at least one must be
// set.
func hunt(ctx context.Context, rounds int, limit time.Duration, load int, folder string, packages []string) (findings, error) {
	if rounds <= 0 && limit <= 0 {
		return findings{}, errors.New("set a limit: -n ROUNDS or -for TIME")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return findings{}, err
	}
	loading, unload := context.WithCancel(ctx)
	defer unload()
	for range load {
		go burn(loading)
	}
	found := findings{runs: map[string]int{}}
	began := time.Now()
	for round := 0; (rounds <= 0 || round < rounds) && (limit <= 0 || time.Since(began) < limit); round++ {
		for _, k := range kinds {
			r := run{kind: k.name, seed: rand.Int64()}
			failures, err := r.tests(ctx, k, packages)
			if ctx.Err() != nil {
				return found, nil // failures of an interrupted run do not count
			}
			if err != nil {
				return found, err
			}
			found.add(r, failures)
			fmt.Printf("%s %s, shuffle %d: %d failed\n", time.Now().Format(time.TimeOnly), r.kind, r.seed, len(failures))
			for _, f := range failures {
				fmt.Printf("    %s\n", f.name())
				if err := os.WriteFile(r.file(folder, f), []byte(f.output), 0o666); err != nil {
					return found, err
				}
			}
		}
	}
	return found, nil
}

// tests runs all tests once.
func (r run) tests(ctx context.Context, k kind, packages []string) ([]failure, error) {
	args := append([]string{"test", "-json", "-count=1", "-timeout=60m", fmt.Sprintf("-shuffle=%d", r.seed)}, k.args...)
	cmd := exec.CommandContext(ctx, "go", append(args, packages...)...)
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED="+k.cgo)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	failures, wrong := read(out)
	_, _ = io.Copy(io.Discard, out) // otherwise the command cannot end
	err = cmd.Wait()
	if wrong != nil {
		return nil, fmt.Errorf("%w; go test printed: %s", wrong, &errs)
	}
	if err != nil && len(failures) == 0 {
		return nil, fmt.Errorf("go test: %w: %s", err, &errs)
	}
	return failures, nil
}

// burn uses a core until ctx ends.
func burn(ctx context.Context) {
	memory := make([]uint32, 1<<20)
	for n := uint32(1); ctx.Err() == nil; n++ {
		for i := range memory {
			memory[i] = memory[i]*1664525 + n
		}
	}
}

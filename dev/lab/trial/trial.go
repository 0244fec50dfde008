// Package trial tries changes of a game's search against the search as it is, for the tests of games/*/bot: a sequential test of one change, and a
// search for better numbers by simultaneous perturbation. All games are played within the program and limited by nodes, so other work on the machine
// does not change a result.
package trial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"attic/dev/lab/ladder"
	"attic/engine/arena"
	"attic/game/search"
)

// Trial describes the games of a trial. P is the position of the game, N the node of its search and M its move.
type Trial[P ladder.Position[P, M], N search.Position[N, M], M search.Move] struct {
	Opening func(seed uint64) P
	Turn    func(P) int
	Winner  func(P) (side int, won bool)
	Node    func(P) N
	Options search.Options // of the engines, with the tuning in use
	Resign  int            // a side that twice in a row finds a score of at most -Resign has lost; 0: all games are played to their end
}

// Measure plays the search with the changes in the environment variable TRIAL, such as "LateBase=50 Null=3", against the search in use. Each opening
// is played twice with sides swapped. NODES (20000) limits each move. It ends after GAMES (20000) games, or when the sequential test of 0 against ELO
// (10) is settled. It plays on THREADS (2) threads; SEED chooses other openings.
func (l Trial[P, N, M]) Measure(t *testing.T) {
	changed, fields := l.Options, strings.Fields(os.Getenv("TRIAL"))
	if len(fields) == 0 {
		t.Fatal(`TRIAL changes nothing; it should look like "LateBase=50 Null=3"`)
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(value)
		f := fieldOf(&changed.Tuning, name)
		if err != nil || !f.IsValid() {
			t.Fatalf("%q is no field of search.Tuning with a number", field)
		}
		f.SetInt(int64(n))
	}
	nodes, pairs, first := int64(ladder.Number(t, "NODES", 20000)), ladder.Number(t, "GAMES", 20000)/2, uint64(ladder.Number(t, "SEED", 0))
	test := arena.Test{Elo1: float64(ladder.Number(t, "ELO", 10))}
	var sum arena.Tally
	said := func() string {
		elo, _ := sum.Elo()
		return fmt.Sprintf("%s: %d games, %d won, %d drawn, %d lost, Elo %v, LLR %.2f", os.Getenv("TRIAL"), sum.Games(), sum.Won, sum.Drawn, sum.Lost, elo, test.Ratio(sum))
	}
	l.play(t, nodes, func(i int, _ *rand.Rand) *pair {
		if i >= pairs || test.Verdict(sum) != 0 {
			return nil
		}
		return &pair{seed: first + uint64(i), sides: [2]search.Options{changed, l.Options}, count: func(points, won, lost int) {
			sum.Pairs[points]++
			sum.Won, sum.Lost, sum.Drawn = sum.Won+won, sum.Lost+lost, sum.Drawn+2-won-lost
			if sum.Games()%200 == 0 {
				fmt.Println(said())
			}
		}}
	})
	t.Log(said(), [...]string{"settled for 0", "not settled", fmt.Sprintf("settled for +%g", test.Elo1)}[1+test.Verdict(sum)])
}

// The numbers of simultaneous perturbation, as in the testing framework of Stockfish: the exponents of the steps (J. Spall, Implementation of the
// Simultaneous Perturbation Algorithm), and the last step in units of the last perturbation.
const (
	stepFalls, moveFalls = 0.602, 0.101
	lastStep             = 0.002
)

// Tune looks for better numbers in the tuning by ROUNDS (6000) pairs of games at NODES (5000) nodes. TUNE names the fields of search.Tuning, each with
// the size of its last perturbation, such as "Reverse=10 Late=5". In every round each number is moved up or down at random, the moved tuning plays
// against the one moved the other way, and the numbers follow the result. Its last line can be used as TRIAL.
func (l Trial[P, N, M]) Tune(t *testing.T) {
	type field struct {
		name        string
		at, was, by float64
	}
	var fields []field
	for _, text := range strings.Fields(os.Getenv("TUNE")) {
		name, by, _ := strings.Cut(text, "=")
		tuning := l.Options.Tuning
		f, size := fieldOf(&tuning, name), 0.0
		if _, err := fmt.Sscan(by, &size); err != nil || !f.IsValid() || size <= 0 {
			t.Fatalf("%q should look like Reverse=10: a field of search.Tuning and a positive number", text)
		}
		fields = append(fields, field{name, float64(f.Int()), float64(f.Int()), size})
	}
	if len(fields) == 0 {
		t.Fatal(`TUNE names no field; it should look like "Reverse=10 Late=5"`)
	}
	rounds, nodes := ladder.Number(t, "ROUNDS", 6000), int64(ladder.Number(t, "NODES", 5000))
	said := func(format string) string {
		var b strings.Builder
		for _, f := range fields {
			fmt.Fprintf(&b, " "+format, f.name, f.at, (f.at-f.was)/f.by)
		}
		return b.String()
	}
	l.play(t, nodes, func(i int, r *rand.Rand) *pair {
		if i >= rounds {
			return nil
		}
		p := &pair{seed: r.Uint64(), sides: [2]search.Options{l.Options, l.Options}}
		left := math.Pow(float64(rounds)/float64(i+1), moveFalls)
		begin := float64(rounds) / 10
		step := lastStep * math.Pow((begin+float64(rounds))/(begin+float64(i+1)), stepFalls) / left
		signs := make([]float64, len(fields))
		for k, f := range fields {
			signs[k] = float64(1 - 2*r.IntN(2))
			for side := range p.sides {
				x := f.at + signs[k]*float64(1-2*side)*f.by*left
				fieldOf(&p.sides[side].Tuning, f.name).SetInt(int64(max(x, 0) + r.Float64())) // rounded up or down at random
			}
		}
		p.count = func(points, _, _ int) {
			for k := range fields {
				f := &fields[k]
				f.at = max(f.at+step*f.by*float64(points-2)*signs[k], 0)
			}
			if i%100 == 99 {
				fmt.Printf("%d:%s\n", i+1, said("%s=%.1f(%+.1f)"))
			}
		}
		return p
	})
	t.Log(strings.TrimSpace(said("%s=%.0[2]f")))
}

// fieldOf returns a field of a tuning; its method IsValid reports whether there is one.
func fieldOf(t *search.Tuning, name string) reflect.Value {
	return reflect.ValueOf(t).Elem().FieldByName(name)
}

// pair is a pair of games from one opening, between two tunings that change sides.
type pair struct {
	seed  uint64
	sides [2]search.Options
	count func(points, won, lost int) // takes the result of the first tuning; a won game has two points, a drawn game one
}

// play plays the pairs that the function next returns for 0, 1, …, on THREADS threads, until it returns nil. Only one thread at a time calls next or
// a count. The random source belongs to the thread.
func (l Trial[P, N, M]) play(t *testing.T, nodes int64, next func(i int, r *rand.Rand) *pair) {
	var lock sync.Mutex
	var all sync.WaitGroup
	begun := 0
	for thread := range ladder.Number(t, "THREADS", 2) {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(thread), 68))
			lock.Lock()
			defer lock.Unlock()
			for {
				p := next(begun, r)
				if p == nil {
					return
				}
				begun++
				lock.Unlock()
				won, lost := 0, 0
				for first := range 2 {
					switch l.game(p, first, nodes) {
					case 1:
						won++
					case -1:
						lost++
					}
				}
				lock.Lock()
				p.count(2+won-lost, won, lost)
			}
		})
	}
	all.Wait()
}

// game plays a game in which the first tuning of p has the given side. It returns 1 if that tuning won, -1 if it lost, and 0 for a draw.
func (l Trial[P, N, M]) game(p *pair, side int, nodes int64) int {
	engines := [2]*search.Engine[N, M]{search.New[N](p.sides[side]), search.New[N](p.sides[1-side])} // by side of the game
	lost := [2]int{}                                                                                 // how often in a row a side found that it has lost
	at := l.Opening(p.seed)
	for !at.Over() {
		who := l.Turn(at)
		r := engines[who].Search(context.Background(), l.Node(at), nil, search.Limits{Nodes: nodes}, nil)
		if lost[who]++; l.Resign == 0 || r.Score > -l.Resign {
			lost[who] = 0
		}
		if lost[who] == 2 {
			return 1 - 2*((who+side+1)%2)
		}
		at = at.Play(r.Best)
	}
	winner, won := l.Winner(at)
	if !won {
		return 0
	}
	return 1 - 2*((winner+side)%2)
}

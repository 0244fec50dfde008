// Package mining holds the common parts of finding puzzles in all games: the puzzles wanted, the puzzles found, and their difficulty.
package mining

import (
	"context"
	"fmt"
	"math/rand/v2"

	"attic/dev/lab/people"
	"attic/game"
	"attic/game/learn"
	"attic/game/search"
)

// Miner finds puzzles of one game. For each puzzle it calls found with the level, the place as package learn reads it, and the key, which is the
// only right move or "none". It stops when it has the wanted number of puzzles of each theme, or when ctx is done. Equal seeds find equal
// puzzles. The level is only a first guess; Grade sets the final level.
type Miner func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error

// Solution is the only move that is right for a theme, or the statement that there is none.
type Solution[M any] struct {
	Move M
	None bool
}

// Key returns a solution as a key.
func (k Solution[M]) Key(write func(M) string) string {
	if k.None {
		return learn.None
	}
	return write(k.Move)
}

// Only returns the only right move of a list. ok is false if there are several, or if the function right does not know the answer for a move.
func Only[M any](moves []M, right func(M) (is, known bool)) (k Solution[M], ok bool) {
	k.None = true
	for _, m := range moves {
		is, known := right(m)
		if !known || is && !k.None {
			return k, false
		}
		if is {
			k.Move, k.None = m, false
		}
	}
	return k, true
}

// Ledger counts the puzzles found.
type Ledger struct {
	Wanted map[string]int // the wanted number of puzzles of each theme
	Often  int            // of n puzzles of a theme, at most n/Often + Often may have the same level

	counts map[string]int
	levels map[at]int
	known  map[any]bool
}

type at struct {
	theme string
	level int
}

// nones: one puzzle in nones of a theme has no right move.
const nones = 13

// Wants reports whether more puzzles of a theme are wanted.
func (l *Ledger) Wants(theme string) bool { return l.counts[theme] < l.Wanted[theme] }

// Done reports whether no more puzzles are wanted.
func (l *Ledger) Done() bool {
	for theme := range l.Wanted {
		if l.Wants(theme) {
			return false
		}
	}
	return true
}

// None reports whether the next puzzle of a theme should have no right move.
func (l *Ledger) None(theme string) bool { return l.counts[theme]%nones == nones-1 }

// Odd reports whether an odd number of puzzles of a theme has been found.
func (l *Ledger) Odd(theme string) bool { return l.counts[theme]%2 == 1 }

// Add counts a puzzle and returns true, unless there are too many puzzles of its level or there is a puzzle with an equal likeness.
func (l *Ledger) Add(theme string, level int, likeness any) bool {
	if l.known[likeness] || l.levels[at{theme, level}] > l.counts[theme]/l.Often+l.Often {
		return false
	}
	if l.known == nil {
		l.known, l.levels, l.counts = map[any]bool{}, map[at]int{}, map[string]int{}
	}
	l.known[likeness] = true
	l.levels[at{theme, level}]++
	l.counts[theme]++
	return true
}

const (
	tries       = 8 // the number of times that a reference player tries a puzzle
	guesses     = 2 // the number of tries for a first level
	middleLevel = 5 // the first level of a puzzle that nobody can find
)

// Person is a reference player that plays like people, or a level of the computer.
type Person struct {
	Name     string
	Computer bool
	Held     bool // its answers do not influence the levels, so they can check them
	Tries    int  // the number of times that it tries a puzzle
	Easy     int  // the highest level of a puzzle that it finds in three of four tries; 0 for any level

	// Answer returns its answer to a puzzle of a theme at a place, in the notation of keys. Apart from these, it depends only on r and seed.
	Answer func(theme, place string, seed uint64, r *rand.Rand) (key string, err error)
}

// People returns reference players, and levels of the computer, as persons for the puzzles of a game with positions P and moves M. codes are the codes of the
// levels from 0 up; level 0, the highest level, and levels that were inserted are left out, so that puzzles keep their levels. read returns the position of a place, think is Choose of the game's package bot, and the function write writes a key.
func People[P any, M search.Move](
	players []people.Person[P, M], codes []int, read func(place string) (P, error),
	think func(ctx context.Context, p P, level int, seed uint64, progress func(search.Result[M])) (search.Result[M], error), write func(P, M) string,
) (list []Person) {
	answer := func(place string, choose func(P) (M, error)) (string, error) {
		p, err := read(place)
		if err != nil {
			return "", err
		}
		m, err := choose(p)
		return write(p, m), err
	}
	for _, who := range players {
		list = append(list, Person{Name: who.Name, Held: who.Held, Tries: tries, Easy: who.Easy, Answer: func(_, place string, _ uint64, r *rand.Rand) (string, error) {
			return answer(place, func(p P) (M, error) { return who.Move(p, r), nil })
		}})
	}
	for level, code := range codes[:len(codes)-1] {
		if level == 0 || code >= game.InsertedCodes {
			continue
		}
		list = append(list, Person{Name: fmt.Sprint("level ", level), Computer: true, Tries: 1, Answer: func(_, place string, seed uint64, _ *rand.Rand) (string, error) {
			return answer(place, func(p P) (M, error) {
				t, err := think(context.Background(), p, level, seed, nil)
				return t.Best, err
			})
		}})
	}
	return list
}

// Share returns the share of a person's tries that find the key of a puzzle.
func (who Person) Share(theme, place, key string) (float64, error) {
	found := 0
	for try := range uint64(who.Tries) {
		answer, err := who.Answer(theme, place, try+1, rand.New(rand.NewPCG(try, 49)))
		if err != nil {
			return 0, err
		}
		if answer == key {
			found++
		}
	}
	return float64(found) / float64(who.Tries), nil
}

// Guess returns a first level of a puzzle, from 1 to 9. The fewer people find the key, the higher the level.
func Guess(list []Person, theme, place, key string) (level int, err error) {
	if key == learn.None {
		return middleLevel, nil
	}
	sum, all := 0.0, 0.0
	for _, who := range list {
		if who.Held || who.Computer {
			continue
		}
		who.Tries = guesses
		share, err := who.Share(theme, place, key)
		if err != nil {
			return 0, err
		}
		sum, all = sum+share, all+1
	}
	return 9 - int(8*sum/all), nil
}

package mining

import (
	"context"
	"fmt"
	"math/rand/v2"

	"attic/dev/lab/people"
	"attic/game/learn"
	"attic/game/search"
)

const (
	tries       = 8 // how often a reference player tries a puzzle
	guesses     = 2 // the same for a first level
	middleLevel = 5 // the first level of a puzzle that nobody can find
)

// Person is a reference player: one that plays as people do, or a level of the computer.
type Person struct {
	Name     string
	Computer bool
	Held     bool // its answers do not count for the levels, so they can check them
	Tries    int  // how often it tries a puzzle

	// Answer returns its answer to a puzzle of a theme at a place, in the notation of keys. It depends on nothing else but r and seed.
	Answer func(theme, place string, seed uint64, r *rand.Rand) (key string, err error)
}

// People returns reference players, and the levels of the computer below high, as persons who answer the puzzles of a game with positions P and moves M.
// read returns the position of a place, think is Choose of the game's package bot, and write writes a key.
func People[P any, M search.Move](
	players []people.Person[P, M], high int, read func(place string) (P, error),
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
		list = append(list, Person{Name: who.Name, Held: who.Held, Tries: tries, Answer: func(_, place string, _ uint64, r *rand.Rand) (string, error) {
			return answer(place, func(p P) (M, error) { return who.Move(p, r), nil })
		}})
	}
	for level := 1; level < high; level++ {
		list = append(list, Person{Name: fmt.Sprint("level ", level), Computer: true, Tries: 1, Answer: func(_, place string, seed uint64, _ *rand.Rand) (string, error) {
			return answer(place, func(p P) (M, error) {
				t, err := think(context.Background(), p, level, seed, nil)
				return t.Best, err
			})
		}})
	}
	return list
}

// Share returns the share of its tries in which a person finds the key of a puzzle.
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

// Guess returns a first level of a puzzle, from 1 to 9, the higher the fewer people find the key.
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

// Package people holds what the reference players of all games share. Reference players play as people do; by their moves the lowest levels of the
// computer and the levels of the puzzles are measured.
package people

import (
	"math"
	"math/rand/v2"
)

// Move is how a player chooses a move. It depends on the position and the random source alone.
type Move[P, M any] func(p P, r *rand.Rand) M

// Person is a reference player.
type Person[P, M any] struct {
	Name string
	Held bool // no level was made by its results, so it can check them
	Easy int  // the highest level of a puzzle that it finds in three of four tries; 0: any level
	Move Move[P, M]
}

// String names the person, and says if it is held out.
func (who Person[P, M]) String() string {
	if who.Held {
		return who.Name + ", held out"
	}
	return who.Name
}

// Hasty makes a move of careless every fourth time, and otherwise one of careful.
func Hasty[P, M any](careless, careful Move[P, M]) Move[P, M] {
	return func(p P, r *rand.Rand) M {
		if r.IntN(4) == 0 {
			return careless(p, r)
		}
		return careful(p, r)
	}
}

// Tired makes moves of careful, and those of careless in positions that are late.
func Tired[P, M any](careless, careful Move[P, M], late func(P) bool) Move[P, M] {
	return func(p P, r *rand.Rand) M {
		if late(p) {
			return careless(p, r)
		}
		return careful(p, r)
	}
}

// Best returns the move with the highest value; ties are broken at random.
func Best[M any](moves []M, r *rand.Rand, value func(M) int) M {
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := moves[0], math.MinInt
	for _, m := range moves {
		if v := value(m); v > most {
			best, most = m, v
		}
	}
	return best
}

// Package people holds the common parts of the reference players of all games. Reference players play like people. Their moves are the measure for
// the lowest levels of the computer and for the levels of the puzzles.
package people

import (
	"math"
	"math/rand/v2"
)

// Move returns a player's move. It depends only on the position and the random source.
type Move[P, M any] func(p P, r *rand.Rand) M

// Person is a reference player.
type Person[P, M any] struct {
	Name string
	Held bool // its results did not influence the levels, so it can check them
	Easy int  // the highest level of a puzzle that it finds in three of four tries; 0 for any level
	Move Move[P, M]
}

// String returns the person's name, with ", held out" for a person held out.
func (who Person[P, M]) String() string {
	if who.Held {
		return who.Name + ", held out"
	}
	return who.Name
}

// Hasty returns a player that plays like the player careless every fourth time on average, and otherwise like the player careful.
func Hasty[P, M any](careless, careful Move[P, M]) Move[P, M] {
	return func(p P, r *rand.Rand) M {
		if r.IntN(4) == 0 {
			return careless(p, r)
		}
		return careful(p, r)
	}
}

// Tired returns a player that plays like the player careless in positions for which late returns true, and otherwise like the player careful.
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

// Package mining holds what finding puzzles has in common in all games: which puzzles are wanted, which of them are found, and how difficult they are.
package mining

import (
	"context"

	"attic/game/learn"
)

// Miner finds puzzles of one game. It passes them to found, with their level, their place as package learn reads it, and the key, which is
// the only right move or "none", until it has as many of each theme as wanted says or ctx is done. Equal seeds find equal puzzles. The level is
// only a first guess; Grade gives the final ones.
type Miner func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error

// Solution is the only move that does what a theme asks, or that there is none.
type Solution[M any] struct {
	Move M
	None bool
}

// Key writes a solution as a key.
func (k Solution[M]) Key(write func(M) string) string {
	if k.None {
		return learn.None
	}
	return write(k.Move)
}

// Only returns the only right move of a list. ok is false if there are several, or if it is not known of a move whether it is right.
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
	Wanted map[string]int // how many of each theme
	Often  int            // at most a share of 1/Often of a theme, plus Often puzzles, may have the same level

	counts map[string]int
	levels map[at]int
	known  map[any]bool
}

type at struct {
	theme string
	level int
}

// nones is how many puzzles of a theme there are for each one without a right move.
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

// None reports whether the next puzzle of a theme is to have no right move.
func (l *Ledger) None(theme string) bool { return l.counts[theme]%nones == nones-1 }

// Odd reports whether an odd number of puzzles of a theme has been found.
func (l *Ledger) Odd(theme string) bool { return l.counts[theme]%2 == 1 }

// Add counts a puzzle and reports true, unless there are too many of its level or there is one with an equal likeness.
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

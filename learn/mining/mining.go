// Package mining holds what finding puzzles has in common in all games: which puzzles are wanted, and which of them are found.
package mining

import "context"

// Miner finds puzzles of one game. It passes them to found, with their level, their place as package learn reads it, and the key, which is
// the only right move or "none", until it has as many of each theme as wanted says or ctx is done. Equal seeds find equal puzzles.
type Miner func(ctx context.Context, wanted map[string]int, seed uint64, found func(theme string, level int, place, key string)) error

// Ledger counts the puzzles found.
type Ledger struct {
	Wanted map[string]int // how many of each theme
	Often  int            // at most a share of 1/Often of a theme, plus Often puzzles, may have the same level
	Mixed  string         // a theme whose levels are not limited

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

// Add counts a puzzle and reports true, unless there are too many of its level or there is one with an equal likeness.
func (l *Ledger) Add(theme string, level int, likeness any) bool {
	if l.known[likeness] || theme != l.Mixed && l.levels[at{theme, level}] > l.counts[theme]/l.Often+l.Often {
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

// LevelOf returns the lowest level of the computer, from lowest to highest, that plays the key, or highest+1 if none does.
func LevelOf(lowest, highest int, plays func(level int) bool) int {
	for level := lowest; level <= highest; level++ {
		if plays(level) {
			return level
		}
	}
	return highest + 1
}

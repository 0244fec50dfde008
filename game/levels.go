package game

import "slices"

// Everything that is kept, or sent between programs, names a level by its code, which never changes its meaning, while the numbers of levels, which
// people and commands use, change when levels are inserted. The code of a level that was there before is its number at that time.

// Graded is a game of Bots whose levels have codes. In any other game, the code of a level is its number.
type Graded interface {
	Bots
	// LevelCodes returns the codes of the levels from the lowest level upwards; callers must not change the list. Levels above these have the codes that
	// follow the last one. A level that was inserted between others has a code from InsertedCodes on, whose hundreds are the code of the next lower level
	// without hundredths: 1250 is between 12 and 13.
	LevelCodes() []int
}

// InsertedCodes is the lowest code of a level that was inserted. Older programs do not know such codes.
const InsertedCodes = 100

// LevelCode returns the code of a level of g.
func LevelCode(g Game, level int) int {
	graded, ok := g.(Graded)
	if !ok {
		return level
	}
	codes := graded.LevelCodes()
	low, _, _ := graded.Levels()
	switch i, last := level-low, len(codes)-1; {
	case i < 0:
		return level
	case i <= last:
		return codes[i]
	default:
		return codes[last] + i - last
	}
}

// LevelOf returns the level of g with a code, or false if g has no level with this code; a newer program may have one. In a game that is not Graded,
// it does not check the code.
func LevelOf(g Game, code int) (level int, ok bool) {
	graded, ok := g.(Graded)
	if !ok {
		return code, true
	}
	codes := graded.LevelCodes()
	low, high, _ := graded.Levels()
	last := len(codes) - 1
	level = low + slices.Index(codes, code)
	if level < low && code > codes[last] && code < InsertedCodes {
		level = low + last + code - codes[last]
	}
	return level, level >= low && level <= high
}

// mostListed is the number of levels that lists name if a game has no highest level and is not Graded.
const mostListed = 16

// HighestListed returns the highest level that lists name: the highest one or, in a game without a highest level, the highest one with a code of its own.
func HighestListed(b Bots) int {
	low, high, _ := b.Levels()
	most := mostListed
	if graded, ok := b.(Graded); ok {
		codes := graded.LevelCodes()
		most = len(codes)
	}
	return min(high, low+most-1)
}

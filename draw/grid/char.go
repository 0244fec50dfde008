package grid

import (
	"sync"
	"unicode/utf8"
)

// Cell.Rune has the bit wide for a character that takes two cells; the Rune of its right cell is second. It has the bit several for a character of
// more than one rune, and then holds, in place of a rune, the index of the character in made.
const (
	wide    rune = 1 << (iota + 24)
	several      // beyond all runes, as the others
	second
	flags = wide | several | second
)

// made numbers the characters of several runes. When it is full, a further one is shown as its letter without marks.
var made struct {
	sync.RWMutex
	numbers map[string]rune
	list    []string
}

const mostMade = 1 << 15

// runeOf returns the Rune of the first cell of a character, which takes a number of columns.
func runeOf(char string, columns int) rune {
	r, size := utf8.DecodeRuneInString(char)
	if size < len(char) {
		made.Lock()
		n, ok := made.numbers[char]
		if !ok && len(made.list) < mostMade {
			if made.numbers == nil {
				made.numbers = map[string]rune{}
			}
			n, ok = rune(len(made.list)), true
			made.numbers[char], made.list = n, append(made.list, char)
		}
		made.Unlock()
		if ok {
			r = n | several
		}
	}
	if columns > 1 {
		r |= wide
	}
	return r
}

// Char returns what the cell at index i of a row shows if that is more than a rune: a letter with its marks, or a character that also takes the next cell
// and for which that one shows "". Half a character, of which the other cell shows something else, is a blank. Otherwise ok is false, and
// the cell shows its Rune.
func Char(row []Cell, i int) (text string, ok bool) {
	r := row[i].Rune
	switch {
	case r < wide:
		return "", false
	case r == second && i > 0 && row[i-1].Rune&wide != 0:
		return "", true
	case r == second || r&wide != 0 && (i+1 == len(row) || row[i+1].Rune != second):
		return " ", true
	case r&several == 0:
		return string(r &^ flags), true
	}
	made.RLock()
	defer made.RUnlock()
	return made.list[r&^flags], true
}

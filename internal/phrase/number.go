package phrase

import (
	"fmt"
	"strings"
)

// Number writes n as a word from 0, "none", to 8, and in digits otherwise.
func Number(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Count writes n things in digits, of which one is one thing: "1 puzzle", "2 puzzles", "0 plies", "3 other vertices".
func Count(n int, thing string) string { return fmt.Sprintf("%d %s", n, Plural(n, thing)) }

// Plural returns the noun that a number n goes with: thing itself if n is 1, otherwise its plural.
func Plural(n int, thing string) string {
	if n == 1 {
		return thing
	}
	stem, ok := strings.CutSuffix(thing, "y")
	switch {
	case strings.HasSuffix(thing, "vertex"):
		return strings.TrimSuffix(thing, "ex") + "ices"
	case ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(thing, "s"), strings.HasSuffix(thing, "x"), strings.HasSuffix(thing, "ch"):
		return thing + "es"
	}
	return thing + "s"
}

// Alike returns a sentence about the moves that a search found to be about as good as one named before: it names the first
// three and counts the rest. It returns "" if there are no moves.
func Alike(moves []string) string {
	const named = 3
	switch n := len(moves); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("Also good: %s and %s more.", strings.Join(moves[:named], ", "), Number(n-named))
	}
	return fmt.Sprintf("Also good: %s.", List(moves))
}

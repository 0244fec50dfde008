package phrase

import (
	"fmt"
	"strings"
)

// Number returns n as a word from 0, "none", to 8, and in digits otherwise.
func Number(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Count returns a number in digits with the noun thing in the form that fits: "1 puzzle", "2 puzzles", "0 plies", "3 other vertices".
func Count(n int, thing string) string { return fmt.Sprintf("%d %s", n, Plural(n, thing)) }

// Plural returns the form of a noun that goes with the number n: thing itself if n is 1, otherwise its plural.
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

// bleak is the winning chance of the best move below which no move is called good.
const bleak = 0.1

// AsGood returns a phrase for a move that is about as good as the best one: "a good move too". chance is the best move's
// chance to win, from 0 to 1.
func AsGood(chance float64) string {
	if chance < bleak {
		return "no worse"
	}
	return "a good move too"
}

// Alike returns a sentence about moves that are about as good as the best one, whose chance to win is chance, from 0 to 1: it names
// the first three and counts the rest. It returns "" if there are no moves.
func Alike(chance float64, moves []string) string {
	const named = 3
	how := "Also good"
	if chance < bleak {
		how = "No worse"
	}
	switch n := len(moves); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("%s: %s and %s more.", how, strings.Join(moves[:named], ", "), Number(n-named))
	}
	return fmt.Sprintf("%s: %s.", how, List(moves))
}

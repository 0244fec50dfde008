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

// Alike returns a sentence about the moves that a search found to be about as good as one named before: it names the first
// three and counts the rest. It returns "" if there are no moves.
func Alike(moves []string) string {
	const named = 3
	switch n := len(moves); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("About as good by the search: %s and %s more.", strings.Join(moves[:named], ", "), Number(n-named))
	}
	return fmt.Sprintf("About as good by the search: %s.", List(moves))
}

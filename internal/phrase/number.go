package phrase

import (
	"fmt"
	"strings"
)

// Number writes a number of things, a small one as a word.
func Number(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Alike says which moves a search has found to be about as good as one that was named before: the first of them, and how many
// more there are. It returns "" if there is none.
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

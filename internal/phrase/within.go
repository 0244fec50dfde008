package phrase

import "unicode/utf8"

// Within joins sentences with blanks into a text of at most the given number of characters. The first sentence is always included,
// even if it is longer; each of the others only if it still fits. Empty ones are left out.
func Within(characters int, sentences ...string) string {
	text := sentences[0]
	for _, s := range sentences[1:] {
		if s != "" && utf8.RuneCountInString(text)+1+utf8.RuneCountInString(s) <= characters {
			text += " " + s
		}
	}
	return text
}

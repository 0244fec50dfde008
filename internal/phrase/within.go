package phrase

import "unicode/utf8"

// Within joins sentences as long as they have at most that many characters together: the first always, then each for which there is
// room. Empty ones are left out.
func Within(characters int, sentences ...string) string {
	text := sentences[0]
	for _, s := range sentences[1:] {
		if s != "" && utf8.RuneCountInString(text)+1+utf8.RuneCountInString(s) <= characters {
			text += " " + s
		}
	}
	return text
}

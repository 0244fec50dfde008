package desk

import "strings"

// keeping returns the sentence that the game on p is kept, after any news about its file, if the game is on the disk at this moment.
// Otherwise it returns why the game is not kept, or only that it is not.
func keeping(p *Play, sentence string) string {
	kept, news := p.Person.Keep()
	switch {
	case kept:
		return strings.TrimSpace(news + " " + sentence)
	case news != "":
		return news
	}
	return "It is not kept."
}

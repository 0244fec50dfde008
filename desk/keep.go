package desk

import "strings"

// keeping returns the sentence that the game on p is kept, if that is true on the disk at this moment, after news about its file. Otherwise it
// returns why the game is not kept, or that it is not.
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

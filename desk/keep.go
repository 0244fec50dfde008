package desk

import (
	"strings"

	"attic/table"
)

// keeping returns the sentence that the game of p is kept, after any news about its file, if the game is on the disk at this moment.
// Otherwise it returns why the game is not kept, or only that it is not.
func keeping(p *table.Person, sentence string) string {
	kept, news := p.Keep()
	switch {
	case kept:
		return strings.TrimSpace(news + " " + sentence)
	case news != "":
		return news
	}
	return "It is not kept."
}

// Continue continues the game that is kept of the game called name, if there is one.
func (d *Desk) Continue(name string) {
	m := d.Menu
	for i, g := range d.Games {
		if g.Info().Name == name && m.Kept[i] != nil {
			m.Entry = i
			m.resume()
		}
	}
}

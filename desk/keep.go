package desk

import (
	"strconv"
	"strings"

	"attic/desk/command"
	"attic/match/store"
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

// resume continues the kept game. If another program has a newer one open, it first says which program.
func (m *Menu) resume() {
	var busy error
	if m.Entry < len(m.Kept) {
		name := m.desk.Games[m.Entry].Info().Name
		busy = m.desk.Store.Library.Busy(name, false)
		if k, ok := m.desk.Store.Library.Kept(name); ok && m.Kept[m.Entry] == nil { // left by another program since
			m.Kept[m.Entry] = &k
		}
	}
	switch {
	case m.Entry < len(m.Kept) && m.Kept[m.Entry] != nil:
	case busy != nil:
		m.Said = plainly(busy)
		return
	default:
		m.Said = "No game is kept here; press Enter to start one."
		return
	}
	wish := m.wish()
	wish.Opponent = store.OpponentPerson // until the kept game is loaded
	m.begin(wish)
	if p := m.desk.Play; p != nil {
		p.want(command.Request{Verb: command.Resume, Text: strconv.Itoa(m.Kept[m.Entry].Number)})
		if p.news(); busy != nil {
			p.Message.tell(plainly(busy))
		}
	}
}

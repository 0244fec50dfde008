package desk

import (
	"errors"
	"strings"

	"attic/desk/command"
)

// Unsaved says what is not saved, and why, as long as that is so: of the game and the games before it at its table, or else of what is kept besides
// games. It is "" when everything is saved. Front-ends show it on every page, whatever else is there, and Titled as the title.
func (d *Desk) Unsaved() string {
	if said := d.endangered(); said != "" {
		return said
	}
	if err := d.Store.Owed(); err != nil {
		return command.Sentence(err)
	}
	return ""
}

// UnsavedIn is Unsaved for a line, without its first words if it does not fit.
func (d *Desk) UnsavedIn(fits func(text string) bool) string {
	said := d.Unsaved()
	if _, short, ok := strings.Cut(said, " not saved: "); ok && !fits(said) {
		return "Not saved: " + short
	}
	return said
}

// endangered is Unsaved for what is lost when the person leaves the table.
func (d *Desk) endangered() string {
	if d.Play == nil {
		return ""
	}
	if why := d.Play.Person.Now().Unsaved; why != "" {
		return command.Sentence(errors.New(why))
	}
	return ""
}

// Titled returns the title of a page, for the window or tab that shows it.
func (d *Desk) Titled(title string) string {
	if d.Unsaved() != "" {
		return "Not saved: " + title
	}
	return title
}

// saveEach is the number of ticks after which attic tries again to save what is not saved.
const saveEach = 5

// saves tries from time to time to save what is not saved.
func (d *Desk) saves() {
	if d.Unsaved() == "" {
		d.waited = 0
		return
	}
	if d.waited++; d.waited%saveEach != 0 {
		return
	}
	if d.Play != nil {
		d.Play.Person.Save()
		d.Play.news()
	}
	if d.Store.Pay() {
		d.say("Everything is saved now.")
	}
}

// again adds to what is not saved that a key, pressed again, leaves all the same.
func (d *Desk) again(said, key string) string {
	if d.endangered() == "" {
		return said + " " + key + " again quits."
	}
	return said + " " + key + " again leaves it."
}

// risks asks before do, which ends the table of a game that is not saved; again is the key that asked for it. It reports whether it asks.
func (p *Play) risks(said, again, yes string, do func()) bool {
	if said == "" {
		return false
	}
	p.uncover()
	p.ask(p.desk.again(said, again), yes, func() {
		p.warned = true
		do()
	})
	p.question.again = again
	return true
}

package desk

import (
	"errors"
	"strings"
	"unicode/utf8"

	"attic/desk/command"
)

// Unsaved says what is not saved, and why, as long as that is so; "": everything is. Front-ends show it on every page, whatever else is there.
func (d *Desk) Unsaved() string {
	if said := d.endangered(); said != "" {
		return said
	}
	if err := d.Store.Owed(false); err != nil {
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

// Titled returns the title of a page for the window or tab that shows it.
func (d *Desk) Titled(title string) string {
	if d.Unsaved() != "" {
		return "Not saved: " + title
	}
	return title
}

// endangered is Unsaved for what is lost when the person leaves the table.
func (d *Desk) endangered() string {
	if d.Play != nil && d.Play.Person.Now().Unsaved != "" {
		return command.Sentence(errors.New(d.Play.Person.Now().Unsaved))
	}
	return ""
}

// saveEach is the number of ticks after which attic tries again to save what is not saved.
const saveEach = 5

// saves tries from time to time to save what is not saved.
func (d *Desk) saves() {
	if d.waited++; d.waited%saveEach != 0 || d.Unsaved() == "" {
		return
	}
	if d.Play != nil {
		_, _ = d.Play.Person.Keep() // the table tells
	}
	if d.Store.Owed(false) != nil && d.Store.Owed(true) == nil {
		d.say("Everything is saved now.")
	}
}

// risks asks before do, which loses what said says is not saved; key asked for it, and means yes too. It reports whether it asks.
func (p *Play) risks(said, key, yes string, do func()) bool {
	if said == "" {
		return false
	}
	p.uncover()
	text := said + " " + key + " again leaves it."
	if head, _, _ := strings.Cut(said, ": "); utf8.RuneCountInString(text) > 76 { // the page shows the reason anyway
		text = head + ". " + key + " again leaves it."
	}
	p.ask(text, yes, func() {
		p.warned = true
		do()
	})
	p.question.again = key
	return true
}

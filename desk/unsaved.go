package desk

import (
	"attic/desk/command"
	"attic/internal/phrase"
	"attic/table"
)

// Unsaved says what is not saved, and why; "": everything is. Front-ends show it on every page, whatever else is there.
type Unsaved string

// Unsaved returns what is not saved now.
func (d *Desk) Unsaved() Unsaved {
	if said := endangered(d.Play); said != "" {
		return said
	}
	if err := d.Store.Profile.Owed(false); err != nil {
		return Unsaved(command.Sentence(err))
	}
	return ""
}

// endangered returns what is lost when the person leaves the table of p, which may be nil.
func endangered(p *Play) Unsaved {
	if p == nil {
		return ""
	}
	return Unsaved(table.NotSaved.In(p.Person.Now().Situation).Line(table.Typed))
}

// In returns u for a line, without its first words if it does not fit.
func (u Unsaved) In(fits func(text string) bool) string {
	if u == "" {
		return ""
	}
	_, _, said := table.NotSaved.In(table.Situation{Unsaved: string(u)}).Page(nil, fits)
	return said
}

// Title returns the title of a page of d for the window or tab that shows it: what the person should know, before the name of the page.
func Title(d *Desk, name string) string {
	state := ""
	switch p := d.Play; {
	case d.Unsaved() != "":
		state = table.NotSaved.Title()
	case p == nil:
	case p.Remote.heard.said != "" && p.Remote.heard.said == p.Message.Said:
		state = p.Remote.heard.title
	default:
		state = p.Now.Situation.Case.Title()
	}
	if state == "" {
		return name
	}
	return phrase.Capital(state) + ": " + name
}

// saveEach is the number of ticks after which attic tries again to save what is not saved.
const saveEach = 5

// saves tries from time to time to save what is not saved.
func saves(d *Desk) {
	if d.waited++; d.waited%saveEach != 0 || d.Unsaved() == "" {
		return
	}
	if d.Play != nil {
		_, _ = d.Play.Person.Keep() // the table tells
	}
	if d.Store.Profile.Owed(false) != nil && d.Store.Profile.Owed(true) == nil {
		d.say("Everything is saved now.")
	}
}

// iconTicks is the number of ticks for which the sound icon is shown after sound was switched.
const iconTicks = 2

// Switched reports whether sound was just switched on or off. Front-ends show an icon as long as this is true: for iconTicks
// ticks, or until the person does something else.
func (m *Message) Switched() bool { return m.switched > 0 }

// Ticks reports whether the page changes with time; then call Tick a second from now.
func (d *Desk) Ticks() bool {
	p := d.Play
	return d.Unsaved() != "" || p != nil && (clocked(&p.Shown) && p.Now.Clock.Runs >= 0 || p.Message.Switched() || p.Study.Races())
}

// Tick is called a second after Ticks has reported true. The page is drawn afterwards.
func (d *Desk) Tick() {
	saves(d)
	if d.Play == nil {
		return
	}
	if d.Play.Message.switched > 0 {
		d.Play.Message.switched--
	}
	d.Play.lecture.races()
}

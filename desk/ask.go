package desk

import (
	"cmp"
	"errors"
	"strings"
	"unicode/utf8"

	"attic/desk/command"
	"attic/game"
	"attic/match/store"
	"attic/table"
)

// tell shows a text: below the board if it is short, otherwise on a page of its own.
func (m *Message) tell(text string) {
	if text == "" {
		return
	}
	m.Fresh = false
	if strings.Contains(text, "\n") || utf8.RuneCountInString(text) > 150 {
		m.pages.answer(m.title, m.keyed(text))
		return
	}
	m.Said = text
}

// says shows a sentence below the board; "" shows what the position says.
func (m *Message) says(text string) { m.Fresh, m.Said = false, text }

// complain says what is wrong, if there is an error.
func (m *Message) complain(err error) {
	if err != nil {
		m.says(command.Sentence(err))
		m.sound(game.Refused)
		if damage := (*store.DamagedError)(nil); errors.As(err, &damage) { // the line has no room for both the path and what to do
			m.pages.answer(m.title, m.keyed(m.Said))
		}
	}
}

// sound plays effects unless sound is off.
func (m *Message) sound(sounds ...game.Sound) {
	if !m.settings.Silent {
		m.effects.Sounds = append(m.effects.Sounds, sounds...)
	}
}

// question replaces the sentences by a question, with an action for yes.
type question struct {
	text string
	yes  string // the label of the button for yes
	do   func()

	again string // another key for yes, or ""

	no  string // the label of the button for no; "" stands for "keep playing"
	not func() // the action for no; nil: none
}

// ask asks a question and calls do after a yes.
func (m *Message) ask(text, yes string, do func()) {
	m.unask()
	m.question = &question{text: text, yes: yes, do: do}
	m.says("")
}

// askIf calls do, but asks first if doubtful is set.
func (m *Message) askIf(doubtful bool, text, yes string, do func()) {
	if !doubtful {
		do()
		return
	}
	m.ask(text, yes, do)
}

// answered takes a key as the answer to a question and reports whether it was one. Any other key means no and then does
// what it normally does.
func (m *Message) answered(key string) bool {
	q := m.question
	if q == nil {
		return false
	}
	switch key {
	case "enter", "space", "y", q.again:
		m.question = nil
		q.do()
		return true
	}
	m.unask()
	return key == "esc" || key == "5"
}

// unask withdraws a question, which means no.
func (m *Message) unask() {
	q := m.question
	m.question = nil
	if q != nil && q.not != nil {
		q.not()
	}
}

// refusal returns the label of the button for no.
func (q question) refusal() string { return cmp.Or(q.no, "keep playing") }

// Quit ends the program, but asks first if something is not saved or a game with another machine is running. A second call does not ask again.
func Quit(d *Desk) {
	quit := func() { d.Quitting = true }
	p, said := d.Play, d.Unsaved()
	switch {
	case p == nil && said != "" && said != d.warned:
		d.warned, d.Form, d.Pages, d.Menu.Prompt = said, Form{}, nil, Prompt{}
		d.Menu.Said = string(said) + " q again quits."
		return
	case p != nil && p.Message.question != nil && said != "" && p.Message.question.again == "q":
		p.ending.warned = true
		fallthrough
	case p == nil, p.Message.question != nil && said == "":
		quit()
		return
	}
	if p.ending.risks(said, "q", "quit", quit) {
		return
	}
	q := command.Quits(p.Person.Now(), p.Info, p.desk.May)
	if q.Short != "" {
		p.ending.uncover()
	}
	p.Message.askIf(q.Short != "", q.Short, "quit", quit)
}

// midway reports whether the round has begun and is not over.
func midway(s table.Sight) bool { return s.ToMove >= 0 && !unplayed(s) }

// unplayed reports whether nothing has happened in the round, not even set-up.
func unplayed(s table.Sight) bool {
	entries := s.History()
	return entries[len(entries)-1].Text == ""
}

package desk

import (
	"errors"
	"strings"
	"unicode/utf8"

	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
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

// says shows a sentence below the board; "" shows the sentence of the position.
func (m *Message) says(text string) { m.Fresh, m.Said = false, text }

// complain shows an error, if there is one, and plays the sound of a refusal.
func (m *Message) complain(err error) {
	if err != nil {
		m.says(command.Sentence(err))
		m.sound("", game.Refused)
		if damage := (*store.DamagedError)(nil); errors.As(err, &damage) { // a line has no room for both the path and the remedy
			m.pages.answer(m.title, m.keyed(m.Said))
		}
	}
}

// question is a question that replaces the sentences, with an action for yes.
type question struct {
	text string
	yes  string // the label of the button for yes
	do   func()

	again string // another key for yes, or ""

	no  string // the label of the button for no
	not func() // the action for no; nil: none
}

// ask asks a question and calls the function do after a yes.
func (m *Message) ask(text, yes string, do func()) {
	m.unask()
	m.question = &question{text: text, yes: yes, do: do, no: "keep playing"}
	m.says("")
}

// askIf calls the function do, but asks first if doubtful is set.
func (m *Message) askIf(doubtful bool, text, yes string, do func()) {
	if !doubtful {
		do()
		return
	}
	m.ask(text, yes, do)
}

// answered handles a key as the answer to a question, and reports whether it was an answer. Any other key counts as no, and then has its normal effect.
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

// unask withdraws a question, which counts as no.
func (m *Message) unask() {
	q := m.question
	m.question = nil
	if q != nil && q.not != nil {
		q.not()
	}
}

// Quit ends the program, but asks first if something is not saved or a game with another machine is running. A second call does not ask again.
func Quit(d *Desk) {
	quit := func() { d.Quitting = true }
	returns(d)
	p, said := d.Play, d.Unsaved()
	switch {
	case p == nil && said != "" && said != d.warned:
		d.warned, d.Form, d.Pages, d.Menu.Prompt = said, Form{}, nil, Prompt{}
		d.Menu.Said = string(said) + For(d, " Press q", " Choose Quit") + " again to quit."
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

// Prompt is the line below the board for typing moves, commands and file names.
type Prompt struct {
	On       bool
	Secret   bool // the text must not be shown
	Question string
	input    line
	complete func(line string) []string
	history  []string
	past     int               // the number of lines recalled from the history
	then     func(line string) // handles the line
}

// begin opens the line with a text in it. complete returns the completions of a line; nil: Tab does nothing. The function then is called with the
// line, unless the line is empty.
func (pr *Prompt) begin(question, text string, complete func(line string) []string, then func(line string)) {
	pr.On, pr.Secret, pr.Question, pr.complete, pr.past, pr.then = true, false, question, complete, 0, then
	pr.input.set(text)
}

// ask opens the line for a secret. The function then is called with the secret, even if the secret is empty.
func (pr *Prompt) ask(question string, then func(line string)) {
	pr.begin(question, "", nil, then)
	pr.Secret = true
}

func (pr *Prompt) close() { pr.On, pr.input = false, line{} }

func (pr *Prompt) end(line string) {
	pr.close()
	if strings.TrimSpace(line) != "" || pr.Secret {
		pr.then(line)
	}
}

// key handles a key; Esc drops the line.
func (pr *Prompt) key(name string) {
	switch name {
	case "esc", "ctrl+g":
		pr.end("")
	case "enter":
		line := pr.input.String()
		if !pr.Secret && strings.TrimSpace(line) != "" {
			pr.history = append(pr.history, line)
		}
		pr.end(line)
	case "tab":
		if pr.complete != nil {
			if text := phrase.Start(pr.complete(pr.input.String())); len(text) > len(pr.input.String()) {
				pr.input.set(text)
			}
		}
	case "up":
		pr.recall(1)
	case "down":
		pr.recall(-1)
	case "backspace":
		if pr.input.String() == "" { // the key closes an empty line, as in vi and less
			pr.end("")
			return
		}
		fallthrough
	default:
		pr.input.key(name)
	}
}

// recall fetches an earlier line, step lines further back.
func (pr *Prompt) recall(step int) {
	if to := pr.past + step; !pr.Secret && to >= 0 && to <= len(pr.history) {
		pr.past = to
		text := ""
		if to > 0 {
			text = pr.history[len(pr.history)-to]
		}
		pr.input.set(text)
	}
}

func (pr *Prompt) insert(text string) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	pr.input.insert(first)
}

// Text returns the text as it was typed.
func (pr *Prompt) Text() string { return pr.input.String() }

// Line returns the text to show, in which a secret is masked, and the index of the rune after the caret. For a line that is too long, see [Field.Edited].
func (pr *Prompt) Line(fits func(before string) bool) (text []rune, caret int) {
	shown := pr.input
	if pr.Secret {
		shown.text = []rune(strings.Repeat("*", len(shown.text)))
	}
	return shown.Edited(fits)
}

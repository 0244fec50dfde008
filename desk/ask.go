package desk

import (
	"cmp"

	"attic/command"
	"attic/game"
	"attic/table"
)

// asking is the part of a page that asks before ending or discarding a game.
type asking struct {
	question *question // nil if there is none
}

// question replaces the sentences by a question, with an action for yes.
type question struct {
	text string
	yes  string // the label of the button for yes
	do   func()

	no  string // the label of the button for no; "" stands for "keep playing"
	not func() // the action for no; nil: none
}

// ask asks a question and calls do after a yes.
func (p *Play) ask(text, yes string, do func()) {
	p.unask()
	p.question, p.Said, p.Fresh = &question{text: text, yes: yes, do: do}, "", false
}

// Hurries reports whether Space makes the computer move now: it is thinking, and there is no question for Space to answer.
func (p *Play) Hurries() bool { return p.Thinking() && p.question == nil }

// askMidway calls do, but asks first in the middle of a game.
func (p *Play) askMidway(text, yes string, do func()) {
	if !p.midway() {
		do()
		return
	}
	p.ask(text, yes, do)
}

// askApart calls do, but asks first if a game with another machine is running.
func (p *Play) askApart(q command.Question, yes string, do func()) {
	if q.Short == "" {
		do()
		return
	}
	p.ask(q.Short, yes, do)
}

// Quit ends the program, but asks first if a game with another machine is running. A second call does not ask again.
func Quit(d *Desk) {
	quit := func() { d.Quitting = true }
	p := d.Play
	if p == nil || p.question != nil {
		quit()
		return
	}
	q := command.Quits(p.Person.Now(), p.Info)
	if q.Short != "" { // close whatever would hide the question
		p.Prompt, p.Pager.On, p.Chooser.On, p.Sheet.On, d.Form = Prompt{}, false, false, false, Form{}
		if p.Review.On {
			p.leaveReview()
		}
	}
	p.askApart(q, "quit", quit)
}

// midway reports whether the round has begun and is not over.
func (p *Play) midway() bool {
	return p.Person.Now().ToMove >= 0 && !p.unplayed()
}

// unplayed reports whether nothing has happened in the round, not even set-up.
func (p *Play) unplayed() bool {
	entries := p.Person.Sight().History()
	return entries[len(entries)-1].Text == ""
}

// answered takes a key as the answer to a question and reports whether it was one. Any other key means no and then does
// what it normally does.
func (p *Play) answered(key string) bool {
	q := p.question
	if q == nil {
		return false
	}
	switch key {
	case "enter", "space", "y":
		p.question = nil
		q.do()
		return true
	}
	p.unask()
	return key == "esc" || key == "5"
}

// unask withdraws a question, which means no.
func (p *Play) unask() {
	q := p.question
	p.question = nil
	if q != nil && q.not != nil {
		q.not()
	}
}

// refusal returns the label of the button for no.
func (q question) refusal() string { return cmp.Or(q.no, "keep playing") }

// propose plays a move, asking first if the move has a Confirm question.
func (p *Play) propose(m game.Move) {
	if m.Confirm == "" {
		p.play(m.Text)
		return
	}
	p.ask(m.Confirm, m.Label, func() { p.play(m.Text) })
}

// clear abandons the game and goes back to the set-up, or starts another game if it has no set-up.
func (p *Play) clear(line string) {
	if q := command.Ends(p.Person.Now()); q.Short != "" {
		p.ask(q.Short, "leave", func() { p.carry(line) })
		return
	}
	left := p.midway()
	p.askMidway("Leave this game and start over? "+keeping(p, "It is kept."), "start over", func() {
		p.carry(line)
		p.keeps(left)
	})
}

// keeps says that the game that was left can be brought back.
func (p *Play) keeps(left bool) {
	if left && p.Said == "" && p.Person.Now().Other == table.Near {
		p.Said, p.Fresh = "u brings the last game back.", false
	}
}

package desk

import (
	"cmp"

	"attic/game"
	"attic/table"
)

// asking is the part of a page that asks before it ends or discards a game.
type asking struct {
	question *question // nil if nothing is asked
}

// question is what is asked in place of the sentences, and what is done after a yes.
type question struct {
	text string
	yes  string // what the button says
	do   func()

	no  string // what the button for no says; "" is "go on here"
	not func() // what is done after a no; nil is nothing
}

// ask asks before do is called.
func (p *Play) ask(text, yes string, do func()) {
	p.unask()
	p.question, p.Said, p.Fresh = &question{text: text, yes: yes, do: do}, "", false
}

// Asks reports whether the page asks before it does something, so that its Answers are the keys to press.
func (p *Play) Asks() bool { return p.question != nil }

// Hurries reports whether Space lets the computer move now: it thinks, and Space answers no question.
func (p *Play) Hurries() bool { return p.Thinking() && p.question == nil }

// askMidway calls do, and asks before if a game is being played.
func (p *Play) askMidway(text, yes string, do func()) {
	if !p.midway() {
		do()
		return
	}
	p.ask(text, yes, do)
}

// midway reports whether a round has begun and is not over.
func (p *Play) midway() bool {
	return p.Person.Now().ToMove >= 0 && !p.unplayed()
}

// unplayed reports whether nothing has happened in the round, not even set-up.
func (p *Play) unplayed() bool {
	entries := p.Person.Sight().History()
	return entries[len(entries)-1].Text == ""
}

// answered takes a key for what is asked and reports whether the key was an answer. Any other key means no, and goes on to
// mean what it always does.
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

// unask takes back what is asked, which means no.
func (p *Play) unask() {
	q := p.question
	p.question = nil
	if q != nil && q.not != nil {
		q.not()
	}
}

// refusal is what the button for no says.
func (q question) refusal() string { return cmp.Or(q.no, "go on here") }

// propose plays a move, and asks before if the move says so.
func (p *Play) propose(m game.Move) {
	if m.Confirm == "" {
		p.play(m.Text)
		return
	}
	p.ask(m.Confirm, m.Label, func() { p.play(m.Text) })
}

// clear abandons the game for the set-up, or for another game where there is none.
func (p *Play) clear(line string) {
	left := p.midway()
	p.askMidway("Leave this game and start over? It is kept.", "start over", func() {
		p.carry(line)
		p.keeps(left)
	})
}

// keeps says that a game that was left can be brought back.
func (p *Play) keeps(left bool) {
	if left && p.Said == "" && p.Person.Now().Other == table.Near {
		p.Said, p.Fresh = "The game before is kept: u brings it back.", false
	}
}

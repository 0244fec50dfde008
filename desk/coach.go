package desk

import (
	"attic/desk/command"
	"attic/table"
	"attic/teach/coach"
)

// coaching is the part of a page that asks what the coach has to say about a move.
type coaching struct {
	*coach.Coach
	shown   *Shown
	message *Message
	want    func(command.Request)
}

// news asks about a move that the coach has judged, or plays the move that it found nothing against.
func (c *coaching) news(act func(table.Act) error) {
	v, ok := c.Verdict()
	play := func() {
		v.Act.After = c.shown.Now.N // the change that the person sees by now
		c.message.complain(act(v.Act))
	}
	switch {
	case !ok:
	case c.shown.Back: // the person has gone on to something else
		c.Stop()
	case v.Warning == "" && v.Move.Text != "":
		play()
	case v.Warning != "":
		text, yes := v.Question()
		c.message.ask(text, yes, func() {
			if v.Move.Text != "" {
				play()
				return
			}
			c.want(command.Request{Verb: command.Undo})
			c.Stop()
		})
		if v.Move.Text == "" {
			c.message.question.no, c.message.question.not = "let it stand", c.Stop
		}
	}
}

// coachLine is the command that switches the coach.
const coachLine = "coach"

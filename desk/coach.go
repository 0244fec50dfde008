package desk

import "attic/command"

// judged asks what the coach has to say about a move, or plays the move that it found nothing against.
func (p *Play) judged() {
	if p.Moving {
		return
	}
	v, ok := p.coach.Verdict()
	play := func() {
		v.Act.After = p.Now.N // the change that the person sees by now
		p.complain(p.requests.Act(v.Act))
	}
	switch {
	case !ok:
	case p.Back: // the person has gone on to something else
		p.coach.Stop()
	case v.Warning == "" && v.Move.Text != "":
		play()
	case v.Warning != "":
		text, yes := v.Question()
		p.ask(text, yes, func() {
			if v.Move.Text != "" {
				play()
				return
			}
			p.want(command.Request{Verb: command.Undo})
			p.coach.Stop()
		})
		if v.Move.Text == "" {
			p.question.no, p.question.not = "let it stand", p.coach.Stop
		}
	}
}

// coachLine is the command that switches the coach.
const coachLine = "coach"

package desk

import (
	"context"
	"strings"

	"attic/command"
	"attic/internal/phrase"
	"attic/review"
)

// coaching is the part of a page that warns of a move that loses much, before the computer answers it.
type coaching struct {
	coach   *later[string] // what is wrong with the move just played, while that is being worked out
	coached int            // how many steps of the match there were after it
}

// coaches reports whether the person wants to be warned and can be: the game has advice and hides nothing, and nobody plays from
// another machine.
func (p *Play) coaches() bool {
	return command.Coaches(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now())
}

// watch begins to look at the move just played. The computer, which Hold keeps from answering, thinks meanwhile.
func (p *Play) watch() {
	m, open := p.Person.Sight().Match()
	if !open {
		p.letAnswer()
		return
	}
	p.coached = m.Ply()
	p.coach = work(p.Person.Wake, func(ctx context.Context) (string, error) { return review.Warning(ctx, m) })
	if p.desk.Paused { // nothing happens by itself then
		p.coach.wait()
	}
}

// warned asks whether the move is to be taken back, if it loses much, or lets the computer answer. What cannot be judged is not
// warned of.
func (p *Play) warned() {
	if p.coach == nil || !p.coach.ready() || p.Moving {
		return
	}
	text, err := p.coach.value, p.coach.err
	p.coach = nil
	if err != nil || text == "" || p.Person.Now().Ply != p.coached || p.Back {
		p.letAnswer()
		return
	}
	p.ask(text+" Take it back?", "take it back", func() {
		p.carry("undo")
		p.letAnswer()
	})
	p.question.no, p.question.not = "let it stand", p.letAnswer
}

// letAnswer stops looking at a move and lets the computer move.
func (p *Play) letAnswer() {
	if p.coach != nil {
		p.coach.end()
		p.coach = nil
	}
	p.table.Hold(false)
}

// coachSetting is the line of the settings for the coach.
func (d *Desk) coachSetting() MenuItem {
	value := "off"
	if d.Settings.Coach {
		value = "on"
	}
	return MenuItem{Label: "Coach", Value: value, Change: func(int) {
		d.Settings.Coach = !d.Settings.Coach
		d.Menu.save()
	}}
}

// coachLine is the command that switches the coach.
const coachLine = "coach"

// plays reports whether a typed line is a legal move and no command.
func (p *Play) plays(line string) bool {
	name, _ := phrase.Cut(strings.TrimSpace(line))
	m, open := p.Person.Sight().Match()
	if !open || p.retry != nil || p.session.Knows(strings.ToLower(name)) {
		return false
	}
	_, _, err := m.State().Play(strings.TrimSpace(line))
	return err == nil
}

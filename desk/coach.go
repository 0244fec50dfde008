package desk

import (
	"context"
	"strings"

	"attic/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/review"
)

// coaching is the part of a page that warns of a move that loses much, before the computer answers it.
type coaching struct {
	coach   *later[string] // what is wrong with the move just played, while that is being worked out
	coached int            // how many steps of the match there were after it

	caution *later[string] // what speaks against a move that is to be played, while that is being worked out
	doubted game.Move      // the move
	doubts  uint64         // the number of the change that the person sees
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

// careful begins to find out whether something speaks against a move before it is played, if the person wants to be warned and the
// game can, and reports whether it does.
func (p *Play) careful(text string) bool {
	cautious, move, ok := command.Caution(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now(), p.Person.Sight().Moves(), text)
	if !ok {
		return false
	}
	p.stopCaution()
	p.doubted, p.doubts = move, p.Now.N
	view := p.Now.View
	p.caution = work(p.Person.Wake, func(ctx context.Context) (string, error) { return cautious.Caution(ctx, view, move.Text) })
	if p.desk.Paused { // nothing happens by itself then
		p.caution.wait()
	}
	p.cautioned()
	return true
}

// cautioned plays the move that was to be played, or asks before if something speaks against it. What cannot be worked out does not.
func (p *Play) cautioned() {
	if p.caution == nil || !p.caution.ready() {
		return
	}
	text, err := p.caution.value, p.caution.err
	p.stopCaution()
	switch {
	case p.Person.Now().N != p.doubts || p.Back: // the game has gone on
	case err != nil || text == "":
		p.sent(p.doubted.Text)
	default:
		p.ask(command.Anyway(text, p.doubted), strings.ToLower(p.doubted.Label), func() { p.sent(p.doubted.Text) })
	}
}

// stopCaution stops looking at a move that is to be played.
func (p *Play) stopCaution() {
	if p.caution != nil {
		p.caution.end()
		p.caution = nil
	}
}

// cautions reports whether a typed line is a move of which the coach may warn before it is played.
func (p *Play) cautions(line string) bool {
	_, _, ok := command.Caution(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now(), p.Person.Sight().Moves(), line)
	return ok
}

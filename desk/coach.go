package desk

import (
	"context"
	"strings"

	"attic/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/review"
)

// coaching is the part of a page that warns of a losing move before the computer answers it.
type coaching struct {
	coach   *later[string] // the pending judgement of the move just played, or nil
	coached int            // the number of steps of the match after that move

	caution *later[string] // the pending judgement of a move to be played, or nil
	doubted game.Move      // the move
	doubts  uint64         // the number of the change that the person saw
}

// coaches reports whether the coach judges the person's moves: its setting is on, the game gives hints and hides nothing, and
// nobody plays from another machine.
func (p *Play) coaches() bool {
	return command.Coaches(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now())
}

// watch starts judging the move just played. Meanwhile the computer thinks, but Hold keeps it from moving.
func (p *Play) watch() {
	m, open := p.Person.Sight().Match()
	if !open {
		p.letAnswer()
		return
	}
	p.coached = m.Ply()
	p.coach = work(p.Person.Wake, func(ctx context.Context) (string, error) { return review.Warning(ctx, m) })
	if p.desk.Paused { // nothing else would wake a paused desk
		p.coach.wait()
	}
}

// warned asks whether to take the move back if it loses much; otherwise, or if it could not be judged, it lets the computer
// answer.
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

// letAnswer stops judging a move and lets the computer move.
func (p *Play) letAnswer() {
	if p.coach != nil {
		p.coach.end()
		p.coach = nil
	}
	p.table.Hold(false)
}

// coachSetting returns the setting for the coach.
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

// plays reports whether a typed line is a legal move and not a command.
func (p *Play) plays(line string) bool {
	name, _ := phrase.Cut(strings.TrimSpace(line))
	m, open := p.Person.Sight().Match()
	if !open || p.retry != nil || p.session.Knows(strings.ToLower(name)) {
		return false
	}
	_, _, err := m.State().Play(strings.TrimSpace(line))
	return err == nil
}

// careful starts judging a move before it is played, if the coach is on and the game is game.Cautious, and reports whether
// it does.
func (p *Play) careful(text string) bool {
	cautious, move, ok := command.Caution(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now(), p.Person.Sight().Moves(), text)
	if !ok {
		return false
	}
	p.stopCaution()
	p.doubted, p.doubts = move, p.Now.N
	view := p.Now.View
	p.caution = work(p.Person.Wake, func(ctx context.Context) (string, error) { return cautious.Caution(ctx, view, move.Text) })
	if p.desk.Paused { // nothing else would wake a paused desk
		p.caution.wait()
	}
	p.cautioned()
	return true
}

// cautioned plays the judged move, asking first if something speaks against it.
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

// stopCaution stops judging a move to be played.
func (p *Play) stopCaution() {
	if p.caution != nil {
		p.caution.end()
		p.caution = nil
	}
}

// cautions reports whether a typed line is a move that the coach judges before it is played.
func (p *Play) cautions(line string) bool {
	_, _, ok := command.Caution(p.desk.Settings.Coach, p.Person.Game(), p.Person.Now(), p.Person.Sight().Moves(), line)
	return ok
}

package desk

import (
	"errors"

	"attic/desk/command"
	"attic/game/learn"
	"attic/match"
	"attic/match/store"
)

// backLine goes from an analysis back to its game.
const backLine = "back to the game"

// analyseApart opens an analysis at a table of its own. The game stays at its table, and a player on another machine does not notice.
// The parameter note is the first sentence. An analysis takes the place of the analysis from which it is opened.
func analyseApart(p *Play, m match.Match, note string) error {
	d := p.desk
	if d.Open == nil || p.Now.Studies { // this desk has no other table, or should have none
		p.table.Load(m, nil)
		p.Message.Said = note
		return nil
	}
	wish := d.Settings.Game(p.Info.Name)
	wish.Opponent, wish.Options = store.OpponentPerson, "" // until the analysis is loaded
	t, err := d.Open(p.Person.Game(), wish)
	if err != nil {
		return err
	}
	t.Load(m, nil)
	next := newPlay(d, t)
	p.Motion.jump()
	p.Prompt.close()
	d.Play, d.Form, d.Pages = next, Form{}, nil
	d.under, d.known = p, p.Person.Now().N
	next.Message.Said = note
	if next.Now.Situation.Unaided {
		next.Message.Said = "Your game goes on, so this analysis has no hints and no engine. Only you see it, and you stay connected."
	}
	return nil
}

// analyseCourse opens an analysis of a lesson or puzzle that is over.
func analyseCourse(p *Play, c *learn.Course) error {
	m, ok := p.Person.Sight().FullMatch()
	switch {
	case !ok || !c.Over():
		return errors.New("answer first; then you can analyse the position")
	case p.desk.Open == nil:
		return errors.New("this position cannot be analysed here")
	}
	m, note, err := command.Analysed(m)
	if err != nil {
		return err
	}
	return analyseApart(p, m, note)
}

// backToGame closes an analysis and shows its game again. The analysis is kept.
func backToGame(d *Desk) {
	err := d.Play.close()
	d.Play, d.under, d.Form, d.Pages = d.under, nil, Form{}, nil
	d.Play.news()
	d.Play.Message.complain(err)
}

// returns goes from an analysis back to its game if that is running with another machine, so that the person does not leave it unasked.
func returns(d *Desk) bool {
	if d.under == nil || !d.under.Person.Now().Situation.Rests {
		return false
	}
	backToGame(d)
	return true
}

// awaited says, in an analysis, that the other player has moved in the game, or that the game is over.
func awaited(d *Desk) {
	if d.under == nil {
		return
	}
	now := d.under.Person.Now()
	if now.Shared() && now.N != d.known && (now.Over || now.ToMove == now.Seat) {
		if d.Play.Message.Said = now.Situation.Name + " has moved in your game."; now.Over {
			d.Play.Message.Said = "Your game with " + now.Situation.Name + " is over."
		}
		d.effects.Calls++
	}
	d.known = now.N
}

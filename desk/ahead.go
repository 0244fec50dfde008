package desk

import (
	"slices"

	"attic/game"
	"attic/table"
)

// ahead is the part of a page for a premove: a move that the person chooses while another side is to move, and that is played when it is their
// turn. It is chosen like any other move, and its spots stay Chosen until then.
type ahead struct {
	view  game.View // the position shown as if the person were to move; nil while no premove can be chosen
	hasty bool      // the last key or click ended the motion of a move, so it chooses nothing

	spots []string // chosen when the other side moved, until everything that happened is shown
	text  string   // the premove that they make, or ""
}

// on reports whether a premove can be chosen.
func (a *ahead) on() bool { return a.view != nil }

// foresee offers the moves that the person can choose in advance, if they have to wait in the position shown.
func (p *Play) foresee() {
	p.ahead.view = nil
	v, ok := p.Now.View.(game.Foreseer)
	self := p.Now.Self()
	if !ok || self < 0 || p.Now.ToMove < 0 || p.Now.ToMove == self || !p.Waiting() || p.Now.Other == table.Awaited || len(p.queue) > 0 || p.Study.Course() != nil {
		return
	}
	if view, ok := v.Ahead(self); ok {
		p.ahead.view = view
		p.Moves = slices.DeleteFunc(view.Moves(), func(m game.Move) bool { return len(m.Spots) == 0 || m.Key != "" })
	}
}

// Premove returns the premove that is chosen, or nil.
func (p *Play) Premove() *game.Move {
	if !p.ahead.on() {
		return nil
	}
	move, _ := p.Match(p.Track, p.Chosen)
	return move
}

// foreseen handles a touch of a spot while a premove can be chosen, and reports whether that is all that the touch does.
func (p *Play) foreseen(spot string) bool {
	switch {
	case p.ahead.hasty:
	case p.Premove() != nil && slices.Contains(p.Chosen, spot):
		p.letGo()
		p.Fresh, p.Said = false, "The premove is cancelled."
	default:
		return false
	}
	return true
}

// Drop drops what the person has chosen on the board, such as a premove, and reports whether there was anything.
func (d *Desk) Drop() bool {
	p := d.Play
	if p == nil || len(p.Chosen) == 0 {
		return false
	}
	p.letGo()
	p.Fresh, p.Said = false, ""
	return true
}

// lookAhead returns what the move being chosen in advance would do in the position shown, and whether to show it.
func (p *Play) lookAhead() (game.Preview, bool) {
	way := p.Chosen
	if len(way) == 0 {
		return game.Preview{}, false
	}
	if track, spot := p.Pointed(); spot != "" {
		way = p.touching(track, spot)
	}
	look := p.ahead.view.Look(p.Track, way...)
	if m := p.Premove(); m != nil {
		look = p.ahead.view.Preview(m.Text)
	}
	look.Sentence = "Premove: " + p.keyed(look.Sentence)
	return look, true
}

// premoved says what happens with the premove, or returns "" if none is chosen.
func (p *Play) premoved(fits func(string) bool) string {
	m := p.Premove()
	if m == nil {
		return ""
	}
	for _, text := range []string{
		m.Text + " is played on your turn if it is legal then. Touch it again to cancel.",
		m.Text + " waits for your turn. Touch it again to cancel.",
	} {
		if fits(text) {
			return text
		}
	}
	return "Touch " + m.Text + " again to cancel."
}

// hold remembers what is chosen when the other side has moved, for redeem. Any other change drops it.
func (p *Play) hold(e table.Event) {
	p.ahead.spots, p.ahead.text = nil, ""
	if e.What != table.Played || !p.ahead.on() {
		return
	}
	p.ahead.spots = p.Chosen
	if m := p.Premove(); m != nil {
		p.ahead.text = m.Text
	}
}

// redeem plays the premove on the person's turn, once everything that happened is shown. What was only begun stays chosen.
func (p *Play) redeem() {
	spots, text := p.ahead.spots, p.ahead.text
	if len(spots) == 0 || len(p.queue) > 0 {
		return
	}
	p.ahead.spots, p.ahead.text = nil, ""
	if p.Back || p.Now.Over {
		return
	}
	switch move, more := p.Match(p.Track, spots); {
	case more && text == "", move != nil && p.ahead.on():
		p.Chosen = spots
	case move != nil && text != "":
		p.send(move.Text)
	case text != "":
		p.Said = "Your premove " + text + " is not legal any more, so it was dropped."
	}
}

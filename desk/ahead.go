package desk

import (
	"slices"

	"attic/game"
	"attic/table"
)

// ahead is the part of a page for a premove: a move that the person chooses while another side is to move, and that is played when it is their
// turn. It is chosen like any other move, and its spots stay Chosen until then.
type ahead struct {
	shown   *Shown
	cursor  *Cursor
	message *Message

	view  game.View // the position shown as if the person were to move; nil while no premove can be chosen
	hasty bool      // the last key or click ended the motion of a move, so it chooses nothing

	spots []string // chosen when the other side moved, until everything that happened is shown
	text  string   // the premove that they make, or ""
}

// on reports whether a premove can be chosen.
func (a *ahead) on() bool { return a.view != nil }

// theirs reports whether the game waits for a player on another machine, who may not have joined yet.
func (a *ahead) theirs() bool {
	return a.shown.Now.Situation.Waits && (len(a.cursor.Moves) == 0 || a.on())
}

// offer offers the moves that the person can choose in advance in the position shown, if waits is set and they have to wait for another player there.
func (a *ahead) offer(waits bool) {
	a.view = nil
	now := a.shown.Now
	v, ok := now.View.(game.Foreseer)
	self := now.Self()
	if !ok || !waits || self < 0 || now.ToMove < 0 || now.ToMove == self || !a.shown.Waiting() || now.Situation.Awaits() {
		return
	}
	if view, ok := v.Ahead(self); ok {
		a.view = view
		a.cursor.Moves = slices.DeleteFunc(view.Moves(), func(m game.Move) bool { return len(m.Spots) == 0 || m.Key != "" })
	}
}

// Move returns the premove that is chosen, or nil.
func (a *ahead) Move() *game.Move {
	if !a.on() {
		return nil
	}
	move, _ := a.cursor.Match(a.cursor.Track, a.cursor.Chosen)
	return move
}

// touch handles a touch of a spot while a premove can be chosen, and reports whether that is all that the touch does.
func (a *ahead) touch(spot string) bool {
	switch {
	case a.hasty:
	case a.Move() != nil && slices.Contains(a.cursor.Chosen, spot):
		a.cursor.letGo()
		a.message.says("The premove is cancelled.")
	default:
		return false
	}
	return true
}

// Drop drops what the person has chosen on the board, such as a premove, and reports whether there was anything.
func (d *Desk) Drop() bool {
	p := d.Play
	if p == nil || len(p.Cursor.Chosen) == 0 {
		return false
	}
	p.Cursor.letGo()
	p.Message.says("")
	return true
}

// look returns what the move being chosen in advance would do in the position shown, and whether to show it.
func (a *ahead) look() (game.Preview, bool) {
	way := a.cursor.Chosen
	if len(way) == 0 {
		return game.Preview{}, false
	}
	if track, spot := a.cursor.Pointed(); spot != "" {
		way = a.cursor.touching(track, spot)
	}
	look := a.view.Look(a.cursor.Track, way...)
	if m := a.Move(); m != nil {
		look = a.view.Preview(m.Text)
	}
	look.Sentence = "Premove: " + a.message.keyed(look.Sentence)
	return look, true
}

// said says what happens with the premove, or returns "" if none is chosen.
func (a *ahead) said(fits func(string) bool) string {
	m := a.Move()
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
func (a *ahead) hold(e table.Event) {
	a.spots, a.text = nil, ""
	if e.What != table.Played || !a.on() {
		return
	}
	a.spots = a.cursor.Chosen
	if m := a.Move(); m != nil {
		a.text = m.Text
	}
}

// redeem returns the premove to play on the person's turn, once everything that happened is shown, or "". What was only begun stays chosen.
func (a *ahead) redeem() (text string) {
	spots, text := a.spots, a.text
	a.spots, a.text = nil, ""
	if len(spots) == 0 || a.shown.Back || a.shown.Now.Over {
		return ""
	}
	switch move, more := a.cursor.Match(a.cursor.Track, spots); {
	case more && text == "", move != nil && a.on():
		a.cursor.Chosen = spots
	case move != nil && text != "":
		return text
	case text != "":
		a.message.Said = "Your premove " + text + " is not legal any more, so it was dropped."
	}
	return ""
}

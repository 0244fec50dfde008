package desk

import (
	"fmt"
	"slices"
	"strings"

	"attic/draw/grid"
	"attic/draw/scene"
	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// ahead is the part of a page for premoves: moves that the person chooses while another side is to move. They are played one after another, each on a
// turn of the person. A premove is chosen like any other move.
type ahead struct {
	Queue []game.Move // the premoves, the next one first

	shown   *Shown
	cursor  *Cursor
	message *Message

	view  game.View    // the position after the premoves, shown as if the person were to move again; nil while no premove can be chosen
	looks game.Preview // what the premoves would do, with their numbers
	hasty bool         // the last key or click ended the motion of a move, so it chooses nothing
	spots []string     // the spots of a premove that was only begun when the other side moved, until all events have been shown
	sent  int          // the ply before the last premove played, plus one
}

// mostAhead is the largest number of premoves.
const mostAhead = 9

// on reports whether a premove can be chosen.
func (a *ahead) on() bool { return a.view != nil }

// theirs reports whether the game waits for a player on another machine, who may not have joined yet.
func (a *ahead) theirs() bool {
	return a.shown.Now.Situation.Waits && (len(a.cursor.Moves) == 0 || a.on())
}

// If waits is set and the person has to wait for another player in the position shown, offer offers the moves that they can choose in advance.
func (a *ahead) offer(waits bool) {
	a.view, a.looks = nil, game.Preview{}
	now := a.shown.Now
	v, ok := now.View.(game.Foreseer)
	self := now.Self()
	if !ok || !waits || self < 0 || now.ToMove < 0 || now.ToMove == self || !a.shown.Waiting() || now.Situation.Awaits() {
		return
	}
	var texts []string
	view, ok := v.Ahead(self)
	for i, m := range a.Queue {
		if !ok {
			break
		}
		a.view = view
		a.looks = game.Preview{Sentence: "Premove: " + a.message.keyed(view.Preview(m.Text).Sentence)}.With(a.looks).With(view.Preview(m.Text)).With(counted(view, m, i+1))
		texts = append(texts, m.Text)
		view, ok = v.Ahead(self, texts...)
	}
	a.cursor.Moves = nil
	if ok {
		a.view = view
		a.cursor.Moves = slices.DeleteFunc(view.Moves(), func(m game.Move) bool { return len(m.Spots) == 0 || m.Key != "" })
	}
}

// counted returns the number of a premove on the last spot that it touches.
func counted(view game.View, m game.Move, n int) game.Preview {
	to, text := m.Spots[len(m.Spots)-1], fmt.Sprint(n)
	look := game.Preview{Marks: []grid.Mark{{Spot: to, Rune: rune(text[0]), Role: grid.Accent}}}
	if spot, ok := view.Scene().Spot(to); ok {
		r := 0.18 * min(spot.Area.W, spot.Area.H)
		x, y := spot.Area.X+spot.Area.W-r, spot.Area.Y+r
		look.Shapes = []scene.Shape{scene.Disc(x, y, r, scene.Accent), scene.Word(x, y, 1.6*r, text, scene.Centre, scene.On(scene.Accent))}
	}
	return look
}

// add adds a premove.
func (a *ahead) add(m game.Move) {
	a.cursor.letGo()
	if len(a.Queue) == mostAhead {
		a.message.says(fmt.Sprintf("You can choose at most %d premoves.", mostAhead))
		return
	}
	a.Queue = append(a.Queue, m)
	a.message.Fresh, a.message.Said = false, ""
	a.offer(true)
}

// drop cancels the last premove, and reports whether there was any.
func (a *ahead) drop() bool {
	n := len(a.Queue)
	if n > 0 {
		a.Queue = a.Queue[:n-1]
		a.offer(true)
	}
	return n > 0
}

// touch handles the touch of a spot while a premove can be chosen, and reports whether the touch has no other effect. A touch that neither begins nor
// continues a premove cancels the last one.
func (a *ahead) touch(track, spot string) bool {
	if a.hasty {
		return true
	}
	move, more := a.cursor.Match(track, a.cursor.touching(track, spot))
	if move != nil || more || len(a.cursor.Chosen) > 0 || !a.drop() {
		return false
	}
	a.message.says("The premove is cancelled.")
	return true
}

// Drop clears the person's choice on the board: spots that are chosen, or else the last premove. It reports whether there was any.
func (d *Desk) Drop() bool {
	p := d.Play
	if p == nil || len(p.Cursor.Chosen) == 0 && !p.Ahead.drop() {
		return false
	}
	p.Cursor.letGo()
	p.Message.says("")
	return true
}

// look returns what the premoves would do, and what the one being chosen would do, and whether to show it.
func (a *ahead) look() (game.Preview, bool) {
	way := a.cursor.Chosen
	track, spot := a.cursor.Pointed()
	if spot != "" {
		way = a.cursor.touching(track, spot)
	}
	move, more := a.cursor.Match(track, way)
	if len(a.cursor.Chosen) == 0 && (!a.alone() || spot == "" || a.message.Fresh || move == nil && len(a.Queue) > 0) {
		return a.looks, len(a.Queue) > 0
	}
	look := a.view.Look(a.cursor.Track, way...)
	said := a.message.keyed(look.Sentence)
	if move != nil || more {
		said = "Premove: " + said
	}
	return game.Preview{Sentence: said, Takes: look.Takes, Legend: look.Legend}.With(a.looks).With(look), true
}

// alone reports whether a single touch chooses a premove; then pointing shows what it would do.
func (a *ahead) alone() bool {
	return a.on() && len(a.cursor.Moves) > 0 && len(a.cursor.Moves[0].Spots) == 1
}

// said returns the sentence about the premoves, or "" if none is chosen.
func (a *ahead) said(fits func(string) bool) string {
	if !a.on() || len(a.Queue) == 0 {
		return ""
	}
	var texts []string
	for _, m := range a.Queue {
		texts = append(texts, m.Text)
	}
	all, last := strings.Join(texts, ", "), texts[len(texts)-1]
	list := []string{all + " is played on your turn if it is legal then. Touch elsewhere to cancel.", all + " waits for your turn. Touch elsewhere to cancel."}
	if len(texts) > 1 {
		list = []string{all + " are played on your turns while they are legal. Touch elsewhere to cancel " + last + ".", all + ": premoves. Touch elsewhere to cancel " + last + "."}
	}
	for _, text := range list {
		if fits(text) {
			return text
		}
	}
	return "Touch elsewhere to cancel " + last + "."
}

// hold stores a premove that has only been begun for redeem when the other side has moved. Anything but a move cancels all premoves.
func (a *ahead) hold(e table.Event) {
	a.spots = nil
	switch {
	case e.What != table.Played:
		a.Queue = nil
	case a.on():
		a.spots = a.cursor.Chosen
	}
}

// redeem returns the premove to play on the person's turn, after all events have been shown, or "". A premove that was only begun stays chosen.
func (a *ahead) redeem() string {
	spots, now := a.spots, a.shown.Now
	a.spots = nil
	if a.shown.Back || now.Over {
		a.Queue = nil
		return ""
	}
	if len(a.Queue) == 0 || a.on() {
		if _, more := a.cursor.Match(a.cursor.Track, spots); more && len(spots) > 0 {
			a.cursor.Chosen = spots
		}
		return ""
	}
	if now.ToMove != now.Self() || a.sent == now.Ply+1 {
		return ""
	}
	next := a.Queue[0].Text
	a.sent, a.Queue = now.Ply+1, a.Queue[1:]
	if slices.ContainsFunc(a.cursor.Moves, func(m game.Move) bool { return m.Text == next }) {
		return next
	}
	dropped := "it was dropped."
	if n := len(a.Queue); n > 0 {
		dropped = "it and the " + phrase.Count(n, "premove") + " after it were dropped."
	}
	a.Queue = nil
	a.message.Said = "Your premove " + next + " is not legal any more, so " + dropped
	return ""
}

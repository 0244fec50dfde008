package desk

import (
	"slices"
	"strings"
)

// drag is the part of a cursor for dragging pieces.
type drag struct {
	held  string // the spot chosen when the mouse button went down, or ""
	again bool   // it was chosen before; releasing the button there drops it
}

// press handles a click on a spot, but does not drop a piece that was already chosen: it may be about to be dragged.
func (p *Play) press(spot string) {
	p.Cursor.drag = drag{}
	if chosen := p.Cursor.last(); chosen != "" && chosen == spot && p.desk.Pages.Top() == nil && (!p.Waiting() || p.Ahead.on()) && p.Ahead.Move() == nil {
		p.Motion.jump()
		p.Cursor.drag = drag{held: spot, again: true}
		return
	}
	p.click(spot)
	if !strings.HasPrefix(spot, ButtonSpot) && p.desk.Play == p && p.Cursor.last() == spot && p.Ahead.Move() == nil {
		p.Cursor.held = spot
	}
}

// release ends dragging: on a spot where that makes or continues a move it does so, elsewhere it drops the choice.
func (p *Play) release(spot string) {
	d := p.Cursor.drag
	p.Cursor.drag = drag{}
	if d.held == "" || p.Cursor.last() != d.held {
		return
	}
	switch move, more := p.Cursor.Match(p.Cursor.Track, append(slices.Clone(p.Cursor.Chosen), spot)); {
	case spot == d.held && !d.again:
	case spot == d.held || move != nil || more:
		p.point(spot, true)
		p.touch(p.Cursor.Pointed())
	default:
		p.Cursor.letGo()
		p.Message.Fresh, p.Message.Said = false, ""
	}
}

// last returns the spot chosen last, or "".
func (c *Cursor) last() string {
	if n := len(c.Chosen); n > 0 {
		return c.Chosen[n-1]
	}
	return ""
}

// Dragged returns the spot from which a piece is being dragged, or "".
func (c *Cursor) Dragged() string {
	if c.held == "" || c.held != c.last() {
		return ""
	}
	return c.held
}

// tapped is the spot that a finger has touched to see what a move there would do, and in which position.
type tapped struct {
	spot string
	n    uint64
	ply  int
}

// Tap handles a finger touching a spot, as Press does. But a finger hides what it touches: where that plays a move at once, the first touch only shows
// the move, and the second plays it. Marks, which can be touched away again, need no second one. A call of Release must follow.
func (d *Desk) Tap(spot string) {
	if p := d.Play; p != nil && !d.Form.On && d.Prompt() == nil && p.shows(spot) {
		d.News()
		return
	}
	d.Press(spot)
}

// shows shows what touching a spot for the first time would play, and reports whether that is all that the touch does.
func (p *Play) shows(spot string) bool {
	was := p.tapped
	p.tapped = tapped{}
	if len(p.Cursor.Tracks) == 0 || p.Now.Watches() || p.Message.question != nil || p.desk.Pages.Top() != nil || p.Study.Course() != nil || len(p.Cursor.Chosen) > 0 || !slices.Contains(p.Cursor.Tracks[0].Spots, spot) {
		return false
	}
	p.Motion.jump()
	if p.Waiting() || !p.Cursor.plays(p.Cursor.Tracks[0].Name, spot) {
		return false
	}
	now := tapped{spot, p.Now.N, p.Now.Ply}
	if p.Back {
		now.ply = p.Ply
	}
	if was == now {
		return false
	}
	p.point(spot, false)
	p.tapped = now
	return true
}

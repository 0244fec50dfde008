package desk

import (
	"slices"
	"strings"
)

// drag is the part of a page that lets a piece be dragged: the spot where the button of the mouse went down.
type drag struct {
	held  string // a spot that was chosen by that, "" for none
	again bool   // it was chosen before: let go there it is not chosen any more
}

// press does what a click on a spot does, but for letting go what was chosen before: that may be about to be dragged.
func (p *Play) press(spot string) {
	p.drag = drag{}
	if chosen := p.last(); chosen != "" && chosen == spot && !p.Pager.On && !p.Chooser.On && !p.Review.On && !p.Waiting() {
		p.jump()
		p.drag = drag{held: spot, again: true}
		return
	}
	p.click(spot)
	if !strings.HasPrefix(spot, ButtonSpot) && p.desk.Play == p && p.last() == spot {
		p.held = spot
	}
}

// release drops what is dragged: on a spot where that makes or continues a move it does so, elsewhere it is let go.
func (p *Play) release(spot string) {
	d := p.drag
	p.drag = drag{}
	if d.held == "" || p.last() != d.held {
		return
	}
	switch move, more := p.Match(p.Track, append(slices.Clone(p.Chosen), spot)); {
	case spot == d.held && !d.again:
	case spot == d.held || move != nil || more:
		p.point(spot, true)
		p.touch(p.Pointed())
	default:
		p.letGo()
		p.Fresh, p.Said = false, ""
	}
}

// last returns the spot that was chosen last, or "".
func (p *Play) last() string {
	if n := len(p.Chosen); n > 0 {
		return p.Chosen[n-1]
	}
	return ""
}

// Dragged returns the spot from which something is being dragged, or "".
func (p *Play) Dragged() string {
	if p.held == "" || p.held != p.last() {
		return ""
	}
	return p.held
}

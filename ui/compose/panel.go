package compose

import (
	"attic/desk"
	"attic/draw/scene"
)

// composePanel composes the panel right of the board, from both ends: from the top the players and the game's device, from the
// bottom the level and the game's own controls. The rest is for the moves. In a wide window, the players and the device are in head, left of
// the board.
func (c gamePage) composePanel(r, head scene.Rectangle) {
	d, m, controls, open := c.desk.Play, c.is, c.controls, c.desk.Pages.Drawer() != nil
	tall, gap, g := r.H, float64(cardGap), rows{2, min(m.control, 34), buttonGap}
	if tall < 500 {
		gap, g.height, g.gap = buttonGap, 28, slimGap
	}
	if controls.Level != nil && !c.desk.Form.On {
		c.composeStepper(cutBottom(&r, m.control, gap))
	}
	beside, at := m.side > 0, &r // at is where the players and the device are
	if beside {
		at = &head
	}
	switch {
	case m.flanked:
	case tall >= 500 && !d.Info.Flanked:
		cutTop(at, c.seats.composeSeats(*at), gap)
	case tall < 400:
		c.seats.composeSlim(cutTop(at, 28, gap))
	default:
		for seat := range d.Info.Seats {
			c.seats.composeLine(seat, cutTop(at, 34, 4))
		}
		cutTop(at, 0, gap-4)
	}
	if c.desk.Form.On && !beside {
		formPart{c.page}.composeForm(r)
		return
	}
	own := g.room(len(controls.Own))
	if open { // the drawer replaces the moves and the game's own controls
		own = g.room(len(controls.Drawer))
	}
	if own > 0 {
		own += gap
	}
	pad := min(16, gap+2)
	const moves = 96                 // the least height of the list of moves, if there is enough room
	const shared = leastSlider + 150 // from this height on, a list leaves room for the slider
	slides, room := true, r.H-own-2*pad-gap
	if beside {
		room = head.H - 2*pad
	}
	if !open && len(controls.Remote) > 0 {
		room -= answerHeight + buttonGap
	}
	if room > 0 || open {
		wide, high := max(at.W-2*pad, 200), max(40, room-stripHeight-(moves-stripHeight)*min(1, max(0, room-200)/100))
		if beside {
			high = room
		} else if controls.Setting || len(c.stage.aside(wide, high).Spots) > 0 { // during set-up a list may still be empty
			if slides = room >= shared; slides {
				high = room - leastSlider
			}
		}
		if aside := c.beside(wide, high); aside.View.H > 0 {
			scale := min(1, (at.W-2*pad)/aside.View.W)
			card := cutTop(at, aside.View.H*scale+2*pad, gap)
			c.card(card)
			c.drawBeside(aside, card.X+pad, card.Y+pad, scale)
		}
	}
	switch {
	case c.desk.Form.On:
		formPart{c.page}.composeForm(r)
	case open:
		c.composeDrawer(r, g, c.drawerList(true))
	default:
		composeControls(c.page, cutBottom(&r, own-min(own, gap), min(own, gap)), g, controls.Own, controls.Primary)
		c.composeMiddle(r, slides && r.H >= leastSlider)
	}
}

// composeMiddle composes the part of the panel that changes during the game: the list of moves, or before the first move the
// buttons for playing with another machine.
func (c gamePage) composeMiddle(r scene.Rectangle, slides bool) {
	begins, moves := c.controls.Remote, moveList{page: c.page}
	switch {
	case c.composeScanBeside(r):
	case len(begins) > 0:
		buttons := cutBottom(&r, answerHeight, buttonGap)
		if buttons.Y >= r.Y {
			composeRow(c.page, buttons, begins, r.W, "")
		}
		if r.H >= stripHeight {
			moves.composeStrip(cutTop(&r, stripHeight, 0), c.moves)
		}
		if r.H >= 32 {
			c.bold(r.X, buttons.Y-18, r.W, labelSize, "Another machine", scene.Muted)
		}
	case r.H >= 64:
		moves.composeMoves(r, c.moves, slides)
	case r.H >= stripHeight:
		moves.composeStrip(cutTop(&r, stripHeight, 0), c.moves)
	}
}

// answerHeight is the height of the buttons for playing with another machine.
const answerHeight = 32

// composeRow draws buttons side by side from the left, of the width each or narrower. The one with the key primary is to be pressed next.
func composeRow(p *page, r scene.Rectangle, buttons []desk.Button, each float64, primary string) {
	each = min(each, (r.W+buttonGap)/float64(len(buttons))-buttonGap)
	for i, b := range buttons {
		p.button(scene.Rectangle{X: r.X + float64(i)*(each+buttonGap), Y: r.Y, W: each, H: r.H}, b, b.Key == primary && !b.Off)
	}
}

package compose

import (
	"attic/desk"
	"attic/draw/scene"
)

// composePanel composes the panel right of the board, from both ends: from the top the players and the game's device, from the
// bottom the level and the game's own controls. The rest is for the moves. In a wide window, the players and the device are in head, left of
// the board.
func (c gamePage) composePanel(r, head scene.Rectangle) {
	d, m := c.desk.Play, c.is
	gap := float64(cardGap)
	if r.H < 500 {
		gap = buttonGap
	}
	y, bottom := r.Y, r.Y+r.H
	controls := controlsOf(c.page)
	if controls.Level != nil && !c.desk.Form.On {
		bottom -= m.control
		composeStepper(c.page, scene.Rectangle{X: r.X, Y: bottom, W: r.W, H: m.control})
		bottom -= gap
	}
	switch {
	case m.flanked:
	case r.H >= 500 && !d.Info.Flanked:
		y = seatsOf(c.page).composeSeats(head) + gap
	case r.H < 400:
		seatsOf(c.page).composeSlim(scene.Rectangle{X: head.X, Y: y, W: head.W, H: 28})
		y += 28 + gap
	default:
		const each = 34
		for seat := range d.Info.Seats {
			seatsOf(c.page).composeLine(seat, scene.Rectangle{X: head.X, Y: y, W: head.W, H: each})
			y += each + 4
		}
		y += gap - 4
	}
	if c.desk.Form.On && m.side == 0 {
		formPart{c.page}.composeForm(scene.Rectangle{X: r.X, Y: y, W: r.W, H: bottom - y})
		return
	}
	g := rows{2, min(m.control, 34), buttonGap}
	if r.H < 500 {
		g.height, g.gap = 28, slimGap
	}
	own := g.room(len(controls.Own))
	if len(controls.Own) > 0 {
		own += gap
	}
	pad := min(16, gap+2)
	const moves = 96 // the least height of the list of moves, if there is enough room
	open := c.desk.Pages.Drawer() != nil
	if open { // the drawer replaces the moves and the game's own controls
		own = g.room(len(controls.Drawer)) + gap
	}
	const shared = leastSlider + 150 // from this height on, a list leaves room for the slider
	slides := true
	beside := m.side > 0
	room := bottom - own - y - 2*pad - gap
	if beside {
		room = head.Y + head.H - y - 2*pad
	}
	if !open && len(controls.Remote) > 0 {
		room -= answerHeight + buttonGap
	}
	if room > 0 || open {
		wide, high := max(head.W-2*pad, 200), max(40, room-stripHeight-(moves-stripHeight)*min(1, max(0, room-200)/100))
		if beside {
			high = room
		} else if controls.Setting || len(c.stage.aside(wide, high).Spots) > 0 { // during set-up a list may still be empty
			if slides = room >= shared; slides {
				high = room - leastSlider
			}
		}
		aside := c.beside(wide, high)
		if h := aside.View.H; h > 0 {
			scale := min(1, (head.W-2*pad)/aside.View.W)
			c.card(scene.Rectangle{X: head.X, Y: y, W: head.W, H: h*scale + 2*pad})
			c.drawBeside(aside, head.X+pad, y+pad, scale)
			y += h*scale + 2*pad + gap
		}
	}
	if beside {
		y = r.Y
	}
	if c.desk.Form.On {
		formPart{c.page}.composeForm(scene.Rectangle{X: r.X, Y: y, W: r.W, H: bottom - y})
		return
	}
	if open {
		c.composeDrawer(scene.Rectangle{X: r.X, Y: y, W: r.W, H: bottom - y}, g, c.drawerList(true))
		return
	}
	composeControls(c.page, scene.Rectangle{X: r.X, Y: bottom - own + gap, W: r.W}, g, controls.Own, controls.Primary)
	middle := scene.Rectangle{X: r.X, Y: y, W: r.W, H: bottom - own - y}
	c.composeMiddle(middle, slides && middle.H >= leastSlider)
}

// composeMiddle composes the part of the panel that changes during the game: the list of moves, or before the first move the
// buttons for playing with another machine.
func (c gamePage) composeMiddle(r scene.Rectangle, slides bool) {
	switch begins := controlsOf(c.page).Remote; {
	case c.composeScanBeside(r):
	case len(begins) > 0:
		if r.H >= answerHeight {
			composeRow(c.page, scene.Rectangle{X: r.X, Y: r.Y + r.H - answerHeight, W: r.W, H: answerHeight}, begins, r.W, "")
		}
		rest := r.H - answerHeight - buttonGap
		if rest >= stripHeight {
			moveList{page: c.page}.composeStrip(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: stripHeight}, c.desk.Play.MoveList())
		}
		if rest >= stripHeight+32 {
			c.bold(r.X, r.Y+r.H-answerHeight-18, r.W, labelSize, "Another machine", scene.Muted)
		}
	case r.H >= 64:
		moveList{page: c.page}.composeMoves(r, slides)
	case r.H >= stripHeight:
		moveList{page: c.page}.composeStrip(scene.Rectangle{X: r.X, Y: r.Y, W: r.W, H: stripHeight}, c.desk.Play.MoveList())
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

// pointAside shows the cursor in the list beside the board.
func (c gamePage) pointAside(aside scene.Scene, x, y, scale float64) {
	_, at := c.desk.Play.Cursor.Pointed()
	for _, spot := range aside.Spots {
		if spot.Name == at {
			a := spot.Area
			c.edge(scene.Rectangle{X: x + a.X*scale - 6, Y: y + a.Y*scale, W: a.W*scale + 12, H: a.H * scale}, 6, 1.5, scene.Accent)
		}
	}
}

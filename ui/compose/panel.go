package compose

import (
	"attic/desk"
	"attic/draw/scene"
	"attic/game"
)

// composePanel composes the panel right of the board from both ends: the players and the game's device at the top, the level and the game's own
// controls at the bottom. The moves get the rest. In a wide window, the players and the device are in the area head, left of the board.
func (c *gamePage) composePanel(r, head scene.Rectangle) {
	d, m, controls, open := c.desk.Play, c.is, c.controls, c.desk.Pages.Drawer() != nil
	tall, gap, g := r.H, float64(cardGap), rows{2, min(m.control, 34), buttonGap}
	if tall < 500 {
		gap, g.height, g.gap = buttonGap, 28, slimGap
	}
	if controls.Level != nil && !c.desk.Form.On {
		c.composeStepper(cutBottom(&r, m.control, gap))
	}
	beside, at := m.side > 0, &r // at is the area of the players and the device
	if beside {
		at = &head
	}
	switch {
	case m.flanked:
	case tall >= 500 && !d.Info.Flanked:
		cutTop(at, c.seats.composeSeats(*at), gap)
	case tall < 400 && !clocked(c.seats):
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
		_, own = g.grouped(c.drawerList(true))
	}
	if own > 0 {
		own += gap
	}
	pad := min(16, gap+2)
	const moves = 96                 // the least height of the list of moves, if there is enough room
	const shared = leastSlider + 150 // from this height on, the game's own list leaves room for the slider
	slides, room := true, r.H-own-2*pad-gap
	if beside {
		room = head.H - 2*pad
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
		c.composeMiddle(r, slides)
	}
}

// composeMiddle composes the part of the panel that changes during the game: the QR code until the other player joins, then the list of moves.
func (c *gamePage) composeMiddle(r scene.Rectangle, slides bool) {
	moves := moveList{page: c.page}
	if c.scan == nil {
		r = composeEngine(c, r, 64)
	}
	switch {
	case c.composeScanBeside(r), !c.moves.Exists():
	case r.H >= 64:
		moves.composeMoves(r, c.moves, slides && r.H >= leastSlider)
	case r.H >= stripHeight:
		moves.composeStrip(cutTop(&r, stripHeight, 0), c.moves)
	}
}

// answerHeight is the height of the buttons of a page that covers the game.
const answerHeight = 32

// composeRow draws buttons side by side from the left; the parameter each is their greatest width. primary is the key of the button to press next.
func composeRow(p *page, r scene.Rectangle, buttons []desk.Button, each float64, primary string) {
	each = min(each, (r.W+buttonGap)/float64(len(buttons))-buttonGap)
	for i, b := range buttons {
		p.button(scene.Rectangle{X: r.X + float64(i)*(each+buttonGap), Y: r.Y, W: each, H: r.H}, b, b.Key == primary && !b.Off)
	}
}

// endless is a height that is enough for all rows of any list beside the board.
const endless = 1e5

// beside returns the game's aside for an area of this width and height: of a list that is too long, the part to which the user has scrolled.
func (c *gamePage) beside(width, height float64) scene.Scene {
	p := c.desk.Play
	aside := c.stage.aside(width, height)
	if len(aside.Spots) == 0 {
		p.List.Fit(0, 0)
		return aside
	}
	whole := c.stage.aside(width, endless)
	first := whole.Spots[0].Area
	room := int((height - first.Y) / first.H)
	top := p.List.Fit(len(whole.Spots), room)
	if len(whole.Spots) <= room {
		return whole
	}
	whole = c.stage.aside(width-2*barWidth, endless) // beside the scroll bar
	part := scene.Scene{View: scene.Rectangle{W: width, H: first.Y + float64(room)*first.H}}
	seen := scene.Rectangle{Y: first.Y + float64(top)*first.H, W: width, H: float64(room) * first.H}
	for _, sh := range whole.Shapes {
		if sh.Y < first.Y {
			part.Add(sh)
		} else if sh.Y >= seen.Y && sh.Y < seen.Y+seen.H {
			part.Add(sh.Moved(0, first.Y-seen.Y, 1, ""))
		}
	}
	for _, spot := range whole.Spots[top : top+room] {
		spot.Area.Y += first.Y - seen.Y
		part.Spots = append(part.Spots, spot)
	}
	return part
}

// asides caches the game's asides of a position by width and height.
type asides struct {
	of      *desk.Play
	changes int
	set     string
	made    map[[2]float64]scene.Scene
}

// aside returns the game's aside of this width and height. The caller must not change it.
func (c *stage) aside(width, height float64) scene.Scene {
	p, a := c.desk.Play, &c.asides
	const most = 8 // a window that is being resized needs many sizes
	if set := c.desk.Settings.Pieces; a.of != p || a.changes != p.Changes || a.set != set || len(a.made) == most {
		*a = asides{p, p.Changes, set, map[[2]float64]scene.Scene{}}
	}
	at := [2]float64{width, height}
	made, ok := a.made[at]
	if !ok {
		made = scene.Taste{Set: a.set}.Of(p.Now.View.Aside(width, height))
		a.made[at] = made
	}
	return made
}

func (c *stage) strip(width float64) scene.Scene {
	return c.aside(max(width, 200), stripOf(c.desk.Play.Info))
}

// stripOf returns the height of a game's device in a row.
func stripOf(info game.Info) float64 {
	if info.Flanked { // the players' cards show the numbers
		return 12
	}
	return 40
}

// The width of the scroll bar beside a list, and the distance from the bar at which a click still counts.
const (
	barWidth = 6
	grip     = 9
)

// drawBeside draws the result of beside at x, y, with the cursor. A list that scrolls has a scroll bar on its right; a click on the upper or lower
// half of the bar scrolls by a page.
func (c *gamePage) drawBeside(aside scene.Scene, x, y, scale float64) {
	c.scene.Draw(aside, x, y, scale, "aside ")
	if len(aside.Spots) == 0 {
		return
	}
	_, at := c.desk.Play.Cursor.Pointed()
	for _, spot := range aside.Spots {
		if a := spot.Area; spot.Name == at {
			c.edge(scene.Rectangle{X: x + a.X*scale - 6, Y: y + a.Y*scale, W: a.W*scale + 12, H: a.H * scale}, 6, 1.5, scene.Accent)
		}
	}
	first := aside.Spots[0].Area
	bar := scene.Rectangle{X: x + aside.View.W*scale + 1, Y: y + first.Y*scale, W: barWidth, H: float64(len(aside.Spots)) * first.H * scale}
	c.wheels[desk.OverBeside] = scene.Rectangle{X: x, Y: y, W: aside.View.W*scale + 1 + barWidth, H: first.Y*scale + bar.H}
	above, below := c.desk.Play.List.More()
	if !above && !below {
		return
	}
	scrollBar(c.page, bar, scene.Line, &c.desk.Play.List)
	grip := float64(grip)
	if c.desk.Fingers {
		grip = (finger - bar.W) / 2
	}
	for i, half := range []struct {
		key, label string
		more       bool
	}{{"(", "scroll the list up", above}, {")", "scroll the list down", below}} {
		spot, r := desk.ButtonSpot+half.key, scene.Rectangle{X: bar.X - grip, Y: bar.Y + float64(i)*bar.H/2, W: bar.W + 2*grip, H: bar.H / 2}
		c.off[spot] = !half.more
		c.spot(spot, half.label, r)
		c.focusable(spot, r)
	}
}

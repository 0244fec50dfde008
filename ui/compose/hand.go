package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
)

// The parts of a game's page for fingers, in points.
const (
	finger    = 44  // the least width and height of anything to touch
	handBar   = 56  // the height of the bar, whose buttons have an icon above their label
	handCard  = 48  // the height of a player's card
	leastSeat = 130 // the least width of a card with two lines
	leastHand = 276 // the least width of the column beside the board
	wholeFrom = 340 // the least width of the column with the button for the whole board in the title row
	handTitle = 700 // a window of at least this height has a title row
	handList  = 160 // the least height of the game's own list
	leastScan = 150 // the least height of a QR code with its title
	mostLines = 4   // the greatest number of extra lines for sentences
	handCells = 4   // the number of buttons side by side
)

// handColumn returns the areas of a page for fingers: of the board, if the window is wider than high, and of everything else.
func handColumn(c *gamePage) (column, board scene.Rectangle, gap float64) {
	if gap = buttonGap; c.h < handTitle {
		gap = slimGap
	}
	m := marginOf(c.page)
	column = scene.Rectangle{X: m, Y: gap, W: c.w - 2*m, H: c.h - 2*gap}
	if c.w > c.h {
		board = cutLeft(&column, min(column.H*shape(c, 1.2), column.W-leastHand-m), m)
	}
	return column, board, gap
}

// shape returns the width of the board as a multiple of its height, or part, if only the part in play is shown, whose shape changes.
func shape(c *gamePage, part float64) float64 {
	if c.desk.Part && c.stage.framable() {
		return part
	}
	v := c.stage.sceneNow().View
	return v.W / v.H
}

// handPart is a part of a page for fingers, and its area.
type handPart struct {
	at   scene.Rectangle
	draw func(scene.Rectangle)
}

// composeHand composes the page of a game for fingers: in one column or, in a window wider than high, in a column beside the board.
func composeHand(c *gamePage) {
	d, open := c.desk.Play, c.desk.Pages.Drawer() != nil
	r, board, gap := handColumn(c)
	g := rows{handCells, finger, slimGap}
	var heads, feet []handPart // drawn after the board
	foot := func(height float64, draw func(scene.Rectangle)) {
		feet = append(feet, handPart{cutBottom(&r, height, gap), draw})
	}

	bar := handButtons(c)
	foot(handBar, func(at scene.Rectangle) { composeHandBar(c, at, bar) })
	whole := r // for a drawer or a form over everything else
	if board.W > 0 {
		whole.X, whole.W = board.X, r.X+r.W-board.X
	}
	if board.W == 0 && c.h >= handTitle {
		heads = append(heads, handPart{cutTop(&r, finger, slimGap), func(at scene.Rectangle) {
			end := c.composeIcons(at.X+at.W, at.Y+finger/2, finger)
			c.composeTitle(at.X, at.Y+finger/2, end-at.X)
		}}, handPart{cutTop(&r, handCard, gap), func(at scene.Rectangle) { composeHandCards(c, at) }})
	} else {
		heads = []handPart{{cutTop(&r, handCard, gap), func(at scene.Rectangle) {
			at.W = c.composeIcons(at.X+at.W, at.Y+handCard/2, finger) - at.X
			composeHandCards(c, at)
		}}}
	}
	device := c.stage.strip(r.W)
	told := d.Info.Flanked || d.Now.View.Status().Bar != "" // the cards of the players or the status bar show what the device shows
	sheet := r                                              // for a drawer or a form that leaves the cards and the board
	if board.W == 0 {
		rest := c.below() + finger + 2*gap
		if d.Now.Shared() {
			rest += handCard + gap
		}
		if !told {
			rest += device.View.H + gap
		}
		board = cutTop(&r, min(r.W/shape(c, 1)+2*boardGap, r.H-rest), 0)
	}
	box := board
	if d.Now.Shared() {
		feet = append(feet, handPart{cutTop(&r, handCard, gap), func(at scene.Rectangle) { c.seats.composeSeat(max(d.Now.Seat, 0), at) }})
	}
	lines := cutTop(&r, c.below(), gap)

	picture := func(at scene.Rectangle) { c.picture(d.Info.Name, device, at, "aside ") }
	if !told && device.View.H > 0 {
		foot(device.View.H, picture)
	}
	acts := handActsOf(c, g, r)
	d.Unplaced = nil
	for _, b := range acts.own[acts.end:] {
		d.Unplaced = append(d.Unplaced, b.Key)
	}
	for _, b := range c.controls.Bar {
		if !slices.ContainsFunc(bar, func(other desk.Button) bool { return other.Key == b.Key }) {
			d.Unplaced = append(d.Unplaced, b.Key)
		}
	}
	foot(g.room(acts.cells), func(at scene.Rectangle) { composeHandActs(c, at, g, acts) })
	if r.H < 0 { // as while the phone's keyboard is open
		lines.W = 0
	}
	if c.moves.Exists() && c.scan == nil && r.H >= finger+gap {
		foot(finger, func(at scene.Rectangle) { moveList{page: c.page}.composeStrip(at, c.moves) })
	}
	scans := c.scan != nil && r.H >= leastScan
	if told && device.View.H > 0 && !scans && r.H >= device.View.H+gap+finger { // sentences come first
		foot(device.View.H, picture)
	}
	if c.controls.Level != nil && r.H >= finger+gap {
		foot(finger, c.composeStepper)
	}
	if c.is.asks == 0 {
		c.is.more = max(0, min(mostLines, int(r.H/(c.is.lines*sentenceLine))))
	}
	more := c.is.lines * sentenceLine * float64(c.is.more)
	lines.H += more
	cutTop(&r, more, 0)
	if scans || r.H >= handList {
		feet = append(feet, handPart{r, func(at scene.Rectangle) { composeHandFree(c, at) }})
	}
	if c.desk.Form.On || open {
		lines.W, feet = 0, feet[:1]
		at, fits := handSheet(c, sheet, true)
		if at.Y < board.Y+board.H && at.X < board.X+board.W { // a smaller board above
			box.H = at.Y - gap - box.Y
		}
		if fits = fits && box.H >= leastScan; !fits {
			heads, box.H = nil, 0
			at, _ = handSheet(c, whole, false)
		}
		feet = append(feet, handPart{at, func(at scene.Rectangle) { composeSheet(c, at, fits) }})
	}
	if box.H > 0 {
		c.composeBoard(box, lines)
	}
	for i, spot := range c.scene.Spots { // a touch of the sentences shows all of them
		if spot.Name == desk.ButtonSpot+desk.ReadKey {
			c.scene.Spots[i].Area = scene.Rectangle{X: lines.X - slimGap, Y: lines.Y, W: lines.W + 2*slimGap, H: lines.H}
		}
	}
	for _, part := range append(heads, feet...) {
		part.draw(part.at)
	}
}

// handSheet returns the area of the drawer or the form at the foot of r, and whether it has room there. titled says whether the page has its title
// row.
func handSheet(c *gamePage, r scene.Rectangle, titled bool) (at scene.Rectangle, fits bool) {
	need := 0.0
	if c.desk.Form.On {
		need = formPart{c.page}.formHeight()
	} else {
		g, list := handDrawer(c, r, titled)
		if _, need = g.grouped(list); c.controls.Level != nil {
			need += finger + slimGap
		}
		if g.height < finger {
			return r, false
		}
	}
	at = cutBottom(&r, min(need, r.H), 0)
	return at, need <= at.H
}

// handDrawer returns the controls of the drawer in an area, and their rows: without headings, if these leave too little height for fingers.
func handDrawer(c *gamePage, r scene.Rectangle, titled bool) (rows, []desk.Button) {
	g, list := rows{max(handCells, int(r.W/120)), finger, slimGap}, c.drawerList(titled)
	if c.controls.Level != nil {
		r.H -= finger + slimGap
	}
	if g.grouping(list, r.W, r.H).height < finger {
		for i := range list {
			list[i].Group = ""
		}
	}
	return g.grouping(list, r.W, r.H), list
}

// composeSheet composes the drawer with the control for the level, or the form. titled says whether the page has its title row.
func composeSheet(c *gamePage, r scene.Rectangle, titled bool) {
	if c.desk.Form.On {
		formPart{c.page}.composeForm(r)
		return
	}
	g, list := handDrawer(c, r, titled)
	if c.controls.Level != nil {
		c.composeStepper(cutBottom(&r, finger, slimGap))
	}
	c.composeDrawer(r, g, list)
}

// composeHandFree composes the QR code of a hosted game or the game's own list.
func composeHandFree(c *gamePage, r scene.Rectangle) {
	if c.scan != nil || len(c.stage.aside(max(r.W, 200), endless).Spots) > 0 {
		c.composeFree(r)
	}
}

// handButtons returns the buttons of the bar: at most five.
func handButtons(c *gamePage) (list []desk.Button) {
	now := c.desk.Play.Now
	keys := "u h [ ] ,"
	switch hints := c.controls.Advises && !now.Situation.Unaided; {
	case c.desk.Play.Study.Course() != nil:
		return c.controls.Bar
	case c.controls.Setting:
		keys = "u [ ] n ,"
	case now.Shared() && hints && !now.Over:
		keys = "h [ ] n ,"
	case now.Shared():
		keys = "v [ ] n ,"
	case now.Over:
		keys = "u ctrl+r [ ] ,"
	case !hints:
		keys = "u v [ ] ,"
	}
	for _, b := range c.controls.Bar {
		if slices.Contains(strings.Fields(keys), b.Key) {
			list = append(list, b)
		}
	}
	return list
}

// composeHandBar draws the bar. A button that is among the answers and suggestions leaves its place empty.
func composeHandBar(c *gamePage, r scene.Rectangle, list []desk.Button) {
	each := (r.W+slimGap)/float64(len(list)) - slimGap
	size := lettering(c.page, each, false, list...)
	for _, b := range list {
		at := cutLeft(&r, each, slimGap)
		if !slices.ContainsFunc(c.controls.Asides, func(aside desk.Button) bool { return strings.TrimPrefix(aside.Key, desk.OfferKey) == b.Key }) {
			c.control(at, b, false, size)
		}
	}
}

// composeHandCards composes the cards of the players or, in a game with another machine, only that of the other player.
func composeHandCards(c *gamePage, r scene.Rectangle) {
	now := c.desk.Play.Now
	switch n := float64(len(c.seats.List)); {
	case now.Shared():
		c.seats.composeSeat((max(now.Seat, 0)+1)%len(c.seats.List), r)
	case (r.W+buttonGap)/n-buttonGap >= leastSeat:
		c.seats.composeSlim(r)
	default:
		for seat := range c.seats.List {
			c.seats.composeLine(seat, cutLeft(&r, (r.W+slimGap)/(n-float64(seat))-slimGap, slimGap))
		}
	}
}

// handActs are the buttons above the bar: those about the other player, those of the game and, at the end, the answers and suggestions.
type handActs struct {
	own, asides      []desk.Button
	span, cells, end int // the cells that each of the asides takes, all cells, and the cells that own takes
}

// handActsOf returns the buttons above the bar and their places in a grid that has room in r.
func handActsOf(c *gamePage, g rows, r scene.Rectangle) handActs {
	a := handActs{own: slices.Concat(c.controls.Other, c.controls.Own), span: 2}
	if c.controls.Setting { // the game's buttons first
		a.own = slices.Concat(c.controls.Own, c.controls.Other)
	}
	for _, b := range c.controls.Asides {
		if b.Key != "" && len(a.asides) < g.columns {
			a.asides = append(a.asides, b)
		}
	}
	if len(a.asides)*a.span > g.columns {
		a.span = 1
	}
	taken := len(a.asides) * a.span
	need := len(a.own)
	if c.controls.Setting || c.desk.Play.Now.Over || c.desk.Play.Study.Course() != nil { // otherwise they come and go, over other buttons
		need += taken
	}
	most := max(1, int((r.H+g.gap)/(finger+g.gap)))
	a.cells = g.columns * max(1, min(most, (need+g.columns-1)/g.columns))
	a.end = min(a.cells-taken, len(a.own))
	return a
}

// composeHandActs draws the buttons above the bar. A line being typed takes the first row.
func composeHandActs(c *gamePage, r scene.Rectangle, g rows, a handActs) {
	if prompt := &c.desk.Play.Prompt; prompt.On {
		composePrompt(c.page, prompt, cutTop(&r, finger, g.gap))
		return
	}
	composeControls(c.page, r, g, a.own[:a.end], strings.TrimPrefix(c.controls.Primary, desk.OfferKey))
	each := (r.W + g.gap) / float64(g.columns) * float64(a.span)
	for i, b := range a.asides {
		at := scene.Rectangle{X: r.X + r.W + g.gap - each*float64(i+1), Y: r.Y + r.H - finger, W: each - g.gap, H: finger}
		c.control(at, b, b.Key == c.controls.Primary, lettering(c.page, at.W, true, b))
	}
}

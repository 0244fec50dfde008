package compose

import (
	"slices"
	"strings"

	"attic/desk"
	"attic/draw/scene"
	"attic/internal/phrase"
)

// The parts of a game's page for fingers and for narrow windows, in points.
const (
	finger    = 44  // the least width and height of anything to touch
	handBar   = 56  // the height of the bar, whose buttons have an icon above their label
	handCard  = 48  // the height of a player's card
	leastSeat = 130 // the least width of a card with two lines
	leastHand = 276 // the least width of the column beside the board
	wholeFrom = 340 // the least width of the column with the button for the whole board in the title row
	handTitle = 700 // a window of at least this height has a title row
	handList  = 160 // the least height of the game's own list or the list of moves
	leastScan = 150 // the least height of a QR code with its title
	mostLines = 4   // the greatest number of extra lines for sentences
	handMoves = 360 // the least height of the rest of the column for a list of moves
	handCells = 4   // the number of buttons side by side
)

// handColumn returns the areas of such a page: of the board, if the window is wider than high, and of everything else.
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

// handPart is a part of such a page, and its area.
type handPart struct {
	at   scene.Rectangle
	draw func(scene.Rectangle)
}

// composeHand composes the page of a game for fingers or in a narrow window: in one column or, in a window wider than high, in a column beside the board.
func composeHand(c *gamePage) {
	d, m, open := c.desk.Play, c.is, c.desk.Pages.Drawer() != nil
	r, board, gap := handColumn(c)
	g := rows{handCells, m.control, slimGap}
	var heads, feet []handPart // drawn after the board
	foot := func(height float64, draw func(scene.Rectangle)) {
		feet = append(feet, handPart{cutBottom(&r, height, gap), draw})
	}

	bar := handButtons(c, r.W)
	foot(m.bar, func(at scene.Rectangle) { composeHandBar(c, at, bar) })
	whole := r // for a drawer or a form over everything else
	if board.W > 0 {
		whole.X, whole.W = board.X, r.X+r.W-board.X
	}
	shown := c.stage.strip(r.W)
	device := shown.View.H // its height, or 0 once it has its place
	picture := func(at scene.Rectangle) { c.picture(d.Info.Name, shown, at, "aside ") }
	told := d.Info.Flanked || d.Now.View.Status().Bar != "" // the cards of the players or the status bar show what the device shows
	title := 0.0
	switch {
	case !c.desk.Fingers:
		title = m.title - gap
	case board.W == 0 && c.h >= handTitle:
		title = finger
	}
	if title > 0 {
		heads = append(heads, handPart{cutTop(&r, title, slimGap), func(at scene.Rectangle) {
			end := at.X + at.W
			if !m.tiny {
				end = c.composeIcons(end, at.Y+title/2, title)
			}
			c.composeTitle(at.X, at.Y+title/2, end-at.X)
		}})
	}
	switch {
	case m.tiny && told && !d.Info.Flanked && !clocked(c.seats):
	case m.tiny && !told && !clocked(c.seats): // the device has priority
		heads = append(heads, handPart{cutTop(&r, m.seat, slimGap), picture})
		device = 0
	default:
		heads = append(heads, handPart{cutTop(&r, m.seat, gap), func(at scene.Rectangle) {
			if title == 0 {
				at.W = c.composeIcons(at.X+at.W, at.Y+at.H/2, finger) - at.X
			}
			composeHandCards(c, at)
		}})
	}
	strips, more := 0.0, 0.0 // the room for the strips and the second row of buttons that a narrow window with a mouse always has
	if handRows(c) {
		more = g.height + g.gap
	}
	if !c.desk.Fingers && c.h >= stripsFrom {
		if c.moves.Exists() {
			strips += m.strip + gap
		}
		if told && device > 0 {
			strips += device + gap
		}
	}
	sheet := r // for a drawer or a form that leaves the cards and the board
	if board.W == 0 {
		rest := c.below() + m.control + 2*gap + strips + more
		if d.Now.Shared() {
			rest += m.seat + gap
		}
		if !told && device > 0 {
			rest += device + gap
		}
		board = cutTop(&r, min(r.W/shape(c, 1)+2*boardGap, r.H-rest), 0)
	}
	box := board
	if d.Now.Shared() && r.H >= m.seat+m.control+2*gap {
		feet = append(feet, handPart{cutTop(&r, m.seat, gap), func(at scene.Rectangle) { c.seats.composeSeat(max(d.Now.Seat, 0), at) }})
	}
	lines := cutTop(&r, c.below(), gap)

	if !told && device > 0 {
		foot(device, picture)
	}
	acts := handActsOf(c, g, r.H-strips)
	d.Unplaced = nil
	placed := slices.Concat(bar, acts.own[:acts.end])
	for _, b := range slices.Concat(c.controls.Other, c.controls.Own, c.controls.Bar) {
		if !slices.ContainsFunc(placed, func(other desk.Button) bool { return other.Key == b.Key }) {
			d.Unplaced = append(d.Unplaced, b.Key)
		}
	}
	foot(g.room(acts.cells), func(at scene.Rectangle) { composeHandActs(c, at, g, acts) })
	if r.H < 0 { // as while the phone's keyboard is open
		lines.W = 0
	}
	moves := c.moves.Exists() && c.scan == nil
	lists := moves && !c.desk.Fingers && r.H >= handMoves && len(c.stage.aside(max(r.W, 200), endless).Spots) == 0
	if moves && !lists && r.H >= m.strip+gap {
		foot(m.strip, func(at scene.Rectangle) { moveList{page: c.page}.composeStrip(at, c.moves) })
	}
	if n := min(len(c.engine.Lines), int(r.H/(c.moveLine()+gap))); n > 0 {
		foot(float64(n)*(c.moveLine()+2), func(at scene.Rectangle) { composeEngine(c, at, 0) })
	}
	scans := c.scan != nil && r.H >= leastScan
	if told && device > 0 && !scans && (strips > 0 || r.H >= device+gap+finger) { // sentences come first
		foot(device, picture)
	}
	if c.controls.Level != nil && r.H >= m.control+gap {
		foot(m.control, c.composeStepper)
	}
	if c.is.asks == 0 {
		c.is.more = max(0, min(mostLines, int(r.H/(c.is.lines*sentenceLine))))
	}
	more = c.is.lines * sentenceLine * float64(c.is.more)
	lines.H += more
	cutTop(&r, more, 0)
	if scans || r.H >= handList {
		feet = append(feet, handPart{r, func(at scene.Rectangle) { composeHandFree(c, at, lists) }})
	}
	if c.desk.Form.On || open {
		lines.W, feet = 0, feet[:1]
		at, fits, draw := handSheet(c, sheet, true)
		if at.Y < board.Y+board.H && at.X < board.X+board.W { // a smaller board above
			box.H = at.Y - gap - box.Y
		}
		if fits = fits && box.H >= leastScan; !fits {
			heads, box.H = nil, 0
			at, _, draw = handSheet(c, whole, false)
		}
		feet = append(feet, handPart{at, draw})
	}
	if box.H > 0 {
		c.composeBoard(box, lines)
	}
	for i, spot := range c.scene.Spots { // a touch of the sentences shows all of them
		if c.desk.Fingers && spot.Name == desk.ButtonSpot+desk.ReadKey {
			c.scene.Spots[i].Area = scene.Rectangle{X: lines.X - slimGap, Y: lines.Y, W: lines.W + 2*slimGap, H: lines.H}
		}
	}
	for _, part := range append(heads, feet...) {
		part.draw(part.at)
	}
}

// handSheet returns the area of the drawer or the form at the foot of r, whether it has room there, and a function that composes it. The drawer has the
// control for the level below it. It has no headings if these leave too little height for its controls, and it leaves out those of the title row if titled
// is set.
func handSheet(c *gamePage, r scene.Rectangle, titled bool) (at scene.Rectangle, fits bool, draw func(scene.Rectangle)) {
	if c.desk.Form.On {
		need, room := formPart{c.page}.formHeight(), r.H
		return cutBottom(&r, min(need, room), 0), need <= room, formPart{c.page}.composeForm
	}
	g, list, level := rows{max(handCells, int(r.W/120)), c.is.control, slimGap}, c.drawerList(titled && !c.is.tiny), 0.0
	if c.controls.Level != nil {
		level = c.is.control + slimGap
	}
	if g.grouping(list, r.W, r.H-level).height < c.is.control {
		for i := range list {
			list[i].Group = ""
		}
	}
	g = g.grouping(list, r.W, r.H-level)
	_, need := g.grouped(list)
	fits = g.height >= c.is.control && need+level <= r.H
	return cutBottom(&r, min(need+level, r.H), 0), fits, func(at scene.Rectangle) {
		if level > 0 {
			c.composeStepper(cutBottom(&at, c.is.control, slimGap))
		}
		c.composeDrawer(at, g, list)
	}
}

// composeHandFree composes the game's own list, the QR code of a hosted game or, if lists is set, the list of moves.
func composeHandFree(c *gamePage, r scene.Rectangle, lists bool) {
	const pad = 10
	if aside := c.beside(r.W-2*pad-2*barWidth, r.H-2*pad); len(aside.Spots) > 0 {
		c.card(r)
		c.drawBeside(aside, r.X+pad, r.Y+pad, 1)
	} else if !c.composeScanBeside(r) && lists {
		moveList{page: c.page}.composeMoves(r, c.moves, r.H >= leastSlider)
	}
}

// handButtons returns the buttons of the bar: at most five, unless all have room in the given width.
func handButtons(c *gamePage, width float64) (list []desk.Button) {
	now := c.desk.Play.Now
	keys := "u h [ ] ,"
	switch hints := c.controls.Advises && !now.Situation.Unaided; {
	case c.desk.Play.Study.Course() != nil, width >= float64(len(c.controls.Bar))*(leastButton+slimGap):
		return c.controls.Bar
	case c.controls.Setting:
		keys = "u [ ] n ,"
	case now.Shared() && hints && !now.Over:
		keys = "h [ ] n ,"
	case now.Shared():
		keys = "v [ ] n ,"
	case now.Studies:
		keys = "u [ ] A ,"
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
	size := lettering(c.page, each, c.is.tiny, list...)
	for _, b := range list {
		at := cutLeft(&r, each, slimGap)
		if !slices.ContainsFunc(c.controls.Asides, func(aside desk.Button) bool { return strings.TrimPrefix(aside.Key, desk.OfferKey) == b.Key }) {
			if c.is.tiny {
				c.control(at, b, false, size)
			} else {
				composeUpright(c.page, at, b, phrase.Capital(b.Label), b.Key, size)
			}
		}
	}
}

// composeHandCards composes the cards of the players or, in a game with another machine, only that of the other player.
func composeHandCards(c *gamePage, r scene.Rectangle) {
	now := c.desk.Play.Now
	if now.Shared() {
		c.seats.composeSeat((max(now.Seat, 0)+1)%len(c.seats.List), r)
		return
	}
	c.seats.composeSlim(r)
}

// handActs are the buttons above the bar: those about the other player, those of the game and, at the end, the answers and suggestions.
type handActs struct {
	own, asides      []desk.Button
	span, cells, end int // the cells that each of the asides takes, all cells, and the cells that own takes
}

// handActsOf returns the buttons above the bar and their places in a grid of at most the given height.
func handActsOf(c *gamePage, g rows, high float64) handActs {
	own := c.controls.Own
	if !slices.ContainsFunc(own, func(b desk.Button) bool { return !b.Off }) { // such as Pass, unless it is the only move
		own = nil
	}
	a := handActs{own: slices.Concat(c.controls.Other, own), span: 2}
	if c.controls.Setting { // the game's buttons first
		a.own = slices.Concat(own, c.controls.Other)
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
	if handRows(c) { // the same at all times
		need = 2 * g.columns
	}
	most := max(1, int((high+g.gap)/(g.height+g.gap)))
	a.cells = g.columns * max(1, min(most, (need+g.columns-1)/g.columns))
	a.end = min(a.cells-taken, len(a.own))
	return a
}

// handRows reports whether a narrow window with a mouse always has a second row of these buttons.
func handRows(c *gamePage) bool {
	return !c.desk.Fingers && !c.is.tiny && (c.controls.Setting || len(c.desk.Play.Cursor.Tracks) > 1)
}

// composeHandActs draws the buttons above the bar. A line being typed takes the first row.
func composeHandActs(c *gamePage, r scene.Rectangle, g rows, a handActs) {
	if prompt := &c.desk.Play.Prompt; prompt.On {
		composePrompt(c.page, prompt, cutTop(&r, g.height, g.gap))
		return
	}
	composeControls(c.page, r, g, a.own[:a.end], strings.TrimPrefix(c.controls.Primary, desk.OfferKey))
	each := (r.W + g.gap) / float64(g.columns) * float64(a.span)
	for i, b := range a.asides {
		at := scene.Rectangle{X: r.X + r.W + g.gap - each*float64(i+1), Y: r.Y + r.H - g.height, W: each - g.gap, H: g.height}
		c.control(at, b, b.Key == c.controls.Primary, lettering(c.page, at.W, true, b))
	}
}

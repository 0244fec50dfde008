package compose

import (
	"strings"
	"unicode"

	"attic/desk"
	"attic/draw/scene"
	"attic/internal/phrase"
)

// The sizes of letters in points.
const (
	labelSize   = 13
	textSize    = 15
	nameSize    = 18
	titleSize   = 24
	displaySize = 32 // for a score
	leastLabel  = 11 // for a label with little room
)

// page is a page, during and after composing.
type page struct {
	// The input of composing.
	w, h    float64
	desk    *desk.Desk
	stage   *stage
	over    string // the spot under the pointer
	mouse   point
	sliding bool   // the slider or the graph is being dragged
	aims    bool   // a finger rests on the board
	focus   string // the button with the keyboard focus, or ""
	laid    bool   // the device lays out texts
	sketch  sketch

	// The result of composing.
	scene   scene.Scene
	buttons []string        // the spots of buttons, in the order of Tab
	off     map[string]bool // the spots of buttons that do nothing now
	hands   map[string]bool // spots over which the mouse pointer is a hand
	slider  slider
	unit    float64                       // the distance between neighbouring squares of the board in play, in points; 0: there is none
	barred  []string                      // keys of the suggestions that the bar shows already
	wheels  map[desk.Area]scene.Rectangle // the areas that react to the mouse wheel
	texts   []Text
	fields  []Field
	active  string            // the spot of the form that has the keyboard focus, or ""
	chosen  string            // the spot of the item chosen by keys, or ""
	part    string            // the heading of the part being composed, for screen readers
	heads   map[string]string // the headings of spots that are not on the board
	traits  map[string]trait  // the traits of spots that are more than buttons
}

// gameOf returns the name of the game that the page is about, or "" if there is none.
func gameOf(p *page) string {
	switch menu := p.desk.Menu; {
	case p.desk.Play != nil:
		return p.desk.Play.Info.Name
	case menu != nil && menu.Entry < len(p.desk.Games):
		return p.desk.Games[menu.Entry].Info().Name
	}
	return ""
}

// areaAt returns the area for the mouse wheel at x, y.
func areaAt(p *page, x, y float64) desk.Area {
	for over := desk.OverForm; over > desk.Elsewhere; over-- {
		if p.wheels[over].Contains(x, y) {
			return over
		}
	}
	return desk.Elsewhere
}

// FaceSpot, followed by the number of a seat, is a spot; a click on the spot changes the seat's character.
const FaceSpot = desk.ButtonSpot + "face "

// strip is the height of the strip at the foot of a page with the message that something could not be saved.
const strip = 22

// slack is the capacity of a new page for shapes and spots beyond those of the last page.
const slack = 32

func (p *Pages) compose(w, h float64) page {
	p.sketch.settle(p.Desk.Play)
	unsaved, whole := p.Desk.Unsaved(), h
	if unsaved != "" {
		h -= strip
	}
	made := page{
		w: w, h: h, desk: p.Desk, stage: p.stage, over: p.over, mouse: p.mouse, sliding: p.sliding, aims: p.aims, focus: p.focus, laid: p.Lays, sketch: p.sketch,
		off: map[string]bool{}, hands: map[string]bool{}, traits: map[string]trait{}, heads: map[string]string{}, wheels: map[desk.Area]scene.Rectangle{}, scene: scene.Scene{View: scene.Rectangle{W: w, H: whole}},
	}
	last := p.page.scene // most pages are similar to the last one
	made.scene.Shapes, made.scene.Spots = make([]scene.Shape, 0, len(last.Shapes)+slack), make([]scene.Spot, 0, len(last.Spots)+slack)
	p.Desk.Cut = ""
	made.add(scene.Box(0, 0, w, whole, 0, scene.Background))
	switch blocks := p.Desk.Pages.Blocks(); {
	case desk.PartOf[desk.Position](blocks).View != nil:
		newReviewPage(&made, blocks).composeReview()
	case blocks != nil && p.Desk.Pages.Covers(): // the drawer is beside the board
		made.part = desk.PartOf[desk.Heading](blocks).Title
		composePage(&made, blocks)
	case formPart{&made}.coversAll():
		formPart{&made}.composeForm(scene.Rectangle{X: marginOf(&made), Y: buttonGap, W: w - 2*marginOf(&made), H: h - 2*buttonGap})
	case p.Desk.Menu != nil:
		composeMenu(&made, p.samples)
	default:
		made.part = buttonsPart
		c := newGamePage(&made)
		c.composeGame()
		c.composeLoupe()
	}
	if made.h = whole; unsaved != "" {
		made.add(scene.Box(0, h, w, strip, 0, scene.Accent))
		room := w - 2*slimMargin
		said := unsaved.In(func(text string) bool { return scene.TextWidth(text, labelSize, true) <= room })
		if scene.TextWidth(said, leastLabel, true) > room && p.Desk.Cut == "" {
			p.Desk.Cut = string(unsaved)
		}
		made.bold(slimMargin, h+strip/2, room, fitting(said, labelSize, room), said, scene.On(scene.Accent))
	}
	return made
}

// The gap between buttons, the gap between cards that belong together, and the gap where there is little room.
const (
	buttonGap = 8
	cardGap   = 12
	slimGap   = 4
)

// marginOf returns the space left and right of a page: equal on all pages, so that nothing moves when the page changes.
func marginOf(p *page) float64 {
	switch {
	case p.w < columnUpTo:
		return slimMargin
	case p.w < 1000 || p.h < 600:
		return middleMargin
	}
	return margin
}

func (p *page) add(shapes ...scene.Shape) { p.scene.Add(shapes...) }

func (p *page) spot(name, label string, area scene.Rectangle) {
	p.scene.Spots = append(p.scene.Spots, scene.Spot{Name: name, Area: area, Label: label})
	p.heads[name] = p.part
	p.hands[name] = true
}

// word writes one line, cut off at width.
func (p *page) word(x, y, width, size float64, text string, colour scene.Colour) {
	p.add(scene.Word(x, y, size, clip(text, size, false, width), scene.Left, colour))
}

// fitting returns size, or leastLabel if a line of that size is wider than width.
func fitting(text string, size, width float64) float64 {
	if scene.TextWidth(text, size, true) > width {
		return leastLabel
	}
	return size
}

// bold writes one line in bold letters, cut off at width.
func (p *page) bold(x, y, width, size float64, text string, colour scene.Colour) {
	sh := scene.Word(x, y, size, clip(text, size, true, width), scene.Left, colour)
	sh.Bold = true
	p.add(sh)
}

func (p *page) right(x, y, size float64, bold bool, text string, colour scene.Colour) {
	sh := scene.Word(x, y, size, text, scene.Right, colour)
	sh.Bold = bold
	p.add(sh)
}

func (p *page) edge(r scene.Rectangle, round, width float64, colour scene.Colour) {
	p.box(r, round, scene.None, colour, width)
}

func (p *page) box(r scene.Rectangle, round float64, fill, edge scene.Colour, width float64) {
	sh := scene.Box(r.X, r.Y, r.W, r.H, round, fill)
	sh.Stroke, sh.Width = edge, width
	p.add(sh)
}

// drawTile draws an area that can be chosen, in the background colour ground, and returns the colour of the text on it. filled marks the
// area on which keys act.
func drawTile(p *page, r scene.Rectangle, spot string, ground scene.Colour, chosen, filled bool) (ink scene.Colour) {
	edge, width, ink := scene.Line, 1.0, scene.Text
	switch {
	case filled:
		if ground == scene.Panel {
			edge = scene.Accent
		}
		ground, ink = scene.Accent, scene.On(scene.Accent)
	case chosen:
		edge, width, ink = scene.Accent, 2, scene.Accent
	case p.over == spot:
		edge = scene.Muted
	}
	p.box(r, 8, ground, edge, width)
	return ink
}

// drawMark draws the edge of an area that can be chosen, if the area is chosen or under the mouse.
func drawMark(p *page, r scene.Rectangle, spot string, chosen bool) {
	switch {
	case chosen:
		p.edge(r, 12, 2, scene.Accent)
	case p.over == spot:
		p.edge(r, 12, 1.5, scene.Muted)
	}
}

// place fits a view into the middle of an area, and returns the position of the view's origin and the size of its units.
func place(view, area scene.Rectangle) (x, y, scale float64) {
	scale = min(area.W/view.W, area.H/view.H)
	return area.X + (area.W-view.W*scale)/2 - view.X*scale, area.Y + (area.H-view.H*scale)/2 - view.Y*scale, scale
}

// picture draws a scene of a game in the middle of an area, without spots. The keys of its shapes get a prefix.
func (p *page) picture(game string, s scene.Scene, area scene.Rectangle, prefix string) {
	x, y, scale := place(s.View, area)
	first := len(p.scene.Shapes)
	p.scene.Draw(scene.Scene{Shapes: s.Shapes}, x, y, scale, prefix)
	dress(p, first, game)
}

// scrollBar draws a scroll bar for the visible part of a text or list, unless all of it is visible. The background has the colour ground.
func scrollBar(p *page, r scene.Rectangle, ground scene.Colour, of *desk.Scroll) {
	if from, to := of.Part(); to-from < 1 {
		p.add(scene.Box(r.X, r.Y, r.W, r.H, r.W/2, ground), scene.Box(r.X, r.Y+from*r.H, r.W, (to-from)*r.H, r.W/2, scene.Muted))
	}
}

func (p *page) card(r scene.Rectangle) {
	p.box(r, 12, scene.Panel, scene.Line, 1)
	p.scene.Shapes[len(p.scene.Shapes)-1].Lift = 3
}

// touch returns a size, on a touch screen at least that of a finger.
func (p *page) touch(size float64) float64 {
	if p.desk.Fingers {
		return max(size, finger)
	}
	return size
}

// button draws a button with its key; primary is set for the button to press next.
func (p *page) button(r scene.Rectangle, b desk.Button, primary bool) {
	composeButton(p, r, b, primary, false, lettering(p, r.W, false, b))
}

// control draws a control of a game: a button with letters of the given size and, if there is one for its key, an icon.
func (p *page) control(r scene.Rectangle, b desk.Button, primary bool, size float64) {
	composeButton(p, r, b, primary, drawings[b.Key] != "", size)
}

// The gap between the edge of a button and its label, and the gap in a button with little room.
const (
	buttonPad = 8
	leastPad  = 5
)

// lettering returns the size of the letters of the buttons in a row, each of the given width. All have the same size, which is smaller if
// one of the labels does not fit with its icon.
func lettering(p *page, width float64, drawn bool, row ...desk.Button) float64 {
	for _, b := range row {
		if needs(b, labelSize, true, drawn && drawings[b.Key] != "") > width-2*buttonPad {
			return leastLabel
		}
	}
	return labelSize
}

// needs returns the width of a button's label, in letters of the given size, and of its icon.
func needs(b desk.Button, size float64, bold, drawn bool) float64 {
	var wide float64
	if b.Label != "" { // the width of the label with a capital letter, without making that string
		wide = scene.TextWidth(string(unicode.ToUpper(rune(b.Label[0]))), size, bold) + scene.TextWidth(b.Label[1:], size, bold)
	}
	if drawn {
		wide += iconRoom
	}
	return wide
}

// composeButton draws a button with letters of the given size, and its key and its icon only if the label leaves room for them.
func composeButton(p *page, r scene.Rectangle, b desk.Button, primary, drawn bool, size float64) {
	spot := desk.ButtonSpot + b.Key
	fill, ink, muted := scene.Panel, scene.Text, scene.Muted
	edge := scene.Line
	switch {
	case primary:
		fill, ink, muted = scene.Accent, scene.On(scene.Accent), scene.On(scene.Accent)
		edge = scene.Accent
	case p.over == spot && !b.Off:
		fill, edge = scene.Raised, scene.Muted
	case b.On:
		fill = scene.Raised
	}
	first := len(p.scene.Shapes)
	p.box(r, 8, fill, edge, 1)
	pad, y := float64(buttonPad), r.Y+r.H/2
	if r.W >= 120 {
		pad = 10
	} else if needs(b, size, primary, drawn) > r.W-2*pad {
		pad = leastPad
	}
	label, key := phrase.Capital(b.Label), desk.KeyName(b.Key)
	x, room := r.X+pad, r.W-2*pad
	for cut := strings.LastIndexByte(label, ' '); cut > 0 && scene.TextWidth(label, size, primary) > room; cut = strings.LastIndexByte(label, ' ') {
		label = strings.TrimSuffix(label[:cut], ":") // the label of the spot keeps all words
	}
	wide := scene.TextWidth(label, size, primary)
	if drawn && wide+iconRoom <= room {
		drawIcon(p, b.Key, x+iconSize, y, ink)
		x, room = x+iconRoom, room-iconRoom
	}
	if p.desk.Fingers || wide+scene.TextWidth(key, leastLabel, false)+4 > room {
		key = ""
	}
	if p.desk.Fingers && !drawn {
		x += (room - wide) / 2
	}
	if primary {
		p.bold(x, y, room, size, label, ink)
	} else {
		p.word(x, y, room, size, label, ink)
	}
	p.right(r.X+r.W-pad, y, leastLabel, false, key, muted)
	if b.On {
		lamp := scene.Accent
		if primary {
			lamp = ink
		}
		lit(p, r, lamp)
	}
	p.pressable(r, b, first)
}

// pressable makes a button of the shapes from the first on.
func (p *page) pressable(r scene.Rectangle, b desk.Button, first int) {
	spot, label := desk.ButtonSpot+b.Key, b.Label
	if b.Off {
		p.off[spot] = true
		for i := first + 1; i < len(p.scene.Shapes); i++ {
			p.scene.Shapes[i].Fade = 0.55
		}
	}
	if b.On {
		label += ", on"
	}
	p.spot(spot, label, r)
	p.focusable(spot, r)
}

// composeUpright draws a button with an icon above its label, in letters of the given size.
func composeUpright(p *page, r scene.Rectangle, b desk.Button, label, icon string, size float64) {
	first := len(p.scene.Shapes)
	drawTile(p, r, desk.ButtonSpot+b.Key, scene.Panel, false, false)
	drawIcon(p, icon, r.X+r.W/2, r.Y+r.H*0.34, scene.Text)
	p.centre(r.X+r.W/2, r.Y+r.H*0.74, r.W-2*leastPad, size, false, label, scene.Text)
	p.pressable(r, b, first)
}

// lit marks a switch that is on.
func lit(p *page, r scene.Rectangle, ink scene.Colour) {
	p.add(scene.Box(r.X+5, r.Y+r.H-4, r.W-10, 2.5, 1.25, ink))
}

// focusable lets Tab reach a spot, and highlights its area if it has the keyboard focus.
func (p *page) focusable(spot string, r scene.Rectangle) {
	if p.off[spot] {
		return
	}
	p.buttons = append(p.buttons, spot)
	if p.focus == spot {
		p.edge(scene.Rectangle{X: r.X - 3, Y: r.Y - 3, W: r.W + 6, H: r.H + 6}, 10, 2, scene.Accent)
	}
}

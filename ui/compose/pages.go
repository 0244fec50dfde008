package compose

import (
	"slices"
	"strings"
	"time"

	"attic/desk"
	"attic/draw/scene"
	"attic/table"
)

// Device shows the pages. Its methods are Own, Keys and those of [desk.Display].
type Device interface {
	// Own carries out a key of the device, such as a key for pasting, full screen or zoom, and reports whether key is such a key.
	Own(key string) bool
	// Keys returns the keys of the device and their descriptions, for help.
	Keys() []desk.Button

	Settings() []desk.MenuItem
	Restyle()
	Copy(text string, told func(desk.Copied))
	Unthemed() string
}

// Pages are the pages of a desk, with the positions of the pointer and the keyboard focus on the current page. Positions are in points. They
// are not safe for concurrent use.
type Pages struct {
	Device
	Desk *desk.Desk
	Now  func() time.Time // the clock of animations
	Lays bool             // the device lays out texts: they are not drawn, and Texts returns them

	stage   *stage
	page    page   // the page composed last
	over    string // the spot under the pointer
	mouse   point
	focus   string    // the button with the keyboard focus, or ""
	sliding bool      // the slider or the graph is being dragged
	scrolls desk.Area // the list that is being dragged, and has been up to the height from
	from    float64
	aims    bool // a finger rests on the board
	byKey   bool // the last input came from keys
	hearing reading
	sketch  sketch
	samples map[string]sample // by the game's name
	last    lastPress
}

// lastPress is the last press in the menu: its time, its place and the spot there.
type lastPress struct {
	when time.Time
	at   point
	on   scene.Spot
}

// twice is the longest time between the two presses of a double click.
const twice = 400 * time.Millisecond

// strays reports whether a press in the menu is the second of a double click, and the first press has put another spot under the pointer.
func (p *Pages) strays() bool {
	last := p.last
	on, _ := p.page.scene.Spot(p.over)
	if p.mouse == last.at && p.Now().Sub(last.when) < twice && (on.Name != last.on.Name || on.Area != last.on.Area) {
		return true
	}
	if p.last = (lastPress{}); p.Desk.Menu != nil {
		p.last = lastPress{p.Now(), p.mouse, on}
	}
	return false
}

type point struct{ x, y float64 }

// New returns the pages of a new desk; c.Display is ignored. Pages.Desk.Close ends the desk.
func New(c desk.Config, device Device) *Pages {
	p := &Pages{Device: device, Now: time.Now, samples: map[string]sample{}}
	p.stage = &stage{now: func() time.Time { return p.Now() }}
	c.Display = p
	p.Desk = desk.New(c)
	p.Desk.Part = true
	p.Desk.Across, p.Desk.Slides = true, true
	p.stage.desk = p.Desk
	return p
}

// First returns the first page of a desk without a device, w by h points. It closes the table.
func First(c desk.Config, w, h float64) (scene.Scene, error) {
	c.Paused = true
	p := New(c, still{})
	first := p.Compose(w, h)
	return first, p.Desk.Close()
}

// still is a device that shows a single picture.
type still struct{}

func (still) Own(string) bool                { return false }
func (still) Keys() []desk.Button            { return nil }
func (still) Settings() []desk.MenuItem      { return nil }
func (still) Restyle()                       {}
func (still) Copy(string, func(desk.Copied)) {}
func (still) Unthemed() string               { return "" }

// Magnified returns the factor by which everything is enlarged in a window of w by h points. It is 1 up to 1920 by 1080 points; in a larger
// window, texts and pieces grow with the window.
func Magnified(w, h float64) float64 { return max(1, min(w/1920, h/1080)) }

// Compose returns the current page, of w by h points.
func (p *Pages) Compose(w, h float64) scene.Scene {
	p.stage.shift()
	p.page = p.compose(w, h)
	return p.page.scene
}

// Refresh composes the page again between events, so that the next event acts on the result of the previous one.
func (p *Pages) Refresh() { p.page = p.compose(p.page.w, p.page.h) }

// Moving reports whether an animation is running: of a move, or of a layer that is being shown or hidden.
func (p *Pages) Moving() bool { return p.stage.moving() }

// Step advances the animations to the current time.
func (p *Pages) Step() { p.stage.step() }

// Skip jumps to the end of an animation that is not a move, as any input does.
func (p *Pages) Skip() { p.stage.motion.layer = false }

// Clickable reports whether a click at the pointer would do something.
func (p *Pages) Clickable() bool { return p.page.hands[p.over] && !p.page.off[p.over] }

// Title returns the title for the window or browser tab that shows the page.
func (p *Pages) Title() string {
	title := "attic"
	if play := p.Desk.Play; play != nil {
		title = play.Info.Title + " – attic"
		if c := play.Study.Course(); c != nil {
			title = c.Title() + " – " + title
		}
	}
	return desk.Title(p.Desk, title)
}

// Key handles the key of the given name; text is the text that it types, or "". Some keys move the focus through the buttons; the others go
// to the desk.
func (p *Pages) Key(name, text string) {
	p.Skip()
	if p.byKey = true; p.stage.close() && name == "esc" {
		return
	}
	if p.Desk.Typing() && text != "" && text != " " { // type the text, not the key's name on another layout
		name = text
	}
	if p.own(name) || p.goFocus(name) {
		return
	}
	p.focus = ""
	p.Desk.Key(name)
}

// own handles a key of the pages or the device, and reports whether name is such a key.
func (p *Pages) own(name string) bool {
	switch name {
	case "ctrl": // Ctrl was pressed and released alone
		p.Desk.Control()
	case "ctrl+c", "ctrl+insert":
		p.Desk.CopyOut()
	case wholeKey:
		if p.stage.close() {
			return true
		}
		if !p.stage.framable() || p.Desk.Typing() || p.Desk.Pages.Covers() {
			return false
		}
		p.Desk.Part = !p.Desk.Part
	default:
		return p.Own(name)
	}
	return true
}

// goFocus handles a key that moves the focus through the buttons or presses one, and reports whether it did something. Tab goes to the first
// button, except where it switches input modes; there, Shift+Tab and F6 go to the buttons.
func (p *Pages) goFocus(name string) bool {
	play := p.Desk.Play
	reading := p.Desk.Pages.Top() != nil
	if play == nil && !reading || p.Desk.Typing() || len(p.page.buttons) == 0 {
		return false
	}
	at, last := slices.Index(p.page.buttons, p.focus), len(p.page.buttons)-1
	goTo := func(i int) {
		p.focus = ""
		if i >= 0 && i <= last {
			p.focus = p.page.buttons[i]
		}
	}
	switch {
	case at >= 0 && (name == "enter" || name == "space"):
		p.click(p.focus, p.Desk.Press)
	case at >= 0 && name == "esc":
		p.focus = ""
	case at >= 0 && (name == "tab" || name == "right" || name == "down" || name == "f6"):
		goTo(at + 1)
	case at >= 0 && (name == "shift+tab" || name == "left" || name == "up"):
		goTo(at - 1)
	case name == "f6" || name == "tab" && (reading || len(play.Cursor.Tracks) < 2):
		goTo(0)
	case name == "shift+tab":
		goTo(last)
	default:
		return false
	}
	return true
}

// Point handles the pointer moving to x, y; held is set while its main button is down.
func (p *Pages) Point(x, y float64, held bool) {
	if !held {
		p.scrolls = desk.Elsewhere
	}
	if p.scrolls > desk.OverBoard {
		by := int((p.from - y) / finger)
		p.from -= float64(by) * finger
		desk.Slide(p.Desk, p.scrolls, by)
		return
	}
	p.moved(x, y)
	if p.sliding = p.sliding && held; p.sliding {
		p.slide(x)
	}
}

// moved ignores a pointer that has not moved: a spot that appears under it, for example when the drawer closes, does not replace the
// message.
func (p *Pages) moved(x, y float64) {
	if p.mouse != (point{x, y}) {
		p.point(x, y)
	}
}

func (p *Pages) point(x, y float64) {
	p.mouse, p.byKey = point{x, y}, false
	spot := p.page.scene.At(x, y)
	if spot == "" && p.Desk.Fingers {
		spot = near(p, x, y)
	}
	if spot != p.over {
		p.over = spot
		p.Desk.Point(spot)
		aim(p)
	}
}

// Leave handles the pointer leaving the page.
func (p *Pages) Leave() {
	p.over, p.mouse, p.aims = "", point{-1, -1}, false // a finger may come back to the same place
	p.Desk.Leave()
}

// Press handles the main button going down at x, y.
func (p *Pages) Press(x, y float64) { p.press(x, y, p.Desk.Press) }

func (p *Pages) press(x, y float64, does func(spot string)) {
	p.Skip()
	p.point(x, y)
	if p.strays() {
		return
	}
	p.sketch = sketch{}
	if p.sliding = p.page.slider.area.Contains(x, y); p.sliding {
		p.slide(x)
		return
	}
	p.click(p.over, does)
}

// Drag handles a finger that went down at x, y and slides away. It drags the slider, the graph, a list, or the piece there; see [desk.Desk.Drag].
func (p *Pages) Drag(x, y float64) {
	if p.point(x, y); p.page.slider.area.Contains(x, y) {
		p.Press(x, y)
		return
	}
	p.Skip()
	if p.scrolls = areaAt(&p.page, x, y); p.scrolls > desk.OverBoard {
		p.from = y
		return
	}
	if p.Desk.Drag(p.over); aimed(p) && p.Desk.Play.Pointer.Dragged() != "" {
		p.aims = true
	}
}

// Release handles the main button going up at x, y.
func (p *Pages) Release(x, y float64) {
	if p.moved(x, y); p.aims && aimed(p) && p.Desk.Play.Pointer.Dragged() == "" {
		p.press(x, y, p.Desk.Press)
	}
	p.aims = false
	p.Desk.Release(p.over)
}

// Wheel handles the wheel turned by the given number of steps at x, y; positive steps are towards the user.
func (p *Pages) Wheel(x, y float64, by int) {
	p.Skip()
	p.focus = ""
	p.point(x, y)
	p.Desk.Wheel(areaAt(&p.page, x, y), by)
}

// Click handles a click on a spot without a pointer: from a keyboard, from assistive technology, or on a link in a text.
func (p *Pages) Click(spot string) {
	p.Skip()
	p.click(spot, p.Desk.Press)
	p.Desk.Release(spot)
}

func (p *Pages) click(spot string, does func(spot string)) {
	key, button := strings.CutPrefix(spot, desk.ButtonSpot)
	switch seat, face := strings.CutPrefix(spot, FaceSpot); {
	case face:
		p.nextFace(seat)
	case !(button && p.own(key)) && !p.page.off[spot]:
		does(spot)
	}
}

func (p *Pages) slide(x float64) {
	if spot := p.page.slider.spot(x); p.Desk.Play != nil && spot != "" && spot != p.page.slider.here {
		p.Desk.Click(spot)
	}
}

// The following methods and those of the device implement desk.Display.

// Begin implements desk.Display.
func (p *Pages) Begin(before table.Now) bool { return p.stage.begin(before) }

// Keys implements desk.Display.
func (p *Pages) Keys() []desk.Button { return Keys(p.Device.Keys(), p.stage.framable()) }

// Keys returns the keys that pages add to the keys of every game, including own, the keys of the device; framed adds the key for boards that
// can be shown in part.
func Keys(own []desk.Button, framed bool) []desk.Button {
	keys := slices.Concat([]desk.Button{
		{Key: "ctrl+c", Label: "copy the game ID and the moves; pasting them restores the game. While you wait for a guest, copy the command to join"},
	}, own, []desk.Button{
		{Key: "mouse", Label: "drag with the right button to draw an arrow that only you see, or right-click to draw a ring; the next click or move removes them. A right-click also cancels a choice, as Esc does"},
		{Key: "f6 shift+tab", Label: "go to the buttons, as Tab does where there is a single input mode; Enter presses one"},
	})
	if framed {
		keys = append(keys, desk.Button{Key: wholeKey, Label: "show the whole board, or only the occupied part"})
	}
	return keys
}

// DropHelp is the help of the key that pastes, on devices on which files can be dropped.
const DropHelp = "drop a file here to open it"

// FullKey switches full screen on or off, if the device can.
const FullKey = "f11"

// wholeKey switches between the whole board and its focus.
const wholeKey = "z"

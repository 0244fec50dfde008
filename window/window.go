// Package window is the window front-end: it composes the pages of a desk as scenes, paints them, and shows them on an X
// server. It contains nothing specific to a game.
package window

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime/debug"
	"strings"
	"time"

	"attic/command"
	"attic/desk"
	"attic/game"
	"attic/grid"
	"attic/paint"
	"attic/palette"
	"attic/scene"
	"attic/store"
	"attic/table"
	"attic/window/x11"
)

// Config holds what Run needs.
type Config struct {
	Games []game.Game
	Store store.Store

	// Open puts a new game on a table, with the players and options of wish.
	Open func(g game.Game, wish store.GameSettings) (*table.Table, error)
	// Table is the table to start at; nil starts with the menu.
	Table *table.Table
	Net   command.Network // nil: host and join are refused
	First string          // a command to carry out at Table at the start; "" for none

	Display  string  // the name of the X display; "": the value of DISPLAY
	Scale    float64 // pixels per point; 0: the desktop's setting
	Theme    string  // a name of palette.Themes; "": the one chosen last
	NoMotion bool    // moves are shown at once

	Sound func(each time.Duration, sounds ...game.Sound) // plays effects, each for the given time; nil: silence

	paused bool // the computer does not move, as in pictures
}

// The size of a new window and the smallest one, in points.
const (
	usualW, usualH = 1200, 800
	leastW, leastH = 320, 400
)

// ErrDisplay is wrapped by the error of Run if no window could be opened.
var ErrDisplay = errors.New("no window can be opened")

// Run shows a window until the user quits, ctx is done, or the connection to the display is lost. The table is then
// closed, so that the game is kept. After ErrDisplay the table is unchanged and still open.
func Run(ctx context.Context, c Config) error {
	percent := debug.SetGCPercent(-1) // collecting garbage would take as long as painting the first page
	defer debug.SetGCPercent(percent)
	theme := themeOf(c)
	c.Theme = theme.Name
	x, err := x11.Open(x11.Config{
		Display: c.Display, Title: "attic", Class: "Attic", Icon: icons(),
		W: usualW, H: usualH, MinW: leastW, MinH: leastH, Scale: c.Scale, Colours: colours(theme),
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDisplay, err)
	}
	defer x.Close()
	w := newWindow(c, x)
	err = w.run(ctx, func() { debug.SetGCPercent(percent) })
	return errors.Join(err, w.desk.Close())
}

// themeOf returns the theme that a window starts with.
func themeOf(c Config) palette.Theme {
	name := c.Theme
	if name == "" {
		name = c.Store.Settings().Theme
	}
	theme, ok := palette.Find(name)
	if !ok {
		theme, _ = palette.Find(palette.Themes()[0])
	}
	return theme
}

// colours lists the colours of a theme, the most important first, for displays with few colours.
func colours(theme palette.Theme) []uint32 {
	var list []uint32
	for c := range scene.Colours {
		list = append(list, uint32(theme.Colour(scene.Colour(c))))
	}
	return list
}

// display is what a window needs from an X server.
type display interface {
	Events() <-chan x11.Event
	Scale() float64
	Size() (w, h int)
	Canvas() paint.Canvas
	Show(parts []image.Rectangle)
	SetTitle(text string)
	SetUrgent(urgent bool)
	SetCursor(hand bool)
	Copy(text string)
	AskPaste(primary bool)
	ToggleFull()
}

// window is the whole program in a window.
type window struct {
	Config
	desk    *desk.Desk
	x       display
	theme   palette.Theme
	painter *paint.Painter
	scale   float64 // pixels per point, including the zoom
	now     func() time.Time

	page    page                   // the last page composed
	over    string                 // the spot under the mouse
	mouse   struct{ x, y float64 } // position of the mouse, in points
	focus   string                 // the button with the keyboard focus, or ""
	front   bool                   // the window has the keyboard focus
	sliding bool                   // the slider is being dragged
	title   string
	motion  motion
	board   board             // of the position shown
	asides  asides            // of the position shown
	samples map[string]sample // by the game's name
	is      measures          // of the page of a game
	whole   bool              // the whole board is shown, not only its focus
	drawn   int               // columns of the drawer
}

// Page returns the first page of a window of w by h points, without a display. It closes the table.
func Page(c Config, w, h float64) (scene.Scene, error) {
	c.paused = true
	win := newWindow(c, nil)
	page := win.compose(w, h).scene
	return page, win.desk.Close()
}

func newWindow(c Config, x display) *window {
	w := &window{Config: c, x: x, theme: themeOf(c), now: time.Now, front: true, samples: map[string]sample{}}
	w.desk = desk.New(desk.Config{Games: c.Games, Store: c.Store, Open: c.Open, Table: c.Table, Paused: c.paused, NoMotion: c.NoMotion, Net: c.Net, First: c.First, Display: w})
	w.desk.Across, w.desk.Slides = true, true
	w.scale = 1
	if x != nil {
		canvas := x.Canvas()
		w.scale = w.scaleFor(canvas.W, canvas.H)
	}
	w.painter = paint.New(w.theme, w.scale)
	return w
}

// run shows the window and handles events until the end. It calls begun when the first page is shown.
func (w *window) run(ctx context.Context, begun func()) error {
	w.draw()
	begun()
	frame := time.NewTimer(time.Hour)
	defer frame.Stop()
	frame.Stop()
	for !w.desk.Quitting {
		switch {
		case w.moving():
			frame.Reset(frameTime)
		case w.desk.Ticks():
			frame.Reset(time.Second)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.desk.Ready():
			w.desk.News()
		case <-frame.C:
			if !w.moving() {
				w.desk.Tick()
			}
		case e, ok := <-w.x.Events():
			if !ok {
				return nil
			}
			if err := w.takeAll(e); err != nil {
				return err
			}
		}
		w.step()
		w.draw()
	}
	return nil
}

// takeAll handles an event and all events waiting behind it, and then draws once. Each event acts on the page as the events
// before it have left it.
func (w *window) takeAll(e x11.Event) error {
	for {
		if err := w.take(e); err != nil || w.desk.Quitting {
			return err
		}
		if _, only := e.(x11.Motion); !only {
			w.page = w.compose(w.page.w, w.page.h)
		}
		select {
		case next, ok := <-w.x.Events():
			if !ok {
				return nil
			}
			e = next
		default:
			return nil
		}
	}
}

// take handles an event.
func (w *window) take(e x11.Event) error {
	switch e.(type) {
	case x11.Key, x11.Press, x11.Wheel, x11.Paste: // any input jumps to the end
		w.motion.layer = false
	}
	switch e := e.(type) {
	case x11.Key:
		name := e.Name
		if w.desk.Typing() && e.Text != "" && e.Text != " " { // not its name on another layout
			name = e.Text
		}
		w.key(name)
	case x11.CtrlAlone:
		w.desk.Control()
	case x11.Motion:
		w.point(e.X, e.Y)
		if w.sliding = w.sliding && e.Held; w.sliding {
			w.slide(w.mouse.x)
		}
	case x11.Leave:
		w.over = ""
	case x11.Press:
		switch e.Button {
		case 1:
			w.point(e.X, e.Y)
			if w.sliding = w.over == sliderSpot; w.sliding {
				w.slide(w.mouse.x)
				break
			}
			w.click(w.over)
		case 2:
			w.x.AskPaste(true)
		}
	case x11.Release:
		if e.Button == 1 {
			w.point(e.X, e.Y)
			w.desk.Release(w.over)
		}
	case x11.Wheel:
		w.focus = ""
		w.point(e.X, e.Y)
		w.desk.Wheel(w.page.area(w.mouse.x, w.mouse.y), e.By)
	case x11.Paste:
		w.desk.Paste(e.Text)
	case x11.Focus:
		w.front = e.In
		if e.In {
			w.x.SetUrgent(false)
		}
	case x11.Expose:
		w.x.Show(nil)
	case x11.CloseAsked:
		desk.Quit(w.desk)
	case x11.Failed:
		if p := w.desk.Play; p != nil && p.Person.Now().Kept {
			if kept, _ := p.Person.Keep(); kept {
				return fmt.Errorf("%w; the game is kept", e.Err)
			}
		}
		return e.Err
	}
	return nil
}

// draw composes the page and shows what has changed.
func (w *window) draw() {
	if w.desk.Quitting {
		return
	}
	w.shift()
	canvas := w.x.Canvas()
	if scale := w.scaleFor(canvas.W, canvas.H); scale != w.scale {
		w.scale = scale
		w.painter.SetScale(scale)
	}
	w.page = w.compose(max(float64(canvas.W)/w.scale, leastW), max(float64(canvas.H)/w.scale, leastH)) // a smaller window shows a part of the page
	w.x.SetCursor(w.page.clickable(w.over))
	title := "attic"
	if p := w.desk.Play; p != nil {
		title = p.Info.Title + " – attic"
		if c := p.Course(); c != nil {
			title = c.Title() + " – " + title
		}
	}
	if title != w.title {
		w.title = title
		w.x.SetTitle(title)
	}
	if parts := w.painter.Paint(canvas, w.page.scene); len(parts) > 0 {
		w.x.Show(parts)
	}
}

// window implements desk.Display.

// Middles implements desk.Display, in thousandths of a scene's unit.
func (w *window) Middles() map[string]grid.Point {
	middles := map[string]grid.Point{}
	sc := w.sceneNow()
	from, part := w.framed(sc)
	for _, spot := range sc.Spots {
		x, y := spot.Middle()
		if part && !from.Contains(x, y) { // the cursor stays where it is visible
			continue
		}
		middles[spot.Name] = grid.Point{X: int(x * 1000), Y: int(y * 1000)}
	}
	return middles
}

// Listed implements desk.Display.
func (w *window) Listed() []string {
	var list []string
	for _, spot := range w.aside(widePanel, endless).Spots {
		list = append(list, spot.Name)
	}
	return list
}

// Lines implements desk.Display.
func (w *window) Lines() int { return max(1, int((w.page.h-pagerMargin)/pagerLine)) }

// Columns implements desk.Display.
func (w *window) Columns() int {
	if w.desk.Play != nil && w.drawerOpen() {
		return max(w.drawn, 1)
	}
	return itemColumns(w.page.w)
}

// Settings returns the settings that only windows have.
func (w *window) Settings() []desk.MenuItem {
	return []desk.MenuItem{{Label: "Zoom", Value: fmt.Sprintf("%d %%", w.zoomed()), Change: w.zoom}}
}

// Keys returns the keys that only windows have.
func (w *window) Keys() []desk.Button { return Keys(w.framable()) }

// Keys returns the keys that windows add to those of every game; framed adds the key of a board of which a part can be shown.
func Keys(framed bool) []desk.Button {
	keys := []desk.Button{
		{Key: "ctrl+c", Label: "copy the game ID and the moves, which recreate the game when pasted; while you wait for a guest: the command to join"},
		{Key: "ctrl+v", Label: "paste moves or a game ID; the middle mouse button pastes the selection"},
		{Key: "f11", Label: "switch full screen on or off"},
		{Key: "ctrl++ ctrl+- ctrl+0", Label: "zoom in, zoom out, or reset the zoom; attic remembers it"},
		{Key: readKey, Label: "show the whole sentence below the board if it was cut off"},
		{Key: "f6 shift+tab", Label: "go to the buttons, as Tab does where there is a single input mode; Enter presses one"},
	}
	if framed {
		keys = append(keys, desk.Button{Key: wholeKey, Label: "show the whole board, or only the occupied part"})
	}
	return keys
}

// wholeKey switches between the whole board and its focus.
const wholeKey = "z"

// framable reports whether the scene of the game shown has a focus.
func (w *window) framable() bool { return w.desk.Play != nil && w.sceneNow().Focus.W > 0 }

// Restyle implements desk.Display.
func (w *window) Restyle() {
	w.Theme = w.desk.Settings.Theme
	w.theme = themeOf(w.Config)
	w.painter.SetTheme(w.theme)
}

// Unthemed implements desk.Display.
func (w *window) Unthemed() string { return "dark (default)" }

// Copy implements desk.Display.
func (w *window) Copy(text string) bool {
	w.x.Copy(text)
	return true
}

// Sound implements desk.Display.
func (w *window) Sound(sounds ...game.Sound) {
	if w.Config.Sound != nil {
		w.Config.Sound(soundStep, sounds...)
	}
}

// YourTurn asks for attention if the window is not in front.
func (w *window) YourTurn() {
	if !w.front {
		w.x.SetUrgent(true)
	}
}

// key handles a key: some go through the buttons, the others belong to the desk.
func (w *window) key(name string) {
	if w.own(name) || w.goFocus(name) {
		return
	}
	w.focus = ""
	w.desk.Key(name)
}

// own handles a key of the window itself, and reports whether it is one.
func (w *window) own(name string) bool {
	switch name {
	case "ctrl+c", "ctrl+insert":
		w.desk.CopyOut()
	case "ctrl+v", "shift+insert":
		w.x.AskPaste(false)
	case fullKey:
		w.x.ToggleFull()
	case "ctrl++", "ctrl+=":
		w.zoom(1)
	case "ctrl+-", "ctrl+_":
		w.zoom(-1)
	case "ctrl+0":
		w.zoom(0)
	case wholeKey:
		if !w.framable() || w.desk.Typing() || w.desk.Pager() != nil || w.desk.Play.Review.On || w.desk.Play.Sheet.On {
			return false
		}
		w.whole = !w.whole
	case readKey:
		return w.readAll()
	default:
		return false
	}
	return true
}

// goFocus handles a key for the buttons, and reports whether it did something. Tab goes to the first button, except where
// it switches input modes: there Shift+Tab and F6 go to the buttons.
func (w *window) goFocus(name string) bool {
	p := w.desk.Play
	reading := w.desk.Pager() != nil || p != nil && (p.Chooser.On || p.Review.On || p.Sheet.On)
	if p == nil && !reading || w.desk.Typing() || len(w.page.buttons) == 0 {
		return false
	}
	at := -1
	for i, spot := range w.page.buttons {
		if spot == w.focus {
			at = i
		}
	}
	last := len(w.page.buttons) - 1
	goTo := func(i int) {
		w.focus = ""
		if i >= 0 && i <= last {
			w.focus = w.page.buttons[i]
		}
	}
	switch {
	case at >= 0 && (name == "enter" || name == "space"):
		w.click(w.focus)
	case at >= 0 && name == "esc":
		w.focus = ""
	case at >= 0 && (name == "tab" || name == "right" || name == "down" || name == "f6"):
		goTo(at + 1)
	case at >= 0 && (name == "shift+tab" || name == "left" || name == "up"):
		goTo(at - 1)
	case name == "f6" || name == "tab" && (reading || len(p.Tracks) < 2):
		goTo(0)
	case name == "shift+tab":
		goTo(last)
	default:
		return false
	}
	return true
}

// point handles the mouse moving to a pixel.
func (w *window) point(px, py int) {
	x, y := float64(px)/w.scale, float64(py)/w.scale
	w.mouse.x, w.mouse.y = x, y
	if spot := w.page.scene.At(x, y); spot != w.over {
		w.over = spot
		w.desk.Point(spot)
	}
}

// click handles a click on a spot.
func (w *window) click(spot string) {
	if seat, ok := strings.CutPrefix(spot, faceSpot); ok {
		w.nextFace(seat)
		return
	}
	if key, ok := strings.CutPrefix(spot, desk.ButtonSpot); ok && w.own(key) {
		return
	}
	if !w.page.off[spot] {
		w.desk.Press(spot)
	}
}

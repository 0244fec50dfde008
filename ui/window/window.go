// Package window is the window front-end: it paints the pages that compose draws, and shows them on an X server.
package window

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"runtime/debug"
	"slices"
	"time"

	"attic/desk"
	"attic/draw/paint"
	"attic/draw/palette"
	"attic/draw/scene"
	"attic/game"
	"attic/match/store"
	"attic/ui/compose"
	"attic/ui/window/x11"
)

// Config configures Run.
type Config struct {
	Desk desk.Config // its Display is ignored

	Display string  // the name of the X display; "": that in the environment variable DISPLAY
	Scale   float64 // pixels per point; 0: the desktop's setting
	Theme   string  // a name of palette.Themes; "": the theme chosen last

	Sound func(each time.Duration, sounds ...game.Sound) // plays sounds whose starts are the given time apart; nil: silence
	Slow  func()                                         // called on another goroutine if the X server takes longer than 3 s; may be nil
}

// The size of a new window and the smallest size, in points.
const (
	usualW, usualH = 1200, 800
	leastW, leastH = 320, 400
)

// The interval between frames of motion, and between effects.
const (
	frameTime = time.Second / 60
	soundStep = 150 * time.Millisecond
)

// ErrDisplay is wrapped by the error of Run if no window could be opened.
var ErrDisplay = errors.New("no window can be opened")

// Run shows a window until the user quits, ctx is done, or the connection to the display is lost. It then closes the table, which keeps the
// game. After ErrDisplay the table is unchanged and still open.
func Run(ctx context.Context, c Config) error {
	percent := debug.SetGCPercent(-1) // a garbage collection would take as long as painting the first page
	defer debug.SetGCPercent(percent)
	theme := themeOf(c)
	c.Theme = theme.Name
	x, err := x11.Open(ctx, x11.Config{
		Display: c.Display, Title: "attic", Class: "Attic", Icon: icons(),
		W: usualW, H: usualH, MinW: leastW, MinH: leastH, Scale: c.Scale, Colours: colours(theme), Slow: c.Slow,
	})
	if err != nil && ctx.Err() != nil {
		if c.Desk.Table != nil {
			err = errors.Join(err, c.Desk.Table.Close())
		}
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDisplay, err)
	}
	defer x.Close()
	w := newWindow(c, x)
	shown := 0
	err = w.run(ctx, func() {
		switch shown++; shown {
		case 1:
			debug.SetGCPercent(percent)
		case 2:
			debug.SetGCPercent(thriftyGC)
		}
	})
	return errors.Join(err, w.pages.Desk.Close())
}

func themeOf(c Config) palette.Theme {
	s := c.Desk.Store.Profile.Settings()
	theme, ok := palette.Find(cmp.Or(c.Theme, s.Theme))
	if !ok {
		theme, _ = palette.Find(palette.Themes()[0])
	}
	return theme.Wear(s.Pieces, s.Shades)
}

// colours lists the colours of a theme, the most important first, for displays with few colours.
func colours(theme palette.Theme) []uint32 {
	var list []uint32
	for c := range scene.Colours {
		list = append(list, uint32(theme.Colour(scene.Colour(c))))
	}
	return list
}

// display is the part of [x11.Window] that a window needs.
type display interface {
	Events() <-chan x11.Event
	Scale() float64
	Canvas() paint.Canvas
	Show(parts []image.Rectangle)
	SetTitle(text string)
	SetUrgent(urgent bool)
	SetCursor(hand bool)
	Copy(text string)
	AskPaste(primary bool)
	ToggleFull()
}

type window struct {
	Config
	pages   *compose.Pages
	x       display
	theme   palette.Theme
	chosen  string // the theme in the settings, or ""
	painter *paint.Painter
	scale   float64 // pixels per point, including the zoom
	front   bool    // the window has the keyboard focus
	over    bool    // something that can be dropped is over the window
	title   string
}

func newWindow(c Config, x display) *window {
	w := &window{Config: c, x: x, theme: themeOf(c), scale: 1, front: true}
	w.pages = compose.New(c.Desk, w)
	w.chosen = w.pages.Desk.Settings.Theme
	canvas := x.Canvas()
	w.scale = w.scaleFor(canvas.W, canvas.H)
	w.painter = paint.New(w.theme, w.scale)
	return w
}

// thriftyGC is the growth of memory, in percent, between two garbage collections once a second page is shown: a page keeps little memory.
// Before that, a collection would slow the start.
const thriftyGC = 50

// run shows the window and handles events until the end. It calls the function shown after every page that it has drawn.
func (w *window) run(ctx context.Context, shown func()) error {
	w.draw()
	shown()
	frame := time.NewTimer(time.Hour)
	defer frame.Stop()
	frame.Stop()
	for !w.pages.Desk.Quitting {
		switch {
		case w.pages.Moving():
			frame.Reset(frameTime)
		case w.pages.Desk.Ticks():
			frame.Reset(time.Second)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.pages.Desk.Ready():
			w.pages.Desk.News()
		case <-frame.C:
			if !w.pages.Moving() {
				w.pages.Desk.Tick()
			}
		case e, ok := <-w.x.Events():
			if !ok {
				return nil
			}
			if _, only := e.(x11.Expose); only { // the page does not change
				w.x.Show(nil)
				continue
			}
			if err := w.takeAll(e); err != nil {
				return err
			}
		}
		w.pages.Step()
		w.draw()
		shown()
	}
	return nil
}

// takeAll handles an event and all events waiting after it, and then draws once. Each event acts on the page that results from the events
// before it.
func (w *window) takeAll(e x11.Event) error {
	for {
		if err := w.take(e); err != nil || w.pages.Desk.Quitting {
			return err
		}
		select {
		case next, ok := <-w.x.Events():
			if !ok {
				return nil
			}
			switch e.(type) {
			case x11.Motion, x11.Expose: // they change nothing on the page
			default:
				w.pages.Refresh()
			}
			e = next
		default:
			return nil
		}
	}
}

func (w *window) take(e x11.Event) error {
	switch e := e.(type) {
	case x11.Key:
		w.pages.Key(e.Name, e.Text)
	case x11.CtrlAlone:
		w.pages.Key("ctrl", "")
	case x11.Motion:
		w.over = false // while another program drags something, it has the mouse
		w.pages.Point(w.points(e.X), w.points(e.Y), e.Held)
	case x11.Leave:
		w.pages.Leave()
	case x11.Press:
		w.pages.Skip()
		switch e.Button {
		case 1:
			w.pages.Press(w.points(e.X), w.points(e.Y))
		case 2:
			w.x.AskPaste(true)
		case 3:
			w.pages.Draw(w.points(e.X), w.points(e.Y), true, compose.Ink(e.Shift, e.Alt))
		}
	case x11.Release:
		switch e.Button {
		case 1:
			w.pages.Release(w.points(e.X), w.points(e.Y))
		case 3:
			w.pages.Draw(w.points(e.X), w.points(e.Y), false, 0)
		}
	case x11.Wheel:
		w.pages.Wheel(w.points(e.X), w.points(e.Y), e.By)
	case x11.Paste:
		w.pages.Skip()
		w.pages.Desk.Paste(e.Text)
	case x11.Over:
		w.over = e.In
	case x11.Drop:
		w.pages.Skip()
		w.drop(e)
	case x11.Focus:
		w.front = e.In
		if e.In {
			w.x.SetUrgent(false)
		}
	case x11.Expose:
		w.x.Show(nil)
	case x11.CloseAsked:
		desk.Quit(w.pages.Desk)
	case x11.Failed:
		if p := w.pages.Desk.Play; p != nil && p.Person.Now().Kept {
			if kept, _ := p.Person.Keep(); kept {
				return fmt.Errorf("%w; the game is kept", e.Err)
			}
		}
		return e.Err
	}
	return nil
}

func (w *window) points(pixels int) float64 { return float64(pixels) / w.scale }

// sizeOn returns the size of the page on a canvas, in points. If the window is smaller, it shows a part of the page.
func (w *window) sizeOn(canvas paint.Canvas) (width, height float64) {
	return max(float64(canvas.W)/w.scale, leastW), max(float64(canvas.H)/w.scale, leastH)
}

func (w *window) draw() {
	if w.pages.Desk.Quitting {
		return
	}
	w.effects(w.pages.Desk.Effects())
	canvas := w.x.Canvas() // once per page: after a change of size, the call invalidates the last canvas
	if scale := w.scaleFor(canvas.W, canvas.H); scale != w.scale {
		w.scale = scale
		w.painter.SetScale(scale)
	}
	page := w.pages.Compose(w.sizeOn(canvas))
	if w.over {
		page.Add(scene.Shape{Kind: scene.Rect, X: page.View.W / 2, Y: page.View.H / 2, W: page.View.W - 4, H: page.View.H - 4, Stroke: scene.Accent, Width: 4})
	}
	w.x.SetCursor(w.pages.Clickable())
	if title := w.pages.Title(); title != w.title {
		w.title = title
		w.x.SetTitle(title)
	}
	if parts := w.painter.Paint(canvas, page); len(parts) > 0 {
		w.x.Show(parts)
	}
}

// The following methods implement compose.Device.

// Settings returns the settings that exist only in windows.
func (w *window) Settings() []desk.MenuItem {
	return append(desk.BoardSettings(w.pages.Desk), desk.MenuItem{Label: "Zoom", Value: fmt.Sprintf("%d %%", w.zoomed()), Change: w.zoom})
}

// Keys returns the keys that windows add to the keys of every game; framed adds the key for boards that can be shown in part.
func Keys(framed bool) []desk.Button { return compose.Keys((*window).Keys(nil), framed) }

// Keys returns the keys that exist only in windows.
func (w *window) Keys() []desk.Button {
	return []desk.Button{
		{Key: "ctrl+v", Label: "paste moves or a game ID; the middle mouse button pastes the selected text; " + compose.DropHelp},
		{Key: compose.FullKey, Label: "switch full screen on or off"},
		{Key: "ctrl++ ctrl+- ctrl+0", Label: "zoom in, zoom out, or reset the zoom; attic remembers the zoom"},
	}
}

// Own implements compose.Device.
func (w *window) Own(key string) bool {
	switch key {
	case "ctrl+v", "shift+insert":
		w.x.AskPaste(false)
	case compose.FullKey:
		w.x.ToggleFull()
	case "ctrl++", "ctrl+=":
		w.zoom(1)
	case "ctrl+-", "ctrl+_":
		w.zoom(-1)
	case "ctrl+0":
		w.zoom(0)
	default:
		return false
	}
	return true
}

// Restyle implements desk.Display.
func (w *window) Restyle() {
	s := w.pages.Desk.Settings
	if s.Theme != w.chosen { // a theme given at the start stays until the setting changes
		w.Theme, w.chosen = s.Theme, s.Theme
	}
	w.theme = themeOf(w.Config)
	w.painter.SetTheme(w.theme)
}

// Unthemed implements desk.Display.
func (w *window) Unthemed() string { return "dark (default)" }

// Copy implements desk.Display.
func (w *window) Copy(text string, told func(desk.Copied)) {
	w.x.Copy(text)
	told(desk.CopiedSurely)
}

// effects plays sounds, and asks for attention if the window is not in front.
func (w *window) effects(e desk.Effects) {
	if w.Config.Sound != nil && len(e.Sounds) > 0 {
		w.Config.Sound(soundStep, e.Sounds...)
	}
	if e.Calls > 0 && !w.front {
		w.x.SetUrgent(true)
	}
}

// zooms lists the steps of the zoom, in percent of the default scale for the window's size.
var zooms = []int{50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300}

// zoomed returns the chosen zoom, in percent of the default scale.
func (w *window) zoomed() int {
	if zoom := w.pages.Desk.Settings.Zoom; zoom > 0 {
		return zoom
	}
	return 100
}

// zoom changes the zoom by the given number of steps, or resets it if by is 0, and saves it.
func (w *window) zoom(by int) {
	at, _ := slices.BinarySearch(zooms, w.zoomed())
	to := zooms[max(0, min(at+by, len(zooms)-1))]
	if by == 0 {
		to = 100
	}
	if to == 100 {
		to = 0 // the default
	}
	w.pages.Desk.Set(func(s *store.Settings) { s.Zoom = to }) // 0 is the default scale
}

// scaleFor returns the pixels per point in a window of the given size in pixels. The zoom never makes a page larger than the window.
func (w *window) scaleFor(width, height int) float64 {
	usual := w.x.Scale()
	usual *= compose.Magnified(float64(width)/usual, float64(height)/usual)
	scale := usual * float64(w.zoomed()) / 100
	if fits := min(float64(width)/leastW, float64(height)/leastH); scale > usual && scale > fits {
		scale = max(usual, fits)
	}
	return scale
}

func icons() []image.Image {
	theme, _ := palette.Find(palette.Themes()[0])
	var list []image.Image
	for _, size := range []int{16, 32, 64} {
		list = append(list, paint.Image(Icon(), theme, size, size))
	}
	return list
}

// Icon returns the program's icon, a square of 1 by 1: three balls that touch.
func Icon() scene.Scene {
	s := scene.Scene{View: scene.Rectangle{W: 1, H: 1}}
	s.Add(scene.Box(0, 0, 1, 1, 0.2, scene.Background))
	for _, b := range []struct {
		x, y float64
		c    scene.Colour
	}{{0.3, 0.65, scene.Red}, {0.7, 0.65, scene.Cyan}, {0.5, 0.31, scene.White}} {
		ball := scene.Disc(b.x, b.y, 0.2, b.c)
		ball.Shade = scene.Ball
		s.Add(ball)
	}
	return s
}

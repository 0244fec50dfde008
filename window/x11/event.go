// Package x11 is the connection to an X server: one window to paint on, and what happens to it as events. It
// knows pixels, keys and the clipboard, and nothing of what is shown.
package x11

// Event is something that happened to the window: one of the types below.
type Event interface{ event() }

// Key is a key that was pressed, or that repeats. Its name is that of the tables of keys: what it prints ("u",
// "U", "+", "é"), else "enter", "esc", "tab", "space", "backspace", "delete", "insert", "up", "down", "left",
// "right", "home", "end", "pgup", "pgdown", "begin", "f1" and so on, with what is held down before it: "ctrl+r",
// "shift+tab", "alt+b". On a layout of another script it is the Latin letter of the same key, if it has one.
type Key struct {
	Name string
	Text string // what it types, "" for nothing
}

// CtrlAlone is the Ctrl key, pressed and let go with nothing else in between.
type CtrlAlone struct{}

// Motion is the mouse at a place in the window, in pixels, Held while its left button is down. Of several in a row only
// the last is told.
type Motion struct {
	X, Y int
	Held bool
}

// Leave is the mouse outside the window.
type Leave struct{}

// Press is a button of the mouse going down: 1 left, 2 middle, 3 right.
type Press struct{ X, Y, Button int }

// Release is a button of the mouse going up, where the mouse is then, which may be outside the window.
type Release struct{ X, Y, Button int }

// Wheel is one notch of the wheel with the mouse at a place: -1 away from the hand, 1 towards it.
type Wheel struct{ X, Y, By int }

// Resize is the window's new size in pixels. Of several only the last is told.
type Resize struct{ W, H int }

// Expose asks for a call of [Window.Show], of no rectangles too: what is missing on the screen is shown then.
type Expose struct{}

// Paste is the answer to [Window.AskPaste]; "" if there was nothing to paste.
type Paste struct{ Text string }

// Focus is the keyboard coming to the window or leaving it.
type Focus struct{ In bool }

// CloseAsked is the wish of the window manager that the window be closed.
type CloseAsked struct{}

// ScaleChanged is a new scale of the desktop.
type ScaleChanged struct{ Scale float64 }

// Failed is the end of the connection; no event follows it.
type Failed struct{ Err error }

func (Key) event()          {}
func (CtrlAlone) event()    {}
func (Motion) event()       {}
func (Leave) event()        {}
func (Press) event()        {}
func (Release) event()      {}
func (Wheel) event()        {}
func (Resize) event()       {}
func (Expose) event()       {}
func (Paste) event()        {}
func (Focus) event()        {}
func (CloseAsked) event()   {}
func (ScaleChanged) event() {}
func (Failed) event()       {}

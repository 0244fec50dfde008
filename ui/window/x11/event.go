// Package x11 connects to an X server: it opens one window to paint on and reports input and changes of the window as
// events. It deals with pixels, keys, the clipboard and what is dropped, and knows nothing about the contents.
package x11

// Event is something that happened to the window, one of the types below.
type Event any

// Key is a key press or its automatic repetition. The name is as in the tables of keys: the character that the key types
// ("u", "U", "+", "é"), or else "enter", "esc", "tab", "space", "backspace", "delete", "insert", "up", "down", "left",
// "right", "home", "end", "pgup", "pgdown", "begin", "f1" and so on, with the modifiers before it: "ctrl+r", "shift+tab",
// "alt+b". On a non-Latin layout the name is the Latin letter of the same key, if it has one.
type Key struct {
	Name string
	Text string // the text that the key types, or ""
}

// CtrlAlone is a press and a release of the Ctrl key without other input in between.
type CtrlAlone struct{}

// Motion is a movement of the mouse to a point of the window, in pixels; Held means that the left button is down. Of several
// movements in a row, only the last is reported.
type Motion struct {
	X, Y int
	Held bool
}

// Leave reports that the mouse has left the window.
type Leave struct{}

// Press is a press of a mouse button: 1 left, 2 middle, 3 right. X and Y are in pixels.
type Press struct {
	X, Y, Button int
	Shift, Alt   bool // Shift also stands for Ctrl
}

// Release is the release of a mouse button. X and Y are the position of the mouse in pixels, which may be outside the window.
type Release struct{ X, Y, Button int }

// Wheel is one notch of the wheel at X, Y, in pixels. By is -1 away from the user, 1 towards the user.
type Wheel struct{ X, Y, By int }

// Resize is a new size of the window, in pixels. Of several changes, only the last is reported.
type Resize struct{ W, H int }

// Expose asks for a call of [Window.Show], which shows everything that is missing on the screen; the call may pass no
// rectangles.
type Expose struct{}

// Paste is the answer to [Window.AskPaste]; "" if there was nothing to paste.
type Paste struct{ Text string }

// Over reports that something which the window takes was dragged onto it (In) by another program, or that this is over: it was dropped or
// left the window. The end is not reported if the other program fails.
type Over struct{ In bool }

// Drop is what another program dropped on the window: files and links if List is set (text/uri-list, RFC 2483), otherwise any text, at most
// 1 MiB. Text is "" if the other program sent nothing within 5 s.
type Drop struct {
	List bool
	Text string
}

// Focus reports that the window gained (In) or lost the keyboard focus.
type Focus struct{ In bool }

// CloseAsked is the request of the window manager to close the window.
type CloseAsked struct{}

// ScaleChanged is a new scale of the desktop, in pixels per point.
type ScaleChanged struct{ Scale float64 }

// Failed is the loss of the connection; no event follows it.
type Failed struct{ Err error }

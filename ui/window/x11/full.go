package x11

import (
	"slices"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// ToggleFull makes the window fill the screen, or restores its former size and position. It asks the window manager if that
// supports it (EWMH, _NET_WM_STATE); otherwise the window sets its own size and position.
func (w *Window) ToggleFull() {
	w.send(func() {
		if w.before == nil && w.managed() {
			w.askState(stateToggle, "_NET_WM_STATE_FULLSCREEN")
			return
		}
		place := w.before
		w.before = nil
		if place == nil {
			geometry, err := xproto.GetGeometry(w.x, xproto.Drawable(w.id)).Reply()
			if err != nil {
				return // the connection is lost
			}
			w.before = []uint32{uint32(uint16(geometry.X)), uint32(uint16(geometry.Y)), uint32(geometry.Width), uint32(geometry.Height)}
			screen := w.setup.Roots[w.screen]
			place = []uint32{0, 0, uint32(screen.WidthInPixels), uint32(screen.HeightInPixels)}
		}
		xproto.ConfigureWindow(w.x, w.id, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight, place)
	})
}

// managed reports whether there is a window manager that can make windows fill the screen.
func (w *Window) managed() bool {
	const most = 1 << 12 // in units of four bytes
	reply, err := xproto.GetProperty(w.x, false, w.root, w.atoms["_NET_SUPPORTED"], xproto.AtomAtom, 0, most).Reply()
	if err != nil || reply.Format != 32 {
		return false
	}
	var supported []xproto.Atom
	for data := reply.Value; len(data) >= 4; data = data[4:] {
		supported = append(supported, xproto.Atom(xgb.Get32(data)))
	}
	return slices.Contains(supported, w.atoms["_NET_WM_STATE_FULLSCREEN"])
}

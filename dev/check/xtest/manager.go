package xtest

import (
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Manage announces that windows can fill the screen, like a window manager (EWMH, _NET_SUPPORTED). Requests from windows have no effect.
func (s *Server) Manage() {
	s.t.Helper()
	data := make([]byte, 4)
	xgb.Put32(data, uint32(s.Atom("_NET_WM_STATE_FULLSCREEN")))
	root := s.setup.DefaultScreen(s.Conn).Root
	s.check(xproto.ChangePropertyChecked(s.Conn, xproto.PropModeReplace, root, s.Atom("_NET_SUPPORTED"), xproto.AtomAtom, 32, 1, data).Check())
}

// WantFull waits until a window asks the window manager to toggle full screen.
func (s *Server) WantFull(window xproto.Window) {
	s.t.Helper()
	state, full := s.Atom("_NET_WM_STATE"), uint32(s.Atom("_NET_WM_STATE_FULLSCREEN"))
	s.wait("a request for full screen", func(event xgb.Event) bool {
		const toggle = 2
		e, ok := event.(xproto.ClientMessageEvent)
		return ok && e.Window == window && e.Type == state && e.Format == 32 && e.Data.Data32[0] == toggle && e.Data.Data32[1] == full
	})
}

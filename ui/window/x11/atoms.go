package x11

import (
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// atomNames are the names whose numbers the window asks the server for, in addition to the atoms predefined by the protocol.
var atomNames = []string{
	"WM_PROTOCOLS", "WM_DELETE_WINDOW", "_NET_WM_PING", "_NET_WM_NAME", "_NET_WM_ICON_NAME", "_NET_WM_PID", "_NET_WM_ICON",
	"_NET_WM_STATE", "_NET_WM_STATE_DEMANDS_ATTENTION", "_NET_WM_STATE_FULLSCREEN", "_NET_SUPPORTED",
	"CLIPBOARD", "TARGETS", "TIMESTAMP", "UTF8_STRING", "TEXT", "INCR", "PASTED", "text/plain;charset=utf-8",
	"_XSETTINGS_SETTINGS",
}

// atoms asks for the numbers of names. The function that it returns waits for the answers; all requests are sent before
// that, so it takes the time of a single round trip.
func atoms(x *xgb.Conn, names []string) func() (map[string]xproto.Atom, error) {
	cookies := make([]xproto.InternAtomCookie, len(names))
	for i, name := range names {
		cookies[i] = xproto.InternAtom(x, false, uint16(len(name)), name)
	}
	return func() (map[string]xproto.Atom, error) {
		numbers := make(map[string]xproto.Atom, len(names))
		for i, cookie := range cookies {
			reply, err := cookie.Reply()
			if err != nil {
				return nil, err
			}
			numbers[names[i]] = reply.Atom
		}
		return numbers, nil
	}
}

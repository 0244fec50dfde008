package xtest

import (
	"strings"
	"unicode/utf8"

	"github.com/jezek/xgb/xproto"
	fake "github.com/jezek/xgb/xtest"
)

// keysyms are the named keys, including modifiers.
var keysyms = map[string]xproto.Keysym{
	"space": ' ', "backspace": 0xff08, "tab": 0xff09, "enter": 0xff0d, "esc": 0xff1b, "insert": 0xff63, "delete": 0xffff,
	"home": 0xff50, "left": 0xff51, "up": 0xff52, "right": 0xff53, "down": 0xff54, "pgup": 0xff55, "pgdown": 0xff56, "end": 0xff57,
	"f1": 0xffbe, "f2": 0xffbf, "f3": 0xffc0, "f4": 0xffc1, "f5": 0xffc2, "f6": 0xffc3, "f7": 0xffc4, "f8": 0xffc5, "f9": 0xffc6, "f10": 0xffc7, "f11": 0xffc8, "f12": 0xffc9,
	"shift": 0xffe1, "ctrl": 0xffe3, "capslock": 0xffe5, "alt": 0xffe9, "super": 0xffeb, "altgr": 0xfe03, "numlock": 0xff7f,
	"kp_4": 0xff96, "kp_5": 0xff9d, "kp_8": 0xff97, "kp_enter": 0xff8d, "kp_add": 0xffab,
}

// Key presses and releases keys one after another. A key is written as its character or its name, after the modifiers held down with it, as in
// "ctrl+r". The names are those of the window's keys. A modifier such as "ctrl" is also a key by itself.
func (s *Server) Key(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		var held []string
		for {
			before, rest, ok := strings.Cut(key, "+")
			if !ok || rest == "" || keysyms[before] == 0 {
				break
			}
			held, key = append(held, before), rest
		}
		code, shift := s.find(key)
		if shift {
			held = append(held, "shift")
		}
		codes := make([]byte, 0, len(held)+1)
		for _, name := range held {
			c, _ := s.find(name)
			codes = append(codes, c)
		}
		codes = append(codes, code)
		for _, c := range codes {
			s.do(xproto.KeyPress, c)
		}
		for i := range codes {
			s.do(xproto.KeyRelease, codes[len(codes)-1-i])
		}
	}
	s.Conn.Sync()
}

// Hold presses a key and keeps it down, or, if down is false, releases it.
func (s *Server) Hold(key string, down bool) {
	s.t.Helper()
	code, _ := s.find(key)
	kind := byte(xproto.KeyRelease)
	if down {
		kind = xproto.KeyPress
	}
	s.do(kind, code)
	s.Conn.Sync()
}

// Type types a text. The keyboard must have all of its characters.
func (s *Server) Type(text string) {
	s.t.Helper()
	for _, r := range text {
		s.Key(string(r))
	}
}

// find returns the code of a key, and whether it needs Shift.
func (s *Server) find(key string) (code byte, shift bool) {
	s.t.Helper()
	sym := keysyms[key]
	if r, size := utf8.DecodeRuneInString(key); sym == 0 && size == len(key) && r <= 0xff {
		sym = xproto.Keysym(r)
	}
	first, last := s.setup.MinKeycode, s.setup.MaxKeycode
	reply, err := xproto.GetKeyboardMapping(s.Conn, first, byte(last-first+1)).Reply()
	s.check(err)
	each := int(reply.KeysymsPerKeycode)
	for column := range 2 {
		for i := 0; sym != 0 && i+column < len(reply.Keysyms); i += each {
			if reply.Keysyms[i+column] == sym {
				return byte(first) + byte(i/each), column == 1
			}
		}
	}
	s.t.Fatalf("the keyboard has no key %q", key)
	return 0, false
}

func (s *Server) do(kind, detail byte) {
	fake.FakeInput(s.Conn, kind, detail, 0, 0, 0, 0, 0)
}

// Move moves the mouse to a point of a window, in pixels.
func (s *Server) Move(window xproto.Window, x, y int) {
	s.t.Helper()
	tree, err := xproto.QueryTree(s.Conn, window).Reply()
	s.check(err)
	at, err := xproto.TranslateCoordinates(s.Conn, window, tree.Root, int16(x), int16(y)).Reply()
	s.check(err)
	fake.FakeInput(s.Conn, xproto.MotionNotify, 0, 0, tree.Root, at.DstX, at.DstY, 0)
	s.Conn.Sync()
}

// Click clicks at a point of a window, in pixels.
func (s *Server) Click(window xproto.Window, x, y int) {
	s.t.Helper()
	s.Move(window, x, y)
	s.Button(1)
}

// Button presses and releases a mouse button at the mouse's position: 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down.
func (s *Server) Button(button int) {
	s.do(xproto.ButtonPress, byte(button))
	s.do(xproto.ButtonRelease, byte(button))
	s.Conn.Sync()
}

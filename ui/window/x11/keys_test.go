//go:build !nox

package x11_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb/xproto"
	fake "github.com/jezek/xgb/xtest"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"
)

// focused opens a window that has the keyboard focus.
func focused(t *testing.T, s *xtest.Server) *x11.Window {
	t.Helper()
	w := open(t, x11.Config{Display: s.Display})
	s.Move(s.Window("tried"), 50, 50)
	next[x11.Motion](t, w)
	return w
}

func layout(t *testing.T, s *xtest.Server, args ...string) {
	t.Helper()
	run(t, s, "setxkbmap", "x11-xkb-utils", args...)
}

// run runs an X program on a server.
func run(t *testing.T, s *xtest.Server, name, from string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("this test needs %s: apt-get install %s", name, from)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(cmd.Environ(), "DISPLAY="+s.Display)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

func TestKeysHaveTheNamesOfTheTables(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	layout(t, s, "us")
	w := focused(t, s)
	for _, k := range []struct{ key, name, text string }{
		{"u", "u", "u"},
		{"U", "U", "U"},
		{"+", "+", "+"},
		{":", ":", ":"},
		{"5", "5", "5"},
		{"?", "?", "?"},
		{"[", "[", "["},
		{"space", "space", " "},
		{"shift+space", "shift+space", " "},
		{"enter", "enter", ""},
		{"kp_enter", "enter", ""},
		{"esc", "esc", ""},
		{"tab", "tab", ""},
		{"shift+tab", "shift+tab", ""},
		{"backspace", "backspace", ""},
		{"delete", "delete", ""},
		{"insert", "insert", ""},
		{"up", "up", ""},
		{"shift+up", "shift+up", ""},
		{"ctrl+left", "ctrl+left", ""},
		{"ctrl+shift+right", "ctrl+shift+right", ""},
		{"home", "home", ""},
		{"end", "end", ""},
		{"pgup", "pgup", ""},
		{"pgdown", "pgdown", ""},
		{"f1", "f1", ""},
		{"f12", "f12", ""},
		{"ctrl+r", "ctrl+r", ""},
		{"ctrl+shift+r", "ctrl+shift+r", ""},
		{"ctrl+c", "ctrl+c", ""},
		{"ctrl+space", "ctrl+space", ""},
		{"alt+b", "alt+b", ""},
		{"ctrl+alt+b", "ctrl+alt+b", ""},
		{"kp_add", "+", "+"},
		{"kp_4", "left", ""},
		{"kp_8", "up", ""},
		{"kp_5", "begin", ""},
		{"shift+kp_4", "shift+left", ""},
	} {
		s.Key(k.key)
		if got, want := next[x11.Key](t, w), (x11.Key{Name: k.name, Text: k.text}); got != want {
			t.Errorf("%s is %+q, want %+q", k.key, got, want)
		}
	}
}

func TestLocksChangeWhatKeysMean(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	layout(t, s, "us")
	w := focused(t, s)
	for _, k := range []struct{ lock, key, name string }{
		{"numlock", "kp_4", "4"},
		{"numlock", "kp_5", "5"},
		{"numlock", "shift+kp_4", "left"},
		{"numlock", "a", "a"},
		{"capslock", "a", "A"},
		{"capslock", "shift+a", "a"},
		{"capslock", "1", "1"},
		{"capslock", "shift+1", "!"},
		{"capslock", "ctrl+r", "ctrl+r"},
		{"capslock", "kp_4", "left"},
	} {
		s.Key(k.lock)
		s.Key(k.key)
		s.Key(k.lock)
		name := strings.TrimPrefix(next[x11.Key](t, w).Name, "shift+") // Shift with an arrow of the keypad
		if name != k.name {
			t.Errorf("%s with %s is %q, want %q", k.key, k.lock, name, k.name)
		}
	}
}

// The key codes of keys, named after the characters that they type on an American keyboard.
const (
	codeQ, codeE, codeY, codeA, codeH, codeSemicolon, codeEquals = 24, 26, 29, 38, 43, 47, 21
	codeCtrl, codeShift, codeAltGr, codeMenu                     = 37, 50, 108, 135
)

// codes presses keys by their codes. A negative code holds its key down while the next key is pressed.
func codes(s *xtest.Server, list ...int) {
	var held []byte
	for _, code := range list {
		if code < 0 {
			held = append(held, byte(-code))
			fake.FakeInput(s.Conn, xproto.KeyPress, byte(-code), 0, 0, 0, 0, 0)
			continue
		}
		fake.FakeInput(s.Conn, xproto.KeyPress, byte(code), 0, 0, 0, 0, 0)
		fake.FakeInput(s.Conn, xproto.KeyRelease, byte(code), 0, 0, 0, 0, 0)
		for _, h := range held {
			fake.FakeInput(s.Conn, xproto.KeyRelease, h, 0, 0, 0, 0, 0)
		}
		held = nil
	}
	s.Conn.Sync()
}

func TestTheLayoutIsTheServersAndMayChange(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	layout(t, s, "us")
	w := focused(t, s)
	for _, k := range []struct {
		layout string
		codes  []int
		want   []x11.Key
	}{
		{"us", []int{codeY}, []x11.Key{{Name: "y", Text: "y"}}},
		{"de", []int{codeY}, []x11.Key{{Name: "z", Text: "z"}}},
		{"de", []int{codeSemicolon, -codeShift, codeSemicolon}, []x11.Key{{Name: "ö", Text: "ö"}, {Name: "Ö", Text: "Ö"}}},
		{"de", []int{-codeAltGr, codeQ, -codeAltGr, codeE}, []x11.Key{{Name: "@", Text: "@"}, {Name: "€", Text: "€"}}},
		{"de", []int{codeEquals, codeE, -codeShift, codeEquals, codeA}, []x11.Key{{Name: "é", Text: "é"}, {Name: "à", Text: "à"}}},
		{"de", []int{codeEquals, codeEquals, codeEquals, codeY}, []x11.Key{{Name: "´", Text: "´"}, {Name: "ź", Text: "ź"}}},
		{"de", []int{codeEquals, codeH, codeEquals, 65}, []x11.Key{{Name: "h", Text: "h"}, {Name: "´", Text: "´"}}},
		{"fr", []int{codeQ, 11}, []x11.Key{{Name: "a", Text: "a"}, {Name: "é", Text: "é"}}},
		{"pl", []int{-codeAltGr, codeA}, []x11.Key{{Name: "ą", Text: "ą"}}},
		{"gr,us", []int{codeA, -codeCtrl, codeA}, []x11.Key{{Name: "a", Text: "α"}, {Name: "ctrl+a"}}},
		{
			"us,ru",
			[]int{codeH, codeMenu, codeH, -codeShift, codeH, -codeCtrl, codeH, codeMenu, codeH},
			[]x11.Key{{Name: "h", Text: "h"}, {Name: "h", Text: "р"}, {Name: "H", Text: "Р"}, {Name: "ctrl+h"}, {Name: "h", Text: "h"}},
		},
		{
			"us,de",
			[]int{codeY, codeMenu, codeY, -codeAltGr, codeQ, codeMenu, codeY},
			[]x11.Key{{Name: "y", Text: "y"}, {Name: "z", Text: "z"}, {Name: "@", Text: "@"}, {Name: "y", Text: "y"}},
		},
		{"us,de,fr", []int{codeMenu, codeMenu, codeQ, codeMenu, codeQ}, []x11.Key{{Name: "a", Text: "a"}, {Name: "q", Text: "q"}}},
	} {
		layout(t, s, k.layout, "-option", "", "-option", "grp:menu_toggle")
		codes(s, k.codes...)
		for _, want := range k.want {
			if got := next[x11.Key](t, w); got != want {
				t.Errorf("%v, keys %v: %+q, want %+q", k.layout, k.codes, got, want)
			}
		}
	}
}

func TestKeysOfXdotoolArrive(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	layout(t, s, "us")
	w := focused(t, s)
	run(t, s, "xdotool", "xdotool", "key", "u", "ctrl+r", "Return", "KP_Add", "shift+Up")
	for _, want := range []string{"u", "ctrl+r", "enter", "+", "shift+up"} {
		if got := next[x11.Key](t, w).Name; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAKeyHeldDownRepeats(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := focused(t, s)
	s.Hold("right", true)
	for range 3 {
		if key := next[x11.Key](t, w); key.Name != "right" {
			t.Fatalf("got %q", key.Name)
		}
	}
	s.Hold("right", false)
}

func TestCtrlAloneIsPressedAndLetGoWithNothingBetween(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := focused(t, s)
	for _, c := range []struct {
		name  string
		do    func()
		alone bool
	}{
		{"alone", func() { s.Key("ctrl") }, true},
		{"with the mouse moving", func() { s.Hold("ctrl", true); s.Move(s.Window("tried"), 9, 9); s.Hold("ctrl", false) }, true},
		{"with a key", func() { s.Key("ctrl+r") }, false},
		{"with a button", func() { s.Hold("ctrl", true); s.Button(1); s.Hold("ctrl", false) }, false},
		{"with the wheel", func() { s.Hold("ctrl", true); s.Button(4); s.Hold("ctrl", false) }, false},
		{"after Shift", func() { s.Hold("shift", true); s.Key("ctrl"); s.Hold("shift", false) }, false},
		{"before Shift", func() { s.Hold("ctrl", true); s.Key("shift"); s.Hold("ctrl", false) }, false},
		{"after Alt", func() { s.Key("alt+ctrl") }, false},
		{"again", func() { s.Key("ctrl") }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.do()
			s.Key("q") // its event comes after all events of the earlier input
			alone := false
			for {
				event := next[x11.Event](t, w)
				if _, ok := event.(x11.CtrlAlone); ok {
					alone = true
				}
				if key, ok := event.(x11.Key); ok && key.Name == "q" {
					break
				}
			}
			if alone != c.alone {
				t.Errorf("alone: %v, want %v", alone, c.alone)
			}
		})
	}
}

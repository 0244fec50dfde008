package x11_test

import (
	"os/exec"
	"strings"
	"testing"

	"attic/internal/xtest"
	"attic/window/x11"
)

// focused opens a window that has the keyboard.
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

// run runs a program of X on a server.
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
		{"shift+kp_4", "4", "4"},
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
		name := strings.TrimPrefix(next[x11.Key](t, w).Name, "shift+") // of a direction of the keypad
		if name != k.name {
			t.Errorf("%s with %s is %q, want %q", k.key, k.lock, name, k.name)
		}
	}
}

func TestTheLayoutIsTheServersAndMayChange(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	layout(t, s, "us")
	w := focused(t, s)
	const yOfUS, qOfUS, eOfUS, hOfUS = "29", "24", "26", "43" // key codes
	altgr := func(code string) []string { return []string{"keydown", "108", "key", code, "keyup", "108"} }
	for _, k := range []struct {
		layout []string
		keys   []string
		want   []x11.Key
	}{
		{[]string{"us"}, []string{"key", yOfUS}, []x11.Key{{Name: "y", Text: "y"}}},
		{[]string{"de"}, []string{"key", yOfUS}, []x11.Key{{Name: "z", Text: "z"}}},
		{[]string{"de"}, []string{"key", "odiaeresis", "Odiaeresis", "ssharp", "plus"}, []x11.Key{{Name: "ö", Text: "ö"}, {Name: "Ö", Text: "Ö"}, {Name: "ß", Text: "ß"}, {Name: "+", Text: "+"}}},
		{[]string{"de"}, altgr(qOfUS), []x11.Key{{Name: "@", Text: "@"}}},
		{[]string{"de"}, altgr(eOfUS), []x11.Key{{Name: "€", Text: "€"}}},
		{[]string{"de"}, []string{"key", "dead_acute", "e", "dead_circumflex", "A", "dead_grave", "space", "dead_acute", "x"}, []x11.Key{{Name: "é", Text: "é"}, {Name: "Â", Text: "Â"}, {Name: "`", Text: "`"}, {Name: "x", Text: "x"}}},
		{[]string{"de"}, []string{"key", "dead_circumflex", "dead_circumflex"}, []x11.Key{{Name: "^", Text: "^"}}},
		{[]string{"fr"}, []string{"key", qOfUS, "eacute"}, []x11.Key{{Name: "a", Text: "a"}, {Name: "é", Text: "é"}}},
		{[]string{"pl"}, altgr("38"), []x11.Key{{Name: "ą", Text: "ą"}}},
		{[]string{"us,ru"}, []string{"key", hOfUS}, []x11.Key{{Name: "h", Text: "h"}}},
		{
			[]string{"us,ru", "-option", "grp:ctrl_shift_toggle"},
			[]string{"key", "37+50", "key", hOfUS, "key", "50+43", "key", "37+43", "key", "37+50", "key", hOfUS},
			[]x11.Key{{Name: "h", Text: "р"}, {Name: "H", Text: "Р"}, {Name: "ctrl+h", Text: ""}, {Name: "h", Text: "h"}},
		},
		{
			[]string{"us,de", "-option", "grp:ctrl_shift_toggle"},
			append(append([]string{"key", "37+50", "key", yOfUS}, altgr(qOfUS)...), "key", "37+50"),
			[]x11.Key{{Name: "z", Text: "z"}, {Name: "@", Text: "@"}},
		},
	} {
		layout(t, s, "-option", "")
		layout(t, s, k.layout...)
		run(t, s, "xdotool", "xdotool", k.keys...)
		for _, want := range k.want {
			if got := next[x11.Key](t, w); got != want {
				t.Errorf("%v, xdotool %v: %+q, want %+q", k.layout, k.keys, got, want)
			}
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
			s.Key("q") // comes after whatever the first brings
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

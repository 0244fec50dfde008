//go:build !nox

package x11_test

import (
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"attic/dev/check/xtest"
	"attic/dev/wait"
	"attic/ui/window/x11"

	"github.com/jezek/xgb/xproto"
)

func TestTheMouse(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	s.Move(id, 20, 30)
	want := func(want x11.Event) {
		t.Helper()
		for {
			got := next[x11.Event](t, w)
			switch got.(type) {
			case x11.Expose, x11.Focus:
				continue
			case x11.Motion:
				if _, ok := want.(x11.Motion); !ok {
					continue
				}
			}
			if got != want {
				t.Errorf("%T%v, want %T%v", got, got, want, want)
			}
			return
		}
	}
	want(x11.Motion{X: 20, Y: 30})
	for button := 1; button <= 3; button++ {
		s.Button(button)
		want(x11.Press{X: 20, Y: 30, Button: button})
		want(x11.Release{X: 20, Y: 30, Button: button})
	}
	s.Button(4)
	want(x11.Wheel{X: 20, Y: 30, By: -1})
	s.Button(5)
	want(x11.Wheel{X: 20, Y: 30, By: 1})
	s.Move(id, 400, 300)
	want(x11.Leave{})
	s.Move(id, 40, 50)
	want(x11.Motion{X: 40, Y: 50})
}

func TestManyMotionsAreToldOnce(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	next[x11.Expose](t, w)
	for i := range 200 {
		s.Move(id, i, 10)
	}
	s.Ping(id) // after the answer, the window has received all motions, and the test has read none
	told := 0
	for e := (x11.Motion{}); e.X != 199; told++ {
		e = next[x11.Motion](t, w)
	}
	if told > 2 { // the first motion may have been delivered before the others arrived
		t.Errorf("%d motions were reported, want at most 2", told)
	}
}

func TestAWindowManagerKnowsTheWindow(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	icon := image.NewRGBA(image.Rect(0, 0, 2, 1))
	icon.Set(1, 0, color.RGBA{255, 128, 0, 255})
	w := open(t, x11.Config{Display: s.Display, Title: "Zwölf · tried", Class: "Attic", Icon: []image.Image{icon}, W: 100, H: 80, MinW: 50, MinH: 40, Scale: 2})
	id := s.Window("tried")
	if w, h := s.Size(id); w != 200 || h != 160 {
		t.Errorf("the window is %d by %d", w, h)
	}
	words := func(values ...uint32) string {
		var data []byte
		for _, v := range values {
			data = binary.LittleEndian.AppendUint32(data, v)
		}
		return string(data)
	}
	host, _ := os.Hostname()
	for _, p := range []struct{ name, want string }{
		{"_NET_WM_NAME", "Zwölf · tried"},
		{"WM_NAME", "Zw\xf6lf \xb7 tried"},
		{"WM_CLASS", "attic\x00Attic\x00"},
		{"WM_CLIENT_MACHINE", host},
		{"_NET_WM_PID", words(uint32(os.Getpid()))},
		{"WM_PROTOCOLS", words(uint32(s.Atom("WM_DELETE_WINDOW")), uint32(s.Atom("_NET_WM_PING")))},
		{"_NET_WM_ICON", words(2, 1, 0, 0xffff8000)},
		{"WM_NORMAL_HINTS", words(16, 0, 0, 0, 0, 100, 80) + strings.Repeat("\x00", 44)},
		{"XdndAware", words(5)},
		{"WM_HINTS", words(3, 1, 1) + strings.Repeat("\x00", 24)},
	} {
		var got string
		s.Until(p.name, func() (any, bool) { got = string(s.Property(id, p.name)); return got, got != "" })
		if got != p.want {
			t.Errorf("%s is %q, want %q", p.name, got, p.want)
		}
	}
	w.SetTitle("another")
	s.Until("another title", func() (any, bool) { title := s.Title(id); return title, title == "another" })
	urgent := func(want byte) func() (any, bool) {
		return func() (any, bool) { hints := s.Property(id, "WM_HINTS"); return hints, hints[1] == want }
	}
	w.SetUrgent(true)
	s.Until("urgency", urgent(1))
	w.SetUrgent(false)
	s.Until("no urgency", urgent(0))
	w.SetCursor(true)
	w.SetCursor(false)
	w.SetCursor(true)
	s.Ping(id)
	s.CloseWindow(id)
	next[x11.CloseAsked](t, w)
}

func TestTheKeyboardComesAndGoes(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	xproto.SetInputFocus(s.Conn, xproto.InputFocusPointerRoot, id, 0)
	if !next[x11.Focus](t, w).In {
		t.Error("the window lost the keyboard focus, want it to gain it")
	}
	xproto.SetInputFocus(s.Conn, xproto.InputFocusPointerRoot, xproto.InputFocusPointerRoot, 0)
	if next[x11.Focus](t, w).In {
		t.Error("the window gained the keyboard focus, want it to lose it")
	}
}

func TestTheScaleIsThatOfTheDesktop(t *testing.T) {
	s := xtest.Start(t, "1280x1024x24")
	root := xproto.Setup(s.Conn).Roots[0].Root
	resources := func(text string) {
		xproto.ChangeProperty(s.Conn, xproto.PropModeReplace, root, xproto.AtomResourceManager, xproto.AtomString, 8, uint32(len(text)), []byte(text))
		s.Conn.Sync()
	}
	opened := func(scale float64) *x11.Window {
		return open(t, x11.Config{Display: s.Display, W: 100, H: 100, Scale: scale})
	}
	if got := opened(0).Scale(); got != 1 {
		t.Errorf("the scale is %v with no setting", got)
	}
	resources("XTerm*dpi: 3\nXft.antialias:\t1\nXft.dpi:\t144\n")
	w := opened(0)
	if got := w.Scale(); got != 1.5 {
		t.Errorf("the scale is %v at 144 dots per inch", got)
	}
	if w, _ := w.Size(); w != 150 {
		t.Errorf("the window is %d wide", w)
	}
	if got := opened(1.25).Scale(); got != 1.25 {
		t.Errorf("the scale is %v, want 1.25 as requested", got)
	}
	resources("Xft.dpi: 192\n")
	if got := next[x11.ScaleChanged](t, w).Scale; got != 2 || w.Scale() != 2 {
		t.Errorf("the new scale is %v and %v", got, w.Scale())
	}
	for _, text := range []string{"Xft.dpi: nonsense", "Xft.dpi: -5", "Xft.dpi: NaN", "Xft.dpi"} {
		resources(text)
		if got := opened(0).Scale(); got != 1 {
			t.Errorf("the scale is %v with %q", got, text)
		}
	}
	resources("Xft.dpi: 100000")
	if got := opened(0).Scale(); got != 8 {
		t.Errorf("the scale is %v at 100000 dots per inch", got)
	}

	// If the resources have no scale, the settings of the desktop apply.
	resources("")
	c := newClient(t, s)
	settings := func(dpi uint32) {
		data := []byte("\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00" +
			"\x01\x00\x08\x00Net/Name\x00\x00\x00\x00\x05\x00\x00\x00Plain\x00\x00\x00" +
			"\x00\x00\x07\x00Xft/DPI\x00\x00\x00\x00\x00")
		data = binary.LittleEndian.AppendUint32(data, dpi)
		xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, c.id, s.Atom("_XSETTINGS_SETTINGS"), s.Atom("_XSETTINGS_SETTINGS"), 8, uint32(len(data)), data)
		c.Sync()
	}
	settings(120 * 1024)
	xproto.SetSelectionOwner(c.Conn, c.id, s.Atom("_XSETTINGS_S0"), 0)
	c.Sync()
	w = opened(0)
	if got := w.Scale(); got != 1.25 {
		t.Errorf("the scale is %v with settings of 120 dots per inch", got)
	}
	settings(240 * 1024)
	if got := next[x11.ScaleChanged](t, w).Scale; got != 2.5 {
		t.Errorf("the new scale is %v with settings of 240 dots per inch", got)
	}
}

func TestAWindowIsNotLargerThanTheScreen(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display, W: 1200, H: 800, Scale: 1})
	if w, h := w.Size(); w != 640 || h != 480 {
		t.Errorf("the window is %d by %d", w, h)
	}
}

func TestADeadDisplayEndsTheWindow(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := w.Canvas()
	next[x11.Expose](t, w)
	w.Show(whole(c))
	s.Kill()
	if failed := next[x11.Failed](t, w); failed.Err == nil {
		t.Error("Failed has no error")
	}
	if event, ok := <-w.Events(); ok {
		t.Errorf("%T after the end", event)
	}
	pattern(w.Canvas())
	w.Show(whole(c))
	w.SetTitle("gone")
	w.Copy("gone")
	w.AskPaste(true)
	w.Close()
	w.Close()
	nothingIsLeft(t)
}

func TestAClosedWindowLeavesNothing(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	for range 3 {
		w := open(t, x11.Config{Display: s.Display})
		pattern(w.Canvas())
		w.Show(whole(w.Canvas()))
		w.Close()
		if c := w.Canvas(); c.Pix != nil {
			t.Error("a closed window has a canvas")
		}
		w.Show(nil)
		w.SetTitle("closed")
		if event, ok := <-w.Events(); ok {
			t.Errorf("%T after the end", event)
		}
	}
	s.Until("no window", func() (any, bool) { windows := s.Windows(); return windows, len(windows) == 0 })
	s.Kill()
	nothingIsLeft(t)
}

// nothingIsLeft checks that no goroutine of a window or of its connection is left running.
func nothingIsLeft(t *testing.T) {
	t.Helper()
	stacks := make([]byte, 1<<20)
	wait.Until(t, "no goroutine left", func() (any, bool) {
		all := string(stacks[:runtime.Stack(stacks, true)])
		return all, !strings.Contains(all, "xgb.(*Conn)") && !strings.Contains(all, "ui/window/x11.(*")
	})
}

// A server whose last client has just left restarts and closes its connections; the window opens nevertheless. The number of
// attempts is limited.
func TestAServerThatStartsOver(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	for _, c := range []struct {
		closed int
		opens  bool
	}{{1, true}, {2, true}, {1000, false}} {
		path := filepath.Join(t.TempDir(), "between")
		between, err := net.Listen("unix", path+":0")
		if err != nil {
			t.Fatal(err)
		}
		var asked atomic.Int32
		var forwarding sync.WaitGroup
		forwarding.Go(func() {
			for {
				conn, err := between.Accept()
				if err != nil {
					return
				}
				if int(asked.Add(1)) <= c.closed {
					conn.Close()
					continue
				}
				server, err := net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(s.Display, ":"))
				if err != nil {
					conn.Close()
					continue
				}
				forwarding.Go(func() { _, _ = io.Copy(server, conn); server.Close() })
				forwarding.Go(func() { _, _ = io.Copy(conn, server); conn.Close() })
			}
		})
		w, err := x11.Open(context.Background(), x11.Config{Display: path + ":0", W: 300, H: 200, Scale: 1})
		if (err == nil) != c.opens {
			t.Errorf("after %d closed connections: %v", c.closed, err)
		}
		if err == nil {
			w.Close()
		}
		if n := asked.Load(); n > 3 {
			t.Errorf("the server was asked %d times", n)
		}
		between.Close()
		forwarding.Wait()
	}
}

// The window waits for a slow server and reports that it is slow; when the context is done, it stops waiting.
func TestASilentServer(t *testing.T) {
	silent := filepath.Join(t.TempDir(), "silent") + ":0"
	hang, err := net.Listen("unix", silent)
	if err != nil {
		t.Fatal(err)
	}
	defer hang.Close()
	ctx, cancel := context.WithCancel(context.Background())
	told := 0
	_, err = x11.Open(ctx, x11.Config{Display: silent, Slow: func() { told++; cancel() }})
	if !errors.Is(err, context.Canceled) || told != 1 {
		t.Errorf("%v, told %d times", err, told)
	}
	nothingIsLeft(t)
}

func TestARefusedDisplayIsOneLine(t *testing.T) {
	dir := t.TempDir()
	closes, err := net.Listen("unix", filepath.Join(dir, "closes")+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer closes.Close()
	go func() {
		for {
			conn, err := closes.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	secret := filepath.Join(dir, "secret")
	cookie := append([]byte("\xff\xff\x00\x00\x00\x00\x00\x12MIT-MAGIC-COOKIE-1\x00\x10"), "0123456789abcdef"...)
	if err := os.WriteFile(secret, cookie, 0o600); err != nil {
		t.Fatal(err)
	}
	s := xtest.Start(t, "640x480x24")
	t.Setenv("DISPLAY", "")
	for _, d := range []struct{ name, want string }{
		{"", "no display: DISPLAY is not set"},
		{"nonsense", `display "nonsense" is not of the form host:number, such as :0`},
		{":", `display ":" is not of the form host:number, such as :0`},
		{":0.x", `display ":0.x" is not of the form host:number, such as :0`},
		{":30999", "display :30999: no X server is running there"},
		{"localhost:9999", "display localhost:9999: no X server is running there"},
		{s.Display + ".7", "display " + s.Display + ".7: screen 7 does not exist (number of screens: 1)"},
		{filepath.Join(dir, "closes") + ":0", "display " + filepath.Join(dir, "closes") + ":0: the server closed the connection"},
	} {
		_, err := x11.Open(context.Background(), x11.Config{Display: d.name})
		if err == nil || err.Error() != d.want {
			t.Errorf("%q: %v, want %s", d.name, err, d.want)
		}
	}
	t.Setenv("XAUTHORITY", secret)
	locked := xtest.Start(t, "640x480x24", "-auth", secret)
	open(t, x11.Config{Display: locked.Display}).Close()
	t.Setenv("XAUTHORITY", filepath.Join(dir, "nothing"))
	_, err = x11.Open(context.Background(), x11.Config{Display: locked.Display})
	if err == nil || !strings.HasPrefix(err.Error(), "display "+locked.Display+": access denied: ") || strings.ContainsAny(err.Error(), "\n\x00") {
		t.Errorf("without a cookie: %v", err)
	}
	s.Kill()
	locked.Kill()
	nothingIsLeft(t)
}

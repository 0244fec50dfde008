//go:build !nox

package x11_test

import (
	"strings"
	"testing"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// owned waits until a window owns a selection.
func owned(s *xtest.Server, id xproto.Window, selection xproto.Atom) {
	s.Until("the owner of a selection", func() (any, bool) {
		reply, err := xproto.GetSelectionOwner(s.Conn, selection).Reply()
		if err != nil {
			return err, false
		}
		return reply.Owner, reply.Owner == id
	})
}

func TestOneWindowPastesWhatAnotherCopied(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	a, b := open(t, x11.Config{Display: s.Display, Title: "one"}), open(t, x11.Config{Display: s.Display, Title: "two"})
	owner := func(title string, selection string) {
		t.Helper()
		owned(s, s.Window(title), s.Atom(selection))
		for _, each := range []string{"one", "two"} {
			s.Ping(s.Window(each)) // after the answer, the window knows the owner of the selection
		}
	}
	b.AskPaste(false)
	if got := next[x11.Paste](t, b).Text; got != "" {
		t.Errorf("%q was pasted before anything was copied", got)
	}
	const text = "ataxx blocks=3gh#17 – größer\n"
	a.Copy(text)
	owner("one", "CLIPBOARD")
	owner("one", "PRIMARY")
	for _, primary := range []bool{false, true} {
		b.AskPaste(primary)
		if got := next[x11.Paste](t, b).Text; got != text {
			t.Errorf("primary %v: %q was pasted", primary, got)
		}
	}
	a.AskPaste(false)
	if got := next[x11.Paste](t, a).Text; got != text {
		t.Errorf("%q was pasted in the window where it was copied", got)
	}
	b.Copy("newer")
	owner("two", "CLIPBOARD")
	a.AskPaste(false)
	if got := next[x11.Paste](t, a).Text; got != "newer" {
		t.Errorf("%q was pasted after another copy", got)
	}
	a.Copy("newest")
	owner("one", "PRIMARY")
	b.AskPaste(true)
	if got := next[x11.Paste](t, b).Text; got != "newest" {
		t.Errorf("%q was pasted after copying again", got)
	}
	long := strings.Repeat("ä", 100000)
	a.Copy(long)
	b.AskPaste(true)
	if got := next[x11.Paste](t, b).Text; got != long {
		t.Errorf("%d bytes were pasted of %d", len(got), len(long))
	}
}

// client is another program with a clipboard.
type client struct {
	*xgb.Conn
	t  *testing.T
	id xproto.Window
}

func newClient(t *testing.T, s *xtest.Server) client {
	t.Helper()
	x, err := xgb.NewConnDisplay(s.Display)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	id, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	root := xproto.Setup(x).Roots[0].Root
	if err := xproto.CreateWindowChecked(x, 0, id, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check(); err != nil {
		t.Fatal(err)
	}
	return client{x, t, id}
}

// event returns the next event of type E.
func event[E xgb.Event](c client) E {
	c.t.Helper()
	for {
		e, err := c.WaitForEvent()
		if err != nil {
			c.t.Fatal(err)
		}
		if e == nil {
			c.t.Fatal("the connection is lost")
		}
		if e, ok := e.(E); ok {
			return e
		}
	}
}

func TestOtherProgramsPasteWhatWasCopied(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	w.Copy("größer – 3")
	id := s.Window("tried")
	owned(s, id, xproto.AtomPrimary)
	c := newClient(t, s)
	for _, want := range []struct{ target, kind, text string }{
		{"UTF8_STRING", "UTF8_STRING", "größer – 3"},
		{"text/plain;charset=utf-8", "text/plain;charset=utf-8", "größer – 3"},
		{"TEXT", "UTF8_STRING", "größer – 3"},
		{"STRING", "STRING", "gr\xf6\xdfer ? 3"},
	} {
		xproto.ConvertSelection(c.Conn, c.id, xproto.AtomPrimary, s.Atom(want.target), s.Atom("HERE"), 0)
		if e := event[xproto.SelectionNotifyEvent](c); e.Property != s.Atom("HERE") {
			t.Errorf("%s is refused", want.target)
		}
		reply, err := xproto.GetProperty(c.Conn, true, c.id, s.Atom("HERE"), xproto.GetPropertyTypeAny, 0, 1000).Reply()
		if err != nil || string(reply.Value) != want.text || reply.Type != s.Atom(want.kind) {
			t.Errorf("%s: %q, %v", want.target, reply.Value, err)
		}
	}
	xproto.ConvertSelection(c.Conn, c.id, xproto.AtomPrimary, s.Atom("TARGETS"), 0, 0) // as obsolete clients do
	if e := event[xproto.SelectionNotifyEvent](c); e.Property != s.Atom("TARGETS") {
		t.Error("the targets are refused")
	}
	if reply, err := xproto.GetProperty(c.Conn, true, c.id, s.Atom("TARGETS"), xproto.AtomAtom, 0, 1000).Reply(); err != nil || reply.ValueLen != 6 {
		t.Errorf("%d targets, %v", reply.ValueLen, err)
	}
	xproto.ConvertSelection(c.Conn, c.id, xproto.AtomPrimary, s.Atom("image/png"), s.Atom("HERE"), 0)
	if e := event[xproto.SelectionNotifyEvent](c); e.Property != 0 {
		t.Error("the window hands out a picture")
	}
}

func TestWhatOtherProgramsCopiedIsPasted(t *testing.T) {
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := newClient(t, s)
	clipboard, utf8 := s.Atom("CLIPBOARD"), s.Atom("UTF8_STRING")
	xproto.SetSelectionOwner(c.Conn, c.id, clipboard, 0)
	c.Sync()
	request := func(target xproto.Atom) xproto.SelectionRequestEvent {
		t.Helper()
		e := event[xproto.SelectionRequestEvent](c)
		if e.Target != target || e.Selection != clipboard {
			t.Errorf("the window asks for %d of %d", e.Target, e.Selection)
		}
		return e
	}
	set := func(e xproto.SelectionRequestEvent, kind xproto.Atom, text string) {
		xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, e.Requestor, e.Property, kind, 8, uint32(len(text)), []byte(text))
	}
	answer := func(e xproto.SelectionRequestEvent, property xproto.Atom) {
		n := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
		xproto.SendEvent(c.Conn, false, e.Requestor, 0, string(n.Bytes()))
	}
	pasted := func(want string) {
		t.Helper()
		if got := next[x11.Paste](t, w).Text; got != want {
			t.Errorf("%d bytes %.40q were pasted, want %d bytes %.40q", len(got), got, len(want), want)
		}
	}

	t.Run("UTF-8", func(t *testing.T) {
		w.AskPaste(false)
		e := request(utf8)
		set(e, utf8, "größer\x00 \xff– 3")
		answer(e, e.Property)
		pasted("größer – 3")
	})
	t.Run("Latin-1 because UTF-8 is refused", func(t *testing.T) {
		w.AskPaste(false)
		answer(request(utf8), 0)
		e := request(xproto.AtomString)
		set(e, xproto.AtomString, "gr\xf6\xdfer")
		answer(e, e.Property)
		pasted("größer")
	})
	t.Run("nothing because everything is refused", func(t *testing.T) {
		w.AskPaste(false)
		answer(request(utf8), 0)
		answer(request(xproto.AtomString), 0)
		pasted("")
	})
	for _, pieces := range []struct {
		name  string
		count int
		want  int
	}{{"in pieces", 3, 3 * 50000}, {"in more pieces than are accepted", 30, 1 << 20}} {
		t.Run(pieces.name, func(t *testing.T) {
			w.AskPaste(false)
			e := request(utf8)
			xproto.ChangeWindowAttributes(c.Conn, e.Requestor, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
			xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, e.Requestor, e.Property, s.Atom("INCR"), 32, 1, []byte{0, 0, 0, 0})
			answer(e, e.Property)
			gone := func() {
				for p := event[xproto.PropertyNotifyEvent](c); p.Atom != e.Property || p.State != xproto.PropertyDelete; {
					p = event[xproto.PropertyNotifyEvent](c)
				}
			}
			for range pieces.count {
				gone()
				set(e, utf8, strings.Repeat("x", 50000))
			}
			gone()
			set(e, utf8, "")
			pasted(strings.Repeat("x", pieces.want))
		})
	}
}

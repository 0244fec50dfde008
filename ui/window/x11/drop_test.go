//go:build !nox

package x11_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/dev/check/xtest"
	"attic/ui/window/x11"

	"github.com/jezek/xgb/xproto"
)

// source is a program that drags something over the window onto.
type source struct {
	client
	s    *xtest.Server
	onto xproto.Window
}

func newSource(t *testing.T, s *xtest.Server, onto xproto.Window) source {
	t.Helper()
	c := source{newClient(t, s), s, onto}
	xproto.SetSelectionOwner(c.Conn, c.id, s.Atom("XdndSelection"), 0)
	c.Sync()
	return c
}

// patient gives programs an hour to send what was dropped, so that the tests do not depend on the speed of the machine.
func patient(t *testing.T, long time.Duration) {
	t.Helper()
	before := x11.SetDropTime(long)
	t.Cleanup(func() { x11.SetDropTime(before) })
}

func (c source) send(kind string, data ...uint32) {
	five := append([]uint32{uint32(c.id)}, data...)
	e := xproto.ClientMessageEvent{Format: 32, Window: c.onto, Type: c.s.Atom(kind), Data: xproto.ClientMessageDataUnionData32New(append(five, make([]uint32, 4)...)[:5])}
	xproto.SendEvent(c.Conn, false, c.onto, 0, string(e.Bytes()))
	c.Sync()
}

// enter drags something of these types onto the window. More than three are in a list.
func (c source) enter(version uint32, kinds ...string) {
	data := []uint32{version << 24}
	var list []byte
	for _, kind := range kinds {
		data = append(data, uint32(c.s.Atom(kind)))
		list = binary.LittleEndian.AppendUint32(list, uint32(c.s.Atom(kind)))
	}
	if len(kinds) > 3 {
		data = []uint32{version<<24 | 1}
		xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, c.id, c.s.Atom("XdndTypeList"), xproto.AtomAtom, 32, uint32(len(kinds)), list)
	}
	c.send("XdndEnter", data...)
}

// status moves over the window, and reports whether the window would take the drop.
func (c source) status() bool {
	c.t.Helper()
	c.send("XdndPosition", 0, 20<<16|30, 0, uint32(c.s.Atom("XdndActionMove")))
	return c.told("XdndStatus", 4)
}

// finished waits until the window is done with a drop, and reports whether it took it.
func (c source) finished() bool {
	c.t.Helper()
	return c.told("XdndFinished", 2)
}

func (c source) told(kind string, action int) bool {
	c.t.Helper()
	e := event[xproto.ClientMessageEvent](c.client)
	data := e.Data.Data32
	if e.Type != c.s.Atom(kind) || e.Window != c.id || data[0] != uint32(c.onto) {
		c.t.Fatalf("%s is %v", kind, e)
	}
	accepted, copies := data[1]&1 == 1, data[action] == uint32(c.s.Atom("XdndActionCopy"))
	if accepted != copies {
		c.t.Errorf("%s: accepted %v, with the action %d", kind, accepted, data[action])
	}
	return accepted
}

// request waits for the request of the window for what was dropped.
func (c source) request(kind string) xproto.SelectionRequestEvent {
	c.t.Helper()
	e := event[xproto.SelectionRequestEvent](c.client)
	if e.Target != c.s.Atom(kind) || e.Selection != c.s.Atom("XdndSelection") || e.Requestor != c.onto || e.Time != dropped {
		c.t.Errorf("the window asks for %v, want %s", e, kind)
	}
	return e
}

func (c source) set(e xproto.SelectionRequestEvent, kind, text string) {
	xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, e.Requestor, e.Property, c.s.Atom(kind), 8, uint32(len(text)), []byte(text))
}

// reply answers a request; property 0 refuses it.
func (c source) reply(e xproto.SelectionRequestEvent, property xproto.Atom) {
	n := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property}
	xproto.SendEvent(c.Conn, false, e.Requestor, 0, string(n.Bytes()))
	c.Sync()
}

// dropped is the time of drops.
const dropped = 12345

func (c source) drop() { c.send("XdndDrop", 0, dropped) }

// wantDrop checks the next event about something dragged.
func wantDrop(t *testing.T, w *x11.Window, want x11.Event) {
	t.Helper()
	for {
		switch e := next[x11.Event](t, w).(type) {
		case x11.Over, x11.Drop:
			if e != want {
				t.Errorf("%T%.60v, want %T%.60v", e, e, want, want)
			}
			return
		}
	}
}

const list, file = "text/uri-list", "file:///home/ann/a%20game.pgn\r\n"

func TestWhatIsDroppedIsDelivered(t *testing.T) {
	patient(t, time.Hour)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := newSource(t, s, s.Window("tried"))
	for i, d := range []struct {
		kinds         []string
		asked, kind   string // the type that the window asks for, and the one that it gets
		data          string
		want          x11.Drop
		withoutStatus bool
	}{
		{[]string{list}, list, list, file, x11.Drop{List: true, Text: file}, false},
		{[]string{"UTF8_STRING", "STRING", list}, list, list, file, x11.Drop{List: true, Text: file}, false},
		{[]string{"text/html", "TEXT", "image/png", "STRING", "text/plain", "UTF8_STRING"}, "UTF8_STRING", "UTF8_STRING", "größer\x00 \xff", x11.Drop{Text: "größer "}, false},
		{[]string{"a", "b", "c", "d", "text/plain", "text/plain;charset=utf-8"}, "text/plain;charset=utf-8", "text/plain", "größer", x11.Drop{Text: "größer"}, true},
		{[]string{"text/plain"}, "text/plain", "STRING", "gr\xf6\xdfer", x11.Drop{Text: "größer"}, false},
		{[]string{"STRING"}, "STRING", "STRING", "gr\xf6\xdfer", x11.Drop{Text: "größer"}, false},
	} {
		c.enter(uint32(3+i%3), d.kinds...)
		if !d.withoutStatus {
			for range 2 {
				if !c.status() {
					t.Errorf("%v is refused", d.kinds)
				}
			}
			wantDrop(t, w, x11.Over{In: true})
		}
		c.drop()
		e := c.request(d.asked)
		if !d.withoutStatus {
			wantDrop(t, w, x11.Over{In: false})
		}
		c.drop() // a second drop changes nothing
		if c.status() {
			t.Error("a second thing can be dropped before the first is read")
		}
		c.set(e, d.kind, d.data)
		c.reply(e, e.Property)
		wantDrop(t, w, d.want)
		if !c.finished() {
			t.Errorf("%v: the drop is not accepted", d.kinds)
		}
	}
	w.Copy("nothing is left over")
	w.AskPaste(false)
	if got := next[x11.Paste](t, w).Text; got != "nothing is left over" {
		t.Errorf("%q was pasted", got)
	}
}

func TestWhatCannotBeDropped(t *testing.T) {
	patient(t, time.Hour)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	c := newSource(t, s, id)
	refused := func(what string) {
		t.Helper()
		if c.status() {
			t.Errorf("%s can be dropped", what)
		}
		if c.drop(); c.finished() {
			t.Errorf("%s was accepted", what)
		}
	}
	refused("something that never entered")
	c.enter(5)
	refused("something without a type")
	c.enter(5, "image/png", "text/html", "TEXT")
	refused("a picture")
	c.enter(5, "a", "b", "c", "d")
	refused("something with a long list")
	c.send("XdndEnter", 5<<24|1) // the list is still that of the former
	refused("something with an old list")
	xproto.DeleteProperty(c.Conn, c.id, s.Atom("XdndTypeList"))
	c.send("XdndEnter", 5<<24|1)
	refused("something without the list")
	for _, version := range []uint32{0, 2, 6, 255} {
		c.enter(version, list)
		refused(fmt.Sprintf("something in version %d", version))
	}
	c.enter(5, list)
	if !c.status() {
		t.Error("a file cannot be dropped")
	}
	wantDrop(t, w, x11.Over{In: true})
	c.send("XdndLeave")
	wantDrop(t, w, x11.Over{In: false})
	refused("a file that left")

	// Messages that no program should send have no effect.
	for _, window := range []uint32{0, 1, uint32(id), uint32(xproto.Setup(s.Conn).Roots[0].Root)} {
		for _, kind := range []string{"XdndEnter", "XdndPosition", "XdndDrop", "XdndLeave", "XdndStatus", "XdndFinished", "XdndTypeList"} {
			e := xproto.ClientMessageEvent{Format: 32, Window: id, Type: s.Atom(kind), Data: xproto.ClientMessageDataUnionData32New([]uint32{window, 5<<24 | 1, 1, 2, 3})}
			xproto.SendEvent(c.Conn, false, id, 0, string(e.Bytes()))
		}
	}
	e := xproto.SelectionNotifyEvent{Requestor: id, Selection: s.Atom("XdndSelection"), Target: s.Atom(list), Property: s.Atom("XdndSelection")}
	xproto.SendEvent(c.Conn, false, id, 0, string(e.Bytes()))
	c.Sync()
	s.Ping(id)
	c.enter(5, list)
	if !c.status() {
		t.Error("afterwards a file cannot be dropped")
	}
	wantDrop(t, w, x11.Over{In: true})
}

func TestAProgramThatRefusesToSendWhatWasDropped(t *testing.T) {
	patient(t, time.Hour)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := newSource(t, s, s.Window("tried"))
	c.enter(5, list, "STRING", "text/plain")
	c.drop()
	c.reply(c.request(list), 0)
	e := c.request("text/plain")
	c.set(e, "text/plain", "text")
	c.reply(e, e.Property)
	wantDrop(t, w, x11.Drop{Text: "text"})
	if !c.finished() {
		t.Error("the drop is not accepted")
	}
	for what, last := range map[string]func(e xproto.SelectionRequestEvent){
		"refuses every type":               func(e xproto.SelectionRequestEvent) { c.reply(e, 0) },
		"sends nothing":                    func(e xproto.SelectionRequestEvent) { c.reply(e, e.Property) },
		"names another property":           func(e xproto.SelectionRequestEvent) { c.reply(e, s.Atom("PASTED")) },
		"leaves":                           func(xproto.SelectionRequestEvent) { c.send("XdndLeave") },
		"sends an empty text":              func(e xproto.SelectionRequestEvent) { c.set(e, "UTF8_STRING", ""); c.reply(e, e.Property) },
		"sends a text of no valid letters": func(e xproto.SelectionRequestEvent) { c.set(e, "UTF8_STRING", "\xff\x00"); c.reply(e, e.Property) },
	} {
		c.enter(5, "UTF8_STRING")
		c.drop()
		last(c.request("UTF8_STRING"))
		if got := next[x11.Drop](t, w).Text; got != "" {
			t.Errorf("a program that %s dropped %q", what, got)
		}
		if c.finished() {
			t.Errorf("a program that %s is told that the drop is accepted", what)
		}
	}
	other := newSource(t, s, s.Window("tried")) // owns the selection, but does not drag
	c.enter(5, list)
	c.drop()
	other.reply(other.request(list), 0)
	if got := next[x11.Drop](t, w); got.Text != "" || c.finished() {
		t.Errorf("a program without the selection dropped %q", got.Text)
	}
}

func TestALargeDrop(t *testing.T) {
	patient(t, time.Hour)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := newSource(t, s, s.Window("tried"))
	for _, pieces := range []int{3, 30} {
		c.enter(5, "UTF8_STRING")
		c.drop()
		e := c.request("UTF8_STRING")
		xproto.ChangeWindowAttributes(c.Conn, e.Requestor, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
		xproto.ChangeProperty(c.Conn, xproto.PropModeReplace, e.Requestor, e.Property, s.Atom("INCR"), 32, 1, make([]byte, 4))
		c.reply(e, e.Property)
		gone := func() {
			for p := event[xproto.PropertyNotifyEvent](c.client); p.Atom != e.Property || p.State != xproto.PropertyDelete; {
				p = event[xproto.PropertyNotifyEvent](c.client)
			}
		}
		for range pieces {
			gone()
			c.set(e, "UTF8_STRING", strings.Repeat("x", 50000))
		}
		gone()
		c.set(e, "UTF8_STRING", "")
		if got, want := next[x11.Drop](t, w), (x11.Drop{Text: strings.Repeat("x", min(50000*pieces, 1<<20))}); got != want {
			t.Errorf("%d bytes were dropped, want %d", len(got.Text), len(want.Text))
		}
		if !c.finished() {
			t.Error("the drop is not accepted")
		}
		xproto.ChangeWindowAttributes(c.Conn, e.Requestor, xproto.CwEventMask, []uint32{0})
		c.Sync()
	}
}

// A program that drops something and then does not answer, or dies, is told that the drop failed; the window goes on.
func TestAProgramThatDoesNotSendWhatWasDropped(t *testing.T) {
	patient(t, time.Millisecond)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	c := newSource(t, s, s.Window("tried"))
	for range 2 {
		c.enter(5, list)
		c.drop()
		e := c.request(list)
		wantDrop(t, w, x11.Drop{List: true})
		if c.finished() {
			t.Error("a drop that was never sent is accepted")
		}
		c.set(e, list, file) // too late
		c.reply(e, e.Property)
	}
	stuck := newSource(t, s, s.Window("tried"))
	stuck.enter(5, "UTF8_STRING")
	stuck.drop()
	e := stuck.request("UTF8_STRING")
	xproto.ChangeProperty(stuck.Conn, xproto.PropModeReplace, e.Requestor, e.Property, s.Atom("INCR"), 32, 1, make([]byte, 4))
	stuck.reply(e, e.Property)
	wantDrop(t, w, x11.Drop{})
	if stuck.finished() {
		t.Error("a drop whose pieces never came is accepted")
	}
	dead := newSource(t, s, s.Window("tried"))
	dead.enter(5, list)
	dead.drop()
	dead.request(list)
	dead.Close()
	wantDrop(t, w, x11.Drop{List: true})
}

func TestTwoProgramsDragAtOnce(t *testing.T) {
	patient(t, time.Hour)
	s := xtest.Start(t, "640x480x24")
	w := open(t, x11.Config{Display: s.Display})
	id := s.Window("tried")
	a, b := newSource(t, s, id), newSource(t, s, id) // b owns the selection
	a.enter(5, list)
	if !a.status() {
		t.Error("the first is refused")
	}
	wantDrop(t, w, x11.Over{In: true})
	b.enter(5, "STRING")
	wantDrop(t, w, x11.Over{In: false})
	if a.status() || !b.status() {
		t.Error("the window takes the first, not the second")
	}
	wantDrop(t, w, x11.Over{In: true})
	a.send("XdndLeave")
	if a.drop(); a.finished() {
		t.Error("the drop of the first is accepted")
	}
	b.drop()
	e := b.request("STRING")
	wantDrop(t, w, x11.Over{In: false})
	a.enter(5, list)
	if a.status() {
		t.Error("the first can be dropped while the second is read")
	}
	if a.drop(); a.finished() {
		t.Error("the first is accepted while the second is read")
	}

	// A paste at the same time stays separate.
	c := newClient(t, s)
	xproto.SetSelectionOwner(c.Conn, c.id, s.Atom("CLIPBOARD"), 0)
	c.Sync()
	w.AskPaste(false)
	paste := event[xproto.SelectionRequestEvent](c)
	b.set(e, "STRING", "dropped")
	b.set(paste, "UTF8_STRING", "pasted")
	b.reply(paste, paste.Property)
	b.reply(e, e.Property)
	if got := next[x11.Paste](t, w).Text; got != "pasted" {
		t.Errorf("%q was pasted", got)
	}
	wantDrop(t, w, x11.Drop{Text: "dropped"})
	if !b.finished() {
		t.Error("the second is not accepted")
	}
	a.enter(5, list)
	if !a.status() {
		t.Error("afterwards the first is refused")
	}
}

// seeds returns the messages of a program that drags, in the numbers that serve gives to atoms.
func seeds() (all [][]byte) {
	atom := func(name string) uint32 { return uint32(slices.Index(x11.AtomNames, name)) + 101 }
	const id, source = 0x200001, 0x400001
	var sent []byte
	for _, m := range []struct {
		kind string
		data []uint32
	}{
		{"XdndEnter", []uint32{source, 5 << 24, atom("STRING"), atom("text/plain"), atom("text/uri-list")}},
		{"XdndPosition", []uint32{source, 0, 1, 2, 3}},
		{"XdndDrop", []uint32{source, 0, 7, 0, 0}},
		{"", nil},
		{"XdndLeave", []uint32{source, 0, 0, 0, 0}},
		{"XdndEnter", []uint32{source, 3<<24 | 1, 0, 0, 0}},
	} {
		if m.kind == "" {
			for _, property := range []uint32{0, atom("XdndSelection")} {
				e := xproto.SelectionNotifyEvent{Requestor: id, Selection: xproto.Atom(atom("XdndSelection")), Property: xproto.Atom(property)}
				all = append(all, append(slices.Clone(sent), e.Bytes()...))
				sent = append(sent, e.Bytes()...)
			}
			continue
		}
		e := xproto.ClientMessageEvent{Format: 32, Window: id, Type: xproto.Atom(atom(m.kind)), Data: xproto.ClientMessageDataUnionData32New(m.data)}
		sent = append(sent, e.Bytes()...)
		all = append(all, slices.Clone(sent))
	}
	return all
}

package x11

import (
	"errors"
	"image"
	"slices"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// inbox keeps events until they are read.
type inbox struct {
	events chan Event
	mu     sync.Mutex
	list   []Event
	more   chan struct{} // holds a value when the list may have grown
}

func newInbox() *inbox { return &inbox{events: make(chan Event), more: make(chan struct{}, 1)} }

// put appends an event. An event that makes an earlier one obsolete replaces it.
func (b *inbox) put(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e.(type) {
	case Motion:
		if n := len(b.list); n > 0 {
			if _, ok := b.list[n-1].(Motion); ok {
				b.list = b.list[:n-1]
			}
		}
	case Resize:
		b.list = slices.DeleteFunc(b.list, func(e Event) bool { _, ok := e.(Resize); return ok })
	case Expose:
		b.list = slices.DeleteFunc(b.list, func(e Event) bool { return e == Expose{} })
	}
	b.list = append(b.list, e)
	select {
	case b.more <- struct{}{}:
	default:
	}
}

// run delivers events until quit is closed or the connection has failed.
func (b *inbox) run(quit <-chan struct{}) {
	defer close(b.events)
	for {
		e, ok := b.take()
		if !ok {
			select {
			case <-b.more:
			case <-quit:
				return
			}
			continue
		}
		select {
		case b.events <- e:
		case <-quit:
			return
		}
		if _, ok := e.(Failed); ok {
			return
		}
	}
}

func (b *inbox) take() (Event, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.list) == 0 {
		return nil, false
	}
	e := b.list[0]
	b.list = slices.Delete(b.list, 0, 1)
	return e, true
}

// read turns the messages of the server into events until the connection ends.
func (w *Window) read() {
	w.keys.learn()
	for {
		event, err := w.x.WaitForEvent()
		if event == nil && err == nil {
			break
		}
		if event != nil && !w.handle(event) { // errors can only concern windows of other programs that no longer exist
			break
		}
	}
	_ = w.conn.Close()
	for event, err := w.x.WaitForEvent(); event != nil || err != nil; event, err = w.x.WaitForEvent() {
		continue // read on, so that the library's goroutine can end
	}
	w.in.put(Failed{errors.New("the connection to the display was lost")})
}

// handle turns an event of the server into ours. It returns false if the window no longer exists.
func (w *Window) handle(event xgb.Event) bool {
	switch e := event.(type) {
	case xproto.KeyPressEvent:
		w.stamp(e.Time)
		w.keys.press(e)
	case xproto.KeyReleaseEvent:
		if w.keys.ctrl && w.keys.isCtrl(e.Detail) {
			w.in.put(CtrlAlone{})
		}
		w.keys.ctrl = false
	case xproto.ButtonPressEvent:
		w.stamp(e.Time)
		w.keys.ctrl = false
		switch e.Detail {
		case 1, 2, 3:
			w.in.put(Press{int(e.EventX), int(e.EventY), int(e.Detail)})
		case 4:
			w.in.put(Wheel{int(e.EventX), int(e.EventY), -1})
		case 5:
			w.in.put(Wheel{int(e.EventX), int(e.EventY), 1})
		}
	case xproto.ButtonReleaseEvent:
		w.stamp(e.Time)
		if e.Detail <= 3 {
			w.in.put(Release{int(e.EventX), int(e.EventY), int(e.Detail)})
		}
	case xproto.MotionNotifyEvent:
		w.entered = true
		w.in.put(Motion{int(e.EventX), int(e.EventY), e.State&xproto.KeyButMaskButton1 != 0})
	case xproto.EnterNotifyEvent:
		if w.entered { // do not report a mouse that was at rest when the window appeared under it
			w.in.put(Motion{int(e.EventX), int(e.EventY), e.State&xproto.KeyButMaskButton1 != 0})
		}
		w.entered = true
	case xproto.LeaveNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal {
			w.in.put(Leave{})
		}
	case xproto.FocusInEvent:
		w.focus(e, true)
	case xproto.FocusOutEvent:
		w.focus(xproto.FocusInEvent(e), false)
	case xproto.ExposeEvent:
		w.expose(image.Rect(int(e.X), int(e.Y), int(e.X)+int(e.Width), int(e.Y)+int(e.Height)), e.Count == 0)
	case xproto.ConfigureNotifyEvent:
		w.resize(int(e.Width), int(e.Height))
	case xproto.DestroyNotifyEvent:
		return e.Window != w.id
	case xproto.ClientMessageEvent:
		w.message(e)
	case xproto.MappingNotifyEvent:
		if e.Request != xproto.MappingPointer {
			w.keys.ask()
			w.keys.learn()
		}
	case extensionEvent:
		if kind := e[1]; w.keys.xkbOpcode != 0 && e[0]&0x7f == w.keys.xkbEvent && (kind == xkbNewKeyboard || kind == xkbMapNotify) {
			w.keys.ask()
			w.keys.learn()
		}
	case xproto.PropertyNotifyEvent:
		w.property(e)
	case xproto.SelectionRequestEvent:
		w.give(e)
	case xproto.SelectionClearEvent:
		w.lose(e)
	case xproto.SelectionNotifyEvent:
		w.given(e)
	}
	return true
}

func (w *Window) focus(e xproto.FocusInEvent, in bool) {
	if e.Mode == xproto.NotifyModeGrab || e.Mode == xproto.NotifyModeUngrab || e.Detail == xproto.NotifyDetailPointer {
		return
	}
	w.keys.ctrl = false
	w.in.put(Focus{in})
}

func (w *Window) expose(r image.Rectangle, last bool) {
	w.mu.Lock()
	w.exposed = true
	w.missing = miss(w.missing, r)
	w.mu.Unlock()
	if last {
		w.in.put(Expose{})
	}
}

// shownSize returns the size of a canvas for a window: at least a pixel, and not more than fit into the memory of a program.
func shownSize(width, height int) (int, int) {
	const most = 1 << 26
	width = max(width, 1)
	return width, min(max(height, 1), most/width)
}

func (w *Window) resize(width, height int) {
	width, height = shownSize(width, height)
	w.mu.Lock()
	same := w.width == width && w.height == height
	w.width, w.height = width, height
	w.mu.Unlock()
	if !same {
		w.in.put(Resize{width, height})
	}
}

// message handles a message of the window manager.
func (w *Window) message(e xproto.ClientMessageEvent) {
	if e.Type != w.atoms["WM_PROTOCOLS"] || e.Format != 32 {
		return
	}
	switch xproto.Atom(e.Data.Data32[0]) {
	case w.atoms["WM_DELETE_WINDOW"]:
		w.in.put(CloseAsked{})
	case w.atoms["_NET_WM_PING"]:
		if e.Window == w.id {
			e.Window = w.root
			w.send(w.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, e)
		}
	}
}

func (w *Window) property(e xproto.PropertyNotifyEvent) {
	switch {
	case e.Window == w.id:
		if e.Atom == w.atoms["PASTED"] && e.State == xproto.PropertyNewValue {
			w.pasted()
		}
	case w.config.Scale > 0:
	case e.Window == w.root && e.Atom == xproto.AtomResourceManager, e.Window == w.settings && e.Atom == w.atoms["_XSETTINGS_SETTINGS"]:
		scale, settings := desktopScale(w.x, askResources(w.x, w.root), w.screen)
		w.mu.Lock()
		same := w.scale == scale
		w.scale = scale
		w.mu.Unlock()
		w.settings = settings
		if !same {
			w.sizes()
			w.in.put(ScaleChanged{scale})
		}
	}
}

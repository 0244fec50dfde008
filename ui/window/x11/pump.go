package x11

import (
	"errors"
	"image"
	"slices"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// queue keeps values in order until they are taken. Adding a value never waits.
type queue[T any] struct {
	mu     sync.Mutex
	ready  sync.Cond
	list   []T
	closed bool
}

func newQueue[T any]() *queue[T] {
	q := new(queue[T])
	q.ready.L = &q.mu
	return q
}

// add appends a value and removes the values that it makes obsolete; obsolete may be nil.
func (q *queue[T]) add(v T, obsolete func(at int, old T) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	for i := len(q.list) - 1; i >= 0 && obsolete != nil; i-- {
		if obsolete(i, q.list[i]) {
			q.list = slices.Delete(q.list, i, i+1)
		}
	}
	q.list = append(q.list, v)
	q.ready.Signal()
}

// take waits for the first value and removes it. ok is false once the queue is closed.
func (q *queue[T]) take() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.list) == 0 && !q.closed {
		q.ready.Wait()
	}
	if q.closed {
		return v, false
	}
	v = q.list[0]
	q.list = slices.Delete(q.list, 0, 1)
	return v, true
}

func (q *queue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed, q.list = true, nil
	q.ready.Signal()
}

// send queues a function that sends requests.
func (l *link) send(request func()) { l.out.add(request, nil) }

// put queues an event for the reader of the window's events. The event replaces an earlier event that it makes obsolete.
func (l *link) put(e Event) {
	l.in.add(e, func(at int, old Event) bool {
		switch e.(type) {
		case Motion:
			_, also := old.(Motion)
			return also && at == len(l.in.list)-1
		case Resize:
			_, also := old.(Resize)
			return also
		case Expose:
			return old == Expose{}
		}
		return false
	})
}

func (w *Window) deliver() {
	defer close(w.events)
	for e, ok := w.in.take(); ok; e, ok = w.in.take() {
		select {
		case w.events <- e:
		case <-w.quit:
			return
		}
		if _, last := e.(Failed); last {
			return
		}
	}
}

func (w *Window) read() {
	w.keys.learn()
	for {
		event, err := w.x.WaitForEvent()
		if event == nil && err == nil {
			break
		}
		if event != nil && !w.handle(event) { // an error can only concern a window of another program that no longer exists
			break
		}
	}
	_ = w.conn.Close()
	for event, err := w.x.WaitForEvent(); event != nil || err != nil; event, err = w.x.WaitForEvent() {
		continue // read on, so that the library's goroutine can end
	}
	w.put(Failed{errors.New("the connection to the display was lost")})
}

// handle handles an event of the server, and reports whether the window still exists.
func (w *Window) handle(event xgb.Event) bool {
	switch e := event.(type) {
	case xproto.KeyPressEvent:
		w.stamp(e.Time)
		w.keys.press(e)
	case xproto.KeyReleaseEvent:
		if w.keys.ctrl && w.keys.isCtrl(e.Detail) {
			w.put(CtrlAlone{})
		}
		w.keys.ctrl = false
	case xproto.ButtonPressEvent:
		w.stamp(e.Time)
		w.keys.ctrl = false
		switch e.Detail {
		case 1, 2, 3:
			w.put(Press{int(e.EventX), int(e.EventY), int(e.Detail), e.State&(xproto.ModMaskShift|xproto.ModMaskControl) != 0, e.State&xproto.ModMask1 != 0})
		case 4:
			w.put(Wheel{int(e.EventX), int(e.EventY), -1})
		case 5:
			w.put(Wheel{int(e.EventX), int(e.EventY), 1})
		}
	case xproto.ButtonReleaseEvent:
		w.stamp(e.Time)
		if e.Detail <= 3 {
			w.put(Release{int(e.EventX), int(e.EventY), int(e.Detail)})
		}
	case xproto.MotionNotifyEvent:
		w.entered = true
		w.put(Motion{int(e.EventX), int(e.EventY), e.State&xproto.KeyButMaskButton1 != 0})
	case xproto.EnterNotifyEvent:
		if w.entered { // do not report a mouse that was at rest when the window appeared under it
			w.put(Motion{int(e.EventX), int(e.EventY), e.State&xproto.KeyButMaskButton1 != 0})
		}
		w.entered = true
	case xproto.LeaveNotifyEvent:
		if e.Mode == xproto.NotifyModeNormal {
			w.put(Leave{})
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
		w.asked(e)
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
		switch {
		case e.Requestor != w.id:
		case e.Selection == w.atoms["XdndSelection"]:
			w.drops.sent(e)
		default:
			w.given(e)
		}
	}
	return true
}

func (w *Window) focus(e xproto.FocusInEvent, in bool) {
	if e.Mode == xproto.NotifyModeGrab || e.Mode == xproto.NotifyModeUngrab || e.Detail == xproto.NotifyDetailPointer {
		return
	}
	w.keys.ctrl = false
	w.put(Focus{in})
}

func (w *Window) expose(r image.Rectangle, last bool) {
	w.mu.Lock()
	w.exposed = true
	w.missing = miss(w.missing, r)
	w.mu.Unlock()
	if last {
		w.put(Expose{})
	}
}

// shownSize returns the size of a canvas for a window: at least one pixel, and few enough pixels for the memory of a
// program.
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
		w.put(Resize{width, height})
	}
}

func (w *Window) asked(e xproto.ClientMessageEvent) {
	if e.Format != 32 {
		return
	}
	if e.Type != w.atoms["WM_PROTOCOLS"] {
		w.drops.dragged(e)
		return
	}
	switch xproto.Atom(e.Data.Data32[0]) {
	case w.atoms["WM_DELETE_WINDOW"]:
		w.put(CloseAsked{})
	case w.atoms["_NET_WM_PING"]:
		if e.Window == w.id {
			e.Window = w.root
			w.tell(w.root, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, e)
		}
	}
}

func (w *Window) property(e xproto.PropertyNotifyEvent) {
	switch {
	case e.Window == w.id:
		switch {
		case e.State != xproto.PropertyNewValue:
		case e.Atom == w.atoms["PASTED"] && w.pasting.pieces:
			w.pasted()
		case e.Atom == w.atoms["XdndSelection"] && w.drops.paste.pieces:
			w.drops.readDrop()
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
			w.put(ScaleChanged{scale})
		}
	}
}

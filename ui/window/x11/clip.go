package x11

import (
	"strings"

	"github.com/jezek/xgb/xproto"
)

// mostPasted is the maximum length of a paste, in bytes; the rest is dropped.
const mostPasted = 1 << 20

// paste is the answer to a request for a paste, as far as it has arrived.
type paste struct {
	pieces bool // it arrives in pieces (INCR)
	latin1 bool
	data   []byte
}

// Copy offers text to other windows, for pasting with keys and with the middle button. Text longer than the
// server accepts in one request, 200 KB, is not handed out.
func (w *Window) Copy(text string) {
	w.mu.Lock()
	w.copied = text
	own := []xproto.Atom{xproto.AtomPrimary, w.atoms["CLIPBOARD"]}
	now := w.time
	for _, selection := range own {
		w.owns[selection] = now
	}
	w.mu.Unlock()
	w.out.add(func() {
		for _, selection := range own {
			xproto.SetSelectionOwner(w.x, w.id, selection, now)
		}
	})
}

// AskPaste requests the contents of the clipboard or, with primary, the text selected last, as the middle button
// pastes it. The answer is a [Paste] event; it never arrives if the other program does not answer.
func (w *Window) AskPaste(primary bool) {
	selection := w.atoms["CLIPBOARD"]
	if primary {
		selection = xproto.AtomPrimary
	}
	w.mu.Lock()
	_, own := w.owns[selection]
	text := w.copied
	w.mu.Unlock()
	if own {
		w.in.put(Paste{text})
		return
	}
	w.out.add(func() { w.convert(selection, w.atoms["UTF8_STRING"]) })
}

func (w *Window) convert(selection, target xproto.Atom) {
	w.mu.Lock()
	now := w.time
	w.mu.Unlock()
	xproto.ConvertSelection(w.x, w.id, selection, target, w.atoms["PASTED"], now)
}

// give answers a paste request of another window.
func (w *Window) give(e xproto.SelectionRequestEvent) {
	w.mu.Lock()
	since, own := w.owns[e.Selection]
	text := w.copied
	w.mu.Unlock()
	answer := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target}
	property := e.Property
	if property == xproto.AtomNone { // an obsolete client
		property = e.Target
	}
	set := func(kind xproto.Atom, format byte, count int, data []byte) {
		if len(data)+64 > 4*int(w.setup.MaximumRequestLength) {
			return
		}
		answer.Property = property
		xproto.ChangeProperty(w.x, xproto.PropModeReplace, e.Requestor, property, kind, format, uint32(count), data)
	}
	bytes := func(kind xproto.Atom, data []byte) { set(kind, 8, len(data), data) }
	utf8 := w.atoms["UTF8_STRING"]
	if own {
		switch e.Target {
		case w.atoms["TARGETS"]:
			const targets = 6
			set(xproto.AtomAtom, 32, targets, words(uint32(w.atoms["TARGETS"]), uint32(w.atoms["TIMESTAMP"]), uint32(utf8),
				uint32(w.atoms["text/plain;charset=utf-8"]), uint32(w.atoms["TEXT"]), xproto.AtomString))
		case w.atoms["TIMESTAMP"]:
			set(xproto.AtomInteger, 32, 1, words(uint32(since)))
		case utf8, w.atoms["text/plain;charset=utf-8"]:
			bytes(e.Target, []byte(text))
		case w.atoms["TEXT"]:
			bytes(utf8, []byte(text))
		case xproto.AtomString:
			bytes(xproto.AtomString, latin1(text))
		}
	}
	w.send(e.Requestor, xproto.EventMaskNoEvent, answer)
}

// lose handles the message that another window has copied something.
func (w *Window) lose(e xproto.SelectionClearEvent) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.Time == xproto.TimeCurrentTime || e.Time >= w.owns[e.Selection] { // an earlier message is from before the last Copy
		delete(w.owns, e.Selection)
	}
}

// given handles the answer of a window that was asked for a paste.
func (w *Window) given(e xproto.SelectionNotifyEvent) {
	if e.Requestor != w.id {
		return
	}
	w.pasting = paste{}
	switch {
	case e.Property != xproto.AtomNone:
		w.receive()
	case e.Target == w.atoms["UTF8_STRING"]:
		w.convert(e.Selection, xproto.AtomString)
	default:
		w.in.put(Paste{})
	}
}

// pasted handles a piece of a long answer.
func (w *Window) pasted() {
	if w.pasting.pieces {
		w.receive()
	}
}

// receive reads the answer, or a piece of it, and delivers the [Paste] when it is complete.
func (w *Window) receive() {
	p := &w.pasting
	reply, err := xproto.GetProperty(w.x, true, w.id, w.atoms["PASTED"], xproto.GetPropertyTypeAny, 0, mostPasted/4).Reply()
	if err != nil {
		return
	}
	if reply.BytesAfter > 0 { // the server deletes only properties that were read to the end
		xproto.DeleteProperty(w.x, w.id, w.atoms["PASTED"])
	}
	if reply.Type == w.atoms["INCR"] {
		p.pieces = true
		return
	}
	p.latin1 = p.latin1 || reply.Type == xproto.AtomString
	if room := mostPasted - len(p.data); room > 0 {
		p.data = append(p.data, reply.Value[:min(room, len(reply.Value))]...)
	}
	if p.pieces && len(reply.Value) > 0 {
		return
	}
	text := string(p.data)
	if p.latin1 {
		text = fromLatin1(p.data)
	}
	w.pasting = paste{}
	w.in.put(Paste{strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")})
}

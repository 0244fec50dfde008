package x11

import (
	"strings"
	"sync"

	"github.com/jezek/xgb/xproto"
)

// mostPasted is the maximum length of a paste, in bytes; the rest is dropped.
const mostPasted = 1 << 20

type paste struct {
	pieces bool // the text arrives in pieces (INCR)
	latin1 bool
	data   []byte
}

type clipboard struct {
	*link
	mu      sync.Mutex
	copied  string
	owns    map[xproto.Atom]xproto.Timestamp // the selections that the window owns, and since when it has owned them
	time    xproto.Timestamp                 // the time of the last input
	pasting paste                            // belongs to the goroutine that reads from the server
}

// stamp records the time of the last input, which selections need.
func (c *clipboard) stamp(t xproto.Timestamp) {
	c.mu.Lock()
	c.time = t
	c.mu.Unlock()
}

// Copy offers text to other windows, for pasting with keys and with the middle button. Text longer than 200 KB,
// the most that the server accepts in one request, is not given to other windows.
func (c *clipboard) Copy(text string) {
	c.mu.Lock()
	c.copied = text
	own := []xproto.Atom{xproto.AtomPrimary, c.atoms["CLIPBOARD"]}
	now := c.time
	for _, selection := range own {
		c.owns[selection] = now
	}
	c.mu.Unlock()
	c.send(func() {
		for _, selection := range own {
			xproto.SetSelectionOwner(c.x, c.id, selection, now)
		}
	})
}

// AskPaste requests the contents of the clipboard or, if primary is set, the text selected last, which the
// middle button pastes. The answer is a [Paste] event; it never arrives if the other program does not answer.
func (c *clipboard) AskPaste(primary bool) {
	selection := c.atoms["CLIPBOARD"]
	if primary {
		selection = xproto.AtomPrimary
	}
	c.mu.Lock()
	_, own := c.owns[selection]
	text := c.copied
	c.mu.Unlock()
	if own {
		c.put(Paste{text})
		return
	}
	c.send(func() { c.convert(selection, c.atoms["UTF8_STRING"]) })
}

func (c *clipboard) convert(selection, target xproto.Atom) {
	c.mu.Lock()
	now := c.time
	c.mu.Unlock()
	xproto.ConvertSelection(c.x, c.id, selection, target, c.atoms["PASTED"], now)
}

// give answers a paste request of another window.
func (c *clipboard) give(e xproto.SelectionRequestEvent) {
	c.mu.Lock()
	since, own := c.owns[e.Selection]
	text := c.copied
	c.mu.Unlock()
	answer := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target}
	property := e.Property
	if property == xproto.AtomNone { // an obsolete client
		property = e.Target
	}
	set := func(kind xproto.Atom, format byte, count int, data []byte) {
		if len(data)+64 > 4*int(c.setup.MaximumRequestLength) {
			return
		}
		answer.Property = property
		xproto.ChangeProperty(c.x, xproto.PropModeReplace, e.Requestor, property, kind, format, uint32(count), data)
	}
	bytes := func(kind xproto.Atom, data []byte) { set(kind, 8, len(data), data) }
	utf8 := c.atoms["UTF8_STRING"]
	if own {
		switch e.Target {
		case c.atoms["TARGETS"]:
			const targets = 6
			set(xproto.AtomAtom, 32, targets, words(uint32(c.atoms["TARGETS"]), uint32(c.atoms["TIMESTAMP"]), uint32(utf8),
				uint32(c.atoms["text/plain;charset=utf-8"]), uint32(c.atoms["TEXT"]), xproto.AtomString))
		case c.atoms["TIMESTAMP"]:
			set(xproto.AtomInteger, 32, 1, words(uint32(since)))
		case utf8, c.atoms["text/plain;charset=utf-8"]:
			bytes(e.Target, []byte(text))
		case c.atoms["TEXT"]:
			bytes(utf8, []byte(text))
		case xproto.AtomString:
			bytes(xproto.AtomString, latin1(text))
		}
	}
	c.tell(e.Requestor, xproto.EventMaskNoEvent, answer)
}

func (c *clipboard) lose(e xproto.SelectionClearEvent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.Time == xproto.TimeCurrentTime || e.Time >= c.owns[e.Selection] { // ignores messages from before the last Copy
		delete(c.owns, e.Selection)
	}
}

// given handles the answer of a window that was asked for a paste.
func (c *clipboard) given(e xproto.SelectionNotifyEvent) {
	c.pasting = paste{}
	switch {
	case e.Property != xproto.AtomNone:
		c.pasted()
	case e.Target == c.atoms["UTF8_STRING"]:
		c.convert(e.Selection, xproto.AtomString)
	default:
		c.put(Paste{})
	}
}

func (c *clipboard) pasted() {
	if text, whole := c.receive(&c.pasting, "PASTED"); whole {
		c.pasting = paste{}
		c.put(Paste{text})
	}
}

// receive reads the answer, or a piece of it, from a property. It returns the text when it is complete.
func (l *link) receive(p *paste, property string) (text string, whole bool) {
	reply, err := xproto.GetProperty(l.x, true, l.id, l.atoms[property], xproto.GetPropertyTypeAny, 0, mostPasted/4).Reply()
	if err != nil {
		return "", false
	}
	if reply.BytesAfter > 0 { // the server deletes only properties that were read to the end
		xproto.DeleteProperty(l.x, l.id, l.atoms[property])
	}
	if reply.Type == l.atoms["INCR"] {
		p.pieces = true
		return "", false
	}
	p.latin1 = p.latin1 || reply.Type == xproto.AtomString
	if room := mostPasted - len(p.data); room > 0 {
		p.data = append(p.data, reply.Value[:min(room, len(reply.Value))]...)
	}
	if p.pieces && len(reply.Value) > 0 {
		return "", false
	}
	text = string(p.data)
	if p.latin1 {
		text = fromLatin1(p.data)
	}
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), ""), true
}

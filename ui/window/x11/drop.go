package x11

import (
	"slices"
	"time"

	"github.com/jezek/xgb/xproto"
)

// The versions of the protocol of drag and drop (XDND) that the window speaks.
const oldestDrag, newestDrag = 3, 5

// dropTime is the time that another program has to send what was dropped.
var dropTime = 5 * time.Second

// dropKinds are the types of data that can be dropped, the best first.
var dropKinds = []string{"text/uri-list", "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING"}

// drops takes what other programs drop on the window. Its drag belongs to the goroutine that reads from the server.
type drops struct {
	*link
	drag
}

// drag is what another program drags over the window or has dropped on it.
type drag struct {
	source xproto.Window // a window of the other program; 0: none
	kinds  []xproto.Atom // those of dropKinds that can still be requested from it, the best first
	over   bool          // the last [Over] has In set
	late   *time.Timer   // sends XdndLeave at the end of dropTime; nil before the drop
	time   xproto.Timestamp
	paste  paste
}

// dragged handles a message of a program that drags something over the window.
func (c *drops) dragged(e xproto.ClientMessageEvent) {
	d, data := &c.drag, e.Data.Data32
	source := xproto.Window(data[0])
	known := source == d.source && len(d.kinds) > 0
	if source <= 1 || source == c.id { // no window of another program
		return
	}
	switch e.Type {
	case c.atoms["XdndEnter"]:
		if d.late == nil {
			c.hover(false)
			c.drag = drag{source: source, kinds: c.offered(source, data)}
		}
	case c.atoms["XdndPosition"]:
		takes := known && d.late == nil
		if takes {
			c.hover(true)
		}
		c.answer(source, "XdndStatus", takes)
	case c.atoms["XdndLeave"]:
		switch {
		case source != d.source:
		case d.late != nil:
			c.endDrop("")
		default:
			c.hover(false)
			c.drag = drag{}
		}
	case c.atoms["XdndDrop"]:
		switch {
		case !known:
			c.answer(source, "XdndFinished", false)
		case d.late == nil:
			c.hover(false)
			d.time = xproto.Timestamp(data[2])
			d.late = time.AfterFunc(dropTime, func() {
				c.send(func() { c.message(c.id, xproto.EventMaskNoEvent, c.id, "XdndLeave", [5]uint32{data[0]}) })
			})
			c.askDrop()
		}
	}
}

// offered returns the types in the message XdndEnter that the window takes, or nil if source speaks an unknown version.
func (c *drops) offered(source xproto.Window, data []uint32) (kinds []xproto.Atom) {
	offers := []xproto.Atom{xproto.Atom(data[2]), xproto.Atom(data[3]), xproto.Atom(data[4])}
	if version := data[1] >> 24; version < oldestDrag || version > newestDrag {
		return nil
	}
	if data[1]&1 != 0 { // more than three types
		offers = c.list(source, "XdndTypeList")
	}
	for _, name := range dropKinds {
		if kind := c.atoms[name]; slices.Contains(offers, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func (c *drops) hover(in bool) {
	if c.drag.over != in {
		c.drag.over = in
		c.put(Over{in})
	}
}

// answer tells a window whether a drop is accepted. The answer, XdndStatus or XdndFinished, also has the action: copying.
func (c *drops) answer(to xproto.Window, kind string, accepted bool) {
	data, action := [5]uint32{uint32(c.id)}, 4
	if kind == "XdndFinished" {
		action = 2
	}
	if accepted {
		data[1], data[action] = 1, uint32(c.atoms["XdndActionCopy"])
	}
	c.message(to, xproto.EventMaskNoEvent, to, kind, data)
}

// askDrop requests what was dropped as the best type that has not been refused.
func (c *drops) askDrop() {
	if len(c.drag.kinds) == 0 {
		c.endDrop("")
		return
	}
	selection := c.atoms["XdndSelection"]
	xproto.DeleteProperty(c.x, c.id, selection) // it may have an answer that came too late
	xproto.ConvertSelection(c.x, c.id, selection, c.drag.kinds[0], selection, c.drag.time)
}

// sent handles the answer of the program whose data was dropped.
func (c *drops) sent(e xproto.SelectionNotifyEvent) {
	switch d := &c.drag; {
	case d.late == nil: // too late
	case e.Property == xproto.AtomNone:
		d.kinds = d.kinds[1:]
		c.askDrop()
	default:
		d.paste = paste{}
		c.readDrop()
	}
}

func (c *drops) readDrop() {
	if text, whole := c.receive(&c.drag.paste, "XdndSelection"); whole {
		c.endDrop(text)
	}
}

func (c *drops) endDrop(text string) {
	d := c.drag
	d.late.Stop()
	c.drag = drag{}
	c.answer(d.source, "XdndFinished", text != "")
	c.put(Drop{Text: text, List: len(d.kinds) > 0 && d.kinds[0] == c.atoms["text/uri-list"]})
}

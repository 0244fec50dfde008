package x11

import (
	"strconv"
	"unicode"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// keyboard is what the keys of the server mean.
type keyboard struct {
	first xproto.Keycode
	width int // keysyms a key
	syms  []xproto.Keysym
	xkb   bool // the server tells the group of a key

	// What is held down, as bits of the state of a key.
	alt, super, numLock, group2, level3 uint16
	capsLock                            bool // Lock is that of capitals

	dead rune // the accent that waits for its letter, 0 for none
}

// The keysyms that are met by name; see X11/keysymdef.h.
const (
	symModeSwitch = 0xff7e
	symNumLock    = 0xff7f
	symCtrlLeft   = 0xffe3
	symCtrlRight  = 0xffe4
	symCapsLock   = 0xffe5
	symMetaLeft   = 0xffe7
	symAltRight   = 0xffea
	symSuperLeft  = 0xffeb
	symSuperRight = 0xffec
	symLevel3     = 0xfe03
	symBackTab    = 0xfe20
	symDead       = 0xfe50
	symKeypad     = 0xff80
	symKeypadEnd  = 0xffbd
	symF1         = 0xffbe
	symF35        = 0xffe0
)

// load asks the server for its keys and, if it has the extension, to tell their groups.
func (w *Window) load(extension xproto.QueryExtensionCookie) {
	w.askKeyboard()
	if reply, err := extension.Reply(); err == nil && reply.Present {
		w.xkbEvent = reply.FirstEvent
		const useExtension, version = 0, 1
		w.useXKB = w.x.NewCookie(true, true)
		w.x.NewRequest(request(reply.MajorOpcode, useExtension, version, 0), w.useXKB)
		// Who knows the extension gets its news of another layout instead of the old ones (MappingNotify).
		const selectEvents, core, newKeyboard, newMap, syms = 1, 0x100, 1 << xkbNewKeyboard, 1 << xkbNewMap, 1<<1 | 1<<2
		w.x.NewRequest(request(reply.MajorOpcode, selectEvents, core, newKeyboard|newMap, 0, newKeyboard, syms, syms), w.x.NewCookie(false, false))
	}
}

// The kinds of events of the extension that are of interest.
const (
	xkbNewKeyboard = 0
	xkbNewMap      = 1
)

// extensionEvent is an event of an extension, as it comes.
type extensionEvent []byte

func (e extensionEvent) Bytes() []byte  { return e }
func (e extensionEvent) String() string { return "event of an extension" }

// What the library does not know it does not hand over. Its table may be changed only before any connection.
func init() {
	const first, last = 64, 127 // of extensions
	for number := first; number <= last; number++ {
		if xgb.NewEventFuncs[number] == nil {
			xgb.NewEventFuncs[number] = func(buf []byte) xgb.Event { return extensionEvent(buf) }
		}
	}
}

// request returns a request of an extension.
func request(opcode, minor byte, values ...uint16) []byte {
	buf := make([]byte, 4+2*len(values))
	buf[0], buf[1] = opcode, minor
	xgb.Put16(buf[2:], uint16(len(buf)/4))
	for i, v := range values {
		xgb.Put16(buf[4+2*i:], v)
	}
	return buf
}

// askKeyboard asks what the keys mean.
func (w *Window) askKeyboard() {
	first, last := w.setup.MinKeycode, w.setup.MaxKeycode
	w.mapping = xproto.GetKeyboardMapping(w.x, first, byte(last-first+1))
	w.modifier = xproto.GetModifierMapping(w.x)
}

// learn takes the answers.
func (w *Window) learn() {
	k := &w.keyboard
	if w.useXKB != nil {
		reply, err := w.useXKB.Reply()
		const supported = 1 // at this place of the reply
		k.xkb = err == nil && reply[supported] != 0
		w.useXKB = nil
	}
	mapping, err := w.mapping.Reply()
	if err != nil {
		return
	}
	modifiers, err := w.modifier.Reply()
	if err != nil {
		return
	}
	k.first, k.width, k.syms = w.setup.MinKeycode, int(mapping.KeysymsPerKeycode), mapping.Keysyms
	k.modify(int(modifiers.KeycodesPerModifier), modifiers.Keycodes)
}

// modify finds what the bits of the state mean, from the keys of each of them.
func (k *keyboard) modify(perModifier int, codes []xproto.Keycode) {
	k.alt, k.super, k.numLock, k.group2, k.level3, k.capsLock = 0, 0, 0, 0, 0, false
	for i, code := range codes {
		if code == 0 {
			continue
		}
		bit := uint16(1) << (i / perModifier)
		for column := range k.width {
			switch sym := k.sym(code, column); {
			case sym >= symMetaLeft && sym <= symAltRight:
				k.alt |= bit
			case sym == symSuperLeft || sym == symSuperRight:
				k.super |= bit
			case sym == symNumLock:
				k.numLock |= bit
			case sym == symModeSwitch:
				k.group2 |= bit
			case sym == symLevel3:
				k.level3 |= bit
			case sym == symCapsLock && bit == xproto.ModMaskLock:
				k.capsLock = true
			}
		}
	}
	// Where one bit has two meanings, the one that is met more often.
	k.super &^= k.alt
	k.group2 &^= k.level3
}

// sym returns a keysym of a key, 0 for none.
func (k *keyboard) sym(code xproto.Keycode, column int) xproto.Keysym {
	at := int(code-k.first)*k.width + column
	if code < k.first || column >= k.width || at >= len(k.syms) {
		return 0
	}
	return k.syms[at]
}

func (k *keyboard) isCtrl(code xproto.Keycode) bool {
	sym := k.sym(code, 0)
	return sym == symCtrlLeft || sym == symCtrlRight
}

// meaning returns the keysym of a key while something is held down (X protocol, section 5).
func (k *keyboard) meaning(code xproto.Keycode, state uint16) xproto.Keysym {
	group := 0
	switch {
	case k.xkb:
		group = int(state>>13) & 1
	case state&k.group2 != 0:
		group = 1
	}
	first, second := k.sym(code, 2*group), k.sym(code, 2*group+1)
	if first == 0 && second == 0 {
		group, first, second = 0, k.sym(code, 0), k.sym(code, 1)
	}
	if state&k.level3 != 0 {
		column := 4
		if group == 1 {
			column = k.width/2 + 2
		}
		if third, fourth := k.sym(code, column), k.sym(code, column+1); third != 0 || fourth != 0 {
			first, second = third, fourth
		}
	}
	lower, upper := runeOf(first), runeOf(second)
	if second == 0 {
		second, upper = first, lower
		if up := unicode.ToUpper(lower); up != lower {
			upper = up
		}
	}
	shift := state&xproto.ModMaskShift != 0
	lock := state&xproto.ModMaskLock != 0
	if lock && !k.capsLock {
		shift, lock = true, false
	}
	keypad := func(sym xproto.Keysym) bool { return sym >= symKeypad && sym <= symKeypadEnd }
	switch letter := upper != lower && lower != 0 && unicode.ToUpper(lower) == upper; {
	case state&k.numLock != 0 && keypad(second):
		shift = !shift
	case letter && shift != lock:
		return symOf(upper)
	case letter:
		return first
	}
	if shift {
		return second
	}
	return first
}

// press turns a key into events.
func (w *Window) press(e xproto.KeyPressEvent) {
	k := &w.keyboard
	const held = xproto.ModMaskShift | xproto.ModMaskControl
	w.ctrl = k.isCtrl(e.Detail) && e.State&(held|k.alt|k.super) == 0
	if key, ok := k.key(e.Detail, e.State); ok {
		w.in.put(key)
	}
}

// key returns what a key press means; false if it does nothing by itself.
func (k *keyboard) key(code xproto.Keycode, state uint16) (Key, bool) {
	sym := k.meaning(code, state)
	ctrl, alt, super := state&xproto.ModMaskControl != 0, state&k.alt != 0, state&k.super != 0
	shift := state&xproto.ModMaskShift != 0
	held := ctrl || alt || super
	if accent := deadAccent(sym); accent != 0 && !held {
		if k.dead == 0 {
			k.dead = accent
			return Key{}, false
		}
		waiting := k.dead
		k.dead = 0
		if accent == waiting {
			return Key{string(accent), string(accent)}, true
		}
		k.dead = accent
		return Key{}, false
	}
	name, text := keyNames[sym], ""
	r := runeOf(sym)
	if name == "" && sym >= symF1 && sym <= symF35 {
		name = "f" + strconv.Itoa(int(sym-symF1)+1)
	}
	switch {
	case name == "" && r == 0:
		return Key{}, false // one that is held down while others are pressed, or unknown
	case name == "":
		if k.dead != 0 {
			r = compose(k.dead, r)
		}
		name = string(r)
		if !held {
			text = name
		}
		latin := r
		if r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) && unicode.IsLetter(r) {
			if own := runeOf(k.sym(code, 0)); own >= ' ' && own <= unicode.MaxASCII {
				latin = own
				if unicode.IsUpper(r) {
					latin = unicode.ToUpper(own)
				}
			}
		}
		name = string(latin)
		lower := unicode.ToLower(latin)
		if held && unicode.IsLetter(latin) {
			name = string(lower)
		}
		shift = shift && held && unicode.IsLetter(latin)
	case name == "space" && !held:
		text = " "
		if k.dead != 0 {
			text = string(k.dead)
			name = text
		}
	}
	k.dead = 0
	if shift {
		name = "shift+" + name
	}
	if alt {
		name = "alt+" + name
	}
	if ctrl {
		name = "ctrl+" + name
	}
	if super {
		name = "super+" + name
	}
	return Key{name, text}, true
}

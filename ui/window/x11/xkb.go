package x11

import (
	"unicode"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// The core request GetKeyboardMapping is ambiguous for keyboards with several layouts, so the window uses the extension
// XKEYBOARD if the server has it. The library has no package for XKEYBOARD. The numbers are those of the extension's
// protocol, version 1.0.
const (
	xkbUseExtension = 0
	xkbSelectEvents = 1
	xkbGetMap       = 8

	xkbNewKeyboard = 0 // events
	xkbMapNotify   = 1

	xkbKeyTypes = 1 << 0 // parts of the map
	xkbKeySyms  = 1 << 1

	xkbCore = 0x100 // the keyboard
)

// extensionEvent is an undecoded event of an extension.
type extensionEvent []byte

func (e extensionEvent) Bytes() []byte  { return e }
func (e extensionEvent) String() string { return "event of an extension" }

// The library drops events that it does not know, so all events of extensions are registered here. The library's table
// must not be changed once there is a connection.
func init() {
	const first, last = 64, 127 // the event numbers of extensions
	for number := first; number <= last; number++ {
		if xgb.NewEventFuncs[number] == nil {
			xgb.NewEventFuncs[number] = func(buf []byte) xgb.Event { return extensionEvent(buf) }
		}
	}
}

func request(opcode, minor byte, values ...uint16) []byte {
	buf := make([]byte, 4+2*len(values))
	buf[0], buf[1] = opcode, minor
	xgb.Put16(buf[2:], uint16(len(buf)/4))
	for i, v := range values {
		xgb.Put16(buf[4+2*i:], v)
	}
	return buf
}

// useXKB tells the server that this client uses XKEYBOARD. The server then reports the layout with each key, and
// changes of the keyboard through the extension.
func (k *keys) useXKB(extension *xproto.QueryExtensionReply) {
	k.xkbOpcode, k.xkbEvent = extension.MajorOpcode, extension.FirstEvent
	const version, parts = 1, xkbKeyTypes | xkbKeySyms
	k.x.NewRequest(request(k.xkbOpcode, xkbUseExtension, version, 0), k.x.NewCookie(false, true))
	k.x.NewRequest(request(k.xkbOpcode, xkbSelectEvents, xkbCore, 1<<xkbNewKeyboard|1<<xkbMapNotify, 0, 1<<xkbNewKeyboard, parts, parts),
		k.x.NewCookie(false, false))
}

func (k *keys) askMap() *xgb.Cookie {
	cookie := k.x.NewCookie(true, true)
	k.x.NewRequest(request(k.xkbOpcode, xkbGetMap, xkbCore, xkbKeyTypes|xkbKeySyms, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), cookie)
	return cookie
}

type layouts struct {
	first xproto.Keycode
	types []keyType
	keys  []layoutKey
}

// keyType maps combinations of modifiers to levels.
type keyType struct {
	mask   byte // the modifiers that matter
	levels map[byte]int
}

// layoutKey is a key: its type in each group, and its keysyms, with as many for each group as width says.
type layoutKey struct {
	types  [4]byte
	groups byte // the number of groups, and the rule for groups out of range
	width  int
	syms   []xproto.Keysym
}

// parseMap parses the reply to GetMap. It returns nil if the reply is not valid.
func parseMap(reply []byte) *layouts {
	const header = 40
	if len(reply) < header {
		return nil
	}
	l := &layouts{first: xproto.Keycode(reply[17])}
	types, keys := int(reply[15]), int(reply[20])
	rest := reply[header:]
	next := func(n int) []byte {
		if len(rest) < n {
			rest = nil
			return make([]byte, n)
		}
		part := rest[:n]
		rest = rest[n:]
		return part
	}
	for i := 0; i < types && rest != nil; i++ {
		head := next(8)
		t := keyType{mask: head[0], levels: map[byte]int{}}
		count := int(head[5])
		for range count {
			const active, mods, level = 0, 1, 2
			if e := next(8); e[active] != 0 {
				t.levels[e[mods]] = int(e[level])
			}
		}
		if head[6] != 0 { // skip the modifiers that the levels preserve: they are not needed
			next(4 * count)
		}
		l.types = append(l.types, t)
	}
	for i := 0; i < keys && rest != nil; i++ {
		head := next(8)
		k := layoutKey{types: [4]byte(head[:4]), groups: head[4], width: int(head[5])}
		syms := next(4 * int(xgb.Get16(head[6:])))
		for ; len(syms) > 0; syms = syms[4:] {
			k.syms = append(k.syms, xproto.Keysym(xgb.Get32(syms)))
		}
		l.keys = append(l.keys, k)
	}
	if rest == nil {
		return nil
	}
	return l
}

// key returns a key and its number of groups.
func (l *layouts) key(code xproto.Keycode) (k layoutKey, groups int) {
	if code < l.first || int(code-l.first) >= len(l.keys) {
		return layoutKey{}, 0
	}
	k = l.keys[code-l.first]
	return k, int(k.groups & 0xf)
}

// meaning returns the keysym of a key for a state of the modifiers, or 0 if there is none.
func (l *layouts) meaning(code xproto.Keycode, state uint16) xproto.Keysym {
	k, groups := l.key(code)
	if groups == 0 {
		return 0
	}
	group := int(state >> 13 & 3)
	if group >= groups {
		const clamp, redirect = 0x40, 0x80
		switch k.groups & (clamp | redirect) {
		case clamp:
			group = groups - 1
		case redirect:
			group = int(k.groups >> 4 & 3)
		default:
			group %= groups
		}
	}
	level, capitals := 0, false
	if t := int(k.types[group&3]); t < len(l.types) {
		level = l.types[t].levels[byte(state)&l.types[t].mask]
		capitals = state&xproto.ModMaskLock != 0 && l.types[t].mask&xproto.ModMaskLock == 0
	}
	at := group*k.width + level
	if level >= k.width || at >= len(k.syms) {
		return 0
	}
	sym := k.syms[at]
	if r := runeOf(sym); capitals && unicode.IsLower(r) {
		return symOf(unicode.ToUpper(r))
	}
	return sym
}

// latin returns the ASCII character that a key types in the first of its groups that has one, or 0 if there is none.
func (l *layouts) latin(code xproto.Keycode) rune {
	k, groups := l.key(code)
	for group := range groups {
		if at := group * k.width; at < len(k.syms) {
			if r := runeOf(k.syms[at]); r > ' ' && r <= unicode.MaxASCII {
				return r
			}
		}
	}
	return 0
}

package x11

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// keys is the keyboard of a window. It belongs to the goroutine that reads from the server.
type keys struct {
	*link
	keyboard
	asked     *xgb.Cookie // the request for the map of XKEYBOARD
	xkbOpcode byte        // the opcode of XKEYBOARD; 0 without the extension
	xkbEvent  byte        // number of the extension's events
	mapping   xproto.GetKeyboardMappingCookie
	modifier  xproto.GetModifierMappingCookie
	ctrl      bool // Ctrl is held down and nothing else was pressed
}

type keyboard struct {
	first xproto.Keycode
	width int // keysyms per key
	syms  []xproto.Keysym

	layouts *layouts // the meanings of keys according to XKEYBOARD; nil without the extension

	// The bits of these modifiers in the state of a key event.
	alt, super, numLock, group2, level3 uint16
	capsLock                            bool // the Lock modifier is Caps Lock, not Shift Lock

	dead rune // the accent waiting for its letter, or 0
}

// The keysyms that the code uses by name; see X11/keysymdef.h.
const (
	symModeSwitch = 0xff7e
	symNumLock    = 0xff7f
	symCtrlLeft   = 0xffe3
	symCtrlRight  = 0xffe4
	symCapsLock   = 0xffe5
	symMetaLeft   = 0xffe7
	symAltLeft    = 0xffe9
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

func (k *keys) load(extension xproto.QueryExtensionCookie) {
	if reply, err := extension.Reply(); err == nil && reply.Present {
		k.useXKB(reply)
	}
	k.ask()
}

func (k *keys) ask() {
	first, last := k.setup.MinKeycode, k.setup.MaxKeycode
	k.mapping = xproto.GetKeyboardMapping(k.x, first, byte(last-first+1))
	k.modifier = xproto.GetModifierMapping(k.x)
	if k.xkbOpcode != 0 {
		k.asked = k.askMap()
	}
}

func (k *keys) learn() {
	if k.asked != nil {
		k.layouts = nil
		if reply, err := k.asked.Reply(); err == nil {
			k.layouts = parseMap(reply)
		}
	}
	mapping, err := k.mapping.Reply()
	if err != nil {
		return
	}
	modifiers, err := k.modifier.Reply()
	if err != nil {
		return
	}
	k.first, k.width, k.syms = k.setup.MinKeycode, int(mapping.KeysymsPerKeycode), mapping.Keysyms
	k.modify(int(modifiers.KeycodesPerModifier), modifiers.Keycodes)
}

func (k *keyboard) modify(perModifier int, codes []xproto.Keycode) {
	k.alt, k.super, k.numLock, k.group2, k.level3, k.capsLock = 0, 0, 0, 0, 0, false
	for i, code := range codes {
		if code == 0 {
			continue
		}
		bit := uint16(1) << (i / perModifier)
		for column := range k.width {
			switch sym := k.sym(code, column); {
			case sym == symMetaLeft || sym == symAltLeft: // the right Alt key may be AltGr in another layout
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
	k.super &^= k.alt // one bit may have both meanings
	k.group2 &^= k.level3
}

// sym returns the keysym of a key in a column of the map, or 0 if there is none.
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

// meaning returns the keysym of a key for a state of the modifiers; without XKEYBOARD it follows section 5 of the X protocol.
func (k *keyboard) meaning(code xproto.Keycode, state uint16) xproto.Keysym {
	if k.layouts != nil {
		return k.layouts.meaning(code, state)
	}
	group := 0
	if state&k.group2 != 0 {
		group = 1
	}
	first, second := k.sym(code, 2*group), k.sym(code, 2*group+1)
	if first == 0 && second == 0 {
		first, second = k.sym(code, 0), k.sym(code, 1)
	}
	if state&k.level3 != 0 {
		if third, fourth := k.sym(code, 4), k.sym(code, 5); third != 0 || fourth != 0 {
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

// latin returns the ASCII character that a key types in any of its layouts (without XKEYBOARD, the first), or 0 if there is none.
func (k *keyboard) latin(code xproto.Keycode) rune {
	if k.layouts != nil {
		return k.layouts.latin(code)
	}
	if r := runeOf(k.sym(code, 0)); r > ' ' && r <= unicode.MaxASCII {
		return r
	}
	return 0
}

func (k *keys) press(e xproto.KeyPressEvent) {
	const held = xproto.ModMaskShift | xproto.ModMaskControl
	k.ctrl = k.isCtrl(e.Detail) && e.State&(held|k.alt|k.super) == 0
	if key, ok := k.key(e.Detail, e.State); ok {
		k.put(key)
	}
}

// key returns the meaning of a key press, and false if pressing it alone does nothing.
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
		return Key{}, false // a modifier or an unknown key
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
			if own := k.latin(code); own != 0 {
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
	for _, modifier := range []struct {
		down bool
		name string
	}{{shift, "shift+"}, {alt, "alt+"}, {ctrl, "ctrl+"}, {super, "super+"}} {
		if modifier.down {
			name = modifier.name + name
		}
	}
	return Key{name, text}, true
}

var keyNames = map[xproto.Keysym]string{
	' ': "space", 0xff80: "space",
	0xff08: "backspace", 0xff09: "tab", 0xff89: "tab", symBackTab: "tab", 0xff0d: "enter", 0xff8d: "enter", 0xff1b: "esc",
	0xff50: "home", 0xff51: "left", 0xff52: "up", 0xff53: "right", 0xff54: "down", 0xff55: "pgup", 0xff56: "pgdown", 0xff57: "end", 0xff58: "begin",
	0xff95: "home", 0xff96: "left", 0xff97: "up", 0xff98: "right", 0xff99: "down", 0xff9a: "pgup", 0xff9b: "pgdown", 0xff9c: "end", 0xff9d: "begin",
	0xff63: "insert", 0xff9e: "insert", 0xffff: "delete", 0xff9f: "delete",
	0xff91: "f1", 0xff92: "f2", 0xff93: "f3", 0xff94: "f4",
}

// The letters of keysyms whose numbers are neither Latin-1 nor Unicode. A space stands for no letter, or for a letter in Latin-1.
const (
	latin2   = " Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙"  // from 0x1a0
	cyrillic = " ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏюабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"  // from 0x6a0
	greek    = " ΆΈΉΊΪ ΌΎΫ Ώ  ΅― άέήίϊΐόύϋΰώ     ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ ΤΥΦΧΨΩ       αβγδεζηθικλμνξοπρσςτυφχψω       " // from 0x7a0
)

// scripts maps the first keysym of each range above to its letters.
var scripts = map[xproto.Keysym][]rune{0x1a0: []rune(latin2), 0x6a0: []rune(cyrillic), 0x7a0: []rune(greek)}

// runeOf returns the character that a keysym types, or 0 if it types none.
func runeOf(sym xproto.Keysym) rune {
	const unicodeSyms, lastRune = 0x01000000, 0x0110ffff
	switch {
	case sym >= ' ' && sym <= '~', sym >= 0xa0 && sym <= 0xff:
		return rune(sym)
	case sym >= unicodeSyms+' ' && sym <= lastRune && utf8.ValidRune(rune(sym-unicodeSyms)):
		return rune(sym - unicodeSyms)
	case sym >= 0xffaa && sym <= 0xffb9, sym == symKeypadEnd: // the keypad: * + , - . / 0 to 9 and =
		return rune(sym - symKeypad)
	case sym == 0x20ac:
		return '€'
	case sym == 0x13bc:
		return 'Œ'
	case sym == 0x13bd:
		return 'œ'
	case sym == 0x13be:
		return 'Ÿ'
	}
	for first, runes := range scripts {
		if sym > first && int(sym-first) < len(runes) && runes[sym-first] != ' ' {
			return runes[sym-first]
		}
	}
	return 0
}

// symOf returns a keysym that types r.
func symOf(r rune) xproto.Keysym {
	if r <= 0xff {
		return xproto.Keysym(r)
	}
	return xproto.Keysym(r) + 0x01000000
}

// accents are the dead keys from dead_grave on: the character that each types alone, and its letters, each followed by the letter
// with the accent.
var accents = []struct {
	alone   rune
	letters string
}{
	{'`', "aàeèiìoòuùAÀEÈIÌOÒUÙnǹNǸ"},
	{'´', "aáeéiíoóuúyýcćlĺnńrŕsśzźAÁEÉIÍOÓUÚYÝCĆLĹNŃRŔSŚZŹ"},
	{'^', "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷAÂEÊIÎOÔUÛCĈGĜHĤJĴSŜWŴYŶ"},
	{'~', "aãnñoõiĩuũAÃNÑOÕIĨUŨ"},
	{'¯', "aāeēiīoōuūAĀEĒIĪOŌUŪ"},
	{'˘', "aăgğuŭAĂGĞUŬ"},
	{'˙', "cċeėgġzżIİCĊEĖGĠZŻ"},
	{'¨', "aäeëiïoöuüyÿAÄEËIÏOÖUÜYŸ"},
	{'°', "aåuůAÅUŮ"},
	{'˝', "oőuűOŐUŰ"},
	{'ˇ', "cčdďeělľnňrřsštťzžCČDĎEĚLĽNŇRŘSŠTŤZŽ"},
	{'¸', "cçsşgģkķlļnņrŗtţCÇSŞGĢKĶLĻNŅRŖTŢ"},
	{'˛', "aąeęiįuųAĄEĘIĮUŲ"},
}

// deadAccent returns the character that a dead key types alone, or 0 if the key is not a dead key.
func deadAccent(sym xproto.Keysym) rune {
	if sym >= symDead && int(sym-symDead) < len(accents) {
		return accents[sym-symDead].alone
	}
	return 0
}

// compose returns a letter with an accent, or the letter unchanged if there is no such combination.
func compose(accent, letter rune) rune {
	for _, a := range accents {
		if a.alone != accent {
			continue
		}
		list := []rune(a.letters)
		for i := 0; i+1 < len(list); i += 2 {
			if list[i] == letter {
				return list[i+1]
			}
		}
	}
	return letter
}

// latin1 encodes text as Latin-1 for older programs, with question marks for characters that are not in it.
func latin1(text string) []byte {
	list := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xff {
			r = '?'
		}
		list = append(list, byte(r))
	}
	return list
}

func fromLatin1(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		b.WriteRune(rune(c))
	}
	return b.String()
}

package x11

import (
	"strings"
	"unicode/utf8"

	"github.com/jezek/xgb/xproto"
)

// keyNames maps the keysyms of keys that do not type a visible character to their names.
var keyNames = map[xproto.Keysym]string{
	' ': "space", 0xff80: "space",
	0xff08: "backspace", 0xff09: "tab", 0xff89: "tab", symBackTab: "tab", 0xff0d: "enter", 0xff8d: "enter", 0xff1b: "esc",
	0xff50: "home", 0xff51: "left", 0xff52: "up", 0xff53: "right", 0xff54: "down", 0xff55: "pgup", 0xff56: "pgdown", 0xff57: "end", 0xff58: "begin",
	0xff95: "home", 0xff96: "left", 0xff97: "up", 0xff98: "right", 0xff99: "down", 0xff9a: "pgup", 0xff9b: "pgdown", 0xff9c: "end", 0xff9d: "begin",
	0xff63: "insert", 0xff9e: "insert", 0xffff: "delete", 0xff9f: "delete",
	0xff91: "f1", 0xff92: "f2", 0xff93: "f3", 0xff94: "f4",
}

// The letters of keysyms whose numbers are neither Latin-1 nor Unicode. A space means that there is no letter or that it
// is in Latin-1.
const (
	latin2   = " Ą˘Ł ĽŚ  ŠŞŤŹ ŽŻ ą˛ł ľśˇ šşťź˝žżŔ  Ă ĹĆ Č Ę Ě  ĎĐŃŇ  Ő  ŘŮ Ű  Ţ ŕ  ă ĺć č ę ě  ďđńň  ő  řů ű  ţ˙"  // from 0x1a0
	cyrillic = " ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏюабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"  // from 0x6a0
	greek    = " ΆΈΉΊΪ ΌΎΫ Ώ  ΅― άέήίϊΐόύϋΰώ     ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ ΤΥΦΧΨΩ       αβγδεζηθικλμνξοπρσςτυφχψω       " // from 0x7a0
)

// scripts maps the first keysym of each of these ranges to its letters.
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

func symOf(r rune) xproto.Keysym {
	if r <= 0xff {
		return xproto.Keysym(r)
	}
	return xproto.Keysym(r) + 0x01000000
}

// accents are the dead keys from dead_grave on, in order: the character that each types alone, and its letters, each
// followed by the letter with the accent.
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

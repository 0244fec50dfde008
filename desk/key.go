package desk

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// named are the keys that do not type a character.
var named = map[string]rune{
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "insert": tea.KeyInsert,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f6": tea.KeyF6,
	"f7": tea.KeyF7, "f8": tea.KeyF8, "f9": tea.KeyF9, "f10": tea.KeyF10, "f11": tea.KeyF11, "f12": tea.KeyF12,
}

// modifiers stand before the names of keys.
var modifiers = []struct {
	prefix string
	mod    tea.KeyMod
}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}}

// parseKey returns the key of a name, as the library for lines of text has it, and whether there is one.
func parseKey(name string) (k tea.Key, ok bool) {
	rest := name
	for _, m := range modifiers {
		if after, cut := strings.CutPrefix(rest, m.prefix); cut && after != "" {
			k.Mod |= m.mod
			rest = after
		}
	}
	code, special := named[rest]
	runes := []rune(rest)
	switch {
	case special:
		k.Code = code
	case len(runes) == 1:
		k.Code = runes[0]
	case len(runes) == 0 || k.Mod != 0:
		return k, false
	default: // several characters at once, as input methods type them
		k.Code = tea.KeyExtended
	}
	if k.Mod == 0 && !special {
		k.Text = name
	}
	if rest == "space" && k.Mod&^tea.ModShift == 0 {
		k.Text = " "
	}
	return k, true
}

// IsKey reports whether a key has this name.
func IsKey(name string) bool {
	k, ok := parseKey(name)
	return ok && k.Code != tea.KeyExtended
}

// hasKey reports whether a key is among keys with blanks between them.
func hasKey(keys, key string) bool { return slices.Contains(strings.Fields(keys), key) }

// mainKey returns the first of several keys.
func mainKey(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

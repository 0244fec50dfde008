package desk

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// named lists the keys that type no character.
var named = strings.Fields(`enter tab esc space backspace delete insert up down left right home end pgup pgdown
	f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12`)

// plain strips modifiers from a key name and reports whether there were any.
func plain(name string) (rest string, held bool) {
	rest = name
	for _, prefix := range []string{"ctrl+", "alt+", "shift+"} {
		if after, cut := strings.CutPrefix(rest, prefix); cut && after != "" {
			rest, held = after, true
		}
	}
	return rest, held
}

// IsKey reports whether a key has this name.
func IsKey(name string) bool {
	rest, _ := plain(name)
	return slices.Contains(named, rest) || utf8.RuneCountInString(rest) == 1
}

// typesText reports whether a key types its own name: one character, or several from an input method.
func typesText(name string) bool {
	rest, held := plain(name)
	return !held && rest != "" && !slices.Contains(named, rest)
}

// hasKey reports whether key is one of keys, which are separated by blanks.
func hasKey(keys, key string) bool {
	if len(keys) <= len(key) { // nearly always: asked for each button of each page
		return keys == key && key != ""
	}
	for one := range strings.SplitSeq(keys, " ") {
		if one == key && key != "" {
			return true
		}
	}
	return false
}

// mainKey returns the first of keys, which are separated by blanks.
func mainKey(keys string) string {
	key, _, _ := strings.Cut(keys, " ")
	return key
}

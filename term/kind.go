package term

import (
	"runtime"
	"slices"
	"strings"

	"github.com/xo/terminfo"
)

// Kind is what a terminal can do.
type Kind uint8

// The kinds of terminals.
const (
	Full    Kind = iota // it can show a screen
	Dumb                // it has no cursor to move
	Unknown             // nobody knows what it can do
)

// families begin the names of terminals that can show a screen, also where this machine has no
// description of them.
var families = []string{
	"xterm", "screen", "tmux", "linux", "rxvt", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "alacritty", "foot", "kitty", "wezterm",
	"ghostty", "contour", "konsole", "gnome", "putty", "st-", "cygwin", "mintty", "iterm", "rio", "eterm", "dtterm",
}

// KindOf returns what the terminal of this name (TERM) can do, and whether it has no more than eight colours.
func KindOf(name string) (k Kind, eight bool) {
	name = strings.ToLower(name)
	if name == "" && runtime.GOOS == "windows" { // where consoles have no name
		return Full, false
	}
	if name == "" || name == "dumb" {
		return Dumb, false
	}
	if info, err := terminfo.Load(name); err == nil {
		if info.Strings[terminfo.CursorAddress] == nil {
			return Dumb, false
		}
		colours := info.Nums[terminfo.MaxColors]
		return Full, colours > 0 && colours <= 8 && !strings.HasPrefix(name, "xterm") && !strings.HasPrefix(name, "screen")
	}
	if slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(name, f) }) {
		return Full, strings.HasPrefix(name, "linux") || strings.HasSuffix(name, "-8color")
	}
	return Unknown, false
}

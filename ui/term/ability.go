package term

import (
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/xo/terminfo"

	"attic/draw/palette"
)

// Ability is the degree to which a terminal can show a screen.
type Ability uint8

// The abilities of terminals.
const (
	Full    Ability = iota // it can show a screen
	Dumb                   // it has no cursor to move
	Unknown                // its abilities are unknown
)

// families lists prefixes of the names of terminals that can show a screen. It is used if this machine has no
// description of the terminal.
var families = []string{
	"xterm", "screen", "tmux", "linux", "rxvt", "vt1", "vt2", "vt3", "vt4", "vt5", "ansi", "alacritty", "foot", "kitty", "wezterm",
	"ghostty", "contour", "konsole", "gnome", "putty", "st-", "cygwin", "mintty", "iterm", "rio", "eterm", "dtterm",
}

// AbilityOn returns the ability of the terminal that a file belongs to: Dumb if it is no terminal, or a console of
// Windows that does not interpret escape codes.
func AbilityOn(f *os.File) Ability {
	if !IsTerminal(f) {
		return Dumb
	}
	back, err := takeOutput(f.Fd())
	if err != nil {
		return Dumb
	}
	back()
	kind, _ := AbilityOf(os.Getenv("TERM"))
	return kind
}

// AbilityOf returns the ability of the terminal with the given name (TERM), and its colour depth: palette.True unless
// the terminal is known to have few colours or none.
func AbilityOf(name string) (Ability, palette.Depth) {
	name = strings.ToLower(name)
	if name == "" && runtime.GOOS == "windows" { // consoles on Windows have no name
		return Full, palette.True
	}
	if name == "" || name == "dumb" {
		return Dumb, palette.None
	}
	if info, err := terminfo.Load(name); err == nil {
		colours := info.Nums[terminfo.MaxColors]
		switch {
		case info.Strings[terminfo.CursorAddress] == nil:
			return Dumb, palette.None
		case colours > 8 || strings.HasPrefix(name, "xterm") || strings.HasPrefix(name, "screen"): // these terminals have more colours than their descriptions list
			return Full, palette.True
		case colours > 0:
			return Full, palette.Eight
		}
		return Full, palette.None
	}
	switch {
	case !slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(name, f) }):
		return Unknown, palette.None
	case strings.HasPrefix(name, "linux") || strings.HasSuffix(name, "-8color"):
		return Full, palette.Eight
	case strings.HasPrefix(name, "vt"):
		return Full, palette.None
	}
	return Full, palette.True
}

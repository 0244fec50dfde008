package term

import (
	"io"
	"os"
	"time"

	xterm "golang.org/x/term"
)

// Hold remembers how a terminal is, before anything takes it over.
type Hold struct {
	in    *os.File
	out   *os.File
	state *xterm.State // nil if in is no terminal
}

// NewHold returns how the terminal is that in and out belong to, if they do.
func NewHold(in, out *os.File) Hold {
	h := Hold{in: in, out: out}
	if IsTerminal(in) {
		h.state, _ = xterm.GetState(int(in.Fd())) // nil is treated as no terminal
	}
	return h
}

// What leaves the terminal as a program found it: the modes of the mouse, of pasting, of reports and of keys, the cursor, the colours, and
// the alternate screen.
const (
	plainKeys = "\x1b[?2004l"
	ownScreen = "\x1b[<u\x1b[>4;0m\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2026l\x1b[?2031l" + plainKeys + "\x1b[?25h\x1b[0m\x1b[?1049l"
)

// GiveBack restores the terminal for a program that cannot end as it should, from any goroutine. The kind is Full where the terminal shows
// more than plain lines; full means that the program fills the screen. It takes at most a fifth of a second.
func (h Hold) GiveBack(kind Kind, full bool) {
	if h.state == nil {
		return
	}
	given := make(chan struct{})
	go func() {
		defer close(given)
		_ = xterm.Restore(int(h.in.Fd()), h.state) // if it fails the terminal is gone
		switch {
		case !IsTerminal(h.out) || kind != Full:
		case full:
			_, _ = io.WriteString(h.out, ownScreen) // the same
		default:
			_, _ = io.WriteString(h.out, plainKeys+"\r\n") // the same
		}
	}()
	select {
	case <-given:
	case <-time.After(200 * time.Millisecond): // the terminal takes nothing
	}
}

package term

import (
	"io"
	"os"
	"time"

	xterm "golang.org/x/term"
)

// Hold remembers the state of a terminal before anything takes it over.
type Hold struct {
	in     *os.File
	out    *os.File
	state  *xterm.State // nil if in is not a terminal
	output *xterm.State // nil if out is not a terminal
}

// NewHold returns the state of the terminal that in and out belong to, if any.
func NewHold(in, out *os.File) Hold {
	h := Hold{in: in, out: out}
	if IsTerminal(in) {
		h.state, _ = xterm.GetState(int(in.Fd())) // after an error the state is nil, as without a terminal
	}
	if IsTerminal(out) {
		h.output, _ = xterm.GetState(int(out.Fd()))
	}
	return h
}

// Escape codes that undo everything a program sets: the modes for mouse, pasting, reports and keys, the cursor, the colours, the
// alternate screen, and the title.
const (
	plainKeys = "\x1b[?2004l"
	ownScreen = "\x1b[<u\x1b[>4;0m\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2026l\x1b[?2031l\x1b[?7h" + plainKeys + "\x1b[?25h\x1b[0m\x1b[?1049l" + popTitle
)

// GiveBack restores the terminal for a program that cannot end normally, from any goroutine. full means that the program fills
// the screen. GiveBack takes at most 0.2 s.
func (h Hold) GiveBack(full bool) {
	if h.state == nil {
		return
	}
	given := make(chan struct{})
	go func() {
		defer close(given)
		_ = xterm.Restore(int(h.in.Fd()), h.state) // fails only if the terminal is gone
		if h.output == nil || AbilityOn(h.out) != Full {
			return
		}
		codes := plainKeys + "\r\n"
		if full {
			codes = ownScreen
		}
		_, _ = takeOutput(h.out.Fd()) // succeeds, as in AbilityOn
		_, _ = io.WriteString(h.out, codes)
		_ = xterm.Restore(int(h.out.Fd()), h.output)
	}()
	select {
	case <-given:
	case <-time.After(200 * time.Millisecond): // the terminal accepts no output
	}
}

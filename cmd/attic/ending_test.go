//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"attic/dev/wait"
)

// Whatever hangs, a signal or a second Ctrl-C ends the program, restores the terminal and leaves a whole journal.
func TestAHungProgramEnds(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(h home, kind string) *terminal{
		"screen": func(h home, kind string) *terminal {
			x := h.full(80, 24, colours256+" "+kind, "attic", "atom4")
			x.sees("Player 1 to play red.")
			x.write(":i10" + enter)
			x.sees("Player 2 to play")
			x.write(":h10" + enter)
			return x
		},
		"lines": func(h home, kind string) *terminal {
			x, _ := h.open("TERM=xterm-256color "+kind, "attic", "atom4")
			x.say("i10")
			x.write("h10\r")
			return x
		},
		"dumb": func(h home, kind string) *terminal {
			x, _ := h.open("TERM=dumb "+kind, "attic", "atom4")
			x.say("i10")
			x.write("h10\r")
			return x
		},
		"host": func(h home, kind string) *terminal {
			x := h.start("TERM=xterm-256color "+kind, "attic", "host", "ataxx", "held27held", "--port", "0", "--lines")
			x.expect("ataxx> ")
			x.write("fen x5o/7/7/7/7/7/o5x x 0 1\r")
			x.write("start\r")
			return x
		},
	} {
		for how, end := range map[string]func(x *terminal){
			"term":   func(x *terminal) { x.signal(syscall.SIGTERM) },
			"hup":    func(x *terminal) { x.signal(syscall.SIGHUP) },
			"segv":   func(x *terminal) { x.signal(syscall.SIGSEGV) },
			"ctrl-c": func(x *terminal) { x.write("\x03"); x.write("\x03") },
		} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				h := newHome(t)
				mark := filepath.Join(h.dir, "hung")
				x := begin(h, hangVariable+"="+mark)
				wait.Until(t, "the table hangs", func() (any, bool) {
					_, err := os.Stat(mark)
					return err, err == nil
				})
				end(x)
				if got := x.end(); got != 130 {
					t.Errorf("exit status %d, want 130", got)
				}
				if x.vt != nil {
					x.left()
				}
				list := h.start("TERM=dumb", "attic", "games")
				if got := list.end(); got != 0 || !strings.Contains(string(list.screen), ", unfinished") {
					t.Errorf("resuming the kept game: status %d\n%s", got, plain(list.screen))
				}
			})
		}
	}
}

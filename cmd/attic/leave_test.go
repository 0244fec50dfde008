//go:build unix

package main

import (
	"context"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"attic/dev/wait"
)

// left checks that the program has restored the terminal: the main screen, no mouse, a visible cursor, plain keys.
func (x *terminal) left() {
	x.t.Helper()
	x.until("the screen is left", func() bool { return !x.vt.IsAltScreen() })
	const wrap, cursor = 7, 25 // on by default
	for mode, on := range x.modes {
		if on != (mode == wrap || mode == cursor) {
			x.t.Errorf("terminal mode %d was left %t", mode, on)
		}
	}
	if on, off := len(keysOn.FindAll(x.screen, -1)), len(keysOff.FindAll(x.screen, -1)); on != off {
		x.t.Errorf("full key reports were turned on %d times and off %d times", on, off)
	}
}

// These push and pop the mode in which a terminal with the Kitty keyboard protocol reports keys.
var keysOn, keysOff = regexp.MustCompile(`\x1b\[>\d+u`), regexp.MustCompile(`\x1b\[<\d*u`)

// begun starts a game on the full screen and plays moves by typing them.
func (h home) begun(moves ...string) *terminal {
	h.t.Helper()
	x := h.full(80, 24, colours256, "attic", "atom4")
	x.sees("Player 1 to play red.")
	for i, move := range moves {
		x.write(":" + move + enter)
		x.sees([]string{"Player 2", "Player 1"}[i%2] + " to play ")
	}
	x.rests()
	return x
}

// The terminal is restored and the menu offers the game however a person leaves.
func TestLeavingTheFullScreen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		leave  func(*terminal)
		status int
	}{
		{"q", func(x *terminal) { x.write("q") }, 0},
		{"ctrl-c", func(x *terminal) { x.write("\x03") }, 0},
		{"hup", func(x *terminal) { x.signal(syscall.SIGHUP) }, 130},
		{"term", func(x *terminal) { x.signal(syscall.SIGTERM) }, 130},
		{"int", func(x *terminal) { x.signal(syscall.SIGINT) }, 130},
		{"quit", func(x *terminal) { x.signal(syscall.SIGQUIT) }, 130},
		{"abrt", func(x *terminal) { x.signal(syscall.SIGABRT) }, 130},
		{"segv", func(x *terminal) { x.signal(syscall.SIGSEGV) }, 130},
		{"bus", func(x *terminal) { x.signal(syscall.SIGBUS) }, 130},
		{"sys", func(x *terminal) { x.signal(syscall.SIGSYS) }, 130},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			x := h.begun("i10", "h10")
			c.leave(x)
			if got := x.end(); got != c.status {
				t.Errorf("exit status %d, want %d", got, c.status)
			}
			x.left()
			x = h.full(80, 24, colours256, "attic")
			x.sees("Continue", "move 1 player 2,")
			x.quits()
		})
	}
}

// If the terminal disappears, for example because its window is closed, the game is kept.
func TestTheTerminalDies(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	x := h.begun("i10")
	if err := x.master.Close(); err != nil {
		t.Fatal(err)
	}
	x.before = nil // there is no terminal to restore
	ctx, done := wait.Context()
	defer done()
	select {
	case <-x.ended:
	case <-ctx.Done():
		t.Fatalf("the program keeps running without a terminal: %v", context.Cause(ctx))
	}
	x = h.full(80, 24, colours256, "attic")
	x.sees("Continue", "move 1 player 1,")
	x.quits()
}

// After kill -9, a game continued from the menu has the same board.
func TestKillAndContinueFromTheMenu(t *testing.T) {
	t.Parallel()
	boards := regexp.MustCompile(`(?m)^.{68}`)
	for _, c := range []struct {
		program string      // the number in the menu and the command
		begin   string      // the first text on the screen
		words   [][2]string // typed text and the text that appears then
		spot    string      // the cursor's next spot
		kept    string      // the menu's text about the kept game
	}{
		{"1 attic atom4", "Player 1 to play red.", [][2]string{
			{"i10", "Player 2 to play yellow."}, {"h10", "Player 1 to play green."}, {"h11", "Player 2 to play cyan."},
		}, "i11", "move 2 player 1,"},
		{"2 attic ataxx", "Your move: red.", [][2]string{
			{"opponent human", "Blue is played by a person."}, {"blocks 3", "Blocks 3"}, {"start", "Red to move."}, {"a7-b6", "Blue to move."},
		}, "d4", "move 1 red,"},
		{"3 attic atommaster --seed 3", "Find 4 atoms", [][2]string{
			{"fire 2", "Trials: 1 "}, {"fire 30", "Trials: 2 "}, {"set g3", "1/4 "},
		}, "port 9", "step 3,"},
	} {
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			number, command, _ := strings.Cut(c.program, " ")
			x := h.full(80, 24, colours256, strings.Fields(command)...)
			x.sees(c.begin)
			for _, word := range c.words {
				x.write(":" + word[0] + enter)
				x.sees(word[1])
			}
			x.steer(c.spot)
			before := boards.FindAllString(x.vt.String(), -1)
			x.kill()
			x = h.full(80, 24, colours256, "attic")
			x.sees("kept")
			x.write(number)
			x.sees(c.kept)
			x.write("c")
			x.sees(c.words[len(c.words)-1][1])
			x.steer(c.spot)
			if after := boards.FindAllString(x.vt.String(), -1); !reflect.DeepEqual(after, before) {
				t.Errorf("before\n%s\nand after\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
			}
			x.quits()
		})
	}
}

// Ctrl-Z restores the terminal, and after SIGCONT the screen is back.
func TestStopAndGoOn(t *testing.T) {
	t.Parallel()
	x := newHome(t).begun("i10")
	before := x.vt.String()
	x.write("\x1a")
	x.left()
	x.set(true)
	shown := make(chan struct{})
	go func() { // repeatedly, because the program may not handle the signal yet
		for again := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-again.C:
				_ = x.cmd.Process.Signal(syscall.SIGCONT) // fails if the test has failed
			case <-shown:
				again.Stop()
				return
			}
		}
	}()
	x.shows(before)
	close(shown)
	x.write(":h10" + enter)
	x.sees("Player 1 to play green.")
	x.quits()
}

// Ctrl-L redraws the screen after something else has written over it.
func TestDrawAnew(t *testing.T) {
	t.Parallel()
	x := newHome(t).begun("i10")
	before := x.vt.String()
	x.take([]byte("\x1b[4;10HYou have new mail"))
	x.sees("You have new mail")
	x.write("\x0c")
	x.shows(before)
	x.quits()
}

// q leaves immediately while the computer thinks.
func TestQuitWhileTheProgramThinks(t *testing.T) {
	t.Parallel()
	x := newHome(t).full(80, 24, colours256, "attic", "ataxx", "--think", "1h", "-a", "1")
	x.sees("thinking")
	x.quits()
}

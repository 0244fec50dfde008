package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"attic/cmd/internal/shell"
	"attic/internal/rescue"
	"attic/table"
	"attic/table/wire"
	"attic/ui/term"
)

// grace is the time that the program may take for an orderly end. Then it exits, whatever it is doing: every move is already in its journal. With
// the waiting times of Input and Hold, the end takes less than two seconds. A proof may have to save gigabytes, so it has proofGrace.
const (
	grace      = 1300 * time.Millisecond
	proofGrace = time.Minute
)

// ending ends the program. It receives all signals, and Ctrl-C if nothing else reads it.
type ending struct {
	cancel context.CancelFunc
	grace  time.Duration
	hold   term.Hold
	once   sync.Once
}

// stdin reads what a person types. Its Ctrl-C ends the program if the code that should read it hangs.
var stdin = term.NewInput(os.Stdin, endNow)

// current is the ending of the running command, or nil.
var current atomic.Pointer[ending]

// hangup is the certificate with which a game is hosted, or nil. SIGHUP reads its files again.
var hangup atomic.Pointer[wire.Certificate]

// ended reports whether a signal has ended a conversation. The conversation then ends the program, since it may have a game to print.
var ended atomic.Bool

var screenFilled atomic.Bool

// stops are the signals that end the program. Under nohup, SIGHUP does not end it.
var stops = func() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}()

// endPlainly lets signals end commands that have no conversation.
func endPlainly() {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, stops...)
	go func() {
		for range signals {
			if current.Load() == nil && !ended.Load() {
				os.Exit(130)
			}
		}
	}()
}

// conversation calls talk with a context that ends when a signal stops the program, so that talk can save the game and restore the terminal.
// It prints a game that could not be saved, unless the person has agreed to lose it. Outside conversations, a signal ends the program
// immediately, with the same status.
func conversation(talk func(context.Context) error) error {
	err := told(endNow, grace, talk)
	if unsaved, ok := errors.AsType[*table.UnsavedError](err); ok {
		how := "These lines are the game; to resume it, save them in a file game.attic:"
		if len(unsaved.Games) > 1 {
			how = "Each part that begins with \"attic save\" is a game; to resume one, save its lines in a file game.attic:"
		}
		fmt.Fprintf(os.Stderr, "attic: %s. %s\n%s", shell.OneLine(unsaved), how, unsaved.Text())
		rest := strings.TrimSpace(strings.Replace(err.Error(), unsaved.Error(), "", 1))
		if rest == "" {
			return shell.ErrQuiet
		}
		return remainder{err, rest}
	}
	return err
}

// remainder is an error that was partly printed; rest is the part that was not.
type remainder struct {
	error
	rest string
}

// Error implements error.
func (e remainder) Error() string { return e.rest }

// Unwrap returns the whole error.
func (e remainder) Unwrap() error { return e.error }

// told calls run with a context that a signal ends. If run does not return within grace after the signal, told ends the program. interrupt handles
// SIGINT.
func told(interrupt func(), grace time.Duration, run func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := &ending{cancel: cancel, grace: grace, hold: term.NewHold(os.Stdin, os.Stdout)}
	current.Store(e)
	defer current.Store(nil)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, append(slices.Clone(term.Deadly), stops...)...)
	done := make(chan struct{})
	defer close(done)
	defer signal.Stop(signals)
	go func() {
		for {
			select {
			case s := <-signals:
				certificate := hangup.Load()
				switch {
				case s == os.Interrupt:
					interrupt()
				case s == syscall.SIGHUP && certificate != nil:
					certificate.Again() // the host sees an error; if the terminal is gone, reading from it ends the program
				default:
					e.end()
				}
			case <-done:
				return
			}
		}
	}()
	rescue.Last(e.giveBack) // the goroutine that calls run restores the terminal itself
	defer rescue.Last(nil)
	return run(ctx)
}

// endNow ends the running command as a signal does.
func endNow() {
	if e := current.Load(); e != nil {
		e.end()
	}
}

// end ends the program in an orderly way, or forcibly after e.grace.
func (e *ending) end() {
	e.once.Do(func() {
		ended.Store(true)
		e.cancel()
		time.AfterFunc(e.grace, func() {
			e.giveBack()
			os.Exit(130)
		})
	})
}

func (e *ending) giveBack() { e.hold.GiveBack(screenFilled.Load()) }

// stopper ends a match: the first press ends it after the games in progress, the second press immediately.
type stopper struct {
	finish chan struct{} // closed when no more games may start

	mu      sync.Mutex
	pressed bool
	say     func(string) bool // shows a message, and reports whether anybody sees it
}

// interruptible plays a match. Ctrl-C ends it after the running games; a second Ctrl-C or another signal stops it.
func interruptible(play func(ctx context.Context, s *stopper) error) error {
	s := &stopper{finish: make(chan struct{})}
	return told(s.press, grace, func(ctx context.Context) error { return play(ctx, s) })
}

// tell directs the stopper's messages to the function say instead of standard error.
func (s *stopper) tell(say func(string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say = say
}

// press has the effect of Ctrl-C.
func (s *stopper) press() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pressed {
		endNow()
		return
	}
	s.pressed = true
	const text = "finishing the games in progress; press Ctrl+C again to stop immediately"
	if s.say == nil || !s.say(text) {
		fmt.Fprintln(os.Stderr, "attic match: "+text)
	}
	close(s.finish)
}

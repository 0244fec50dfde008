package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"attic/term"
)

// grace is how long the program may take to end as it should. Then it ends at once, whatever it is doing: every move is in its journal
// already. With what an Input waits and a Hold takes it is less than two seconds.
const grace = 1300 * time.Millisecond

// ending is what ends the program: the one place where signals arrive, and Ctrl-C where nothing else hears it.
type ending struct {
	cancel context.CancelFunc
	hold   term.Hold
	once   sync.Once
}

// stdin is where a person types. Its Ctrl-C ends the program where whatever should read it hangs.
var stdin = term.NewInput(os.Stdin, endNow)

// current is the ending of the running command, if it has one.
var current atomic.Pointer[ending]

// screenFilled says that a program fills the screen now.
var screenFilled atomic.Bool

// conversation calls talk with a context that ends when the program is told to stop, so that the game is kept and the terminal given
// back. Other commands are simply stopped.
func conversation(talk func(context.Context) error) error { return told(endNow, talk) }

// told calls run with a context that ends when a signal tells the program to end, and ends the program if run does not return within
// grace from then on. What SIGINT does is up to interrupt.
func told(interrupt func(), run func(context.Context) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := &ending{cancel: cancel, hold: term.NewHold(os.Stdin, os.Stdout)}
	current.Store(e)
	defer current.Store(nil)
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	defer close(done)
	defer signal.Stop(signals)
	go func() {
		for {
			select {
			case s := <-signals:
				if s == os.Interrupt {
					interrupt()
				} else {
					e.end()
				}
			case <-done:
				return
			}
		}
	}()
	return run(ctx)
}

// endNow ends the running command as a signal does.
func endNow() {
	if e := current.Load(); e != nil {
		e.end()
	}
}

// end ends the program: as it should, or after grace at once.
func (e *ending) end() {
	e.once.Do(func() {
		e.cancel()
		time.AfterFunc(grace, func() {
			kind, _ := term.KindOf(os.Getenv("TERM"))
			e.hold.GiveBack(kind, screenFilled.Load())
			os.Exit(130)
		})
	})
}

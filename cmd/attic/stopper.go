package main

import (
	"context"
	"fmt"
	"os"
	"sync"
)

// stopper ends a match: the first press ends it after the games in progress, the second one ends it at once.
type stopper struct {
	finish chan struct{} // closed when no more games are to be started

	mu      sync.Mutex
	pressed bool
	say     func(string) bool // shows a message, and reports whether anybody sees it
}

// interruptible plays a match that Ctrl-C finishes, and that a second Ctrl-C or another signal stops.
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
	const text = "finishing the games in progress; press Ctrl-C again to stop at once"
	if s.say == nil || !s.say(text) {
		fmt.Fprintln(os.Stderr, "attic match: "+text)
	}
	close(s.finish)
}

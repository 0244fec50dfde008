package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// stopper ends a match: the first time it is pressed no more games are begun, the second time all ends at once.
type stopper struct {
	finish chan struct{} // closed when no more games are to be begun
	cancel context.CancelFunc

	mu      sync.Mutex
	pressed bool
	say     func(string) bool // shows what happens, and reports whether somebody sees that
}

// interruptible plays a match that Ctrl-C finishes, and that a second Ctrl-C or another signal stops.
func interruptible(play func(ctx context.Context, s *stopper) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &stopper{finish: make(chan struct{}), cancel: cancel}
	keys := make(chan os.Signal, 2)
	signal.Notify(keys, os.Interrupt)
	defer signal.Stop(keys)
	go func() {
		for {
			select {
			case <-keys:
				s.press()
			case <-ctx.Done():
				return
			}
		}
	}()
	return play(ctx, s)
}

// tell makes the stopper say what happens to somebody else than standard error.
func (s *stopper) tell(say func(string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.say = say
}

// press does what Ctrl-C does.
func (s *stopper) press() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pressed {
		s.cancel()
		return
	}
	s.pressed = true
	const text = "finishing the games that are on; press Ctrl-C again to stop at once"
	if s.say == nil || !s.say(text) {
		fmt.Fprintln(os.Stderr, "attic match: "+text)
	}
	close(s.finish)
}

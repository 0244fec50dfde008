package review

import (
	"context"
	"sync"

	"attic/match"
)

// Work is a review that runs in the background. Its methods may be called by several goroutines.
type Work struct {
	stop    context.CancelFunc
	running sync.WaitGroup

	mu  sync.Mutex
	now Review
	err error
}

// Start begins to review a match in the background, as Run does; the error is that of Begin. changed is called from another
// goroutine whenever the review has made progress, and when it ends. Stop ends it early.
func Start(m match.Match, nodes int64, changed func()) (*Work, error) {
	first, err := Begin(m)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	w := &Work{stop: stop, now: first}
	w.running.Go(func() {
		defer stop()
		r, err := Run(ctx, m, nodes, func(r Review) {
			w.set(r, nil)
			changed()
		})
		w.set(r, err)
		changed()
	})
	return w, nil
}

func (w *Work) set(r Review, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now, w.err = r, err
}

// Now returns the review so far, and the error that ended it, such as context.Canceled after Stop.
func (w *Work) Now() (Review, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, w.err
}

// Wait waits until the review is complete or stopped.
func (w *Work) Wait() { w.running.Wait() }

// Stop stops the review and waits until it has ended.
func (w *Work) Stop() {
	w.stop()
	w.running.Wait()
}

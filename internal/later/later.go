// Package later runs a computation in the background for an object that a single goroutine uses.
package later

import (
	"context"

	"attic/internal/rescue"
)

// Result is the future result of a computation in the background. Only the goroutine that called Go may use it.
type Result[T any] struct {
	waits bool // Ready waits for the computation
	stop  context.CancelFunc
	done  chan struct{}
	value T
	err   error
}

// Go runs the function do in another goroutine, which then calls wake. If wake is nil, the caller cannot know when to call Ready again, so
// the first call of Ready waits for the computation.
func Go[T any](wake func(), do func(context.Context) (T, error)) *Result[T] {
	ctx, stop := context.WithCancel(context.Background())
	r := &Result[T]{waits: wake == nil, stop: stop, done: make(chan struct{})}
	go func() {
		r.err = rescue.Try(func() (err error) {
			r.value, err = do(ctx)
			return err
		})
		close(r.done)
		if wake != nil {
			wake()
		}
	}()
	return r
}

// Ready reports whether the computation is done. It is false for a nil Result.
func (r *Result[T]) Ready() bool {
	if r == nil {
		return false
	}
	if r.waits {
		<-r.done
	}
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// Get waits until the computation is done, and returns its results.
func (r *Result[T]) Get() (T, error) {
	<-r.done
	return r.value, r.err
}

// End cancels the computation and waits until it has stopped. On a nil Result it does nothing.
func (r *Result[T]) End() {
	if r != nil {
		r.stop()
		<-r.done
	}
}

package desk

import "context"

// later is the result of a computation in the background.
type later[T any] struct {
	stop  context.CancelFunc
	done  chan struct{}
	value T
	err   error
}

// work starts a computation in another goroutine, which calls wake when it is done.
func work[T any](wake func(), do func(context.Context) (T, error)) *later[T] {
	ctx, stop := context.WithCancel(context.Background())
	l := &later[T]{stop: stop, done: make(chan struct{})}
	go func() {
		l.value, l.err = do(ctx)
		close(l.done)
		wake()
	}()
	return l
}

// ready reports whether it is done, so that value and err can be read.
func (l *later[T]) ready() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

// wait waits until it is done.
func (l *later[T]) wait() { <-l.done }

// end cancels it and waits until it has stopped.
func (l *later[T]) end() {
	l.stop()
	<-l.done
}

package table

import (
	"context"
	"runtime"
)

// Pool limits how many searches (moves of the computer, hints) run at the same time at all tables that share it. Searches beyond the limit
// wait; the limit takes no nodes and no memory from any of them.
type Pool struct{ places chan struct{} }

// NewPool returns a pool that runs at most n searches at a time.
func NewPool(n int) *Pool { return &Pool{make(chan struct{}, n)} }

// everybody is the default pool, shared by all tables in the process.
var everybody = NewPool(runtime.GOMAXPROCS(0))

// use waits until a search may run and calls think, or returns ctx.Err() if ctx is done first.
func (p *Pool) use(ctx context.Context, think func() error) error {
	select {
	case p.places <- struct{}{}:
	default: // taken if possible even if ctx is done, so that think can answer at once
		select {
		case p.places <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer func() { <-p.places }()
	return think()
}

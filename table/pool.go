package table

import (
	"context"
	"runtime"
)

// Pool bounds how many programs think at the same time, at all tables that share it. Whoever comes when it is full waits;
// nobody thinks less for it.
type Pool struct{ places chan struct{} }

// NewPool returns a pool for n programs.
func NewPool(n int) *Pool { return &Pool{make(chan struct{}, n)} }

// everybody is the pool of those tables that are given no other.
var everybody = NewPool(runtime.GOMAXPROCS(0))

// use calls think when there is a place, or returns ctx's error if ctx is done before.
func (p *Pool) use(ctx context.Context, think func() error) error {
	select {
	case p.places <- struct{}{}:
		defer func() { <-p.places }()
		return think()
	case <-ctx.Done():
		return ctx.Err()
	}
}

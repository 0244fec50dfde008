package table

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A pool of 2 runs at most two searches at a time; in the end, all 20 have run.
func TestThePoolIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := NewPool(2)
		var most, now, done atomic.Int32
		release := make(chan struct{})
		var all [5]Account
		for n := range 20 {
			go func() {
				_ = pool.use(t.Context(), &all[n%len(all)], false, func() error {
					most.Store(max(most.Load(), now.Add(1)))
					<-release
					now.Add(-1)
					done.Add(1)
					return nil
				})
			}()
		}
		for left := 20; left > 0; left-- {
			synctest.Wait()
			if n := now.Load(); n > 2 {
				t.Fatalf("%d searches run at once", n)
			}
			if running, waiting := pool.Searches(); running != min(left, 2) || waiting != max(left-2, 0) {
				t.Errorf("of %d searches %d run and %d wait", left, running, waiting)
			}
			release <- struct{}{}
		}
		synctest.Wait()
		if done.Load() != 20 || most.Load() != 2 {
			t.Errorf("%d searches have run, at most %d at once", done.Load(), most.Load())
		}
	})
}

// searches runs searches of a pool, one after another, in the order chosen by the pool.
type searches struct {
	t    *testing.T
	pool *Pool
	ran  []string
	next chan time.Duration // ends the running search after the duration received
}

func (s *searches) ask(ctx context.Context, name string, a *Account, hint bool) <-chan error {
	answer := make(chan error, 1)
	go func() {
		answer <- s.pool.use(ctx, a, hint, func() error {
			s.ran = append(s.ran, name)
			<-time.After(<-s.next)
			return nil
		})
	}()
	synctest.Wait()
	return answer
}

// end ends the running search, which then took the given time.
func (s *searches) end(took time.Duration) {
	s.next <- took
	<-time.After(took)
	synctest.Wait()
}

func (s *searches) order(want ...string) {
	s.t.Helper()
	if !slices.Equal(s.ran, want) {
		s.t.Errorf("the searches ran in the order %q, want %q", s.ran, want)
	}
	s.ran = nil
}

// A table that searches a lot waits for the tables whose last search was earlier. A table beyond its budget waits for all other tables until its
// budget is restored. Nobody waits while the pool has room.
func TestThePoolIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &searches{t: t, pool: NewPool(1), next: make(chan time.Duration)}
		s.pool.Budget = 10 * time.Second
		var a, b, c Account
		ctx := t.Context()
		for _, name := range []string{"a1", "a2", "a3"} {
			s.ask(ctx, name, &a, false)
		}
		s.ask(ctx, "b1", &b, false)
		s.ask(ctx, "c1", &c, true)
		s.ask(ctx, "b2", &b, true)
		for range 6 {
			s.end(time.Second)
		}
		s.order("a1", "b1", "c1", "a2", "b2", "a3")

		s.ask(ctx, "a4", &a, false)
		s.end(20 * time.Second) // a has used more than 20 s, and needs more than a minute to recover
		s.ask(ctx, "b3", &b, false)
		for _, name := range []string{"a5", "b4"} {
			s.ask(ctx, name, map[byte]*Account{'a': &a, 'b': &b}[name[0]], false)
		}
		s.ask(ctx, "c2", &c, false)
		for range 4 {
			s.end(time.Second)
		}
		s.order("a4", "b3", "c2", "b4", "a5")

		<-time.After(3 * time.Minute) // by then the whole budget is restored
		s.ask(ctx, "b5", &b, false)
		s.ask(ctx, "c3", &c, false)
		s.end(time.Second)
		for _, name := range []string{"b6", "a6"} {
			s.ask(ctx, name, map[byte]*Account{'a': &a, 'b': &b}[name[0]], false)
		}
		for range 3 {
			s.end(time.Second)
		}
		s.order("b5", "c3", "a6", "b6")
	})
}

// If too many searches are waiting, a hint is refused immediately, in one sentence, but a move of the computer waits. A cancelled search leaves the queue.
func TestAFullQueueRefusesHints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &searches{t: t, pool: NewPool(1), next: make(chan time.Duration)}
		s.pool.Queue = 2
		var a Account
		ctx, stop := context.WithCancel(t.Context())
		s.ask(t.Context(), "a1", &a, false)
		s.ask(t.Context(), "a2", &a, true)
		unwanted := s.ask(ctx, "a3", &a, false)
		if err := <-s.ask(t.Context(), "a4", &a, true); !errors.Is(err, errPool) || CodeOf(err) != "hint" {
			t.Errorf("with a full queue a hint is refused with %v", err)
		}
		move := s.ask(t.Context(), "a5", &a, false)
		stop()
		if err := <-unwanted; !errors.Is(err, context.Canceled) {
			t.Errorf("a search that is no longer wanted ends with %v", err)
		}
		for range 3 {
			s.end(time.Second)
		}
		if err := <-move; err != nil {
			t.Errorf("a move that waited ends with %v", err)
		}
		s.order("a1", "a2", "a5")
		if s.pool.free != 1 || len(s.pool.waiting) != 0 {
			t.Errorf("at the end %d places are free and %d searches wait", s.pool.free, len(s.pool.waiting))
		}
	})
}

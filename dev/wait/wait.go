// Package wait lets a test wait for another goroutine or program.
//
// A wait that gives up after a fixed time fails on a machine that is slow or busy. Here the wait is measured in work:
// after ten seconds, a waiting test also does a small piece of work four times a second. It gives up after the time of 6,000
// such pieces: about 20 s on an idle machine, longer on a busy one, and even longer under the race detector.
package wait

import (
	"context"
	"fmt"
	"testing"
	"time"
)

const (
	least = 20 * time.Second       // a test never gives up before this
	calm  = 10 * time.Second       // without work: most waits end sooner, and many tests wait at the same time
	units = 6000                   // pieces of work
	pause = 250 * time.Millisecond // between two pieces
	again = 5 * time.Millisecond   // between two calls of look in Until
)

// Context returns a context that ends when a test has waited too long from now on. [context.Cause] then contains
// the time of the wait. The caller calls stop when the wait is over.
func Context() (ctx context.Context, stop context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		began := time.Now()
		select {
		case <-ctx.Done():
			return
		case <-time.After(calm):
		}
		ticks := time.NewTicker(pause)
		defer ticks.Stop()
		var worked time.Duration
		for done := 1; ; done++ {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
			}
			from := time.Now()
			work()
			worked += time.Since(from)
			if passed := time.Since(began); passed > patience(worked/time.Duration(done)) {
				cancel(fmt.Errorf("not within %v", passed.Round(time.Second)))
				return
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// patience returns the maximum time of a wait if a piece of work takes the time each.
func patience(each time.Duration) time.Duration { return max(least, units*each) }

// work is a piece of work: about 3 ms on an idle machine. The race detector slows it down like the tests.
func work() {
	memory := make([]uint32, 1<<12)
	for round := range uint32(1 << 10) {
		for i := range memory {
			memory[i] = memory[i]*1664525 + round
		}
	}
}

// Until calls look every 5 ms until it returns ok. If this takes too long (see [Context]), the test fails with a message
// that contains what, a description of the wait, and the last value of seen.
func Until(t testing.TB, what string, look func() (seen any, ok bool)) {
	t.Helper()
	ctx, stop := Context()
	defer stop()
	ticks := time.NewTicker(again)
	defer ticks.Stop()
	for {
		seen, ok := look()
		if ok {
			return
		}
		select {
		case <-ticks.C:
		case <-ctx.Done():
			t.Fatalf("%s: %v; the last look saw: %v", what, context.Cause(ctx), seen)
		}
	}
}

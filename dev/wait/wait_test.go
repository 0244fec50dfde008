package wait

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// In a synctest bubble, work takes no time, so the wait is as short as possible.
func TestContextEndsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, stop := Context()
		defer stop()
		<-ctx.Done()
		if passed := time.Since(began); passed < least || passed > least+2*pause {
			t.Errorf("it ends after %v", passed)
		}
		if got := context.Cause(ctx).Error(); got != "not within 20s" {
			t.Errorf("it ends with %q", got)
		}
	})
}

func TestPatienceGrowsWithTheWork(t *testing.T) {
	for each, want := range map[time.Duration]time.Duration{
		0:                      20 * time.Second,
		3 * time.Millisecond:   20 * time.Second,
		100 * time.Millisecond: 600 * time.Second,
	} {
		if got := patience(each); got != want {
			t.Errorf("%v for a piece of work make %v, want %v", each, got, want)
		}
	}
}

// failed is a testing.TB that records the message of a failure.
type failed struct {
	testing.TB
	with string
}

func (*failed) Helper() {}

func (f *failed) Fatalf(format string, args ...any) {
	f.with = fmt.Sprintf(format, args...)
	panic(f)
}

func TestUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		looks := 0
		Until(t, "the third look", func() (any, bool) {
			looks++
			return looks, looks == 3
		})
		if looks != 3 {
			t.Errorf("it looked %d times", looks)
		}
		f := &failed{TB: t}
		defer func() {
			if recover() != any(f) || !strings.HasPrefix(f.with, "rain: not within 20s; the last look saw: ") || !strings.HasSuffix(f.with, "sun") {
				t.Errorf("it failed with %q", f.with)
			}
		}()
		Until(f, "rain", func() (any, bool) { return "sun", false })
	})
}

func BenchmarkWork(b *testing.B) {
	for b.Loop() {
		work()
	}
}

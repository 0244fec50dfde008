//go:build long

package jet

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"attic/dev/jettest"
	"attic/dev/keeptest"
	"attic/match"
)

// The servers of a cluster agree by means of a log, which keeps written data for a while. So deleted names may still be there.
func TestAClusterIsAPlaceForSeveralProcesses(t *testing.T) {
	k := several(3)
	open := k.New
	k.New = func(t *testing.T, now func() time.Time) keeptest.Fixture {
		h := open(t, now)
		h.Holds = nil
		return h
	}
	keeptest.Conform(t, k)
}

// When the server that leads the streams is killed, processes keep their tables, lists are still followed, and connections continue or end.
func TestALeaderIsKilled(t *testing.T) {
	c, err := jettest.Start(3)
	must(t, err)
	t.Cleanup(c.Stop)
	w := &watch{t: t, nodes: c, start: time.Now().Truncate(time.Millisecond)}
	a, b := w.process(0), w.process(0)
	seen := make(chan string, 1000)
	must(t, b.Tables().Follow(func(key string, _ uint64, value []byte) { seen <- key + " " + string(value) }))
	w.run(4*time.Second, a, b)
	a.claim("kept")
	version := uint64(0)
	for round := range 2 {
		for _, stream := range []string{timesStream, tablesStream} {
			s, err := a.js.Stream(t.Context(), stream)
			must(t, err)
			leader := s.CachedInfo().Cluster.Leader
			i := c.Kill(leader)
			start := time.Now()
			try := func(what string, do func() error) {
				t.Helper()
				for err := do(); err != nil; err = do() {
					if time.Since(start) > time.Minute {
						t.Fatalf("%s: %v", what, err)
					}
				}
				t.Logf("round %d, without %s, the leader of %s: %s after %v", round, leader, stream, what, time.Since(start).Round(time.Millisecond))
			}
			try("a list is written", func() (err error) {
				v, err := a.Tables().Put("one", version, []byte(fmt.Sprint(round, stream)))
				if errors.Is(err, match.ErrMoved) {
					_, v, err = a.Tables().Get("one")
				}
				if err == nil {
					version = v
				}
				return err
			})
			for want := fmt.Sprint("one ", round, stream); <-seen != want; {
			}
			try("a list is followed", func() error { return nil })
			for _, x := range []*proc{a, b} {
				try("a heartbeat", func() error {
					lost, err := x.times.Beat(x.now())
					if len(lost) > 0 {
						t.Fatalf("%q are lost", lost)
					}
					return err
				})
			}
			if _, owner, err := b.times.Claim("kept", true, b.now()); owner != a.times.self {
				t.Errorf("%q has a table of another process: %v", owner, err)
			}
			must(t, c.Begin(i))
			for !c.Current(i) {
				if time.Since(start) > time.Minute {
					t.Fatal("a server does not come back")
				}
			}
		}
	}
}

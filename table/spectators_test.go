package table

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Both players are told how many people watch: immediately, and then at most every ten seconds, however many people come and go.
func TestSpectatorsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := shared(t, "ataxx", "start")
		w.here.Take()
		told := func(p *Person) (counts []int) {
			for _, e := range p.Take() {
				if e.What == Watched {
					counts = append(counts, e.Situation.Watchers)
				}
			}
			return counts
		}
		check := func(when string, want ...int) {
			t.Helper()
			w.events()
			if here, there := told(w.here), told(w.there); !slices.Equal(here, want) || !slices.Equal(there, want) {
				t.Errorf("%s: the host is told %v, the guest %v; want %v", when, here, there, want)
			}
		}
		one := w.host.Join(0)
		check("one has come", 1)
		var more []*Person
		for range 100 {
			more = append(more, w.host.Join(0))
		}
		check("a hundred come at once")
		<-time.After(watchEvery)
		synctest.Wait()
		check("ten seconds later", 101)
		for range 1000 { // a spectator who comes and goes
			w.host.Join(0).Close()
		}
		for _, p := range more {
			p.Close()
		}
		<-time.After(watchEvery)
		synctest.Wait()
		check("they have gone", 1)
		if e := w.here.Sight(); e.Situation.Watchers != 1 {
			t.Errorf("%d are watching", e.Situation.Watchers)
		}
		<-time.After(time.Minute)
		one.Close()
		check("the last one leaves", 0)
		w.host.Join(0).Close() // this spectator has gone before anybody is told
		<-time.After(watchEvery)
		synctest.Wait()
		check("nobody stays")
		w.copy.Part(1, nil)
		w.host.Part(0, nil)
	})
}

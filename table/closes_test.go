package table

import (
	"testing"
	"testing/synctest"
	"time"
)

// However a game was claimed, its hosting ends ten minutes after the guest has left.
func TestEveryClaimedGameCloses(t *testing.T) {
	for _, c := range []struct {
		clause string
		moves  []string
		story  func(f *fall)
	}{
		{"the host claims the win", []string{"i8", "h8", "i10"}, func(f *fall) {
			f.host.Met(Away)
			pass(time.Minute)
			must(t, f.here.Do(Claim(false)).Err())
			f.host.Met(Present) // the guest comes to see the result
		}},
		{"the guest was silent", []string{"i8"}, func(f *fall) {
			pass(time.Minute)
			must(t, f.here.Do(Claim(false)).Err())
		}},
		{"the guest claims the win", []string{"i8", "h8", "i10", "h10"}, func(f *fall) {
			f.dies()
			pass(time.Minute)
			f.claim()
			pass(time.Minute)
			f.resumes()
			f.host.Met(Present)
			f.deliver()
		}},
		{"the guest claims a draw", []string{"i8", "h8", "i10", "h10"}, func(f *fall) {
			f.draws = true
			f.dies()
			pass(time.Minute)
			f.claim()
			pass(time.Minute)
			f.resumes()
			f.host.Met(Present)
			f.deliver()
		}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fallible(t, ClockRule{}, c.moves...)
				c.story(f)
				left := make(chan error, 2)
				f.host.mu.Lock()
				f.host.peer.hosting.Leave = func(why error) { left <- why }
				f.host.mu.Unlock()
				if now := f.here.Now(); !now.Over || !now.Situation.Closes.IsZero() {
					t.Fatalf("with the guest here: %+v", now)
				}
				pass(time.Hour)
				f.host.Met(Away)
				pass(openTime - time.Second)
				if f.here.Now().Situation.Closes.IsZero() || len(left) > 0 {
					t.Error("the hosting ends before ten minutes have passed")
				}
				pass(time.Second)
				if len(left) != 1 {
					t.Error("the hosting does not end")
				}
				f.host.peer.hosting.Leave = nil
			})
		})
	}
}

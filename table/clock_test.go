package table

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/match"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]ClockRule{
		"10+5": {10 * time.Minute, 5 * time.Second}, "3": {3 * time.Minute, 0}, "0.5+0": {30 * time.Second, 0}, "1440+600": {24 * time.Hour, 10 * time.Minute},
	} {
		if got, err := ParseClock(text); got != want || err != nil {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "+", "10+", "0", "0+5", "-1", "1441", "10+601", "10+-1", "NaN", "5+NaN", "inf", "ten", "10+5+5"} {
		if got, err := ParseClock(text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestClockText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		10 * time.Minute: "10:00", 598*time.Second - time.Millisecond: "9:58", 10 * time.Second: "0:10", 9999 * time.Millisecond: "0:09.9", 0: "0:00.0", 90 * time.Minute: "90:00",
	} {
		if got := ClockText(left); got != want {
			t.Errorf("%v is written %s, want %s", left, got, want)
		}
	}
}

// timed returns a game of Atom-4 between two machines with a clock.
func timed(t *testing.T, rule ClockRule) *wire {
	t.Helper()
	w := &wire{t: t, host: at(t, "atom4", "", ""), copy: at(t, "atom4", "2", "")}
	w.here, w.there = w.host.Here(), w.copy.Here()
	must(t, w.host.Share(false, Hosting{Clock: rule}))
	w.guest = w.host.Guest()
	must(t, w.copy.Attach(w))
	w.host.Met(Present)
	w.deliver()
	return w
}

// Once a side has made its first move, its time passes while it is to move. Each later move adds the increment. The first 0.3 s
// (lagCredit) of each turn of the guest do not count.
func TestTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := timed(t, ClockRule{time.Minute, 2 * time.Second})
		left := func(when string, host, guest time.Duration) {
			t.Helper()
			w.deliver()
			for _, p := range []*Person{w.here, w.there} {
				c := p.Now().Clock
				if a, b := c.Of(0, time.Now()), c.Of(1, time.Now()); a != host || b != guest {
					t.Errorf("%s, the host has %v and the guest %v, want %v and %v", when, a, b, host, guest)
				}
			}
		}
		<-time.After(time.Hour)
		left("before the first move", time.Minute, time.Minute)
		must(t, w.here.Do(Play("i8")).Err())
		<-time.After(time.Hour)
		left("before the guest's first move", time.Minute, time.Minute)
		must(t, w.do(Play("h8")))
		<-time.After(10 * time.Second)
		left("while the host thinks", 50*time.Second, time.Minute)
		must(t, w.here.Do(Play("i10")).Err())
		left("after the host's move", 52*time.Second, time.Minute)
		<-time.After(20 * time.Second)
		must(t, w.do(Play("h10")))
		left("after the guest's move", 52*time.Second, 42*time.Second+lagCredit)
		must(t, w.here.Do(Undo()).Err())
		w.deliver()
		<-time.After(time.Second)
		must(t, w.do(Accept()))
		left("after moves were taken back", 51*time.Second, 42*time.Second+lagCredit)
		<-time.After(time.Second)
		must(t, w.here.Do(Resign()).Err())
		<-time.After(time.Hour)
		left("after the end", 50*time.Second, 42*time.Second+lagCredit)
		must(t, w.do(Next()))
		left("in the next round", time.Minute, time.Minute)
	})
}

func TestTimeRunsOut(t *testing.T) {
	for seat := range 2 {
		synctest.Test(t, func(t *testing.T) {
			w := timed(t, ClockRule{Each: time.Minute})
			for n, move := range []string{"i8", "h8", "i10"}[:2+seat] {
				if n%2 == 0 {
					must(t, w.here.Do(Play(move)).Err())
					w.deliver()
				} else {
					must(t, w.do(Play(move)))
				}
			}
			<-time.After(time.Minute - time.Second)
			synctest.Wait()
			w.deliver()
			if now := w.there.Now(); now.Over {
				t.Errorf("the game is over too soon: %+v", now.Outcome)
			}
			<-time.After(2 * time.Second)
			synctest.Wait()
			w.deliver()
			for _, p := range []*Person{w.here, w.there} {
				want := game.Outcome{Winner: 1 - seat, Text: "Player " + string(rune('2'-seat)) + " wins.", Why: "Player " + string(rune('1'+seat)) + " has run out of time."}
				if now := p.Now(); now.Outcome != want || now.Clock.Of(seat, time.Now()) > lagCredit {
					t.Errorf("seat %d: %+v, %v left", seat, now.Outcome, now.Clock.Of(seat, time.Now()))
				}
			}
			must(t, w.host.Close())
		})
	}
}

// Increments can raise a side's time above the initial time.
func TestIncrementsAddUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := timed(t, ClockRule{time.Second, 10 * time.Second})
		for range 3 { // the first move of each side adds nothing
			must(t, w.here.Do(Play(w.here.Sight().Moves()[0].Text)).Err())
			w.deliver()
			must(t, w.do(Play(w.there.Sight().Moves()[0].Text)))
		}
		for seat, want := range []time.Duration{21 * time.Second, 21 * time.Second} {
			if left := w.there.Now().Clock.Left[seat]; left != want {
				t.Errorf("seat %d has %v, want %v", seat, left, want)
			}
		}
	})
}

// After a host was killed, its clock continues with the times in its journal. The time until it is back does not count.
func TestTheClockOfAKilledHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		book := &pages{}
		rule := ClockRule{time.Minute, time.Second}
		tb := New(Config{Match: at(t, "atom4", "", "").m, Begin: func() (Journal, error) { return book, nil }, Chance: func() uint64 { return 7 }})
		must(t, tb.Share(false, Hosting{Hosted: match.Hosted{ID: "held27"}, Clock: rule}))
		must(t, tb.Joined(match.KeyHash("00ff")))
		tb.Met(Present)
		here, guest := tb.Here(), tb.Guest()
		must(t, here.Do(Play("i8")).Err())
		must(t, guest.Do(Play("h8")).Err())
		<-time.After(10 * time.Second)
		must(t, here.Do(Play("i10")).Err())
		tb.mu.Lock()
		tb.stopClock() // as a kill does
		tb.mu.Unlock()
		dead := &pages{lines: slices.Clone(book.lines)}
		<-time.After(time.Hour) // nobody is there
		again, _, _ := dead.killed(t)
		p := again.Here()
		<-time.After(3 * time.Second)
		c := p.Now().Clock
		if host, other := c.Of(0, time.Now()), c.Of(1, time.Now()); host != 51*time.Second || other != 57*time.Second || c.Runs != 1 || c.Extra != rule.Increment {
			t.Errorf("the host has %v and the guest %v: %+v", host, other, c)
		}
		<-time.After(time.Minute)
		synctest.Wait()
		if now := p.Now(); now.Outcome.Winner != 0 {
			t.Errorf("after the time has run out: %+v", now.Outcome)
		}
		must(t, again.Close())
		must(t, tb.Close())
	})
}

func TestReadClock(t *testing.T) {
	m := at(t, "atom4", "", "").m
	for _, text := range []string{"", "1 2 3", "1 2 3 4 5 6", "1 2 x 4 5", "1 2 -3 4 5", "1 2 99999999999999 4 5"} {
		if c, ok := readClock(text, m); ok {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
	c := newClock(ClockRule{time.Minute, time.Second}, 2)
	if again, ok := readClock(c.text(), m); !ok || again.text() != c.text() {
		t.Errorf("%q is read as %q", c.text(), again.text())
	}
}

package table

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
)

func TestParseClock(t *testing.T) {
	for text, want := range map[string]ClockRule{
		"10+5": {10 * time.Minute, 5 * time.Second}, "3": {3 * time.Minute, 0}, "0.5+0": {30 * time.Second, 0}, "1440+600": {24 * time.Hour, 10 * time.Minute},
		"1d": {24 * time.Hour, 24 * time.Hour}, "14d": {14 * 24 * time.Hour, 14 * 24 * time.Hour},
	} {
		if got, err := ParseClock(text); got != want || err != nil {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "+", "10+", "0", "0+5", "-1", "1441", "10+601", "10+-1", "NaN", "5+NaN", "inf", "ten", "10+5+5", "1e2+5", "0x10", "+5+5", "1_0", "d", "0d", "15d", "-1d", "1.5d", "1d+5"} {
		if got, err := ParseClock(text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestClockText(t *testing.T) {
	for left, want := range map[time.Duration]string{
		10 * time.Minute: "10:00", 598*time.Second - time.Millisecond: "9:58", 10 * time.Second: "0:10", 9999 * time.Millisecond: "0:09.9", 0: "0:00.0", 90 * time.Minute: "90:00",
		5*time.Hour + 3*time.Minute: "5 h 03 min", 24 * time.Hour: "1 d", 72*time.Hour - time.Second: "3 d", 71*time.Hour - time.Second: "2 d 23 h",
	} {
		if got := ClockText(left); got != want {
			t.Errorf("%v is written %s, want %s", left, got, want)
		}
	}
}

// The credit for the time that messages travel is given once a turn: otherwise somebody who makes many moves in a turn, such as notes, would use no time.
func TestTheCreditOfATurn(t *testing.T) {
	g, _ := games.Find("atommaster")
	m, err := match.New(g, game.Setup{Seed: 1})
	begun := time.Now()
	c := newClock(ClockRule{Each: time.Minute}, 2)
	for i, text := range []string{"fire 1", "fire 9", "sure a1", "maybe a2", "resign"} {
		if err == nil {
			m, _, err = m.Play(text)
		}
		c = c.pressed(m, Event{What: Played, By: 0}, false, begun.Add(time.Duration(i)*time.Second))
	}
	if want := time.Minute - 4*time.Second + lagCredit; err != nil || c.now.Left[0] != want || c.now.Runs != game.Nobody {
		t.Errorf("the clock is %+v, want %v left; %v", c.now, want, err)
	}
}

// timed returns a game of Atom-4 between two machines with a clock.
func timed(t *testing.T, rule ClockRule) *wire {
	t.Helper()
	w := &wire{t: t, host: at(t, "atom4", "", ""), copy: at(t, "atom4", "2", "")}
	w.here, w.there = w.host.Here(), w.copy.Here()
	must(t, w.host.Share(false, Hosting{Clock: rule}))
	w.guest = w.host.Player(Second)
	must(t, w.copy.Attached(w))
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

// After a host was killed, the time that the turn had used is known to within one heartbeat interval. While the host is gone, its own clock runs, but
// not the guest's. Each line: the moves played, the length of the turn before the kill and of the host's absence, the number of kills, and the time
// left to the host and to the guest.
func TestTheClockOfAKilledHost(t *testing.T) {
	const each = 10 * time.Minute
	first := []string{"i8", "h8", "i10", "h10"}
	for _, c := range []struct {
		clause      string
		moves       []string
		turn, gone  time.Duration
		kills       int
		host, guest time.Duration
	}{
		{"the host's turn", first, 14 * time.Second, 20 * time.Second, 1, each - 34*time.Second, each},
		{"the guest's turn", first[:3], 14 * time.Second, time.Hour, 1, each, each - 14*time.Second},
		{"killed again and again", first, 14 * time.Second, 20 * time.Second, 5, each - 5*34*time.Second, each},
		{"at the guest's turn too", first[:3], 14 * time.Second, time.Hour, 5, each, each - 5*14*time.Second},
		{"killed at once, again and again", first, 0, 3 * time.Second, 9, each - 27*time.Second, each},
		{"before the clock runs", first[:1], time.Hour, time.Hour, 2, each, each},
		{"the host's time has run out meanwhile", first, 14 * time.Second, each, 1, 0, each},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fallible(t, ClockRule{Each: each}, c.moves...)
				for range c.kills {
					pass(c.turn)
					f.dies()
					pass(c.gone)
					f.resumes()
				}
				synctest.Wait()
				now := f.here.Now()
				for seat, want := range []time.Duration{c.host, c.guest} {
					got, most := now.Clock.Of(seat, time.Now()), want+time.Duration(c.kills)*5*time.Second
					if got < want || got > most {
						t.Errorf("seat %d has %v, want from %v to %v", seat+1, got, want, most)
					}
				}
				if out := c.host == 0; now.Over != out || out && now.Outcome.Why != "Player 1 has run out of time." {
					t.Errorf("the game is over: %v, %+v", now.Over, now.Outcome)
				}
				if !now.Over {
					f.meets()
					if there := f.there.Now().Clock; there.Runs != now.Clock.Runs || there.Of(0, time.Now()) != now.Clock.Of(0, time.Now()) {
						t.Errorf("the guest sees %+v, the host %+v", there, now.Clock)
					}
				}
			})
		})
	}
}

// If a host is killed directly after a move, the last heartbeat comes from the preceding turn, and reveals nothing about the present one.
func TestAHeartbeatOfTheTurnBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{Each: time.Minute}, "i8", "h8", "i10")
		pass(30 * time.Second)
		beat := f.book.beat
		f.play("h10")
		f.dies()
		f.book.beat = beat
		pass(10 * time.Second)
		f.resumes()
		c := f.here.Now().Clock
		if host, guest := c.Of(0, time.Now()), c.Of(1, time.Now()); host < 45*time.Second || host > 50*time.Second || guest != 30*time.Second+lagCredit {
			t.Errorf("the host has %v and the guest %v", host, guest)
		}
	})
}

// While the host's program is suspended, as after Ctrl-Z, only the host's time passes, and the guest does not run out of time.
func TestAHostThatStandsStill(t *testing.T) {
	for _, guest := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t, ClockRule{Each: time.Minute}, []string{"i8", "h8", "i10", "h10"}[:map[bool]int{false: 4, true: 3}[guest]]...)
			stand := 10 * time.Minute
			f.host.mu.Lock() // a suspension: every time stamp gets older, and the timers fire late
			f.host.peer.pulse.last = f.host.peer.pulse.last.Add(-stand)
			f.host.peer.clock.now.At = f.host.peer.clock.now.At.Add(-stand)
			f.host.alarms.attend() // the guest's time seems to be over
			f.host.mu.Unlock()
			synctest.Wait()
			f.deliver()
			now := f.here.Now()
			if now.Over == guest {
				t.Errorf("the guest's turn: %v, and the game is over: %v, %+v", guest, now.Over, now.Outcome)
			}
			if guest {
				pass(time.Minute + lagCredit)
				if now = f.here.Now(); now.Outcome.Winner != 0 {
					t.Errorf("after a minute: %+v", now)
				}
			}
		})
	}
}

// The heartbeat adds nothing to the journal, needs only a small file, and ends with the hosting.
func TestHeartbeatsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8", "h8")
		lines := len(f.book.Lines())
		pass(time.Hour)
		if len(f.book.Lines()) != lines || len(f.book.beat) == 0 || len(f.book.beat) > 60 {
			t.Errorf("after an hour the journal has %d lines, before it %d, and the heartbeat is %q", len(f.book.Lines()), lines, f.book.beat)
		}
		for range 100 {
			f.dies()
			pass(10 * time.Minute)
			f.resumes()
		}
		if len(f.book.beat) > 300 {
			t.Errorf("after 100 kills the heartbeat is %q", f.book.beat)
		}
		f.host.Part(0, nil)
		if f.book.beat != "" {
			t.Errorf("after the end of the hosting the heartbeat is %q", f.book.beat)
		}
		pass(time.Hour)
		if f.book.beat != "" {
			t.Errorf("an hour later it is %q", f.book.beat)
		}
	})
}

func TestReadClock(t *testing.T) {
	m := at(t, "atom4", "", "").m
	for _, text := range []string{"", "1 2 3", "1 2 3 4 5 6", "1 2 x 4 5", "1 2 -3 4 5", "1 2 99999999999999 4 5"} {
		if c, ok := readClock(text, m, time.Time{}); ok {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
	c := newClock(ClockRule{time.Minute, time.Second}, 2)
	if again, ok := readClock(c.text(), m, time.Time{}); !ok || again.text() != c.text() {
		t.Errorf("%q is read as %q", c.text(), again.text())
	}
}

// Two tables over one ledger represent two servers that know the same last event. A move at one server and an expired clock at the other exclude each
// other: only the first of them is written.
func TestAMoveAndAFlagExcludeEachOther(t *testing.T) {
	for _, first := range []string{"move", "flag"} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t, ClockRule{Each: time.Minute}, "i8", "h8", "i10", "h10")
			other := New(Config{Match: f.host.m, Journal: f.book, MustKeep: true, Chance: func() uint64 { return 7 }})
			must(t, other.Share(true, Hosting{Hosted: f.host.Hosted()}))
			f.host.mu.Lock()
			f.host.kept.at = other.kept.at
			f.host.alarms.stop(flagAlarm) // this server is slow to flag
			c := *f.host.peer.clock
			f.host.mu.Unlock()
			other.mu.Lock()
			other.peer.clock = &c
			other.alarms.attend()
			other.mu.Unlock()

			flagged := func() int { return strings.Count(strings.Join(f.book.Lines(), "\n"), "stop time") }
			moved := func() error { return f.here.Do(Play(game.MovesOf(f.host.m.State())[0].Text)).Err() }
			if first == "flag" {
				pass(time.Minute + time.Second)
				lines := len(f.book.Lines())
				if err := moved(); !errors.Is(err, ErrBusy) || flagged() != 1 || len(f.book.Lines()) != lines {
					t.Errorf("after the flag a move is answered with %v, and the ledger holds %q", err, f.book.Lines())
				}
				return
			}
			pass(30 * time.Second)
			must(t, moved())
			pass(40 * time.Second)
			if now := other.Here().Now(); flagged() != 0 || now.Over {
				t.Errorf("after the move the ledger holds %q, and the other table says that the game is over: %v", f.book.Lines(), now.Over)
			}
			must(t, other.Close())
		})
	}
}

// If the clock has days for each move, each move of a side restores the side's whole time. Time counts from the first move of the game on. Nobody can
// claim the game from an absent player: it ends when the time runs out.
func TestDaysForEachMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const day = 24 * time.Hour
		w := timed(t, ClockRule{3 * day, 3 * day})
		must(t, w.here.Do(Play("i8")).Err())
		w.deliver()
		if now := w.there.Now(); !now.Clock.Days() || now.Clock.Runs != 1 {
			t.Errorf("after the first move the clock is %+v", now.Clock)
		}
		pass(2 * day)
		must(t, w.do(Play("h8")))
		w.deliver()
		pass(day)
		must(t, w.here.Do(Play("i10")).Err())
		w.deliver()
		if c := w.here.Now().Clock; c.Of(0, time.Now()) != 3*day || c.Of(1, time.Now()) != 3*day {
			t.Errorf("after a move each, the clock is %+v", c)
		}
		w.host.Met(Away)
		pass(2 * day)
		if err := w.here.Do(Claim(false)).Err(); !errors.Is(err, ErrClaim) || !strings.Contains(err.Error(), "days") {
			t.Errorf("after two days the game is claimed with %v", err)
		}
		pass(day - time.Minute)
		if w.here.Now().Over {
			t.Error("the game was over too soon")
		}
		pass(2 * time.Minute)
		if now := w.here.Now(); now.Outcome.Winner != 0 {
			t.Errorf("after three days: %+v", now.Outcome)
		}
	})
}

package table

import (
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/match"
)

// A guest whose page is hidden is asleep: the game can be claimed only after five minutes of sleep in one turn, whether or not the connection is cut,
// and however often the guest wakes up in between.
func TestAGuestWhoIsAsleep(t *testing.T) {
	for _, script := range []string{
		"sleep 299 no 2 win",
		"sleep 100 cut 195 no 6 win",
		"sleep 100 cut 50 back 145 no 6 win",
		"sleep 100 cut 50 back wake 3600 no",
		"sleep 100 wake cut 59 no 2 win",
		"sleep cut 3600 back wake no cut 59 no 2 win",
		"cut 61 back sleep no 298 no 3 win",
		"sleep 100 wake 1 sleep 100 wake 1 sleep 99 no 2 win",
		"sleep 250 turn 299 no 2 win",
		"sleep 250 wake turn sleep 299 no 2 win",
		"sleep 100 still 198 no 3 win",
		"sleep 100 cut still 198 no 3 win",
	} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t, ClockRule{}, "i8", "h8", "i10")
			for word := range strings.FieldsSeq(script) {
				switch word {
				case "sleep", "wake":
					f.guest.Slept(word == "sleep", time.Now())
				case "cut":
					f.cuts()
				case "back":
					f.meets()
				case "turn":
					f.play(f.there.Sight().Moves()[0].Text)
					f.play(f.here.Sight().Moves()[0].Text)
				case "still": // the host's machine is also suspended
					f.host.mu.Lock()
					f.host.peer.pulse.last = f.host.peer.pulse.last.Add(-20 * time.Minute)
					for _, at := range []*time.Time{&f.host.peer.far[Second].since, &f.host.peer.turned, &f.host.peer.far[Second].sleep.since} {
						*at = at.Add(-20 * time.Minute)
					}
					f.host.mu.Unlock()
				case "no":
					if err := f.here.Do(Claim(false)).Err(); CodeOf(err) != "claim" || f.here.Now().Situation.Claim != "" {
						t.Errorf("%s: %v", script, err)
					}
				case "win":
					if now := f.here.Now(); now.Situation.Claim != match.Forfeit || !now.Situation.Asleep && !strings.Contains(script, "wake") {
						t.Errorf("%s: %+v", script, now)
					}
					must(t, f.here.Do(Claim(false)).Err())
				default:
					seconds, err := strconv.Atoi(word)
					must(t, err)
					pass(time.Duration(seconds) * time.Second)
				}
			}
			if f.there.Now().Situation.Asleep {
				t.Errorf("%s: the guest is told that the host is asleep", script)
			}
		})
	}
}

// Before the first move of a sleeping guest, the game can only be ended without a result.
func TestAGuestWhoSleepsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{}, "i8")
		f.guest.Slept(true, time.Now())
		pass(299 * time.Second)
		if err := f.here.Do(Claim(false)).Err(); CodeOf(err) != "claim" || !strings.Contains(err.Error(), "hidden; the game can be claimed in") {
			t.Errorf("before five minutes: %v", err)
		}
		pass(2 * time.Second)
		must(t, f.here.Do(Claim(false)).Err())
		if now := f.here.Now(); now.Outcome.Text != "No result." {
			t.Errorf("after the claim: %+v", now.Outcome)
		}
	})
}

// Nobody is told of a short sleep, even if the connection is lost and restored during it, as when a page is reloaded. A longer sleep and its end are
// each reported once.
func TestShortNapsAreNotTold(t *testing.T) {
	for script, want := range map[string]string{
		"sleep 4 wake 60":              "",
		"sleep cut 2 back wake 60":     "",
		"sleep 4 cut back 4":           "asleep",
		"sleep 4 wake sleep 4 wake 60": "",
		"sleep 6 wake":                 "asleep, here",
		"sleep 6 cut back wake":        "asleep, away and asleep, asleep, here",
		"sleep cut 6 back wake":        "away and asleep, asleep, here",
		"cut back":                     "away, here",
	} {
		synctest.Test(t, func(t *testing.T) {
			f := fallible(t, ClockRule{}, "i8")
			f.here.Take()
			for word := range strings.FieldsSeq(script) {
				switch word {
				case "sleep", "wake":
					f.guest.Slept(word == "sleep", time.Now())
				case "cut":
					f.host.Met(Away)
				case "back":
					f.host.Met(Present)
				default:
					seconds, _ := strconv.Atoi(word)
					pass(time.Duration(seconds) * time.Second)
				}
			}
			var told []string
			for _, e := range f.here.Take() {
				if e.What != Presence {
					continue
				}
				is := map[Other]string{Present: "here", Away: "away"}[e.Situation.Other]
				if e.Situation.Asleep {
					is = strings.TrimPrefix(is+" and asleep", "here and ")
				}
				told = append(told, is)
			}
			if got := strings.Join(told, ", "); got != want {
				t.Errorf("%s: told %q, want %q", script, got, want)
			}
		})
	}
}

// A clock keeps running while its player is asleep. A player who falls asleep and wakes up again and again disturbs nobody.
func TestNapsDisturbNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fallible(t, ClockRule{Each: time.Minute}, "i8", "h8", "i10")
		f.here.Take()
		for i := range 1000 {
			f.guest.Slept(i%2 == 0, time.Now())
		}
		pass(5 * time.Second)
		if told := f.here.Take(); len(told) > 0 {
			t.Errorf("the host is told %d times", len(told))
		}
		f.guest.Slept(true, time.Now())
		pass(time.Minute)
		if now := f.here.Now(); !now.Over || !strings.Contains(now.Outcome.Why, "time") {
			t.Errorf("after the time: %+v", now.Outcome)
		}
	})
}

package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
)

// A host that was killed does not know how long it was gone, nor how much time its turn had used. So while a game is hosted, a
// heartbeat beside the journal records both every two seconds. The journal itself grows only with the game.

const (
	beatEvery = 2 * time.Second
	stallTime = 5 * time.Second  // a heartbeat this late shows that the program stood still
	longStall = 30 * time.Second // a program that stood still for this long counts as one that did not run
)

// Heart is implemented by a Journal that keeps a heartbeat: one line of text, which survives a kill of the program.
type Heart interface {
	Beat(text string) error // replaces the heartbeat; "" removes it
	LastBeat() string       // the heartbeat that the previous program left, or ""
}

// absence is a time in which the host's program did not run.
type absence struct {
	end    time.Time
	length time.Duration
}

// pulse is the content of a heartbeat of a hosted game.
type pulse struct {
	last     time.Time     // the last heartbeat
	ply      int           // the ply of the position at that time
	left     time.Duration // the time that the seat whose clock runs had left at that time
	absences []absence     // the long ones at the host's turn since the guest last acted; they decide on claims of the guest
	timer    *time.Timer
}

// beat writes the heartbeat of a hosted game now and every beatEvery.
func (t *Table) beat() {
	if t.pulse.timer != nil {
		t.pulse.timer.Stop()
		t.pulse.timer = nil
	}
	if t.closed || t.other == Near || t.link != nil {
		return
	}
	now := time.Now()
	t.noticeStall(now)
	t.pulse.last, t.pulse.ply, t.pulse.left = now, t.m.Ply(), 0
	if t.clock != nil && t.clock.now.Runs >= 0 {
		t.pulse.left = t.clock.now.Of(t.clock.now.Runs, now)
	}
	if heart, ok := t.journal.(Heart); ok {
		_ = heart.Beat(t.pulse.text()) // without it, a kill makes the clock less exact, and claims cannot be confirmed
	}
	t.pulse.timer = time.AfterFunc(beatEvery, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.beat()
	})
}

// text writes a heartbeat: the time, the ply, the time left, and for each absence how long ago it ended and how long it was, all times in
// milliseconds.
func (p pulse) text() string {
	numbers := []int64{p.last.UnixMilli(), int64(p.ply), p.left.Milliseconds()}
	for _, a := range p.absences {
		numbers = append(numbers, p.last.Sub(a.end).Milliseconds(), a.length.Milliseconds())
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// readPulse reads what text wrote, and returns in gone the time since the last heartbeat. Absences are dated relative to now: they ended as
// long ago as the last heartbeat recorded, plus gone.
func readPulse(text string, now time.Time) (p pulse, gone time.Duration, ok bool) {
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields)%2 == 0 {
		return p, 0, false
	}
	var numbers []int64
	for _, f := range fields {
		n, err := strconv.ParseInt(f, 10, 44)
		if err != nil || n < 0 {
			return p, 0, false
		}
		numbers = append(numbers, n)
	}
	p.last, p.ply, p.left = time.UnixMilli(numbers[0]), int(numbers[1]), time.Duration(numbers[2])*time.Millisecond
	gone = max(now.Sub(p.last), 0) // a machine's clock can be set back
	for pair := range slices.Chunk(numbers[3:], 2) {
		ago, length := time.Duration(pair[0])*time.Millisecond, time.Duration(pair[1])*time.Millisecond
		p.absences = append(p.absences, absence{now.Add(-ago - gone), length})
	}
	return p, gone, true
}

// revive applies the last heartbeat of a killed host. The clock of the side to move ran until that heartbeat; the host's own clock
// ran until now, because the host pays for its absence.
func (t *Table) revive(now time.Time) {
	heart, ok := t.journal.(Heart)
	if !ok {
		return
	}
	p, gone, ok := readPulse(heart.LastBeat(), now)
	if !ok {
		return
	}
	same := p.ply == t.m.Ply()
	if t.clock != nil && t.clock.now.Runs >= 0 {
		left := &t.clock.now.Left[t.clock.now.Runs]
		if same {
			*left = min(*left, p.left)
		}
		if t.clock.now.Runs == t.m.Side {
			*left = max(*left-gone, 0)
		}
	}
	if same {
		t.pulse.absences = p.absences
	}
	t.absent(now, gone)
}

// absent records that the host's program did not run for length until end. It keeps only absences for which a guest can claim the game.
func (t *Table) absent(end time.Time, length time.Duration) {
	if length >= t.patience-t.slack() && t.m.ToMove() == t.m.Side {
		t.pulse.absences = append(t.pulse.absences[max(0, len(t.pulse.absences)-mostAbsences+1):], absence{end, length})
	}
}

// mostAbsences is the number of absences in one turn that are kept.
const mostAbsences = 8

// attended forgets the absences in a turn of the host once an event shows that this turn is over.
func (t *Table) attended(e Event) {
	switch {
	case e.What == Presence, e.What == Seated, e.What == Played && e.By == t.m.Side:
	default:
		t.pulse.absences = nil
	}
}

// noticeStall notices that the host's program stood still, because the machine slept or after Ctrl-Z. The guest's time did not pass
// meanwhile, and the guest does not count as away for that time.
func (t *Table) noticeStall(now time.Time) {
	if t.pulse.last.IsZero() || t.link != nil {
		return
	}
	still := now.Sub(t.pulse.last) - beatEvery
	slept := max(still, now.Round(0).Sub(t.pulse.last.Round(0))-beatEvery) // only the wall clock runs while the machine sleeps
	if still >= stallTime {
		later := func(at *time.Time) {
			if !at.After(t.pulse.last) { // else it was set after the program ran again
				*at = at.Add(still)
			}
		}
		later(&t.since)
		later(&t.turned)
		if t.clock != nil && t.clock.now.Runs != game.Nobody && t.clock.now.Runs != t.m.Side {
			later(&t.clock.now.At)
			t.runClock()
		}
	}
	if slept >= longStall {
		t.absent(now, slept)
	}
	if max(still, slept) >= stallTime {
		t.pulse.last = now
	}
}

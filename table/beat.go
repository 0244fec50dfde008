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
// heartbeat beside the journal records both every two seconds. The journal itself grows with the game alone.

const (
	beatEvery = 2 * time.Second
	stallTime = 5 * time.Second  // a heartbeat that is later by this shows that the program stood still
	longStall = 30 * time.Second // a program that stood still for this long counts as one that did not run
)

// Heart is what a Journal has besides if it keeps a heartbeat: one line of text, which survives a kill of the program.
type Heart interface {
	Beat(text string) error // replaces the heartbeat; "" removes it
	LastBeat() string       // what the program before has left, or ""
}

// absence is a time in which the host's program did not run.
type absence struct {
	end    time.Time
	length time.Duration
}

// pulse is what a heartbeat says about a hosted game.
type pulse struct {
	last     time.Time     // the last heartbeat
	ply      int           // of the position then
	left     time.Duration // what the seat whose clock runs had left then
	absences []absence     // long ones at the host's turn, since the guest has acted; for claims of the guest
	timer    *time.Timer
}

// beat writes the heartbeat of a hosted game, and does so again after beatEvery.
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
		_ = heart.Beat(t.pulse.text()) // without it a kill costs more of a turn's time, and claims are not confirmed
	}
	t.pulse.timer = time.AfterFunc(beatEvery, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.beat()
	})
}

// text writes a heartbeat: the time, the ply, what is left, and for each absence how long ago it ended and its length, all times in
// milliseconds.
func (p pulse) text() string {
	numbers := []int64{p.last.UnixMilli(), int64(p.ply), p.left.Milliseconds()}
	for _, a := range p.absences {
		numbers = append(numbers, p.last.Sub(a.end).Milliseconds(), a.length.Milliseconds())
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}

// readPulse reads what text has written. The times of absences are counted back from now: they are as long ago as they were at the last
// heartbeat, and the time since then.
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

// absent notes that the host's program did not run. It keeps only absences for which a guest can claim the game.
func (t *Table) absent(end time.Time, length time.Duration) {
	if length >= t.patience-t.slack() && t.m.ToMove() == t.m.Side {
		t.pulse.absences = append(t.pulse.absences[max(0, len(t.pulse.absences)-mostAbsences+1):], absence{end, length})
	}
}

// mostAbsences is how many absences in one turn are kept.
const mostAbsences = 8

// attended forgets the absences in a turn of the host that the guest has seen the end of.
func (t *Table) attended(e Event) {
	switch {
	case e.What == Presence, e.What == Seated, e.What == Played && e.By == t.m.Side:
	default:
		t.pulse.absences = nil
	}
}

// noticeStall notices that the program of a host stood still, as in a machine that slept or after Ctrl-Z. The guest's time did not
// pass meanwhile, and the guest was not away for the host.
func (t *Table) noticeStall(now time.Time) {
	if t.pulse.last.IsZero() || t.link != nil {
		return
	}
	still := now.Sub(t.pulse.last) - beatEvery
	slept := max(still, now.Round(0).Sub(t.pulse.last.Round(0))-beatEvery) // a sleep passes only on the clock on the wall
	if still >= stallTime {
		later := func(at *time.Time) {
			if !at.After(t.pulse.last) { // else it is of a time when the program ran again
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

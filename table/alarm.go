package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
)

// alarm is an event at a table that is caused by time alone.
type alarm int

const (
	flagAlarm   alarm = iota // the time of the side to move is over
	claimAlarm               // the game can be claimed, or the guest of a claimed game does not come back
	beatAlarm                // the next heartbeat is due
	offerAlarm               // an offer has expired
	watchAlarm               // the players may be told again how many people watch
	sleepAlarm1              // the guest at the first place of a hall's table has been asleep long enough to tell the players
	sleepAlarm2              // like sleepAlarm1, for the guest at the second place
	doubtAlarm               // the table may now learn whether the journal holds a change
	alarmKinds
)

type alarms struct {
	table *Table
	set   [alarmKinds]*time.Timer
}

// The method in sets the alarm k: unless k is set again or stopped first, it calls the function do after the given time, with the table locked. The
// caller must have locked the table.
func (a *alarms) in(k alarm, after time.Duration, do func()) {
	a.stop(k)
	var timer *time.Timer
	timer = time.AfterFunc(after, func() {
		a.table.mu.Lock()
		defer a.table.mu.Unlock()
		if a.set[k] == timer {
			a.set[k] = nil
			var broken error // ignored: an alarm that panics has done what it can
			defer rescue.Catch(&broken)
			do()
		}
	})
	a.set[k] = timer
}

// stop stops alarms. Call it with the table locked.
func (a *alarms) stop(list ...alarm) {
	for _, k := range list {
		if a.set[k] != nil {
			a.set[k].Stop()
			a.set[k] = nil
		}
	}
}

// A host that was killed knows neither how long it was gone nor how much time its turn had used. So, every two seconds while a game is hosted, a
// heartbeat beside the journal records the time and the time left. The journal itself grows only with the game.

const (
	beatEvery = 2 * time.Second
	stallTime = 5 * time.Second  // a heartbeat this late shows that the program was suspended
	longStall = 30 * time.Second // a program suspended for this long counts as not running
)

// Heart is implemented by a journal that keeps a heartbeat: one line of text, which survives if the program is killed.
type Heart interface {
	Beat(text string) error // replaces the heartbeat; "" removes it
	LastBeat() string       // the heartbeat that the previous program left, or ""
}

// absence is a period in which the host's program did not run.
type absence struct {
	end    time.Time
	length time.Duration
}

// pulse is the content of a heartbeat of a hosted game.
type pulse struct {
	last     time.Time     // the last heartbeat
	ply      int           // the ply of the position at that time
	left     time.Duration // the time left on the running clock at that time
	absences []absence     // the long absences on the host's turn since the guest last acted; they decide the guest's claims
}

// heart returns the heartbeat of the journal. It returns nil if there is none, or if a write to the journal is still running.
func (k *keeping) heart() Heart {
	if heart, ok := k.journal.(Heart); ok && k.running == nil {
		return heart
	}
	return nil
}

// beat writes the heartbeat of a hosted game now and at intervals of beatEvery.
func (a *alarms) beat() {
	t := a.table
	if t.closed || !t.peer.hosts() {
		a.stop(beatAlarm)
		return
	}
	now := time.Now()
	if t.peer.stall(now, t.m) {
		a.attend()
	}
	p := &t.peer.pulse
	p.last, p.ply, p.left = now, t.m.Ply(), 0
	if c := t.peer.clock; c != nil && c.now.Runs >= 0 {
		p.left = c.now.Of(c.now.Runs, now)
	}
	if heart := t.kept.heart(); heart != nil && !t.peer.hall() {
		_ = heart.Beat(p.text()) // without it, a kill makes the clock less exact, and claims cannot be confirmed
	}
	a.in(beatAlarm, beatEvery, a.beat)
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

// readPulse reads the result of pulse.text. The result gone is the time since the last heartbeat, and is added to the ages of the absences.
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

// revive applies the last heartbeat of a killed host. The clock of the side to move ran until that heartbeat; the host's own clock ran until the
// time now, because the host pays for its absence.
func (p *peer) revive(heart Heart, m match.Match, now time.Time) {
	if heart == nil {
		return
	}
	last, gone, ok := readPulse(heart.LastBeat(), now)
	if !ok {
		return
	}
	same := last.ply == m.Ply()
	if p.clock != nil && p.clock.now.Runs >= 0 {
		left := &p.clock.now.Left[p.clock.now.Runs]
		if same {
			*left = min(*left, last.left)
		}
		if p.near(m, p.clock.now.Runs) {
			*left = max(*left-gone, 0)
		}
	}
	if same {
		p.pulse.absences = last.absences
	}
	p.absent(now, gone, m)
}

// absent records that the host's program did not run for a time with the given end and length. It keeps only absences for which a guest can claim
// the game.
func (p *peer) absent(end time.Time, length time.Duration, m match.Match) {
	if length >= p.patience-p.slack() && p.near(m, m.ToMove()) {
		p.pulse.absences = append(p.pulse.absences[max(0, len(p.pulse.absences)-mostAbsences+1):], absence{end, length})
	}
}

// mostAbsences is the maximum number of absences kept for one turn.
const mostAbsences = 8

// happened records when the position changed. Once an event shows that a turn of the host is over, it discards the absences in that turn.
func (p *peer) happened(e Event, m match.Match) {
	p.turned = time.Now()
	switch {
	case e.What == Presence, e.What == Seated, e.What == Played && p.near(m, e.By):
	default:
		p.pulse.absences = nil
	}
}

// stall notices that the host's program was suspended, because the machine slept or after Ctrl-Z. That time is not deducted from the guest's clock,
// and the guest does not count as away during it. The result reports whether alarms have to be set again.
func (p *peer) stall(now time.Time, m match.Match) bool {
	last := p.pulse.last
	if last.IsZero() || !p.hosts() {
		return false
	}
	still := now.Sub(last) - beatEvery
	slept := max(still, now.Round(0).Sub(last.Round(0))-beatEvery) // only the wall clock runs while the machine sleeps
	if still >= stallTime {
		later := func(at *time.Time) {
			if !at.After(last) { // otherwise that time was recorded after the program ran again
				*at = at.Add(still)
			}
		}
		later(&p.turned)
		for i := range p.far {
			later(&p.far[i].since)
			later(&p.far[i].sleep.since)
		}
		if p.clock != nil && p.clock.now.Runs != game.Nobody && !p.near(m, p.clock.now.Runs) {
			later(&p.clock.now.At)
		}
	}
	if slept >= longStall {
		p.absent(now, slept, m)
	}
	if max(still, slept) >= stallTime {
		p.pulse.last = now
	}
	return still >= stallTime
}

// watchEvery is the minimum time between two messages that tell the players at two machines how many people watch. Spectators who come and go in
// between are reported as one change.
const watchEvery = 10 * time.Second

// countWatchers tells the players how many people watch, immediately or as soon as watchEvery allows.
func (a *alarms) countWatchers() {
	t := a.table
	if !t.peer.hosts() || t.closed || a.set[watchAlarm] != nil {
		return
	}
	n := 0
	for _, p := range t.people {
		if !p.who.sits() {
			n += p.crowd
		}
	}
	switch wait := time.Until(t.peer.counted.Add(watchEvery)); {
	case n == t.peer.watchers:
	case wait > 0:
		a.in(watchAlarm, wait, a.countWatchers)
	default:
		t.peer.watchers, t.peer.counted = n, time.Now()
		t.tell(Event{What: Watched, By: game.Nobody})
	}
}

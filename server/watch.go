package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// beat records that the hall is open now, and the times of the tables. It tells the operator once if nothing can be written, and once when writing
// works again.
func (h *Hall) beat(now time.Time) {
	lost, err := h.deadlines.times.Beat(now)
	for _, id := range lost {
		if s := h.tables.get(id); s != nil {
			s.loses()
		}
	}
	if err == nil { // not before lost tables are marked: until then, an old heartbeat is the only sign that they are not current
		h.peers.beat(now)
	}
	if err != nil {
		err = fmt.Errorf("the heartbeat of the hall cannot be written: %w", err)
	}
	if h.beats++; h.others != nil && h.beats%sweepBeats == 0 {
		h.serves.Go(h.people.sweepClaims)
	}
	if h.operator.counts.refused.Swap(false) || h.beats%readyBeats == 0 || h.operator.trouble() != "" {
		within, cancel := context.WithTimeout(context.Background(), lookEvery)
		if e := h.place.Ready(within); e != nil {
			err = fmt.Errorf("%w; until this is over, moves may be refused", e)
		}
		cancel()
	}
	h.operator.troubled(err)
}

// current reports whether no other process can have written to the game of the open table.
func (s *seated) current() bool {
	return !s.hall.tables.has(func() bool { return s.lost }) && (s.hall.others == nil || s.hall.peers.current())
}

// visit checks the open tables: it records who is there, and puts away tables where nobody has been for idleTime.
func (h *Hall) visit(now time.Time) {
	h.tables.mu.Lock()
	open := maps.Clone(h.tables.open)
	h.tables.mu.Unlock()
	var away []*seated
	for s := range open {
		l, _ := s.now()
		if l == nil {
			continue
		}
		if l.unseen.Swap(false) {
			h.serves.Go(func() { s.see(l) })
		}
		attended, here, watchers := l.host.Attended()
		switch {
		case attended || soon(l.table.Deadline(), now):
			l.idle = time.Time{}
		case l.idle.IsZero():
			l.idle = now
		case now.Sub(l.idle) >= idleTime:
			away = append(away, s)
			continue
		}
		h.tables.mu.Lock()
		if here || s.here {
			l.left = now
		}
		if s.attended != attended || s.here != here || s.watchers != watchers {
			s.attended, s.here, s.watchers = attended, here, watchers
			h.tables.freshen(s)
			h.tables.arrange(s)
			h.news.change()
		}
		h.tables.mu.Unlock()
	}
	restAll(away, nil)
}

// restAll puts tables away, restAtOnce at a time until hurry is closed, then all together. Data that cannot be written now could not be written
// earlier, and the players have been told.
func restAll(tables []*seated, hurry <-chan struct{}) {
	var resting sync.WaitGroup
	turns := make(chan struct{}, restAtOnce)
	for _, s := range tables {
		select {
		case turns <- struct{}{}:
		case <-hurry:
		}
		resting.Go(func() {
			_ = s.rest()
			select {
			case <-turns:
			case <-hurry:
			}
		})
	}
	resting.Wait()
}

// settleTime is how long a hall must be open, without a change to its clock, before it ends tables and forgets people: the clock of a machine that
// has just started may be wrong by years.
const settleTime = 10 * time.Minute

// every calls do at intervals until ending is closed.
func every(ending <-chan struct{}, pause time.Duration, do func(now time.Time)) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			do(now)
		case <-ending:
			return
		}
	}
}

// look returns the function that does the regular work on tables and people. It must be called every two seconds.
func (h *Hall) look() func(now time.Time) {
	began := time.Now()
	tidied, lapsed := began, began
	return func(now time.Time) {
		h.beat(now)
		h.visit(now)
		if off := now.Round(0).Sub(began.Round(0)) - now.Sub(began); off.Abs() > settleTime/2 { // the clock was set, or the machine slept
			began = now
		}
		settled := now.Sub(began) >= settleTime
		if settled && now.Sub(tidied) >= endEvery {
			h.tidy(now)
			tidied = now
		}
		if settled && now.Sub(lapsed) >= lapseEvery {
			h.serves.Go(h.lapse)
			lapsed = now
		}
	}
}

// The hall puts restAtOnce tables away at a time, so that not all players come back at the same time. If the hall is closing, it puts the rest away
// together after calmTime.
const (
	restAtOnce = 16
	calmTime   = 5 * time.Second
)

// Close puts all tables away and tells everybody at them that the host is away. The people come back when the hall is open again, or immediately if
// another process has the tables. No table is made or opened during Close; open tables can be used until they are put away. Close takes at most 10 s,
// unless the disk hangs.
func (h *Hall) Close() error {
	h.tables.mu.Lock()
	if h.tables.closing() {
		h.tables.mu.Unlock()
		return nil
	}
	close(h.ending)
	all := slices.Collect(maps.Keys(h.tables.open))
	h.tables.mu.Unlock()
	hurry := make(chan struct{})
	defer time.AfterFunc(calmTime, func() { close(hurry) }).Stop()
	restAll(all, hurry)
	h.serves.Wait()
	return h.place.Close()
}

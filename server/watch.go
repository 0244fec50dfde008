package server

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// beat keeps the time at which the hall is open, and the times of the tables, and tells the operator once when nothing can be written, and once when it can again.
func (h *Hall) beat(now time.Time) {
	lost, err := h.times.Beat(now)
	for _, id := range lost {
		h.mu.Lock()
		s := h.all[id]
		h.mu.Unlock()
		if s != nil {
			s.loses()
		}
	}
	if err == nil { // only now: until a table is put away, nothing else says that it is not current
		h.beaten.Store(&now)
	}
	if err != nil {
		err = fmt.Errorf("the heartbeat of the hall cannot be written: %w", err)
	}
	if h.beats++; h.others != nil && h.beats%sweepBeats == 0 {
		h.serves.Go(h.sweepClaims)
	}
	if h.counts.refused.Swap(false) || h.beats%readyBeats == 0 || h.trouble() != "" {
		within, cancel := context.WithTimeout(context.Background(), lookEvery)
		if e := h.place.Ready(within); e != nil {
			err = fmt.Errorf("%w; until this is over, moves may be refused", e)
		}
		cancel()
	}
	h.troubled(err)
}

// current reports whether no other process can have written to the game of the open table.
func (s *seated) current() bool {
	s.hall.mu.Lock()
	lost := s.lost
	s.hall.mu.Unlock()
	return !lost && s.hall.current()
}

// current reports whether no other process can have opened the tables of this one since its last heartbeat. A process that stood still is not.
func (h *Hall) current() bool {
	if h.others == nil {
		return true
	}
	at, now := *h.beaten.Load(), time.Now()
	return now.Sub(at) < currentTime && now.Round(0).Sub(at.Round(0)) < currentTime // only one of the two clocks runs while a machine sleeps
}

// trouble returns why nothing can be written, as far as is known, or "".
func (h *Hall) trouble() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// failed notes what went wrong at a table, or with s nil elsewhere, for the next beat.
func (h *Hall) failed(s *seated, text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s == nil || s.fault != text {
		h.untold[s] = text
		h.counts.refused.Store(true)
	}
}

// troubled tells the operator why nothing can be written, or nil, unless that is known, and otherwise what went wrong at single tables.
func (h *Hall) troubled(err error) {
	h.mu.Lock()
	was, all := h.why, h.untold
	h.untold = map[*seated]string{}
	if h.why = ""; err != nil {
		h.why, all = err.Error(), nil
	}
	for s, text := range all {
		if s != nil {
			s.fault = text
		}
	}
	h.mu.Unlock()
	switch {
	case err != nil && was == "":
		h.log.Error(err.Error(), "event", "unwritable")
	case err == nil && was != "":
		h.log.Info("the hall can take moves again", "event", "writable")
	}
	for s, text := range all {
		if s == nil {
			h.log.Warn(text, "event", "failed")
			continue
		}
		h.log.Warn(text, "event", "failed", "table", s.id)
	}
}

// look looks at the open tables: it notes who is there, and puts those away at which nobody has been for a while.
func (h *Hall) look(now time.Time) {
	h.mu.Lock()
	open := make(map[*seated]*live, len(h.open))
	for s := range h.open {
		open[s] = s.live
	}
	h.mu.Unlock()
	changed := false
	var resting sync.WaitGroup
	turns := make(chan struct{}, restAtOnce) // those who rest together wait for the disk together
	for s, l := range open {
		if l.unseen.Swap(false) {
			h.serves.Go(func() { s.see(l) })
		}
		idle, here, watchers := !l.host.Attended(), l.host.Seated(), l.host.Watching()
		switch {
		case !idle || soon(l.table.Deadline(), now):
			l.idle = time.Time{}
		case l.idle.IsZero():
			l.idle = now
		case now.Sub(l.idle) >= idleTime:
			resting.Go(func() {
				turns <- struct{}{}
				_ = s.rest() // what it could not write now, it could not write before either, and the players know
				<-turns
			})
			continue
		}
		h.mu.Lock()
		if here || s.here {
			l.left = now
		}
		if s.attended == idle || s.here != here || s.watchers != watchers {
			s.attended, s.here, s.watchers, changed = !idle, here, watchers, true
			h.freshen(s)
			h.shelve(s)
		}
		h.mu.Unlock()
	}
	resting.Wait()
	if changed {
		h.mu.Lock()
		h.news.change()
		h.mu.Unlock()
	}
}

// settleTime is how long a hall has been open, with a clock that goes steadily, before it ends tables and forgets people: the clock of a machine that has just started may
// be wrong by years.
const settleTime = 10 * time.Minute

// watch looks at the open tables until the hall is closed.
func (h *Hall) watch() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	began := time.Now()
	tidied, lapsed := began, began
	for {
		select {
		case now := <-tick.C:
			h.beat(now)
			h.look(now)
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
		case <-h.ending:
			return
		}
	}
}

package server

import (
	"errors"
	"time"
)

// sweep opens the tables in list, whose clocks may run, and later each table whose time is nearly over, so that the time runs out although nobody comes, and
// each whose entry may not be true. If a table cannot be opened, sweep tries again later.
func (h *Hall) sweep(list []*seated) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	list = append(list, h.deadlines.due(time.Now())...)
	for {
		for _, s := range list {
			select {
			case <-h.ending:
				return
			default:
			}
			err := s.wakes()
			other, taken := errors.AsType[*elsewhere](err)
			_, refused := errors.AsType[*Refusal](err)
			if err != nil && !taken { // the operator is told
				h.deadlines.tried[s.id] = time.Now()
			}
			taken = taken && h.peers.ask(other.owner) // otherwise it may be gone
			h.tables.mu.Lock()
			if err == nil || refused || taken {
				delete(h.tables.unsure, s)
			}
			h.tables.mu.Unlock()
		}
		select {
		case now := <-tick.C:
			list = h.deadlines.due(now)
		case <-h.ending:
			return
		}
	}
}

// shortError is the error for a game whose file has lost its end, with a sentence about it.
type shortError struct{ why string }

func (e *shortError) Error() string { return e.why }

// wakes opens the table because of its clock, or because it was open when the hall was killed.
func (s *seated) wakes() error {
	l, err := s.open()
	if err == nil {
		s.hall.tables.mu.Lock()
		l.left = time.Now() // perhaps its maker was there
		s.hall.tables.mu.Unlock()
	}
	return err
}

// soon reports whether a table whose clock runs until due is worth keeping open.
func soon(due, now time.Time) bool { return !due.IsZero() && due.Sub(now) < soonTime }

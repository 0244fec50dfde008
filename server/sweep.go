package server

import (
	"errors"
	"maps"
	"time"

	"attic/game"
	"attic/server/keep"
)

// sweep opens the tables in list, whose clocks may run, and later each table whose time is nearly over, so that the time runs out although nobody comes, and
// each whose entry may not be true. If a table cannot be opened, sweep tries again later.
func (h *Hall) sweep(list []*seated) {
	tried := map[string]time.Time{}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	list = append(list, h.due(time.Now(), tried)...)
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
				tried[s.id] = time.Now()
			}
			h.mu.Lock()
			if taken {
				_, taken = h.heard[other.owner] // otherwise it may be gone
				h.telling.asks = h.telling.asks || taken
			}
			if err == nil || refused || taken {
				delete(h.unsure, s)
			}
			h.mu.Unlock()
		}
		select {
		case now := <-tick.C:
			list = h.due(now, tried)
		case <-h.ending:
			return
		}
	}
}

// due returns the tables that sweep should open now.
func (h *Hall) due(now time.Time, tried map[string]time.Time) (list []*seated) {
	ids := h.times.Due(now, lookEvery) // the table itself is exact
	maps.DeleteFunc(tried, func(_ string, at time.Time) bool { return now.Sub(at) >= tryAgain })
	var gone []string
	defer func() {
		for _, id := range gone {
			if _, owner, err := h.times.Claim(id, false, now); owner == "" && err == nil {
				_ = h.times.Rest(keep.Running{Table: id, Seat: game.Nobody})
			}
		}
	}()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		switch s := h.all[id]; {
		case s == nil:
			gone = append(gone, id)
		case tried[id].IsZero():
			list = append(list, s)
		}
	}
	for s := range h.unsure {
		if now.Sub(tried[s.id]) >= unsureTime {
			list = append(list, s)
		}
	}
	return list
}

// shortError is the error for a game whose file has lost its end, with a sentence about it.
type shortError struct{ why string }

func (e *shortError) Error() string { return e.why }

// wakes opens the table because of its clock, or because it was open when the hall was killed.
func (s *seated) wakes() error {
	l, err := s.open()
	if err == nil {
		s.hall.mu.Lock()
		l.left = time.Now() // perhaps its maker was there
		s.hall.mu.Unlock()
	}
	return err
}

// soon reports whether a table whose clock runs until due is worth keeping open.
func soon(due, now time.Time) bool { return !due.IsZero() && due.Sub(now) < soonTime }

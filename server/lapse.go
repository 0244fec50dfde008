package server

import (
	"time"
)

// A hall forgets people whom it has not seen for long and who have no game here, so that the list of people does not grow for ever. It keeps of each the day of their
// last visit, to within a month.
const (
	seenDays    = 30      // between two visits of which the day is written, if nothing else is
	strangeDays = 30      // after which somebody is forgotten who has never taken a seat
	lapseDays   = 400     // after which anybody is
	lapseBeats  = 30 * 60 // from one look for such people to the next
)

// today returns the number of the day since 1970, by UTC.
func today() int64 { return time.Now().Unix() / daySeconds }

// visits notes that a person is here. If it cannot be written, the next visit tells.
func (h *Hall) visits(p person) person {
	if today()-p.Seen < seenDays {
		return p
	}
	if now, err := h.editPerson(p.Hash, false, func(*person) error { return nil }); err == nil {
		return now
	}
	return p
}

// lapsed returns the people who are to be forgotten on a day. The caller holds mu.
func (h *Hall) lapsed(day int64) (list []person) {
	for _, p := range h.people {
		days := int64(lapseDays)
		if len(p.Seats) == 0 {
			days = strangeDays
		}
		here := p.Seen == 0 || day-p.Seen <= days // 0: an earlier version has written them, and they have not come since
		for _, t := range p.Seats {
			here = here || h.all[t.Table] != nil
		}
		if !here {
			list = append(list, p)
		}
	}
	return list
}

// lapse forgets people.
func (h *Hall) lapse() {
	h.mu.Lock()
	list := h.lapsed(today())
	h.mu.Unlock()
	for _, p := range list {
		if err := h.forgets(p); err != nil { // somebody else was first, or they have just come
			h.log.Warn("somebody who was not here for long cannot be forgotten: "+err.Error(), "event", "failed")
		}
	}
	if len(list) > 0 {
		_ = h.place.People().Scrub() // the next one does it
	}
}

// forgets removes a person from the list, unless they have changed since. The caller does not hold mu.
func (h *Hall) forgets(p person) error {
	h.peopling.Lock()
	h.mu.Lock()
	if h.others != nil {
		h.removed[p.Hash] = true
	}
	h.mu.Unlock()
	err := h.place.People().Remove(p.Hash, p.version)
	h.mu.Lock()
	if err == nil {
		h.forgetPerson(p.Hash)
	} else {
		delete(h.removed, p.Hash)
	}
	h.mu.Unlock()
	h.peopling.Unlock()
	if err == nil {
		h.unclaim(p.look, p.Hash)
	}
	return err
}

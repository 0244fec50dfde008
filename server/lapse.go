package server

import "time"

// A hall forgets people who have been absent for long and have no game here, so that the list of people does not grow for ever. It keeps the day of each person's
// last visit, to within a month.
const (
	seenDays    = 30  // days after which the last visit is written again, unless another change writes it
	strangeDays = 90  // days of absence after which people who have never taken a seat are forgotten
	lapseDays   = 400 // days of absence after which anybody else is

	lapseEvery = time.Hour
)

// today returns the number of the day since 1970, by UTC.
func today() int64 { return time.Now().Unix() / daySeconds }

// lapse forgets people.
func (h *Hall) lapse() {
	var list []person
	h.mu.Lock()
	for _, p := range h.people {
		days := today() - p.Seen
		here := p.Seen == 0 || p.Banned || days <= strangeDays || days <= lapseDays && len(p.Seats) > 0 // 0: nobody has noted it yet
		for _, t := range p.Seats {
			here = here || h.all[t.Table] != nil
		}
		if !here {
			list = append(list, p)
		}
	}
	h.mu.Unlock()
	for _, p := range list {
		_ = h.forgets(p) // they have just come, or somebody else was first, or the next look does it
	}
	if len(list) > 0 {
		_ = h.place.People().Scrub()
	}
}

// forgets removes a person from the list, unless they have changed since. The caller does not hold mu.
func (h *Hall) forgets(p person) error {
	h.peopling.Lock()
	defer h.peopling.Unlock()
	h.mu.Lock()
	h.removes(p.Hash)
	h.mu.Unlock()
	err := h.place.People().Remove(p.Hash, p.version)
	h.mu.Lock()
	if err == nil {
		h.forgetPerson(p.Hash)
	} else {
		delete(h.removed, p.Hash)
	}
	h.mu.Unlock()
	if err == nil {
		h.unclaim(h.claimKey(p.look), p.Hash)
	}
	return err
}

package server

import (
	"slices"
	"time"
)

// A hall forgets people who have been absent for a long time and have no game here, so that the list of people does not grow forever. It stores the
// day of each person's last visit, which is exact to within a month.
const (
	seenDays    = 30  // days after which the day of the last visit is written again, unless another change writes it
	strangeDays = 90  // days of absence after which people who have never taken a seat are forgotten
	lapseDays   = 400 // days of absence after which anybody is forgotten

	lapseEvery = time.Hour
)

// today returns the number of the day since 1970, by UTC.
func today() int64 { return time.Now().Unix() / daySeconds }

// lapse forgets the people who have been absent for a long time and have no game here.
func (h *Hall) lapse() {
	list := slices.DeleteFunc(h.people.absent(), func(p person) bool {
		return slices.ContainsFunc(p.Seats, func(t taken) bool { return h.tables.get(t.Table) != nil })
	})
	for _, p := range list {
		_ = h.people.remove(p) // this fails if they have just come or another process was first; after any other error the next check tries again
	}
	if len(list) > 0 {
		_ = h.people.list.Scrub()
	}
}

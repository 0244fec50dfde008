package server

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Tables are put away this many at a time, so that not all players come back at the same moment, and after calmTime all at once.
const (
	restAtOnce = 16
	calmTime   = 5 * time.Second
)

// Close puts all tables away, one after another, and tells everybody who is at one that the host is away: they come back when the hall is open again, or
// at once if another process has the tables. No table is made or opened meanwhile; what is open goes on until its turn comes. It takes 10 s at most, unless the disk hangs.
func (h *Hall) Close() error {
	h.tables.mu.Lock()
	if h.tables.closing() {
		h.tables.mu.Unlock()
		return nil
	}
	close(h.ending)
	all := slices.Collect(maps.Keys(h.tables.open))
	h.tables.mu.Unlock()
	var resting sync.WaitGroup
	turns, hurry := make(chan struct{}, restAtOnce), make(chan struct{})
	defer time.AfterFunc(calmTime, func() { close(hurry) }).Stop()
	for _, s := range all {
		select {
		case turns <- struct{}{}:
		case <-hurry:
		}
		resting.Go(func() {
			_ = s.rest() // the players know what could not be written
			select {
			case <-turns:
			case <-hurry:
			}
		})
	}
	resting.Wait()
	h.serves.Wait()
	return h.place.Close()
}

package table

import (
	"time"

	"attic/game"
)

// watchEvery is the least time between two messages that tell the players at two machines how many people watch. Spectators who come and go
// in between are reported as one change.
const watchEvery = 10 * time.Second

// audience is what the players have been told about spectators.
type audience struct {
	told int       // how many there are
	at   time.Time // when
	next *time.Timer
}

// countWatchers tells the players how many people watch, at once or as soon as watchEvery allows.
func countWatchers(t *Table) {
	if t.other == Near || t.link != nil || t.closed {
		return
	}
	n := 0
	for _, p := range t.people {
		if !p.who.sits() {
			n++
		}
	}
	a := &t.audience
	wait := time.Until(a.at.Add(watchEvery))
	switch {
	case n == a.told:
	case a.next != nil:
	case wait > 0:
		a.next = time.AfterFunc(wait, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			a.next = nil
			countWatchers(t)
		})
	default:
		a.told, a.at = n, time.Now()
		t.tell(Event{What: Watched, By: game.Nobody})
	}
}

// forget is called when a game is no longer open to spectators.
func (a *audience) forget() {
	if a.next != nil {
		a.next.Stop()
	}
	*a = audience{}
}

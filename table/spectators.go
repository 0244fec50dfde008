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
}

// countWatchers tells the players how many people watch, at once or as soon as watchEvery allows.
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
	told := &t.peer.audience
	switch wait := time.Until(told.at.Add(watchEvery)); {
	case n == told.told:
	case wait > 0:
		a.in(watchAlarm, wait, a.countWatchers)
	default:
		told.told, told.at = n, time.Now()
		t.tell(Event{What: Watched, By: game.Nobody})
	}
}

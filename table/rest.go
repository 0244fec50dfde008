package table

import (
	"time"

	"attic/game"
)

// rests reports whether a game with another machine outlives the program of the person here, so that both can continue it later: it has
// begun, is not over, and this program keeps games.
func rests(t *Table) bool {
	switch {
	case t.begin == nil || t.other == Near || t.claim != nil || !t.m.Played() || t.m.ToMove() == game.Nobody:
		return false
	case t.link != nil:
		return t.link.holds && !t.link.watches
	}
	return t.hosted.Guest != "" && t.hosting.Rest != nil && t.journal != nil && !t.unkept
}

// rest ends playing with another machine at the end of the program, if the game rests. It waits as Leave does.
func rest(t *Table) bool {
	t.mu.Lock()
	l, h, stays := t.link, t.hosting, rests(t)
	t.beat() // the host's absence counts from here
	t.mu.Unlock()
	switch {
	case !stays:
		return false
	case l != nil:
		select {
		case <-l.Rest():
		case <-time.After(leaveTime):
		}
	default:
		h.Rest()
	}
	return true
}

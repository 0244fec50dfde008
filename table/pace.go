package table

import (
	"context"
	"time"

	"attic/match"
)

// Pace says how fast programs play, so that a person can follow.
type Pace struct {
	Least  time.Duration // from the beginning of a program's turn to its move, if it is not told to move at once
	Always bool          // also where a person plays; otherwise only where programs play all seats
}

// SetPace changes how fast programs play, in this turn already.
func (t *Table) SetPace(pace Pace) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pace = pace
	t.repace()
}

// Pause lets the programs wait with their moves until they may go on. A program that is told to move at once
// makes one move. Another game does not begin with a pause.
func (t *Table) Pause(paused bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.paused = paused
	t.repace()
}

// repace tells that the pace has changed.
func (t *Table) repace() {
	close(t.paced)
	t.paced = make(chan struct{})
	t.tell(Event{What: Paced})
}

// linger waits until a program whose turn has begun may move: it returns when that is so, or when hurried or ctx
// is done.
func (t *Table) linger(ctx, hurried context.Context, began time.Time) {
	for {
		t.mu.Lock()
		changed, paused := t.paced, t.paused
		least := t.pace.Least
		if !t.pace.Always && !alone(t.m) {
			least = 0
		}
		t.mu.Unlock()
		wait := least - time.Since(began)
		if wait <= 0 && !paused {
			return
		}
		timer := time.NewTimer(wait)
		if paused {
			timer.Stop()
		}
		select {
		case <-timer.C:
		case <-changed:
		case <-hurried.Done():
			return
		case <-ctx.Done():
			return
		}
		timer.Stop()
	}
}

// alone reports whether programs play all seats.
func alone(m match.Match) bool {
	for _, p := range m.Players {
		if !p.Program {
			return false
		}
	}
	return true
}

package table

import (
	"context"
	"strings"
	"time"

	"attic/game"
	"attic/match"
)

// Pace is how fast programs move, so that a person can follow.
type Pace struct {
	Least  time.Duration // the least time from the beginning of a program's turn to its move, unless it is told to move at once
	Always bool          // even if a person plays; otherwise only if programs play all seats
}

// String returns the pace as an argument of Speed: "700ms" or "2s always".
func (p Pace) String() string {
	text := p.Least.String()
	if p.Always {
		text += " always"
	}
	return text
}

func parsePace(text string) (Pace, error) {
	least, always, _ := strings.Cut(text, " ")
	d, err := time.ParseDuration(least)
	if err != nil || always != "" && always != "always" {
		return Pace{}, game.Because(ErrVerb, "%q is not a pace", text)
	}
	return Pace{Least: d, Always: always != ""}, nil
}

func (t *Table) setSpeed(_ *Person, a Act) (change, error) {
	pace, err := parsePace(a.Text)
	if err != nil {
		return change{}, err
	}
	t.pace = pace
	return t.repaced(), nil
}

func (t *Table) setPause(_ *Person, a Act) (change, error) {
	t.paused = a.Verb == pause
	return t.repaced(), nil
}

// repaced wakes a program that is waiting, and returns the change.
func (t *Table) repaced() change {
	close(t.paced)
	t.paced = make(chan struct{})
	return change{m: t.m, event: Event{What: Paced}, light: true}
}

// Hold(true) keeps the computer from moving, though it may think, until Hold(false), until Hurry lets it move, or until the turn changes.
// It is for the owner of the table, to examine a person's move before the computer answers it; no event is sent.
func (t *Table) Hold(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held != on {
		t.held = on
		_ = t.repaced()
	}
}

// linger waits until the program whose turn began at began may move, or until hurried or ctx is done.
func (t *Table) linger(ctx, hurried context.Context, began time.Time) {
	for {
		t.mu.Lock()
		changed, paused := t.paced, t.paused || t.held
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

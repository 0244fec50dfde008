package table

import (
	"context"
	"slices"
	"strings"
	"sync"
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

func (s scene) setSpeed(a Act) (change, error) {
	pace, err := parsePace(a.Text)
	return change{m: s.m, event: Event{What: Paced}, light: true, pace: &pace}, err
}

func (s scene) setPause(a Act) (change, error) {
	return change{m: s.m, event: Event{What: Paced}, light: true, paused: a.Verb == pause}, nil
}

// Hold(true) keeps the computer from moving, though it may think, until Hold(false), until Hurry lets it move, or until the turn changes.
// It is for the owner of the table, to examine a person's move before the computer answers it; no event is sent.
func (t *Table) Hold(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pacing.set(t.pacing.Pace, t.pacing.paused, on)
}

// pacing is when programs may move. It changes only under the lock of the table, and has another one so that a program can wait.
type pacing struct {
	Pace
	paused bool
	held   bool // set by Hold

	mu      sync.Mutex
	changed chan struct{} // closed at the next change, or nil
}

// set changes the pacing and wakes a program that is waiting.
func (p *pacing) set(pace Pace, paused, held bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Pace, p.paused, p.held = pace, paused, held
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
}

// linger waits until the program whose turn began at began may move, or until hurried or ctx is done. alone: programs play all seats.
func (p *pacing) linger(ctx, hurried context.Context, began time.Time, alone bool) {
	for {
		p.mu.Lock()
		if p.changed == nil {
			p.changed = make(chan struct{})
		}
		changed, paused := p.changed, p.paused || p.held
		wait := -time.Since(began)
		if p.Always || alone {
			wait += p.Least
		}
		p.mu.Unlock()
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
	return !slices.ContainsFunc(m.Players, func(p match.Player) bool { return !p.Program })
}

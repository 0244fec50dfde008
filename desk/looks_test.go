package desk

import (
	"slices"
	"testing"
	"time"

	"attic/game"
	"attic/match/store"
	"attic/table"
)

// When a player's time becomes short, there is one sound, until they have more time again.
func TestLittleTime(t *testing.T) {
	now := time.Now()
	s := &Shown{}
	s.Now.Situation.Other = table.Present
	s.Now.Clock = table.Clock{Left: []time.Duration{30 * time.Second, 5 * time.Second}, Runs: 0, At: now}
	m := Message{settings: &store.Settings{}, effects: &Effects{}}
	for _, c := range []struct {
		at, left time.Duration
		runs     int
		want     int // sounds so far
	}{
		{5 * time.Second, 30 * time.Second, 0, 0},
		{12 * time.Second, 30 * time.Second, 0, 1},
		{13 * time.Second, 30 * time.Second, 0, 1},
		{14 * time.Second, 18 * time.Second, 1, 1},
		{1 * time.Second, 18 * time.Second, 0, 1},
		{1 * time.Second, 40 * time.Second, 0, 1},
		{25 * time.Second, 40 * time.Second, 0, 2},
	} {
		s.Now.Clock.Left[0], s.Now.Clock.Runs = c.left, c.runs
		if m.hurries(s, now.Add(c.at)); len(m.effects.Sounds) != c.want || slices.ContainsFunc(m.effects.Sounds, func(s game.Sound) bool { return s != game.Late }) {
			t.Errorf("%v after a start with %v: %q, want %d", c.at, c.left, m.effects.Sounds, c.want)
		}
	}
	m.settings.Muted = map[string]bool{late: true}
	s.Now.Clock.Left[0], m.little = time.Second, false
	if m.hurries(s, now); len(m.effects.Sounds) != 2 {
		t.Error("the sound is not muted")
	}
}

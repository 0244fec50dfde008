//go:build long

package ataxx_test

import (
	"testing"
	"time"

	"attic/game"
	"attic/games/ataxx"
	"attic/learn"
)

// TestAllPuzzles proves all keys, and that the level of a puzzle with a right move is that of the weakest bot that plays it.
func TestAllPuzzles(t *testing.T) {
	var g ataxx.Game
	_, highest, _ := g.Levels()
	begin, slowest := time.Now(), time.Duration(0)
	counts := map[string]int{}
	for _, p := range shipped(t) {
		start := time.Now()
		checkPuzzle(t, p)
		slowest = max(slowest, time.Since(start))
		counts[p.Theme]++
		if p.Key == learn.None {
			counts["without a right move"]++
			continue
		}
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		plays := func(level int) bool {
			move, err := g.NewBot(level, 1).Choose(t.Context(), s.View(s.ToMove()), func(game.Report) {})
			return err == nil && same(stepOf(move), stepOf(p.Key))
		}
		level := 1
		for level <= highest && !plays(level) {
			level++
		}
		if level != p.Level {
			t.Errorf("%s: the level is %d, but the weakest bot that plays %s has %d", p.ID, p.Level, p.Key, level)
		}
	}
	t.Logf("%v: all keys are proved; %v with the levels, the slowest proof took %v", counts, time.Since(begin).Round(time.Second), slowest.Round(time.Millisecond))
}

// TestAllPuzzlesAreJudged tries one move of %d of all puzzles, and the keys.
func TestAllPuzzlesAreJudged(t *testing.T) {
	var g ataxx.Game
	tries, slowest := 0, time.Duration(0)
	for _, p := range shipped(t) {
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range s.View(0).Moves() {
			right := same(stepOf(m.Text), stepOf(p.Key)) && p.Key != learn.None
			if !right && n%6 != 0 {
				continue
			}
			start := time.Now()
			tried, err := g.Try(t.Context(), s, p.Theme, m.Text)
			slowest = max(slowest, time.Since(start))
			if tries++; err != nil || tried.Good != right {
				t.Errorf("%s: %s: %+v, %v", p.ID, m.Text, tried, err)
			}
		}
	}
	t.Logf("%d moves were judged, the slowest in %v", tries, slowest.Round(time.Millisecond))
}

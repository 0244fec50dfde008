package desktest

import (
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/store"
)

// Library returns a store with finished games of a person against the computer: seven of Ataxx (three won, one drawn, three
// lost), two deals of Atommaster, and none of Atom-4.
func Library(t testing.TB) store.Store {
	t.Helper()
	s := store.Open(t.TempDir(), games.Find)
	keep := func(name, setup string, level int, do func(m match.Match) match.Match) {
		parsed, err := game.ParseSetup(setup)
		must(t, err)
		m, err := match.New(find(t, name), parsed)
		must(t, err)
		m.Players = []match.Player{{Level: level}, {Program: true, Level: level}}
		j, err := s.Begin(name, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		must(t, err)
		_, err = j.Append(0, append([]string{match.JournalHead}, do(m).Lines()...)...)
		must(t, err)
		must(t, j.Archive())
	}
	plays := func(m match.Match, moves ...string) match.Match {
		for _, text := range moves {
			var err error
			m, _, err = m.Play(text)
			must(t, err)
		}
		return m
	}
	ends := func(end func(m match.Match) (match.Match, error)) func(m match.Match) match.Match {
		return func(m match.Match) match.Match {
			m, err := end(plays(m, "a7-b7", "g7-f7"))
			must(t, err)
			return m
		}
	}
	won := ends(func(m match.Match) (match.Match, error) { return m.Resign(1) })
	lost := ends(func(m match.Match) (match.Match, error) { return m.Resign(0) })
	drawn := ends(func(m match.Match) (match.Match, error) { return m.Stop(match.Drawn, 0) })
	const begun = "start=yes"
	for _, g := range []struct {
		level int
		end   func(m match.Match) match.Match
	}{{1, won}, {1, won}, {2, drawn}, {2, won}, {3, lost}, {3, lost}, {3, lost}} {
		keep("ataxx", begun, g.level, g.end)
	}
	keep("atommaster", "#17", 2, func(m match.Match) match.Match {
		return plays(m, "fire 3", "fire 12", "set b6", "set c3", "set e4", "set a1", "evaluate")
	})
	keep("atommaster", "#18", 2, func(m match.Match) match.Match { return plays(m, "fire 3", "resign") })
	return s
}

package desktest

import (
	"testing"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
)

// Library returns a store with finished games of a person against the computer: seven of Ataxx (three won, one drawn, three
// lost), two deals of Atommaster, and none of Atom-4.
func Library(t testing.TB) store.Store {
	t.Helper()
	s := store.Open(t.TempDir(), games.Find)
	ends := func(end func(m match.Match) (match.Match, error)) func(m match.Match) match.Match {
		return func(m match.Match) match.Match {
			m, err := end(plays(t, m, "a7-b7", "g7-f7"))
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
		keep(t, s, "ataxx", begun, g.level, g.end)
	}
	keep(t, s, "atommaster", "#17", 2, func(m match.Match) match.Match {
		return plays(t, m, "fire 3", "fire 12", "set b6", "set c3", "set e4", "set a1", "evaluate")
	})
	keep(t, s, "atommaster", "#18", 2, func(m match.Match) match.Match { return plays(t, m, "fire 3", "resign") })
	return s
}

// Judged returns a [Library] with one more game of Ataxx, which is judged and has mistakes of the person.
func Judged(t testing.TB) store.Store {
	t.Helper()
	s := Library(t)
	id := ""
	keep(t, s, "ataxx", "", 2, func(m match.Match) match.Match {
		m, err := plays(t, m, AtaxxMoves...).Resign(0)
		must(t, err)
		id = store.RoundID(m)
		return m
	})
	must(t, s.Profile.Judge(id, store.Judged{Asked: true, Nodes: 2000, Moves: 5, Accuracy: 0.71, Faults: []store.Fault{
		{Ply: 4, Number: 3, Move: "a5-a4", Lost: 0.08, Stage: 0, Name: "hole"},
		{Ply: 6, Number: 5, Move: "g1-f1", Lost: 0.31, Stage: 1, Name: "cut"},
		{Ply: 10, Number: 9, Move: "a4-a2", Lost: 0.25, Stage: 2, Name: "other mistakes"},
	}}))
	return s
}

// keep puts a finished game of a person against the computer into a library.
func keep(t testing.TB, s store.Store, name, setup string, level int, do func(m match.Match) match.Match) {
	t.Helper()
	parsed, err := game.ParseSetup(setup)
	must(t, err)
	m, err := match.New(find(t, name), parsed)
	must(t, err)
	m.Players = []match.Player{{Level: level}, {Program: true, Level: level}}
	j, err := s.Library.Begin(name, time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	must(t, err)
	_, err = j.Append(0, append([]string{match.JournalHead}, do(m).Lines()...)...)
	must(t, err)
	must(t, j.Archive())
}

func plays(t testing.TB, m match.Match, moves ...string) match.Match {
	t.Helper()
	for _, text := range moves {
		var err error
		m, _, err = m.Play(text)
		must(t, err)
	}
	return m
}

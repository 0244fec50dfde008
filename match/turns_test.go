package match_test

import (
	"strings"
	"testing"

	"attic/game"
	"attic/game/example/reversi"
	"attic/game/example/toy"
	"attic/games"
	"attic/match"
)

// Turns are counted as people count them, for every way to begin a game, to pass and to end one. Each line: the moves and the result of Where.
func TestTurns(t *testing.T) {
	for _, c := range []struct{ what, id, script, names, where string }{
		{"nothing", "ataxx", "", "", ""},
		{"two sides in turn", "atom4", "i10; h10; h11", "1 player 1, 1 player 2, 2 player 1", "move 2 player 1"},
		{"the second side begins a round", "atom4 round=2", "i10; h10; h11", "1 player 2, 2 player 1, 2 player 2", "move 2 player 2"},
		{"each round counts from 1", "atom4", "i10; resign 1; next; i10", "1 player 1, 2 player 1, 1 player 2", "round 2, move 1 player 2"},
		{"a round that has not begun", "atom4", "i10; resign 1; next", "1 player 1, 2 player 1", "round 2"},
		{"who moved last resigns", "atom4", "i10; h10; resign 2", "1 player 1, 1 player 2, 2 player 2", "move 1 player 2"},
		{"who is to move resigns", "atom4", "i10; resign 2", "1 player 1, 1 player 2", "move 1 player 1"},
		{"opening moves and blocks", "ataxx", "blocks 3gh; a7-b7; start; a1-b1; a7-a6", "1 blue, 2 red", "move 2 red"},
		{"only a set-up", "ataxx", "blocks 3gh; start", "", "set-up"},
		{"blue begins", "ataxx", "fen x5o/7/7/7/7/7/o5x o; start; g7-g6; a7-a6", "1 blue, 2 red", "move 2 red"},
		{"a pass", "ataxx", "fen xoo4/ooo4/ooo4/7/7/7/7 x; start; -; c5-d4; -", "1 red, 1 blue, 2 red", "move 2 red"},
		{"taken back", "ataxx", "start; a7-b7; a1-b1; undo", "1 red", "move 1 red"},
		{"one side moves, and its first beam begins", "atommaster#17", "atoms 5; fire 6; fire 30; set b6", "1, 2, 3", "step 3"},
		{"one side moves, after a start", "atommaster#17", "start; fire 6; fire 30", "1, 2", "step 2"},
		{"the next deal", "atommaster#17", "fire 6; next; fire 6; fire 30", "1, 1, 2", "round 2, step 2"},
		{"a toy", "toy#1", "start; guess 10; resign 1", "1, 2", "step 1"},
		{"another open game", "reversi", "d3; c3; c4", "1 black, 1 white, 2 black", "move 2 black"},
	} {
		name, setup, err := game.ParseID(c.id)
		if err != nil {
			t.Fatal(err)
		}
		g, ok := map[string]game.Game{"toy": toy.Game{}, "reversi": reversi.Game{}}[name]
		if !ok {
			g, _ = games.Find(name)
		}
		m, err := match.New(g, setup)
		if err != nil {
			t.Fatal(err)
		}
		if m, err = steps(t, m, c.script); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		var names []string
		for _, e := range m.History() {
			if e.Number > 0 {
				names = append(names, g.Info().Nth(e.Turn, e.Seat))
			}
		}
		if got := strings.Join(names, ", "); got != c.names || match.Where(m) != c.where {
			t.Errorf("%s: %q at %q, want %q at %q", c.what, got, match.Where(m), c.names, c.where)
		}
	}
}

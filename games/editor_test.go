package games_test

import (
	"math/rand/v2"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// Random moves in each board editor: every listed move is legal and recorded in its own spelling, views travel, undo and redo return to the same
// boards, and what Playable accepts comes back from its game ID and its FEN.
func TestEditors(t *testing.T) {
	for _, g := range games.All() {
		e, ok := g.(game.Editor)
		if !ok { // a game need not have one; scripts try it in ours
			continue
		}
		rng := rand.New(rand.NewPCG(67, 5))
		playable := 0
		for range 12 {
			setup, err := e.Edited(game.Setup{}, nil)
			if err != nil || !game.Edits(setup) {
				t.Fatal(setup, err)
			}
			m, err := match.New(g, setup)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for range 1 + rng.IntN(30) {
				v := m.State().View(0)
				list := v.Moves()
				move := list[rng.IntN(len(list))]
				if rng.IntN(4) == 0 && len(texts) > 3 {
					if back, err := m.Undo(); err != nil {
						t.Fatal(err)
					} else if again, err := back.Redo(); err != nil || describe(again) != describe(m) {
						t.Fatalf("%s: undo and redo lead to %s, %v", g.Info().Name, describe(again), err)
					}
				}
				next, played, err := m.Play(move.Text)
				if err != nil || played.Text != move.Text || next.ToMove() != game.Anyone {
					t.Fatalf("%s: %q became %q: %v", g.Info().Name, move.Text, played.Text, err)
				}
				if v.Preview(move.Text).Sentence == "" || len(move.Spots) > 0 && v.Look(move.Track, move.Spots...).Sentence != v.Preview(move.Text).Sentence {
					t.Errorf("%s: %q has no preview", g.Info().Name, move.Text)
				}
				m, texts = next, append(texts, move.Text)
				travels(t, g, m.State().View(1))
			}
			placed, err := m.Placed()
			if fault := e.Playable(m.State().View(0)); fault != nil {
				if err != nil && err.Error() != fault.Error() {
					t.Errorf("%s: the ID says %q, the editor %q", g.Info().Name, err, fault)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v: %v", g.Info().Name, texts, err)
				continue
			}
			playable++
			id := game.ID(g.Info().Name, placed)
			_, read, err := game.ParseID(id)
			if err != nil || read != placed || game.Edits(read) {
				t.Errorf("%s: %q: %+v, %v", g.Info().Name, id, read, err)
			}
			begun, err := g.New(placed.With(g.Info().Started))
			if err != nil || begun.ToMove() == game.Nobody {
				t.Fatalf("%s: %q: %v", g.Info().Name, id, err)
			}
			again, err := g.New(placed.Without(g.Info().Started).With(game.Editing))
			if err != nil || again.View(0).Scene().Spots == nil || board(again.View(0)) != board(m.State().View(0)) {
				t.Errorf("%s: %q opens as %s, want %s", g.Info().Name, id, board(again.View(0)), board(m.State().View(0)))
			}
			if r, ok := g.(game.Recorded); ok {
				record, err := r.RecordOf(setup, texts)
				if err != nil || len(record.Moves) > 0 {
					t.Fatal(record, err)
				}
				if from, err := r.SetupAt(record.Final); err != nil || from != placed {
					t.Errorf("%s: the FEN %s leads to %+v, %v", g.Info().Name, record.Final, from, err)
				}
			}
		}
		if playable == 0 {
			t.Errorf("%s: no board could be played", g.Info().Name)
		}
	}
}

func board(v game.View) string { return v.Grid(0, 0).String() }

func describe(m match.Match) string {
	return board(m.State().View(0)) + m.State().View(0).Status().Turn
}

// travels checks that a view is the same after it is written and read.
func travels(t *testing.T, g game.Game, v game.View) {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	read, err := g.ParseView(text)
	if err != nil {
		t.Fatalf("%s: %s: %v", g.Info().Name, text, err)
	}
	if board(read) != board(v) || read.Status().Turn != v.Status().Turn || read.Status().Last != v.Status().Last || len(read.Moves()) != len(v.Moves()) {
		t.Errorf("%s: a view became\n%s\n%+v, want\n%s\n%+v", g.Info().Name, board(read), read.Status(), board(v), v.Status())
	}
}

// The same sentence says what is impossible, wherever it is shown.
func TestImpossibleBoards(t *testing.T) {
	for _, c := range []struct {
		game, want string
		moves      []string
	}{
		{"atom4", "no two pieces touch", []string{"empty", "put red a1 p16"}},
		{"ataxx", "blue has no pieces", []string{"empty", "put red a1"}},
		{"ataxx", "red has no pieces", []string{"remove a7 g1"}},
		{"ataxx", "neither side can move", []string{"empty", "put red a1", "put blue g7", "put block b1 c1 a2 a3 b2 b3 c2 c3 f7 e7 g6 g5 f6 f5 e6 e5"}},
		{"atommaster", "place 3 to 6 atoms, not 1", []string{"put atom a1"}},
		{"atommaster", "place 3 to 6 atoms, not 7", []string{"put atom a1 b1 c1 d1 e1 f1 g1"}},
	} {
		g, _ := games.Find(c.game)
		e := g.(game.Editor)
		setup, _ := e.Edited(game.Setup{}, nil)
		m, err := match.New(g, setup)
		for _, text := range c.moves {
			if err == nil {
				m, _, err = m.Play(text)
			}
		}
		if err != nil {
			t.Fatal(c, err)
		}
		v := m.State().View(0)
		if err := e.Playable(v); err == nil || err.Error() != c.want || v.Status().Turn != "Not ready: "+c.want+"." {
			t.Errorf("%v: %v, %q, want %s", c.moves, err, v.Status().Turn, c.want)
		}
	}
}

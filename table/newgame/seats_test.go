package newgame_test

import (
	"fmt"
	"testing"

	"attic/desk/command"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/match"
	"attic/match/store"
	"attic/table/newgame"
)

// Each line: a person's choices in the menu or on the command line, and the players that result.
func TestWhoPlays(t *testing.T) {
	level := 5
	said := func(change func(*newgame.Wish)) newgame.Wish {
		w := newgame.Usual()
		change(&w)
		return w
	}
	settings := func(s store.GameSettings) newgame.Wish {
		w, err := newgame.Remembered(ataxx.Game{}, s)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	person, program := "a person", "the computer, level 3, beginner"
	for _, c := range []struct {
		clause string
		wish   newgame.Wish
		want   [2]string
		side   int
	}{
		{"as usual", newgame.Usual(), [2]string{person, program}, 0},
		{"a wish for a person", settings(store.GameSettings{Opponent: "person", Side: game.Nobody}), [2]string{person, person}, 0},
		{"a wish for another side", settings(store.GameSettings{Opponent: "program", Side: 1}), [2]string{"the computer, level 0, raw novice", person}, 1},
		{"a wish for programs on both sides", settings(store.GameSettings{Opponent: "both", Level: &level, Side: 1}), [2]string{"the computer, level 5, improver", "the computer, level 5, improver"}, 1},
		{"-a 1", said(func(w *newgame.Wish) { w.Program = 0 }), [2]string{program, person}, 1},
		{"--think 5s", said(func(w *newgame.Wish) { w.Engine = "think:5s" }), [2]string{person, "the computer, 5s a move"}, 0},
		{"--engine x", said(func(w *newgame.Wish) { w.Engine = "/opt/x -y" }), [2]string{person, "the engine x"}, 0},
		{"--engine x -a 1", said(func(w *newgame.Wish) { w.Engine, w.Program = "x", 0 }), [2]string{"the engine x", person}, 1},
	} {
		m, err := match.New(ataxx.Game{}, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		c.wish.Seat(&m)
		if got := [2]string{command.Who(m.Game(), m.Players[0]), command.Who(m.Game(), m.Players[1])}; got != c.want || m.Side != c.side {
			t.Errorf("%s: %q, side %d; want %q, side %d", c.clause, got, m.Side, c.want, c.side)
		}
	}
	m, err := match.New(atom4.Game{}, game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	said(func(w *newgame.Wish) { w.Engine = "x" }).Seat(&m)
	if got := fmt.Sprint(command.Who(m.Game(), m.Players[0]), ", ", command.Who(m.Game(), m.Players[1])); got != "a person, the engine x" {
		t.Errorf("where two persons play as usual, an engine sits so: %s", got)
	}
}

package main

import (
	"fmt"
	"testing"

	"attic/command"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/match"
	"attic/store"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Each line: a person's choices in the menu or on the command line, and who then plays.
func TestWhoPlays(t *testing.T) {
	level := 5
	said := func(change func(*choice)) choice {
		c := usual()
		change(&c)
		return c
	}
	wish := func(w store.GameSettings) choice {
		c, err := wished(ataxx.Game{}, w)
		must(t, err)
		return c
	}
	person, program := "a person", "the computer, level 3, beginner"
	for _, c := range []struct {
		clause string
		choice choice
		want   [2]string
		side   int
	}{
		{"as usual", usual(), [2]string{person, program}, 0},
		{"a wish for a person", wish(store.GameSettings{Opponent: "person", Side: game.Nobody}), [2]string{person, person}, 0},
		{"a wish for another side", wish(store.GameSettings{Opponent: "program", Side: 1}), [2]string{"the computer, level 1, first game", person}, 1},
		{"a wish for programs on both sides", wish(store.GameSettings{Opponent: "both", Level: &level, Side: 1}), [2]string{"the computer, level 5, casual player", "the computer, level 5, casual player"}, 1},
		{"-a 1", said(func(c *choice) { c.ai = 0 }), [2]string{program, person}, 1},
		{"--think 5s", said(func(c *choice) { c.engine = "think:5s" }), [2]string{person, "the computer, 5s a move"}, 0},
		{"--engine x", said(func(c *choice) { c.engine = "/opt/x -y" }), [2]string{person, "the engine x"}, 0},
		{"--engine x -a 1", said(func(c *choice) { c.engine, c.ai = "x", 0 }), [2]string{"the engine x", person}, 1},
	} {
		m, err := match.New(ataxx.Game{}, game.Setup{})
		must(t, err)
		c.choice.seat(&m)
		if got := [2]string{command.Who(m.Game(), m.Players[0]), command.Who(m.Game(), m.Players[1])}; got != c.want || m.Side != c.side {
			t.Errorf("%s: %q, side %d; want %q, side %d", c.clause, got, m.Side, c.want, c.side)
		}
	}
	m, err := match.New(atom4.Game{}, game.Setup{})
	must(t, err)
	said(func(c *choice) { c.engine = "x" }).seat(&m)
	if got := fmt.Sprint(command.Who(m.Game(), m.Players[0]), ", ", command.Who(m.Game(), m.Players[1])); got != "a person, the engine x" {
		t.Errorf("where two persons play as usual, an engine sits so: %s", got)
	}
}

package ataxx

import (
	"math/rand/v2"
	"strings"
	"testing"

	"attic/game"
	"attic/match"
)

// playedMatch returns a match of a setup after some moves.
func playedMatch(t *testing.T, setup game.Setup, texts ...string) match.Match {
	t.Helper()
	m, err := match.New(Game{}, setup)
	for _, text := range texts {
		if err == nil {
			m, _, err = m.Play(text)
		}
	}
	if err != nil {
		t.Fatalf("%v %v: %v", setup, texts, err)
	}
	return m
}

// board returns the board as a person sees it, and the side that begins.
func board(t *testing.T, m match.Match) string {
	t.Helper()
	for m.ToMove() == game.Anyone {
		next, _, err := m.Play("start")
		if err != nil {
			t.Fatal(err)
		}
		m = next
	}
	return m.State().View(game.Nobody).Grid(0, 0).String() + m.State().View(game.Nobody).Status().Turn
}

func TestIDsHoldTheSetUp(t *testing.T) {
	for _, c := range []struct {
		id    string
		texts string
		want  string
	}{
		{"ataxx", "", "ataxx"},
		{"ataxx", "start,a7-b7", "ataxx"},
		{"ataxx#17", "blocks 3gh", "ataxx blocks=3gh#17"},
		{"ataxx blocks=hg3#17", "", "ataxx blocks=hg3#17"},
		{"ataxx blocks=hg3#17", "start,a7-b7", "ataxx blocks=hg3#17"},
		{"ataxx blocks=3#17", "blocks x,blocks g", "ataxx blocks=3gx#17"},
		{"ataxx blocks=3", "blocks 0", "ataxx"},
		{"ataxx", "a7-b7", "ataxx fen=xx4o/7/7/7/7/7/o5x_o"},
		{"ataxx", "a7-b7,start,g7-g6", "ataxx fen=xx4o/7/7/7/7/7/o5x_o"},
		{"ataxx", "fen x5o/7/7/3-3/7/7/o5x o 3 9", "ataxx fen=x5o/7/7/3-3/7/7/o5x_o_3_9"},
		{"ataxx fen=x5o/7/7/3-3/7/7/o5x_o_3_9#5", "fen x5o/7/7/7/7/7/o5x x", "ataxx#5"},
		{"ataxx fen=x5o/7/7/7/7/7/o5x_x_0_1", "", "ataxx fen=x5o/7/7/7/7/7/o5x_x_0_1"},
	} {
		_, setup, err := game.ParseID(c.id)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		if c.texts != "" {
			texts = strings.Split(c.texts, ",")
		}
		m := playedMatch(t, setup, texts...)
		placed, err := m.Placed()
		if got := game.ID("ataxx", placed); err != nil || got != c.want {
			t.Errorf("%s, %s: %s, %v, want %s", c.id, c.texts, got, err, c.want)
			continue
		}
		for m.ToMove() != game.Anyone && m.Ply() > 0 { // back to the set-up
			if m, err = m.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := board(t, playedMatch(t, placed)), board(t, m); got != want {
			t.Errorf("%s begins with\n%s, want\n%s", c.want, got, want)
		}
	}
}

// Every random set-up can be restored from its game ID.
func TestIDsOfSetUpsByChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		m := playedMatch(t, game.Setup{Seed: rng.Uint64N(3)})
		for range rng.IntN(12) {
			moves := game.MovesOf(m.State())
			move := moves[rng.IntN(len(moves))]
			if move.Begins {
				continue
			}
			var err error
			if m, _, err = m.Play(move.Text); err != nil {
				t.Fatal(err)
			}
		}
		placed, err := m.Placed()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := board(t, playedMatch(t, placed)), board(t, m); got != want {
			t.Fatalf("%s begins with\n%s, want\n%s", game.ID("ataxx", placed), got, want)
		}
	}
}

func TestOptionsThatDoNotGoTogether(t *testing.T) {
	for options, want := range map[string]string{
		"fen=7/7_x":                         "the board has 2 ranks",
		"fen=x5o/7/7/7/7/7/o5x_x blocks=3":  "blocks and fen cannot be combined",
		"blocks=3 fen=x5o/7/7/7/7/7/o5x_x":  "blocks and fen cannot be combined",
		"fen=x5o/7/7/7/7/7/o5x":             "this FEN has 1",
		"start=yes fen=x5o/7/7/7/7/7/o5x_z": "the side to move",
	} {
		if _, err := (Game{}).New(game.Setup{Options: options}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", options, err, want)
		}
	}
}

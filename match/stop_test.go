package match_test

import (
	"strings"
	"testing"

	"attic/game"
	"attic/games"
	"attic/match"
)

// A round that people have ended has the right outcome, and is claimed or not.
func TestHowRoundsAreStopped(t *testing.T) {
	for _, c := range []struct {
		lines   string
		text    string
		why     string
		claimed bool
	}{
		{"move i8\nstop draw 1", "Draw.", "Both players agreed.", false},
		{"move i8\nstop draw 2", "Draw.", "One player was away, and the other claimed a draw.", true},
		{"move i8\nstop left 2", "Player 1 wins.", "Player 2 was away.", true},
		{"move i8\nstop time 2", "Player 1 wins.", "Player 2 has run out of time.", false},
		{"move i8\nstop none 1", "No result.", "Player 1 has left.", true},
		{"move i8\nstop none 2", "No result.", "Player 2 has not moved.", true},
		{"move i8\nmove h8\nmove i10\nstop none 2", "No result.", "Player 2 has left.", true},
		{"stop none 1", "No result.", "Player 1 has not moved.", true},
		{"stop none 2", "No result.", "Player 2 has left.", true},
		{"move i8\nmove h8\nresign 1\nround\nmove i8\nstop none 2", "No result.", "Player 2 has not moved.", true},
		{"move i8\nresign 2", "Player 1 wins.", "Player 2 has resigned.", false},
	} {
		g, _ := games.Find("atom4")
		m, err := parse(g, append([]string{"game atom4", "round"}, strings.Split(c.lines, "\n")...)...)
		if err != nil {
			t.Fatal(err)
		}
		if out := m.Outcome(); out.Text != c.text || out.Why != c.why || match.Claimed(m) != c.claimed {
			t.Errorf("%q: %+v, claimed: %v", c.lines, out, match.Claimed(m))
		}
	}
}

// parse returns the match of a record.
func parse(g game.Game, lines ...string) (match.Match, error) {
	p := match.NewParser(g)
	if err := p.Add(lines...); err != nil {
		return match.Match{}, err
	}
	return p.Match()
}

package ataxx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/dev/gametest"
	"attic/game"
	"attic/games/ataxx"
)

// warned checks the warning in a position: there is one if and only if the side to move has a move that lets the other side win next.
func (c *trial) warned(v game.View, seen map[string]int) {
	c.Helper()
	said, is := ataxx.Game{}.Threat(v)
	p := c.p
	p.turn = against(p.turn)
	decided := c.p.filled('x') || c.p.filled('o')
	if !is {
		for _, s := range p.reaches(p.turn) {
			next, _ := p.play(s)
			if decided || !next.filled(p.turn) {
				continue
			}
			how := "end the game and win it"
			switch {
			case next.count(next.turn) == 0 && next.moves() != nil:
				how = "wipe " + c.side(next) + " out, taking the last of its pieces"
			case next.moves() != nil:
				how = "reach a won ending, in which " + c.side(next) + " could not move again"
			}
			if c.allowed(s, how) {
				c.Errorf("%s: nothing is said about %v", c.fen, s)
			}
		}
		return
	}
	seen["warnings"]++
	if !c.match(said.Sentence, `(Red|Blue) threatens to `+coups+`: (\S+)\.`) {
		c.Fatalf("%s: %q matches no known sentence", c.fen, said.Sentence)
	}
	side, how, s := strings.ToLower(c.part[1]), c.part[2], stepOf(c.part[5])
	if decided || side != c.side(p) || !slices.Contains(p.reaches(p.turn), s) || !c.coup(p, s, 2) || !c.allowed(s, how) {
		c.Errorf("%s: %q is not true", c.fen, said.Sentence)
		seen["false warnings"]++
	}
}

// allowed reports whether the side to move has a move after which the other side wins with s, in the way that the parameter how describes.
func (c *trial) allowed(s step, how string) bool {
	return slices.ContainsFunc(c.p.moves(), func(reply step) bool {
		next, _ := c.p.play(reply)
		if next.moves() == nil || !slices.Contains(next.reaches(next.turn), s) {
			return false
		}
		after, _ := next.play(s)
		if !after.filled(next.turn) {
			return false
		}
		return c.match(how, coups) && c.coup(next, s, 1)
	})
}

// compared checks hints and answers in n positions, half of them endings, and warnings in these positions and in more endings. It
// returns the counts.
func compared(t *testing.T, n int, nodes int64) gametest.Seen {
	t.Helper()
	seen := gametest.Seen{}
	for i, p := range append(positions(n/2), endings(5*n)...) {
		v, err := ataxx.Game{}.ParseView(fmt.Appendf(nil, `{"fen":%q,"self":1}`, p.fen()))
		if err != nil {
			t.Fatal(err)
		}
		c := &trial{T: t, fen: p.fen(), p: p}
		c.warned(v, seen)
		moves := p.moves()
		if moves == nil {
			if a, err := (ataxx.Game{}).Compare(t.Context(), v, "", nodes); err == nil {
				t.Errorf("%s: the game is over, and the hint is %q", p.fen(), a.Text)
			}
			continue
		}
		if i >= n {
			continue
		}
		seen.Position(t)
		checkHint(t, p, moves[i*31%len(moves)], nodes, seen)
	}
	seen.Done(t)
	return seen
}

// Hints, warnings and the answers to why are true, and hints and answers recommend the same move.
func TestHintsCompareTruly(t *testing.T) {
	compared(t, 90, 4000).Needs(t, "exchange", "stays", "covers", "won ending", "every move wins", "every move", "warnings")
}

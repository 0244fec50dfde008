package ataxx_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/games/ataxx"
)

// crowded returns the FEN of a random board with the side to move shut in: a few squares are empty, in a corner of the other side.
func crowded(r *rand.Rand) string {
	var ranks []string
	width, height := 2+r.IntN(4), 2+r.IntN(4)
	for rank := range 7 {
		var b strings.Builder
		for file := range 7 {
			near := max(file-width, rank-height)
			switch {
			case near < 0 && r.IntN(3) > 0:
				b.WriteByte('o')
			case near < 0:
				b.WriteByte('1')
			case near < 2 && r.IntN(12) > 0:
				b.WriteByte("o-"[r.IntN(2)])
			default:
				b.WriteByte("xxxxo-"[r.IntN(6)])
			}
		}
		ranks = append(ranks, b.String())
	}
	return "fen " + strings.Join(ranks, "/") + " x"
}

// empties counts the empty squares of a position, from the dots of its board.
func empties(p game.Position) int {
	return strings.Count(p.Print(), ".")
}

// forces reports whether a seat can force a win within plies plies, by trying all moves.
func forces(p game.Position, seat, plies int) bool {
	if p.ToMove() < 0 {
		return p.Outcome().Winner == seat
	}
	if plies == 0 {
		return false
	}
	wins := func(move string) bool {
		next, err := p.Play(move)
		return err == nil && forces(next, seat, plies-1)
	}
	if p.ToMove() == seat {
		return slices.ContainsFunc(p.Moves(), wins)
	}
	return !slices.ContainsFunc(p.Moves(), func(move string) bool { return !wins(move) })
}

// A decided game is reported to each side and to spectators, with the command that fills the board; the hint and the result agree.
func TestADecidedGameSaysSo(t *testing.T) {
	for _, c := range []struct{ fen, red, blue, both, why, follows string }{
		{
			"x6/7/7/7/7/7/7 x 0 1", "Blue has no pieces left: you have won. finish fills the board.", "You have no pieces left: you have lost. finish fills the board.",
			"Blue has no pieces left: red has won. finish fills the board.", "Blue has no pieces left: red 49, blue 0.", "finish fills the board: red wins, 49 to 0.",
		},
		{
			"7/7/7/7/7/7/o6 x 0 1", "You have no pieces left: you have lost. Type - to pass; finish fills the board.", "Red has no pieces left: you have won. finish fills the board.",
			"Red has no pieces left: blue has won. Type - to pass; finish fills the board.", "Red has no pieces left: red 0, blue 49.", "finish fills the board: blue wins, 49 to 0.",
		},
		{
			"oxx4/xxx4/xxx4/7/7/7/7 x 0 1", "Blue cannot move again: you have won. finish fills the board.", "You cannot move again: you have lost. finish fills the board.",
			"Blue cannot move again: red has won. finish fills the board.", "Neither side can move: red ", "finish fills the board: red wins, 4",
		},
	} {
		s, err := ataxx.Game{}.New(game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"fen " + c.fen, "start"} {
			if s, _, err = s.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		for seat, want := range map[int]string{0: c.red, 1: c.blue, game.Nobody: c.both} {
			if got := game.Typed(s.View(seat).Status().Turn); got != want {
				t.Errorf("%s, seat %d: %q, want %q", c.fen, seat, got, want)
			}
		}
		a, err := ataxx.Game{}.Advise(t.Context(), s.View(s.ToMove()), 500)
		if got := game.Typed(a.Follow.Sentence); err != nil || !strings.HasPrefix(got, c.follows) {
			t.Errorf("%s: %q follows, %v", c.fen, got, err)
		}
		for _, text := range s.View(0).Status().Rest {
			if s, _, err = s.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.Outcome().Why; !strings.HasPrefix(got, c.why) {
			t.Errorf("%s ends with %q", c.fen, got)
		}
	}
}

// The side that Settled names can force a win, as a search of all moves confirms, and Lead agrees with the pieces on the board.
func TestSettled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	settled, open := 0, 0
	for range 4000 {
		text := crowded(r)
		p, err := ataxx.Game{}.ReadPosition(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if p.ToMove() < 0 {
			continue
		}
		standing := p.View().Status().Standing
		board, _, _ := strings.Cut(strings.TrimPrefix(text, "fen "), " ")
		if want := strings.Count(board, "x") - strings.Count(board, "o"); standing.Lead != want {
			t.Fatalf("%s: the lead is %d, want %d", text, standing.Lead, want)
		}
		winner := p.ToMove()
		if standing.Settled < 0 {
			winner = 1 - winner
		}
		n := empties(p)
		switch {
		case standing.Settled == 0:
			open++
		case n <= 4:
			settled++
			if !forces(p, winner, 2*n+4) {
				t.Errorf("%s: seat %d is said to win", text, winner)
			}
		}
	}
	if settled < 20 || open < 20 {
		t.Errorf("only %d settled positions and %d others were checked", settled, open)
	}
	start, err := ataxx.Game{}.ReadPosition("startpos")
	if err != nil {
		t.Fatal(err)
	}
	if start.View().Status().Settled != 0 {
		t.Error("the start is settled")
	}
}

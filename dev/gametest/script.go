package gametest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
)

// Play returns the state after moves from a setup. The moves, in any spelling, are separated by ; and must be legal.
func Play(t testing.TB, g game.Game, setup game.Setup, moves string) game.State {
	t.Helper()
	s, err := g.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.SplitSeq(moves, ";") {
		if moves == "" {
			break
		}
		if s, _, err = s.Play(text); err != nil {
			t.Fatalf("%q in %q: %v", text, moves, err)
		}
	}
	return s
}

// Told returns the text that a seat sees about a subject:
//
//	"to move", "winner"                the name of a seat in lower case, "anyone" or "nobody"
//	"turn", "scores", "last", "bar"    parts of the status, with commands as at a prompt
//	"describe"                         the whole description
//	"result", "why"                    parts of the outcome
//	"moves"                            the texts of all moves, with blanks between them
//
// It reports false for any other subject.
func Told(g game.Game, s game.State, seat int, what string) (string, bool) {
	v := s.View(seat)
	switch status := v.Status(); what {
	case "to move":
		return strings.ToLower(viewer(g, s.ToMove())), true
	case "winner":
		return strings.ToLower(viewer(g, s.Outcome().Winner)), true
	case "turn":
		return game.Typed(status.Turn), true
	case "scores":
		return strings.Join(status.Scores, ", "), true
	case "last":
		return status.Last, true
	case "bar":
		return status.Bar, true
	case "describe":
		return v.Describe(), true
	case "result":
		return s.Outcome().Text, true
	case "why":
		return s.Outcome().Why, true
	case "moves":
		var list []string
		for _, m := range game.MovesOf(s) {
			list = append(list, m.Text)
		}
		return strings.Join(list, " "), true
	}
	return "", false
}

// Wander calls f with a state and with the states after each of at most plies random moves.
func Wander(t testing.TB, rng *rand.Rand, s game.State, plies int, f func(game.State)) {
	t.Helper()
	for range plies {
		f(s)
		moves := game.MovesOf(s)
		if len(moves) == 0 {
			return
		}
		var err error
		if s, _, err = s.Play(moves[rng.IntN(len(moves))].Text); err != nil {
			t.Fatal(err)
		}
	}
}

// SelfPlay lets the computer, at its lowest level, play all seats of a running game to the end, and returns the
// moves. If far is set, each view is written and read back, as on another machine.
func SelfPlay(t testing.TB, g game.Game, s game.State, seed uint64, far bool) []string {
	t.Helper()
	const longest = 2000 // plies
	bots := g.(game.Bots)
	low, _, _ := bots.Levels()
	var list []string
	for s.ToMove() != game.Nobody {
		v := s.View(s.ToMove())
		if far {
			var err error
			if v, err = (&trial{game: g}).far(v); err != nil {
				t.Fatal(err)
			}
		}
		text, err := bots.NewBot(low, seed).Choose(t.Context(), v, func(game.Report) {})
		if err != nil {
			t.Fatal(err)
		}
		next, m, err := s.Play(text)
		if err != nil || m.Text != text {
			t.Fatalf("the computer chose %q, which is %q, %v", text, m.Text, err)
		}
		if s, list = next, append(list, text); len(list) > longest {
			t.Fatal("the game does not end")
		}
	}
	return list
}

// Compare compares a text with the file testdata/NAME, or writes the file; see [Golden].
func Compare(t testing.TB, name, got string) {
	t.Helper()
	compare(t, name, []byte(got))
}

// Position reads a position as engines write it: a start, optionally followed by "moves" and the moves.
func Position(t testing.TB, g game.Engines, line string) game.Position {
	t.Helper()
	p, err := read(g, line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return p
}

// FuzzPositions fuzzes the reading of positions as engines write them: a position that is not over must not change
// when it is written and read again. lines are the initial corpus.
func FuzzPositions(f *testing.F, g game.Engines, lines ...string) {
	for _, line := range lines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, err := read(g, line)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an empty error")
			}
			return
		}
		if over := p.ToMove() == game.Nobody; over || len(p.Moves()) == 0 {
			if !over || len(p.Moves()) > 0 {
				t.Errorf("%s: seat %d has %v", p.Text(), p.ToMove(), p.Moves())
			}
			return
		}
		again, err := read(g, p.Text())
		if err != nil || again.Text() != p.Text() || again.Print() != p.Print() || !slices.Equal(again.Moves(), p.Moves()) {
			t.Errorf("%s is read as %v, %v", p.Text(), again, err)
		}
	})
}

package arena

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"attic/game"
)

// teller takes one stone with each move and reports scores in turn: a number, w for a proved win, l for a loss, - for none.
type teller struct {
	closing
	name   string
	scores *[]string
}

func (p teller) Name() string { return p.name }

func (p teller) Move(context.Context, Turn, func(game.Report)) (string, game.Report, error) {
	if len(*p.scores) == 0 {
		return "1", game.Report{}, nil
	}
	text := (*p.scores)[0]
	*p.scores = (*p.scores)[1:]
	r := game.Report{Scored: text != "-"}
	switch text {
	case "w":
		r.Win = 5
	case "l":
		r.Win = -4
	case "-":
	default:
		r.Score, _ = strconv.Atoi(text)
	}
	return "1", r, nil
}

func TestScoresAdjudicate(t *testing.T) {
	resign := Adjudication{Resign: &Resign{Score: 500, Moves: 3}}
	both := Adjudication{Resign: &Resign{Score: 500, Moves: 2, Both: true}}
	draw := Adjudication{Draw: &Draw{Score: 10, Moves: 2, From: 3}}
	const aGivesUp = "Adjudicated: for 3 moves a gave itself a score of -500 or less."
	const bothSayB = "Adjudicated: for 2 moves both engines gave b a score of -500 or less."
	const even = "Adjudicated: for 2 moves both engines gave scores within 10 of even."
	for _, c := range []struct {
		rules  Adjudication
		scores string // the reported scores, in turn
		moves  int    // the number of moves after which the game is ended; 0: never
		winner int
		why    string
	}{
		{Adjudication{}, "-900 900 -900 900 -900 900 0 0 0 0 0 0", 0, 0, ""},
		{resign, "-500 0 -600 0 l 0", 5, 1, aGivesUp},
		{resign, "-500 0 -499 0 -600 0 -600 0 -600", 9, 1, aGivesUp},
		{resign, "-500 0 - 0 -600 0 -600 0 -", 0, 0, ""},
		{resign, "-500 0 w 0 -600 0 -600 0 w", 0, 0, ""},
		{resign, "900 900 900 900 900 900 900", 0, 0, ""},
		{both, "600 -600 600 -600 600", 4, 0, bothSayB},
		{both, "600 0 600 -600 w l", 6, 0, bothSayB},
		{both, "600 600 600 600 600 600", 0, 0, ""},
		{both, "-600 -600 -600 -600 -600", 0, 0, ""},
		{both, "600 -600 - -600 600 -600", 0, 0, ""},
		{draw, "0 0 0 0 0 0 0 0", 6, game.Nobody, even},
		{draw, "0 0 0 90 -10 10 0 1", 8, game.Nobody, even},
		{draw, "0 0 0 0 90 0 0 90 0 0 0", 0, 0, ""},
		{draw, "0 0 0 0 - 0 0 0 w 0 0 0 -", 0, 0, ""},
		{Adjudication{Moves: 2}, "", 4, game.Nobody, "Adjudicated: each side has played 2 moves."},
		{Adjudication{Moves: 100}, "", 0, 0, ""},
	} {
		scores := strings.Fields(c.scores)
		players := [2]Player{teller{name: "a", scores: &scores}, teller{name: "b", scores: &scores}}
		g, err := Play(t.Context(), heap{}, players, "fen 14 0", Terms{Adjudication: c.rules}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if c.moves == 0 {
			if g.Adjudicated || len(g.Moves) != 13 {
				t.Errorf("%+v, %s: ended by %s after %d moves", c.rules, c.scores, g.Why, len(g.Moves))
			}
			continue
		}
		if !g.Adjudicated || len(g.Moves) != c.moves || g.Winner != c.winner || g.Why != c.why {
			t.Errorf("%+v, %s: %+v, want %d after %d moves: %s", c.rules, c.scores, g, c.winner, c.moves, c.why)
		}
	}
}

// counted is a heap that counts pieces: the side to move leads by the number of stones left, and an even heap is settled.
type counted struct {
	stones
	settles bool
}

func (p counted) View() game.View { return countedView{heapView{p: p.stones}, p} }

type countedView struct {
	heapView
	p counted
}

func (v countedView) Status() (s game.Status) {
	s.Lead = 10 - v.p.left
	if v.p.settles && v.p.left%2 == 0 {
		s.Settled = 2*v.p.seat - 1
	}
	return s
}

func (p counted) Play(text string) (game.Position, error) {
	next, err := p.stones.Play(text)
	if err != nil {
		return nil, err
	}
	return counted{next.(stones), p.settles}, nil
}

type counting struct {
	heap
	settles bool
}

func (g counting) ReadPosition(text string) (game.Position, error) {
	p, err := g.heap.ReadPosition(text)
	if err != nil {
		return nil, err
	}
	return counted{p.(stones), g.settles}, nil
}

func TestMaterialAndEasyFillAdjudicate(t *testing.T) {
	for _, c := range []struct {
		g      counting
		rules  Adjudication
		moves  int
		winner int
		why    string
	}{
		{counting{}, Adjudication{Material: 3}, 6, 0, "Adjudicated: a leads by 3 pieces."},
		{counting{}, Adjudication{Material: 4}, 7, 1, "Adjudicated: b leads by 4 pieces."},
		{counting{settles: true}, Adjudication{EasyFill: true}, 1, 1, "Adjudicated: b can fill the board and win, and a can only pass."},
		{counting{settles: true}, Adjudication{}, 12, game.Nobody, "One is left."},
		{counting{}, Adjudication{EasyFill: true}, 12, game.Nobody, "One is left."},
	} {
		var none []string
		players := [2]Player{teller{name: "a", scores: &none}, teller{name: "b", scores: &none}}
		g, err := Play(t.Context(), c.g, players, "fen 13 0", Terms{Adjudication: c.rules}, 1)
		if err != nil || len(g.Moves) != c.moves || g.Winner != c.winner || g.Why != c.why || g.Adjudicated != strings.HasPrefix(c.why, "Adj") {
			t.Errorf("%+v: %+v, %v, want %d after %d moves: %s", c.rules, g, err, c.winner, c.moves, c.why)
		}
	}
}

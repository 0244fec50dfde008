package desktest

import (
	"context"
	"fmt"
	"testing"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Reviewed returns a table for the game with this ID, after moves, with people in all seats. The game's advice is made up from chances, the first
// seat's chances of winning in percent before each move after the set-up, and at the end. The best move is the move played, unless it lowers the
// chances of its seat; then a different move is best. The best line has one more move. Positions after other moves are even.
func Reviewed(t testing.TB, id string, moves []string, chances ...float64) *table.Table {
	t.Helper()
	name, setup, err := game.ParseID(id)
	must(t, err)
	g := advised{find(t, name), map[string]game.Advice{}}
	m, err := match.New(g, setup)
	must(t, err)
	judged := 0
	for _, text := range moves {
		if seat := m.ToMove(); seat >= 0 {
			advice := g.judge(t, m, text, chances[judged:])
			g.by[viewText(t, m.State().View(seat))] = advice
			judged++
		}
		m, _, err = m.Play(text)
		must(t, err)
	}
	if m.ToMove() >= 0 {
		g.by[viewText(t, m.State().View(m.ToMove()))] = g.judge(t, m, "", chances[judged:])
	}
	for i := range m.Players {
		m.Players[i].Program = false
	}
	m.Side = 0
	return table.New(table.Config{Match: m, Chance: func() uint64 { return 77 }})
}

// judge makes up the advice for the position of m. played is the next move, or "" at the end.
func (g advised) judge(t testing.TB, m match.Match, played string, chances []float64) game.Advice {
	t.Helper()
	seat := m.ToMove()
	moves := game.MovesOf(m.State())
	a := game.Advice{Text: moves[0].Text, Chance: chances[0] / 100}
	if len(moves) > 1 && a.Text == played {
		a.Text = moves[1].Text
	}
	lost := len(chances) > 1 && chances[1] < chances[0]
	if seat == 1 {
		a.Chance = 1 - a.Chance
		lost = len(chances) > 1 && chances[1] > chances[0]
	}
	if !lost && played != "" {
		a.Text = played
	}
	a.Move, a.Line = m.State().View(seat).Preview(a.Text), []string{a.Text}
	next, _, err := m.State().Play(a.Text)
	must(t, err)
	if next.ToMove() >= 0 {
		a.Line = append(a.Line, game.MovesOf(next)[0].Text)
	}
	if a.Text != played { // playing the advised move leaves the chance unchanged
		if to := next.ToMove(); to >= 0 {
			stays := game.Advice{Chance: chances[0] / 100}
			if to == 1 {
				stays.Chance = 1 - stays.Chance
			}
			g.by[viewText(t, next.View(to))] = stays
		}
	}
	a.Move.Sentence = fmt.Sprintf("%s: it takes more than any other move, and nothing of it can be taken back in the next two turns.", a.Text)
	return a
}

// advised is a game whose advice a test chooses.
type advised struct {
	game.Game
	by map[string]game.Advice // by the text of the view
}

func (g advised) Advise(_ context.Context, v game.View, _ int64) (game.Advice, error) {
	text, err := v.MarshalText()
	if err != nil {
		return game.Advice{}, err
	}
	if a, ok := g.by[string(text)]; ok {
		return a, nil
	}
	return game.Advice{Chance: 0.5}, nil
}

func (g advised) Threat(game.View) (game.Preview, bool) { return game.Preview{}, false }

// Two games, with the first seat's chances of winning before each move and at the end.
var (
	AtaxxMoves = []string{
		"blocks 3gh", "start", "a7-a5", "a1-a3", "a5-a4", "g7-g5", "g1-f1", "g5-f4", "f1-f3", "g5-g4", "a4-a2", "g4-g2",
	}
	AtaxxChances = []float64{50, 52, 51, 53, 54, 46, 66, 64, 66, 41, 38}

	Atom4Moves   = []string{"i10", "h10", "h11", "g11", "g9", "i8", "g10", "i11", "h8"}
	Atom4Chances = []float64{50, 53, 50, 51, 72, 44, 46, 40, 99}
)

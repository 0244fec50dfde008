//go:build long

package atom4_test

import (
	"encoding/json"
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/search"
	"attic/games/atom4"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
)

// TestStrategyIsSound searches 300,000 nodes for each answer. A move is worse than another one if it loses more than 25 points.
func TestStrategyIsSound(t *testing.T) {
	t.Parallel()
	learntest.Sound(t, atom4.Game{}, "Strategy", 25, func(s game.State) (int, string) {
		p := positionOf(t, s)
		switch {
		case p.Won():
			return -search.Win, ""
		case p.Over():
			return 0, ""
		}
		thought := bot.NewEngine(16, 1).Search(t.Context(), p, search.Limits{Nodes: 300_000}, nil)
		return thought.Score, thought.Best.String()
	})
}

// positionOf returns the position of a state.
func positionOf(t *testing.T, s game.State) rules.Position {
	t.Helper()
	var sent struct{ Board, Turn, Move string }
	if err := json.Unmarshal([]byte(text(t, s.View(max(s.ToMove(), 0)))), &sent); err != nil {
		t.Fatal(err)
	}
	turn, err := rules.ParseColor(sent.Turn)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.ParseBoard(sent.Board, turn)
	if err != nil {
		t.Fatal(err)
	}
	if sent.Move == "" {
		return p
	}
	move, err := rules.ParseSquare(sent.Move)
	if err != nil {
		t.Fatal(err)
	}
	return p.Play(move)
}

//go:build long

package ataxx_test

import (
	"testing"

	"attic/dev/learntest"
	"attic/game"
	"attic/game/search"
	"attic/games/ataxx"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// TestStrategyIsSound searches 300,000 nodes for each answer. A move is worse than another one if it loses more than 60 hundredths of a piece.
func TestStrategyIsSound(t *testing.T) {
	t.Parallel()
	engine := bot.NewEngine(16, 1)
	learntest.Sound(t, ataxx.Game{}, "Strategy", 60, func(s game.State) (int, string) {
		p := positionOf(t, s)
		if p.Over() {
			winner, won := p.Result().Winner()
			switch {
			case !won:
				return 0, ""
			case winner == p.Turn():
				return search.Win, ""
			}
			return -search.Win, ""
		}
		engine.Forget()
		thought := engine.Search(t.Context(), p, search.Limits{Nodes: 300_000}, nil)
		return thought.Score, p.GuideText(thought.Best)
	})
}

// positionOf returns the position of a state.
func positionOf(t *testing.T, s game.State) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fenOf(t, s), rules.Guide)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

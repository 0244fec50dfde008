package reversi

import (
	"context"

	"attic/game"
	"attic/game/bridge"
	"attic/game/bridge/adviser"
	"attic/game/example/reversi/bot"
	"attic/game/example/reversi/rules"
	"attic/game/search"
)

// scale is the score at which a side wins about three games in four.
const scale = 600

// advise turns the results of a search into sentences.
var advise = adviser.Adviser[rules.Position, rules.Square]{
	Read: read, Parse: legal, Line: line, Side: func(p rules.Position) string { return p.Turn().String() },
	Engine: func() bridge.Searcher[rules.Position, rules.Square] { return bot.NewEngine(8, 1) }, Scale: scale,
	Ended: func(p rules.Position) (int, bool) {
		switch p.Winner() {
		case rules.Empty:
			return 0, p.Over()
		case p.Turn():
			return search.Win - 1, p.Over()
		}
		return 1 - search.Win, p.Over()
	},
}

// Advise gives a hint.
func (Game) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	return advise.Advise(ctx, v, nodes)
}

// Compare gives a hint to a person who thinks of another move.
func (Game) Compare(ctx context.Context, v game.View, other string, nodes int64) (game.Advice, error) {
	return advise.Compare(ctx, v, other, nodes)
}

// Why compares a move with the best one.
func (Game) Why(ctx context.Context, v game.View, move string, nodes int64) (game.Advice, error) {
	return advise.Why(ctx, v, move, nodes)
}

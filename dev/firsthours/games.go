package firsthours

import (
	"context"

	"attic/game"
	"attic/games"
	"attic/games/ataxx"
	"attic/games/atom4"
)

// nodes limits the searches for hints and reviews. Longer searches lead to the same sentences.
const nodes = 2000

// quickAtaxx and quickAtom4 are the games with short searches.
type (
	quickAtaxx struct{ ataxx.Game }
	quickAtom4 struct{ atom4.Game }
)

func (g quickAtaxx) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	return g.Game.Advise(ctx, v, nodes)
}

func (g quickAtaxx) Compare(ctx context.Context, v game.View, other string, _ int64) (game.Advice, error) {
	return g.Game.Compare(ctx, v, other, nodes)
}

func (g quickAtom4) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	return g.Game.Advise(ctx, v, nodes)
}

func (g quickAtom4) Compare(ctx context.Context, v game.View, other string, _ int64) (game.Advice, error) {
	return g.Game.Compare(ctx, v, other, nodes)
}

// Remember implements [game.Rememberer] with short searches.
func (g quickAtaxx) Remember() (game.Advisor, int64) {
	a, most := g.Game.Remember()
	return quick{a}, most
}

// Remember implements [game.Rememberer] with short searches.
func (g quickAtom4) Remember() (game.Advisor, int64) {
	a, most := g.Game.Remember()
	return quick{a}, most
}

// quick is an Advisor with short searches.
type quick struct{ game.Advisor }

func (q quick) Advise(ctx context.Context, v game.View, _ int64) (game.Advice, error) {
	return q.Advisor.Advise(ctx, v, nodes)
}

// find returns the game called name, with short searches.
func find(name string) (game.Game, bool) {
	switch name {
	case "ataxx":
		return quickAtaxx{}, true
	case "atom4":
		return quickAtom4{}, true
	}
	return games.Find(name)
}

// names are the games of the first hours.
var names = []string{"atom4", "ataxx", "atommaster"}

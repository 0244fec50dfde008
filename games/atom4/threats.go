package atom4

import (
	"context"
	"math/rand/v2"

	"attic/game/search"
	"attic/games/atom4/bot"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// A win by continuous threats is often longer than a search of all moves can find. In play, the search for such a win visits up to
// threatNodes positions; for advice, it uses a share of the nodes.
const (
	threatLevel = bot.FullLevel - 2 // the lowest level that looks for such wins, grandmaster
	threatPlies = 60
	threatNodes = 4000
	threatShare = 8 // advice with n nodes looks at n/threatShare positions
	threatMost  = 20_000

	proofThreats = 500_000 // positions for a proof
)

// choose is bot.Choose with the book from bookLevel on, and with wins by continuous threats from threatLevel on.
func choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(bot.Thought)) (bot.Thought, error) {
	if level >= bookLevel {
		if moves, _ := opened(p); len(moves) > 0 {
			m := moves[rand.New(rand.NewPCG(seed, p.Key())).IntN(len(moves))]
			return bot.Thought{Best: m, Line: []rules.Square{m}}, nil
		}
	}
	if level >= threatLevel {
		if r, _ := solve.Threats(p, threatPlies, threatNodes); r.Win > 0 {
			t := bot.Thought{Best: r.Line[0], Score: search.Win - r.Win, Depth: r.Win, Deepest: r.Win, Nodes: r.Nodes, Line: r.Line}
			if progress != nil {
				progress(t)
			}
			return t, nil
		}
	}
	return bot.Choose(ctx, p, level, seed, progress)
}

// advise is bot.Engine.Advise with wins by continuous threats.
func advise(ctx context.Context, e *bot.Engine, p rules.Position, nodes int64) (bot.Advice, error) {
	a, err := e.Advise(ctx, p, nodes)
	if err != nil || a.Win != 0 {
		return a, err
	}
	if r, _ := solve.Threats(p, threatPlies, int(min(nodes/threatShare, threatMost))); r.Win > 0 {
		a = bot.Advice{Line: r.Line, Depth: r.Win, Chance: 1, Win: r.Win, Reason: bot.Reason{Kind: bot.Forces, Plies: r.Win}}
	}
	return a, nil
}

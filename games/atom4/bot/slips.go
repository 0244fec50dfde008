package bot

import (
	"context"
	"math/rand/v2"

	"attic/games/atom4/rules"
	"attic/search"
)

// slips holds the errors that a level makes, which people make too. A zero field disables its slip.
type slips struct {
	depth     int // how many plies the level looks ahead
	wrong     int // adds a random error of up to ±wrong to the value of a move
	greed     int // each adjacent piece that a move turns to the mover's goal colour counts greed too much
	sight     int // only vertices within sight columns and rows of a random vertex are considered
	misses    int // the percentage of positions in which a win at once is missed
	overlooks int // the percentage of positions in which the other player's wins are overlooked
}

// gentle holds the levels that make slips, from LowestLevel up. make ladder measures the differences between them.
var gentle = [...]slips{
	{depth: 1, wrong: 205, greed: 28, sight: 6, misses: 50, overlooks: 52},
	{depth: 1, wrong: 185, sight: 9, misses: 15, overlooks: 32},
	{depth: 1, wrong: 172, overlooks: 24},
	{depth: 1, wrong: 134, overlooks: 10},
	{depth: 1, wrong: 96, overlooks: 1},
	{depth: 2, wrong: 110, overlooks: 2},
}

// choose returns the move that looks best.
func (s slips) choose(ctx context.Context, p rules.Position, moves []rules.Square, rng *rand.Rand) Thought {
	misses, blind := rng.IntN(100) < s.misses, rng.IntN(100) < s.overlooks
	focus := moves[rng.IntN(len(moves))]
	if misses {
		moves = search.Without(moves, p.WinsBy)
	}
	if s.sight > 0 {
		moves = search.Without(moves, func(m rules.Square) bool { return apart(focus, m) > s.sight && (misses || !p.WinsBy(m)) })
	}
	ranked, depth := search.New[node](options(0, 1).Whole()).Rank(ctx, at(p), moves, search.Limits{Depth: s.depth})
	best := Thought{Score: -2 * search.Win, Depth: depth, Deepest: depth, Nodes: int64(len(moves))}
	for _, r := range ranked {
		_, decided := search.Decided(r.Score)
		if decided && r.Score < 0 && blind {
			r.Score, decided = -at(p.Play(r.Move)).Score(), false
		}
		if !decided {
			made, _, _ := p.Touched(r.Move)
			r.Score += s.greed*made + rng.IntN(2*s.wrong+1) - s.wrong
		}
		if r.Score > best.Score {
			best.Best, best.Score, best.Line = r.Move, r.Score, r.Line
		}
	}
	return best
}

// apart returns how many columns or rows lie between two vertices, whichever is more.
func apart(a, b rules.Square) int {
	return max(a.X()-b.X(), b.X()-a.X(), a.Y()-b.Y(), b.Y()-a.Y())
}

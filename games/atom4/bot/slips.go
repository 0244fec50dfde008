package bot

import (
	"context"
	"math/rand/v2"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// slips holds the errors that a level makes, which people make too. A zero field disables its slip.
type slips struct {
	depth     int // the plies that the level looks ahead
	wrong     int // adds a random error of up to ±wrong to the value of a move
	far       int // the percentage by which the error grows with each column or row between the move and a random vertex, where the level looks
	tired     int // the percentage by which the error is larger after 100 moves, and less before that
	greed     int // each adjacent piece that a move turns to the mover's goal colour counts greed too much
	misses    int // the percentage of positions in which an immediate win is missed
	overlooks int // the percentage of the other player's replies that are overlooked; half of it for replies within the distance near of the move
}

// near is a distance in columns or rows.
const near = 2

// gentle holds the levels that make slips, from LowestLevel up. make ladder measures the differences between them.
var gentle = [...]slips{
	{depth: 1, wrong: 380, far: 25, greed: 28, misses: 78, overlooks: 95},
	{depth: 1, wrong: 222, far: 25, greed: 28, misses: 56, overlooks: 82},
	{depth: 1, wrong: 161, far: 20, greed: 28, misses: 42, overlooks: 68},
	{depth: 1, wrong: 109, far: 15, misses: 15, overlooks: 45},
	{depth: 1, wrong: 101, far: 10, tired: 10, overlooks: 30},
	{depth: 1, wrong: 83, far: 8, tired: 20, overlooks: 16},
	{depth: 1, wrong: 79, far: 6, tired: 20, overlooks: 11},
	{depth: 2, wrong: 31, far: 10, tired: 20, overlooks: 82},
	{depth: 2, wrong: 21, far: 10, tired: 20, overlooks: 35},
	{depth: 2, wrong: 19, far: 5, tired: 20, overlooks: 14},
	{depth: 2, wrong: 18, far: 5, tired: 10, overlooks: 6},
	{depth: 2, wrong: 12, far: 5, tired: 10, overlooks: 2},
}

func (s slips) choose(ctx context.Context, p rules.Position, moves []rules.Square, rng *rand.Rand) Thought {
	misses := rng.IntN(100) < s.misses
	focus := moves[rng.IntN(len(moves))]
	if misses {
		moves = search.Without(moves, p.WinsBy)
	}
	ranked, depth := search.New[node](options(0, 1).Whole()).Rank(ctx, at(p), moves, search.Limits{Depth: s.depth})
	best := Thought{Score: -2 * search.Win, Depth: depth, Deepest: depth, Nodes: int64(len(moves))}
	tired := 100 + s.tired*min(p.Count(), 100)/100
	for _, r := range ranked {
		next := at(p.Play(r.Move))
		if reply, ok := answer(next, r.Line); ok {
			unseen := s.overlooks
			if distance(r.Move, reply) <= near {
				unseen /= 2
			}
			if rng.IntN(100) < unseen {
				r.Score = -next.Score()
			}
		}
		if _, decided := search.Decided(r.Score); !decided {
			made, _, _ := p.Touched(r.Move)
			wrong := s.wrong * (100 + s.far*distance(focus, r.Move)) / 100 * tired / 100
			r.Score += s.greed*made + rng.IntN(2*wrong+1) - wrong
		}
		if r.Score > best.Score {
			best.Best, best.Score, best.Line = r.Move, r.Score, r.Line
		}
	}
	return best
}

// answer returns the reply that decides the score of a move, if there is one: an immediate win, or the second move of the line. The parameter next is
// the position after the move.
func answer(next node, line []rules.Square) (rules.Square, bool) {
	switch {
	case next.win >= 0:
		return rules.Square(next.win), true
	case len(line) > 1:
		return line[1], true
	}
	return 0, false
}

func distance(a, b rules.Square) int {
	return max(a.X()-b.X(), b.X()-a.X(), a.Y()-b.Y(), b.Y()-a.Y())
}

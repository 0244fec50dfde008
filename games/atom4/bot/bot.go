package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"attic/games/atom4/rules"
	"attic/search"
)

// The levels; there is no highest.
const (
	LowestLevel = 0
	UsualLevel  = 2
)

// Choose refuses with one of these.
var (
	ErrOver  = errors.New("the round is over, there is no move to choose")
	ErrLevel = errors.New("no such level")
)

// Thought is what the bot has found out: its move, the score for the side to move, the plies searched,
// the nodes visited and the line that both players would best follow.
type Thought = search.Result[rules.Square]

// Choose returns the bot's move for the player to move, as the Best of a thought; progress, unless it is
// nil, gets one thought for each ply searched.
//
// Level n, 0 or more, looks n+1 plies ahead, as in the original program, but two at least, within
// 150,000 nodes, so that a move takes a fraction of a second on any machine. From level 5 or so it is
// the nodes that end the search. Time plays no part: equal positions, levels and seeds give equal moves.
// Among equally good moves the seed decides. A single legal move is played without a search: its thought
// has depth 0.
//
// A win in one ply is never missed, not even when ctx is done, which otherwise ends the search at once
// with the best move found so far. The error wraps ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(Thought)) (Thought, error) {
	if level < LowestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d and up", ErrLevel, level, LowestLevel)
	}
	root := node{p}
	moves := root.Moves(nil)
	switch len(moves) {
	case 0:
		return Thought{}, ErrOver
	case 1:
		return Thought{Best: moves[0], Line: moves}, nil
	}
	rand.New(rand.NewPCG(seed, p.Key())).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return search.New[node](options(4, 1)).Search(ctx, root, moves, limits(level), progress), nil
}

func limits(level int) search.Limits {
	return search.Limits{Depth: max(2, min(level, search.MaxDepth-1)+1), Nodes: 150_000}
}

package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"attic/games/ataxx/rules"
	"attic/search"
)

// The levels.
const (
	LowestLevel  = 1
	HighestLevel = 10
	UsualLevel   = 3
)

// Choose refuses with one of these.
var (
	ErrOver  = errors.New("the game is over, there is no move to choose")
	ErrLevel = errors.New("no such level")
)

// Thought is what the bot has found out: its move, the score in hundredths of a piece for the side to
// move, the plies searched, the nodes visited and the line that both sides would best follow.
type Thought = search.Result[rules.Move]

// Choose returns the bot's move for the side to move, as the Best of a thought; progress, unless it is
// nil, gets one thought for each ply searched. The rule set is that of the position.
//
// Level n of 1..10 looks n+1 plies ahead within n times 40,000 nodes, so that a move takes a fraction of
// a second on any machine. From level 5 or so it is the nodes that end the search in the middle of a
// game. Time plays no part: equal positions, levels and seeds give equal moves. Among equally good moves
// the seed decides. A single legal move, such as a pass, is played without a search: its thought has
// depth 0.
//
// A win in one ply is never missed, not even when ctx is done, which otherwise ends the search at once
// with the best move found so far. The error wraps ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(Thought)) (Thought, error) {
	if level < LowestLevel || level > HighestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d to %d", ErrLevel, level, LowestLevel, HighestLevel)
	}
	root := node{p}
	moves := root.Moves(nil)
	switch len(moves) {
	case 0:
		return Thought{}, ErrOver
	case 1:
		return Thought{Best: moves[0], Line: moves}, nil
	}
	rand.New(rand.NewPCG(seed, key(p))).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return search.New[node](options(4, 1)).Search(ctx, root, moves, limits(level), progress), nil
}

func limits(level int) search.Limits {
	return search.Limits{Depth: level + 1, Nodes: 40_000 * int64(level)}
}

package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"attic/games/atom4/rules"
	"attic/search"
)

// The levels; there is no highest. From the full one on a level is nothing but more time.
const (
	LowestLevel = 0
	UsualLevel  = 2
	FullLevel   = 10
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
// Levels 0 and 1 look one and two plies ahead and do not judge rightly what they see; level 0 now and then
// does not even see that the other player could win. From level 2 on so many nodes are searched, as deep
// as they last: 2,000 at level 2, 20,000 at level 3, 256,000 at level 10, which takes about a second, and at each level above
// twice as many. Time plays no part: equal positions, levels and seeds give equal moves. Among equally
// good moves the seed decides. A single legal move is played without a search: its thought has depth 0.
// From level 2 to 8 the bot would rather win than draw, the less so the higher the level; so the scores
// lean to its side. Among moves that are about as good it plays the one with the most wrong replies (tempt).
//
// A win in one ply is never missed, not even when ctx is done, which otherwise ends the search at once
// with the best move found so far. The error wraps ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(Thought)) (Thought, error) {
	return choose(ctx, p, level, seed, 1, progress)
}

// choose is Choose with a part of the level's nodes, one in so many.
func choose(ctx context.Context, p rules.Position, level int, seed uint64, share int64, progress func(Thought)) (Thought, error) {
	if level < LowestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d and up", ErrLevel, level, LowestLevel)
	}
	moves := p.Moves(nil)
	switch len(moves) {
	case 0:
		return Thought{}, ErrOver
	case 1:
		return Thought{Best: moves[0], Line: moves}, nil
	}
	rng := rand.New(rand.NewPCG(seed, p.Key()))
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if level < len(gentle) {
		t := gentle[level].choose(ctx, p, moves, rng)
		if progress != nil {
			progress(t)
		}
		return t, nil
	}
	nodes := max(nodesOf(level)/share, 1)
	hash := int(min(max(nodes>>14, 1), 64)) // megabytes: 64 bytes for a node up to level 11
	e, root := search.New[node](options(hash, 1)), seen(p, keen{p.Player(), regardOf(level)})
	t := e.Search(ctx, root, moves, search.Limits{Nodes: nodes}, progress)
	if _, decided := search.Decided(t.Score); decided || ctx.Err() != nil {
		return t, nil
	}
	return tempt(ctx, e, root, moves, t, nodes/2), nil
}

// nodesOf returns how many nodes a level searches, from level 2 on: at each level above the full one twice
// as many as at the one below.
func nodesOf(level int) int64 {
	if level <= FullLevel {
		return [...]int64{2: 2000, 20_000, 60_000, 100_000, 130_000, 160_000, 190_000, 220_000, 256_000}[level]
	}
	return nodesOf(FullLevel) << min(level-FullLevel, 40)
}

// regardOf returns the regard of a level for the other player, from level 2 on: the higher the level the
// better players it meets.
func regardOf(level int) int8 { return int8(40 + 10*max(0, min(level, 9)-3)) }

// glance is a way to choose that is easily mistaken.
type glance struct {
	depth     int // plies looked at
	spread    int // by how much the score of a move may be mistaken
	overlooks int // in how many of 100 moves the other player's wins at once are not thought of
}

var gentle = [...]glance{{depth: 1, spread: 70, overlooks: 20}, {depth: 2, spread: 25}}

// choose returns the move that looks best. Wins are not mistaken.
func (g glance) choose(ctx context.Context, p rules.Position, moves []rules.Square, rng *rand.Rand) Thought {
	ranked, depth := search.New[node](options(0, 1)).Rank(ctx, at(p), moves, search.Limits{Depth: g.depth})
	blind := rng.IntN(100) < g.overlooks
	best := Thought{Score: -search.Win, Depth: depth, Deepest: depth, Nodes: int64(len(moves))}
	for _, r := range ranked {
		_, decided := search.Decided(r.Score)
		if decided && r.Score < 0 && blind {
			r.Score, decided = -at(p.Play(r.Move)).Score(), false
		}
		if !decided {
			r.Score += rng.IntN(2*g.spread+1) - g.spread
		}
		if r.Score > best.Score {
			best.Best, best.Score, best.Line = r.Move, r.Score, r.Line
		}
	}
	return best
}

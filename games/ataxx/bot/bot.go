package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

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

// level is how a level thinks: that far ahead and no further, within so many nodes. What it finds is
// wrong by up to so many hundredths of a piece, for each move by chance.
type level struct {
	depth int
	nodes int64
	wrong int
}

// levels are those from LowestLevel on.
var levels = [HighestLevel]level{
	{1, 0, 310},
	{2, 0, 330},
	{2, 0, 120},
	{3, 0, 110},
	{search.MaxDepth, 850, 0},
	{search.MaxDepth, 2_700, 0},
	{search.MaxDepth, 9_000, 0},
	{search.MaxDepth, 30_000, 0},
	{search.MaxDepth, 110_000, 0},
	{search.MaxDepth, 450_000, 0},
}

// hash is the megabytes of the table of a level.
func (l level) hash() int { return 1 + int(l.nodes>>15) }

// Choose returns the bot's move for the side to move, as the Best of a thought; progress, unless it is
// nil, gets one thought for each ply searched. The rule set is that of the position.
//
// The lowest levels see one to three plies and value what they see with an error that the seed decides, but they jump only to take; the
// others make no errors but those of a short search, whose length grows from level to level. Time plays no
// part: equal positions, levels and seeds give equal moves. Among equally good moves the seed decides. A
// single legal move, such as a pass, is played without a search: its thought has depth 0.
//
// A win in one ply is never missed, not even when ctx is done, which otherwise ends the search at once
// with the best move found so far. The error wraps ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, number int, seed uint64, progress func(Thought)) (Thought, error) {
	if number < LowestLevel || number > HighestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d to %d", ErrLevel, number, LowestLevel, HighestLevel)
	}
	root := node{p, usual()}
	moves := p.Moves(nil)
	switch len(moves) {
	case 0:
		return Thought{}, ErrOver
	case 1:
		return Thought{Best: moves[0], Line: moves}, nil
	}
	r := rand.New(rand.NewPCG(seed, key(p)))
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	l := levels[number-LowestLevel]
	limits := search.Limits{Depth: l.depth, Nodes: l.nodes}
	if l.wrong == 0 {
		return search.New[node](options(l.hash(), 1)).Search(ctx, root, moves, limits, progress), nil
	}
	sensible := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return pointless(p, m) })
	if len(sensible) > 0 {
		moves = sensible
	}
	ranked, depth := search.New[node](options(0, 1)).Rank(ctx, root, moves, limits)
	best, most := Thought{Depth: depth, Deepest: depth}, -2*search.Win
	for _, m := range ranked {
		score := m.Score
		if _, decided := search.Decided(score); !decided {
			score += r.IntN(2*l.wrong+1) - l.wrong
		}
		if score > most {
			most = score
			best.Best, best.Score, best.Line = m.Move, m.Score, m.Line
		}
	}
	if progress != nil {
		progress(best)
	}
	return best, nil
}

// pointless reports whether m is a jump that takes nothing, unless it wins at once: what a person who sees little
// would not play either.
func pointless(p rules.Position, m rules.Move) bool {
	if !m.IsJump() || p.Turned(m.To()) != 0 {
		return false
	}
	winner, won := p.Play(m).Result().Winner()
	return !won || winner != p.Turn()
}

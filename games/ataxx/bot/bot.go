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

// Errors of Choose wrap one of these.
var (
	ErrOver  = errors.New("the game is over; there is no move to choose")
	ErrLevel = errors.New("no such level")
)

// Thought is the result of the bot's search: its move, the score in hundredths of a piece for the side to
// move, the plies searched, the nodes visited and the best line for both sides.
type Thought = search.Result[rules.Move]

// level is how a level plays: it looks depth plies ahead, or searches nodes, and makes slips.
type level struct {
	depth int
	nodes int64
	slips slips
}

// levels holds the levels from LowestLevel up. make ladder measures the differences between them.
var levels = [HighestLevel]level{
	{depth: 1, slips: slips{wrong: 720, greed: 150, sight: 3, misses: 50}},
	{depth: 1, slips: slips{wrong: 580, greed: 80, sight: 4, misses: 25}},
	{depth: 1, slips: slips{wrong: 510, greed: 40}},
	{depth: 1, slips: slips{wrong: 265}},
	{depth: 2, slips: slips{wrong: 380}},
	{depth: 2, slips: slips{wrong: 100}},
	{nodes: 600},
	{nodes: 5_000},
	{nodes: 45_000},
	{nodes: 450_000},
}

// names holds the names of the levels.
var names = [HighestLevel]string{
	"first game", "newcomer", "beginner", "learner", "casual player", "regular", "club player", "strong player", "expert", "full strength",
}

// LevelName returns the name of a level for people.
func LevelName(level int) string { return names[level-LowestLevel] }

// hash returns the megabytes of the table of a level.
func (l level) hash() int { return 1 + int(l.nodes>>15) }

// Choose returns the bot's move for the side to move, as the Best of a Thought. progress, unless it is
// nil, is called with a Thought for each ply searched. The position has the rule set.
//
// The levels up to 6 look one or two plies ahead and make slips, which the seed decides: they misjudge, prefer large
// captures, look at only a part of the board and miss wins; see slips. They jump only to take or to win. Each higher level
// searches more nodes, and its only errors are those of a short search. Time does not matter: equal positions, levels and
// seeds give equal moves. Among equally good moves the seed decides. A single legal move, such as a pass, is played without
// a search: its thought has depth 0.
//
// When ctx is done, Choose at once returns the best move found so far; from level 3 on it still never misses a win in
// one ply. The error wraps ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, number int, seed uint64, progress func(Thought)) (Thought, error) {
	if number < LowestLevel || number > HighestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d to %d", ErrLevel, number, LowestLevel, HighestLevel)
	}
	return levels[number-LowestLevel].choose(ctx, p, seed, progress)
}

// choose is Choose at a level.
func (l level) choose(ctx context.Context, p rules.Position, seed uint64, progress func(Thought)) (Thought, error) {
	root := node{p, usual().of(p)}
	moves := p.Moves(nil)
	switch len(moves) {
	case 0:
		return Thought{}, ErrOver
	case 1:
		return Thought{Best: moves[0], Line: moves}, nil
	}
	r := rand.New(rand.NewPCG(seed, key(p)))
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if l.slips == (slips{}) {
		return search.New[node](options(l.hash(), 1)).Search(ctx, root, moves, search.Limits{Nodes: l.nodes}, progress), nil
	}
	t := l.slips.choose(ctx, root, moves, l.depth, r)
	if progress != nil {
		progress(t)
	}
	return t, nil
}

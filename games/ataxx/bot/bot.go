package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

// The levels.
const (
	LowestLevel  = 0
	HighestLevel = LowestLevel + len(levels) - 1
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

// level describes the play of a level, which looks depth plies ahead or searches nodes, and makes slips.
type level struct {
	name  string
	code  int // see game.Graded
	depth int
	nodes int64
	slips slips
}

// levels holds the levels from LowestLevel up. make ladder measures the differences between them, and the scores of players that imitate
// people.
var levels = [...]level{
	{name: "raw novice", code: 0, depth: 1, slips: slips{wrong: 2531, far: 40, misses: 80}},
	{name: "novice", code: 1, depth: 1, slips: slips{wrong: 1288, far: 40, misses: 60}},
	{name: "newcomer", code: 2, depth: 1, slips: slips{wrong: 890, far: 30, tired: 20, greed: 60, misses: 40}},
	{name: "beginner", code: 3, depth: 1, slips: slips{wrong: 703, far: 25, tired: 30, greed: 100, misses: 20}},
	{name: "learner", code: 4, depth: 1, slips: slips{wrong: 538, far: 20, tired: 30, greed: 80, misses: 10}},
	{name: "improver", code: 5, depth: 1, slips: slips{wrong: 380, far: 15, tired: 40, greed: 50}},
	{name: "casual player", code: 6, depth: 1, slips: slips{wrong: 269, far: 10, tired: 40, greed: 20}},
	{name: "regular", code: 7, depth: 2, slips: slips{wrong: 185, far: 15, tired: 40, greed: 20, behind: 90}},
	{name: "keen player", code: 8, depth: 2, slips: slips{wrong: 116, far: 15, tired: 40, greed: 10, behind: 70}},
	{name: "club player", code: 9, depth: 2, slips: slips{wrong: 69, far: 10, tired: 40, behind: 50}},
	{name: "strong player", code: 10, depth: 2, slips: slips{wrong: 46, far: 10, tired: 40, behind: 25}},
	{name: "club champion", code: 11, depth: 2, slips: slips{wrong: 10, far: 10, tired: 40, behind: 5}},
	{name: "expert", code: 12, nodes: 300},
	{name: "senior expert", code: 1225, nodes: 520},
	{name: "leading expert", code: 1250, nodes: 950},
	{name: "candidate master", code: 1275, nodes: 1_800},
	{name: "master", code: 13, nodes: 3_500},
	{name: "senior master", code: 1333, nodes: 7_900},
	{name: "elite master", code: 1367, nodes: 17_800},
	{name: "grandmaster", code: 14, nodes: 40_000},
	{name: "top grandmaster", code: 1433, nodes: 90_000},
	{name: "world champion", code: 1467, nodes: 210_000},
	{name: "full strength", code: 15, nodes: 620_000},
}

// LevelName returns the name of a level for people.
func LevelName(level int) string { return levels[level-LowestLevel].name }

// LevelCodes returns the codes of the levels, which the caller must not change; see game.Graded.
var LevelCodes = sync.OnceValue(func() (codes []int) {
	for _, l := range levels {
		codes = append(codes, l.code)
	}
	return codes
})

// hash returns the megabytes of the table of a level.
func (l level) hash() int { return 1 + int(l.nodes>>15) }

// Choose returns the bot's move for the side to move, as the Best of a Thought. progress, unless it is nil, is called with a Thought for each
// ply searched. The rule set is the position's.
//
// The levels up to 11 look one or two plies ahead and make slips, which the seed decides: they misjudge moves (most of all late in a game,
// and far from where they look), prefer large captures, miss wins and overlook answers; see slips. They jump only to take or to win. Each higher level
// searches more nodes, and its only errors are those of a short search. Time does not matter: equal positions, levels and seeds give equal
// moves. Among equally good moves the seed decides. A single legal move, such as a pass, is played without a search: its thought has depth 0.
//
// When ctx is done, Choose immediately returns the best move found so far; from level 5 on it never misses a win in one ply. Errors wrap
// ErrOver or ErrLevel.
func Choose(ctx context.Context, p rules.Position, number int, seed uint64, progress func(Thought)) (Thought, error) {
	if number < LowestLevel || number > HighestLevel {
		return Thought{}, fmt.Errorf("%w: %d; the levels are %d to %d", ErrLevel, number, LowestLevel, HighestLevel)
	}
	return levels[number-LowestLevel].choose(ctx, p, seed, progress)
}

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

package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"attic/game/search"
	"attic/games/atom4/rules"
)

// The levels; there is no highest. Levels above FullLevel only take more time.
const (
	LowestLevel = 0
	UsualLevel  = 2
	FullLevel   = firstSearch + len(searching) - 1
)

var names = [firstSearch]string{
	"raw novice", "novice", "newcomer", "beginner", "learner", "improver", "casual player", "regular", "keen player", "club player",
	"strong player", "club champion",
}

// firstSearch is the lowest level that makes no slips.
const firstSearch = LowestLevel + len(gentle)

// searching holds the levels from firstSearch to FullLevel, with their codes (see game.Graded), the nodes that they search and their keen.regard, which
// grows with the level, because higher levels meet better players.
var searching = [...]struct {
	name   string
	code   int
	nodes  int64
	regard int8
}{
	{"expert", 12, 600, 40},
	{"master", 13, 3_000, 40},
	{"senior master", 1350, 9_500, 50},
	{"grandmaster", 14, 30_000, 60},
	{"world champion", 1450, 88_000, 80},
	{"full strength", 15, 256_000, 100},
}

// LevelName returns the name of a level for people. All levels above FullLevel have the same name.
func LevelName(level int) string {
	switch {
	case level > FullLevel:
		return "beyond"
	case level >= firstSearch:
		return searching[level-firstSearch].name
	}
	return names[level-LowestLevel]
}

// LevelCodes returns the codes of the levels up to FullLevel, which the caller must not change; see game.Graded.
var LevelCodes = sync.OnceValue(func() (codes []int) {
	for level := LowestLevel; level < firstSearch; level++ {
		codes = append(codes, level)
	}
	for _, l := range searching {
		codes = append(codes, l.code)
	}
	return codes
})

// Errors of Choose wrap one of these.
var (
	ErrOver  = errors.New("the round is over; there is no move to choose")
	ErrLevel = errors.New("no such level")
)

// Thought is the result of the bot's search: its move, the score for the side to move, the plies searched,
// the nodes visited and the best line for both players.
type Thought = search.Result[rules.Square]

// Choose returns the bot's move for the player to move, as the Best of a thought; progress, unless it is
// nil, is called with a Thought for each ply searched.
//
// The levels below firstSearch look one or two plies ahead and make slips, which the seed decides: they misjudge moves (most of all late in a
// round, and far from where they look), miss wins and overlook replies; see slips. The others search a fixed number of nodes, up to 256,000 at FullLevel,
// which takes about a second, and twice as many at each level above. Time does not matter: equal positions, levels and seeds give equal moves. Among
// equally good moves the seed decides. A single legal move is played without a search: its thought has depth 0. Below FullLevel the bot prefers
// winning to drawing, less so at higher levels, so its scores favour its own side.
// Among moves that are about equally good, it plays the one with the most wrong replies (tempt).
//
// When ctx is done, Choose immediately returns the best move found so far; from level 4 on it never misses a win in one ply. Errors wrap ErrOver
// or ErrLevel.
func Choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(Thought)) (Thought, error) {
	return choose(ctx, p, level, seed, 1, progress)
}

// choose is Choose with 1/share of the level's nodes.
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
	most := int64(64)
	if runtime.GOOS == "js" { // a browser keeps the memory until its page is closed
		most = 32
	}
	hash := int(min(max(nodes>>14, 1), most)) // megabytes: 64 bytes for a node, up to the limit
	e, root := search.New[node](options(hash, 1)), seen(p, keen{p.Player(), searching[min(level, FullLevel)-firstSearch].regard}, usual())
	t := e.Search(ctx, root, moves, search.Limits{Nodes: nodes}, progress)
	if _, decided := search.Decided(t.Score); decided || ctx.Err() != nil {
		return t, nil
	}
	return tempt(ctx, e, root, moves, t, nodes/2), nil
}

// nodesOf returns the number of nodes that a level from firstSearch up searches: above FullLevel, twice the number of the level below.
func nodesOf(level int) int64 {
	if level <= FullLevel {
		return searching[level-firstSearch].nodes
	}
	return nodesOf(FullLevel) << min(level-FullLevel, 40)
}

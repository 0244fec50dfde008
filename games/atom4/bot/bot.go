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
	return search.Best(ctx, root, moves, limits(level), progress), nil
}

func limits(level int) search.Limits {
	return search.Limits{Depth: max(2, min(level, search.MaxDepth-1)+1), Nodes: 150_000}
}

// node is a position as the search sees it.
type node struct{ rules.Position }

// Play returns the node after a legal move.
func (n node) Play(s rules.Square) node { return node{n.Position.Play(s)} }

// What counts: pieces of the goal colour, and lines of four vertices with so many of them.
const (
	goalValue  = 5
	twoValue   = 10
	threeValue = 40
)

// Score values the position for the player to move; the result if the round is over.
func (n node) Score() (score int, over bool) {
	mover := n.Player()
	switch winner, won := n.Result().Winner(); {
	case won && winner == mover:
		return search.Win, true
	case won:
		return -search.Win, true
	case n.Over():
		return 0, true
	}
	return prospects(n.Vertices(mover.Goal())) - prospects(n.Vertices(mover.Other().Goal())), false
}

// prospects values the pieces of a goal colour for the player who wants a row of them.
func prospects(goal rules.Set) int {
	pieces := goal.Count()
	if pieces < 2 {
		return goalValue * pieces
	}
	twos, threes := 0, 0
	for axis := range lineEnds {
		d := rules.Direction(axis)
		b := goal.Step(d)
		c := b.Step(d)
		e := c.Step(d)
		var two, three rules.Set
		for i, a := range goal {
			// Four bits added in pairs: one says exactly one of a pair, both says two.
			one1, both1 := a^b[i], a&b[i]
			one2, both2 := c[i]^e[i], c[i]&e[i]
			ends := lineEnds[axis][i]
			three[i] = (both1&one2 | both2&one1) & ends
			two[i] = (one1&one2 | both1&^(c[i]|e[i]) | both2&^(a|b[i])) & ends
		}
		twos += two.Count()
		threes += three.Count()
	}
	return goalValue*pieces + twoValue*twos + threeValue*threes
}

// lineEnds holds for each axis the vertices at which a line of four ends that lies on the board.
var lineEnds = func() (ends [rules.Directions / 2]rules.Set) {
	for axis := range ends {
		d := rules.Direction(axis)
		board := rules.Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		ends[axis] = board.Step(d).Step(d).Step(d)
	}
	return ends
}()

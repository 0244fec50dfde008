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
	return search.Best(ctx, root, moves, limits(level), progress), nil
}

func limits(level int) search.Limits {
	return search.Limits{Depth: level + 1, Nodes: 40_000 * int64(level)}
}

// key spreads a position over 64 bits. The clock is part of it, so that the order of moves differs when
// a position comes again.
func key(p rules.Position) uint64 {
	h := uint64(p.Own())*0x9e3779b97f4a7c15 ^ uint64(p.Clock())<<1 ^ uint64(p.Turn())
	h ^= h >> 29
	return (h ^ uint64(p.Theirs())) * 0xbf58476d1ce4e5b9
}

// node is a position as the search sees it.
type node struct{ rules.Position }

// Play returns the node after a legal move.
func (n node) Play(m rules.Move) node { return node{n.Position.Play(m)} }

// Moves appends the legal moves, those that gain most pieces first.
func (n node) Moves(buf []rules.Move) []rules.Move {
	const most = 9 // eight turned and one new
	var (
		all    [rules.MaxMoves]rules.Move
		gains  [rules.MaxMoves]uint8
		starts [most + 1]int // how many moves gain so much, then where the next of them goes
	)
	moves := n.Position.Moves(all[:0])
	for i, m := range moves {
		gains[i] = n.gain(m)
		starts[gains[i]]++
	}
	next := len(buf)
	for gain := most; gain >= 0; gain-- {
		starts[gain], next = next, next+starts[gain]
	}
	buf = append(buf, moves...)
	for i, m := range moves {
		at := &starts[gains[i]]
		buf[*at] = m
		*at++
	}
	return buf
}

// gain returns how many pieces more the mover has after m: those that turn and, by extending, a new one.
func (n node) gain(m rules.Move) uint8 {
	if m == rules.Pass {
		return 0
	}
	gain := n.Turned(m.To()).Count()
	if m.From() == m.To() {
		gain++
	}
	return uint8(gain)
}

// What counts, in hundredths of a piece.
const (
	pieceValue  = 100
	safeValue   = 20 // a piece without an empty square beside it, which can only be taken by emptying one
	growthValue = 4  // an empty square that one can extend to
)

// Score values the position for the side to move; the result if the game is over.
func (n node) Score() (score int, over bool) {
	own, theirs, free := n.Own(), n.Theirs(), n.Free()
	if n.Over() {
		winner, won := n.Result().Winner()
		switch {
		case !won:
			return 0, true
		case winner == n.Turn():
			return search.Win, true
		default:
			return -search.Win, true
		}
	}
	exposed := free.Near()
	score = pieceValue*(own.Count()-theirs.Count()) +
		safeValue*((own&^exposed).Count()-(theirs&^exposed).Count()) +
		growthValue*((own.Near()&free).Count()-(theirs.Near()&free).Count())
	return score, false
}

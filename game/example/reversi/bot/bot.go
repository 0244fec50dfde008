// Package bot plays Reversi: an evaluation over package rules, searched by package search.
package bot

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"attic/game/example/reversi/rules"
	"attic/game/search"
	"attic/internal/phrase"
)

// The levels.
const (
	LowestLevel  = 1
	HighestLevel = 4
	DefaultLevel = 2
)

// levels has the limits of each level's search. They limit nodes or depth, not time, so that equal seeds give equal games on every machine.
var levels = [HighestLevel]search.Limits{{Depth: 1}, {Depth: 3}, {Nodes: 5_000}, {Nodes: 100_000}}

// LevelName returns a name that says how far a level searches: "3 plies", "5000 positions". Such names suit any game.
func LevelName(level int) string {
	l := levels[level-LowestLevel]
	if l.Nodes > 0 {
		return phrase.Count(int(l.Nodes), "position")
	}
	return phrase.Count(l.Depth, "ply")
}

// ErrOver is returned if there is no move to choose.
var ErrOver = errors.New("the game is over")

// Result is what a search has found.
type Result = search.Result[rules.Square]

// Choose returns a level's move for the side to move, as the Best of a result. Equal positions, levels and seeds give equal moves; the seed decides among
// equally good moves. It calls progress, unless that is nil, after each iteration. When ctx is done it returns immediately with the best move so far.
func Choose(ctx context.Context, p rules.Position, level int, seed uint64, progress func(Result)) (Result, error) {
	moves := p.Moves(nil)
	switch {
	case level < LowestLevel || level > HighestLevel:
		return Result{}, fmt.Errorf("there is no level %d; the levels are %d to %d", level, LowestLevel, HighestLevel)
	case len(moves) == 0:
		return Result{}, ErrOver
	case len(moves) == 1:
		return Result{Best: moves[0], Line: moves}, nil
	}
	chance := rand.New(rand.NewPCG(seed, key(p)))
	chance.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return search.New[node](options(1, 1)).Search(ctx, node{p}, moves, levels[level-LowestLevel], progress), nil
}

// Engine plays at full strength. Like search.Engine it does one search at a time and remembers what it has learned.
type Engine struct {
	*search.Engine[node, rules.Square]
}

// NewEngine returns an engine with a table of hash megabytes that searches on the given number of threads.
func NewEngine(hash, threads int) Engine { return Engine{search.New[node](options(hash, threads))} }

// Search thinks about a running position; see search.Engine.
func (e Engine) Search(ctx context.Context, p rules.Position, limits search.Limits, progress func(Result)) Result {
	return e.Engine.Search(ctx, node{p}, nil, limits, progress)
}

func options(hash, threads int) search.Options {
	return search.Options{Hash: hash, Threads: threads, Tuning: search.Tuning{Window: 60, Late: 60, Internal: 4}}
}

type node struct{ rules.Position }

func key(p rules.Position) uint64 {
	h := uint64(p.Discs(rules.Black))*0x9e3779b97f4a7c15 ^ uint64(p.Turn())
	h ^= h >> 29
	h = (h ^ bits.RotateLeft64(uint64(p.Discs(rules.White)), 17)) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// Key returns a hash of the position.
func (n node) Key() uint64 { return key(n.Position) }

// Play returns the node after a legal move.
func (n node) Play(s rules.Square) node { return node{n.Position.Play(s)} }

// Rest appends nothing, because Moves omits nothing.
func (node) Rest(buf []rules.Square) []rules.Square { return buf }

// Null returns false: in Reversi, having to move is often a disadvantage.
func (n node) Null() (node, bool) { return n, false }

// Known returns the result of a game that is over.
func (n node) Known() (score int, m rules.Square, ok bool) {
	if !n.Over() {
		return 0, 0, false
	}
	switch n.Winner() {
	case rules.Empty:
		return 0, 0, true
	case n.Turn():
		return search.Win, 0, true
	}
	return -search.Win, 0, true
}

// worth is the value of a disc on a square, in hundredths of a disc. The indices are the row and the column, counted from a corner.
var worth = [4][4]int{{500, -150, 30, 10}, {-150, -250, 0, 0}, {30, 0, 1, 2}, {10, 0, 2, 16}}

// choice is the value of each legal move, in hundredths of a disc.
const choice = 8

func at(s rules.Square) int {
	x, y := s.Column(), s.Row()
	return worth[min(y, rules.Size-1-y)][min(x, rules.Size-1-x)]
}

func stand(b rules.Set) (sum int) {
	for ; b != 0; b &= b - 1 {
		sum += at(b.First())
	}
	return sum
}

// Looks puts moves to more valuable squares first.
func (n node) Looks(moves []rules.Square, buf []search.Look) []search.Look {
	for _, s := range moves {
		look := search.Look{Class: uint16(n.Turn())<<8 | uint16(s), Quiet: true}
		if s != rules.Pass {
			look.Promise = int32(at(s))
		}
		buf = append(buf, look)
	}
	return buf
}

// Score evaluates the squares of the discs and the number of legal moves, for the side to move.
func (n node) Score() int {
	where, moves := parts(n.Position)
	return where + moves
}

func parts(p rules.Position) (where, moves int) {
	return stand(p.Discs(p.Turn())) - stand(p.Discs(p.Turn().Other())), choice * (p.Targets().Count() - p.Replies().Count())
}

// Explain describes the static evaluation of the position, in lines of text.
func Explain(p rules.Position) string {
	where, moves := parts(p)
	return fmt.Sprintf("for %v, in hundredths of a disc:\n%+6d  where the discs stand\n%+6d  choice of moves\n%+6d  in all\n", p.Turn(), where, moves, where+moves)
}

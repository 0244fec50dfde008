package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// heap is the game of taking one to three from a heap: who takes the last one wins. The side to move
// loses exactly if the heap is a multiple of four.
type heap int

func (h heap) Moves(buf []int) []int {
	for n := 1; n <= min(3, int(h)); n++ {
		buf = append(buf, n)
	}
	return buf
}

func (h heap) Play(n int) heap { return h - heap(n) }

func (h heap) Score() (int, bool) {
	if h == 0 {
		return -Win, true
	}
	return 0, false
}

func TestHeap(t *testing.T) {
	for h := 1; h <= 20; h++ {
		got := Best(t.Context(), heap(h), nil, Limits{Depth: MaxDepth}, nil)
		// The winner answers n with 4-n; the loser takes one at a time to lose late.
		plies, won := h/4*2+1, true
		if h%4 == 0 {
			plies, won = h/4*2, false
		}
		if n, ok := Decided(got.Score); !ok || n != plies || got.Score > 0 != won {
			t.Errorf("heap %d: score %d, want decided in %d plies, won %v", h, got.Score, plies, won)
		}
		if won && got.Best != h%4 {
			t.Errorf("heap %d: takes %d, want %d", h, got.Best, h%4)
		}
		if got.Depth != plies || len(got.Line) != plies {
			t.Errorf("heap %d: depth %d, line %v: want to stop at %d plies, where it is decided", h, got.Depth, got.Line, plies)
		}
	}
}

// board is noughts and crosses: the squares of the side to move and of the other, as bits.
type board struct{ own, other uint16 }

var rows = []uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (b board) Moves(buf []uint16) []uint16 {
	for m := uint16(1); m < 1<<9; m <<= 1 {
		if (b.own|b.other)&m == 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

func (b board) Play(m uint16) board { return board{b.other, b.own | m} }

func (b board) Score() (int, bool) {
	for _, row := range rows {
		if b.other&row == row {
			return -Win, true
		}
	}
	return 0, b.own|b.other == 0o777
}

func TestBoard(t *testing.T) {
	tests := []struct {
		name     string
		position board
		depth    int
		score    int
		best     []uint16 // any of these; nil: any at all
	}{
		{"nobody wins from the start", board{}, 9, 0, nil},
		{"a win in one", board{own: 0o003, other: 0o030}, 1, Win - 1, []uint16{0o004}},
		{"a win before a defence", board{own: 0o030, other: 0o003}, 9, Win - 1, []uint16{0o040}},
		{"a defence that two plies show", board{own: 0o010, other: 0o003}, 2, 0, []uint16{0o004}},
		{"a defence, late in the list", board{own: 0o003, other: 0o440}, 9, Win - 1, []uint16{0o004}},
		{"the corner answered at the edge loses", board{own: 0o001, other: 0o002}, 9, Win - 5, nil},
		{"a lost position is defended for long", board{own: 0o020, other: 0o007&^0o002 | 0o100}, 9, -Win + 2, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Best(t.Context(), test.position, nil, Limits{Depth: test.depth}, nil)
			if got.Score != test.score || test.best != nil && !slices.Contains(test.best, got.Best) {
				t.Errorf("plays %#o for %d, want %#o for %d", got.Best, got.Score, test.best, test.score)
			}
		})
	}
}

// tree is a random game: a node's moves, score and end follow from the hash of the way to it.
type tree struct {
	hash   uint64
	scores int // static scores are below this
	equal  bool
}

func (p tree) mix(n uint64) uint64 { return rand.NewPCG(p.hash, n).Uint64() }

func (p tree) Moves(buf []int) []int {
	for n := range 1 + p.mix(1)%5 {
		buf = append(buf, int(n))
	}
	return buf
}

func (p tree) Play(m int) tree {
	p.hash = p.mix(uint64(m) + 100)
	return p
}

func (p tree) Score() (int, bool) {
	if p.equal {
		return 0, false
	}
	switch h := p.mix(2); h % 32 {
	case 0:
		return Win, true
	case 1, 2:
		return -Win, true
	case 3:
		return 0, true
	default:
		return int(h>>32)%(2*p.scores+1) - p.scores, false
	}
}

// minimax is the plain definition of a position's score.
func minimax[P Position[P, M], M any](p P, at, depth int) int {
	switch score, over := p.Score(); {
	case over && score != 0:
		return score - score/Win*at
	case over || depth == 0:
		return score
	}
	best := -Win
	for _, m := range p.Moves(nil) {
		best = max(best, -minimax(p.Play(m), at+1, depth-1))
	}
	return best
}

// The root itself is never over: a search is asked for a move.
func running(seed uint64, scores int) tree {
	p := tree{hash: seed, scores: scores}
	for {
		if _, over := p.Score(); !over {
			return p
		}
		p.hash++
	}
}

func TestBestEqualsMinimax(t *testing.T) {
	for seed := range uint64(1500) {
		root := running(seed*1000, []int{1, 10, 1000}[seed%3])
		depth := 1 + int(seed%6)
		want := minimax(root, 0, depth)
		iterations := 0
		got := Best(t.Context(), root, nil, Limits{Depth: depth}, func(r Result[int]) {
			iterations++
			if r.Depth != iterations || r.Score != minimax(root, 0, r.Depth) {
				t.Errorf("seed %d: iteration %d has depth %d and score %d", seed, iterations, r.Depth, r.Score)
			}
		})
		if got.Score != want {
			t.Errorf("seed %d, depth %d: score %d, want %d", seed, depth, got.Score, want)
		}
		if after := -minimax(root.Play(got.Best), 1, depth-1); after != want {
			t.Errorf("seed %d, depth %d: plays %d for %d, the best is worth %d", seed, depth, got.Best, after, want)
		}
		// Played to its end the line leads to the score.
		p, side, n := root, 1, 0
		for ; n < len(got.Line); n++ {
			p, side = p.Play(got.Line[n]), -side
		}
		if end := side * minimax(p, n, 0); end != want {
			t.Errorf("seed %d, depth %d: the line %v ends with %d, want %d", seed, depth, got.Line, end, want)
		}
	}
}

func TestBestRepeats(t *testing.T) {
	for _, lim := range []Limits{{Depth: 7}, {Depth: MaxDepth, Nodes: 5000}} {
		root := running(5, 100)
		first := Best(t.Context(), root, nil, lim, nil)
		second := Best(t.Context(), root, nil, lim, nil)
		if fmt.Sprint(first) != fmt.Sprint(second) {
			t.Errorf("%+v: first %v, then %v", lim, first, second)
		}
	}
}

func TestEqualMovesAreChosenInTheCallersOrder(t *testing.T) {
	root := tree{equal: true}
	for len(root.Moves(nil)) < 5 {
		root.hash++
	}
	moves := root.Moves(nil)
	for first := range moves {
		order := append(slices.Clone(moves[first:]), moves[:first]...)
		if got := Best(t.Context(), root, order, Limits{Depth: 4}, nil); got.Best != first {
			t.Errorf("order %v: plays %d", order, got.Best)
		}
	}
}

func TestPromoteKeepsTheOrderOfTheOthers(t *testing.T) {
	tests := []struct {
		to, move int
		want     []int
		next     int
	}{
		{0, 1, []int{1, 2, 3, 4}, 1},
		{0, 4, []int{4, 1, 2, 3}, 1},
		{1, 3, []int{1, 3, 2, 4}, 2},
		{1, 1, []int{1, 2, 3, 4}, 1},
		{0, 9, []int{1, 2, 3, 4}, 0},
	}
	for _, test := range tests {
		moves := []int{1, 2, 3, 4}
		if next := promote(moves, test.to, test.move); next != test.next || !slices.Equal(moves, test.want) {
			t.Errorf("%d to index %d: %v, then %d; want %v, then %d", test.move, test.to, moves, next, test.want, test.next)
		}
	}
}

// What was passed in and what was passed out stays as it was, whatever the search goes on to do.
func TestCallersSlicesStay(t *testing.T) {
	for seed := range uint64(50) {
		root := running(seed*1000, 100)
		moves := root.Moves(nil)
		given := slices.Clone(moves)
		var lines, then [][]int
		Best(t.Context(), root, moves, Limits{Depth: 6}, func(r Result[int]) {
			lines, then = append(lines, r.Line), append(then, slices.Clone(r.Line))
		})
		if !slices.Equal(moves, given) {
			t.Fatalf("seed %d: the moves %v became %v", seed, given, moves)
		}
		if !slices.EqualFunc(lines, then, slices.Equal) {
			t.Fatalf("seed %d: the lines %v became %v", seed, then, lines)
		}
	}
}

// An iteration that the limit cuts short leaves no trace.
func TestTheLastFinishedIterationCounts(t *testing.T) {
	for seed := range uint64(200) {
		root := running(seed*1000, 100)
		cut := Best(t.Context(), root, nil, Limits{Depth: MaxDepth, Nodes: 2000}, nil)
		whole := Best(t.Context(), root, nil, Limits{Depth: cut.Depth}, nil)
		if cut.Score != whole.Score || !slices.Equal(cut.Line, whole.Line) {
			t.Fatalf("seed %d: %+v, but the finished iteration found %+v", seed, cut, whole)
		}
	}
}

func TestOnlyTheGivenMovesAreSearched(t *testing.T) {
	// Three wins on the spot, but it is not offered.
	got := Best(t.Context(), heap(3), []int{1, 2}, Limits{Depth: 3}, nil)
	if got.Best == 3 || got.Score != -Win+2 {
		t.Errorf("takes %d for %d, want 1 or 2, which lose in two plies", got.Best, got.Score)
	}
}

func TestAFinishedGameHasNoMove(t *testing.T) {
	got := Best(t.Context(), heap(0), nil, Limits{Depth: 3}, func(Result[int]) { t.Error("progress without a move") })
	if len(got.Line) != 0 || got.Depth != 0 || got.Nodes != 0 {
		t.Errorf("found %+v", got)
	}
}

func TestNodesAreBounded(t *testing.T) {
	root := running(11, 100)
	firstPly := int64(len(root.Moves(nil)))
	for _, limit := range []int64{1, 2, 10, 100, 1000, 12345} {
		got := Best(t.Context(), root, nil, Limits{Depth: MaxDepth, Nodes: limit}, nil)
		if got.Nodes > max(limit, firstPly) || len(got.Line) == 0 {
			t.Errorf("limit %d: %d nodes, line %v", limit, got.Nodes, got.Line)
		}
		if limit >= 100 && got.Nodes != limit {
			t.Errorf("limit %d: stopped after %d nodes", limit, got.Nodes)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	root := tree{hash: 3, equal: true}
	for _, depth := range []int{-1, 0, 1, 2, 5} {
		got := Best(t.Context(), root, nil, Limits{Depth: depth}, nil)
		if want := max(1, depth); got.Depth != want || len(got.Line) != want {
			t.Errorf("depth %d: searched %d plies, line %v", depth, got.Depth, got.Line)
		}
	}
	// A game of single moves goes on for ever; the search does not.
	if got := Best(t.Context(), corridor(0), nil, Limits{Depth: 1 << 30}, nil); got.Depth != MaxDepth {
		t.Errorf("searched %d plies, want %d", got.Depth, MaxDepth)
	}
}

// corridor has one move and no end.
type corridor int

func (c corridor) Moves(buf []int) []int { return append(buf, 1) }
func (c corridor) Play(int) corridor     { return c + 1 }
func (c corridor) Score() (int, bool)    { return int(c) % 10, false }

// Nine plies fill the board: a deeper search would find the same.
func TestASearchedOutGameEndsTheSearch(t *testing.T) {
	got := Best(t.Context(), board{}, nil, Limits{Depth: MaxDepth}, nil)
	if got.Depth != 9 {
		t.Errorf("searched %d plies of a game of 9", got.Depth)
	}
}

// A cancelled search returns within pollEvery nodes, and with a move even if cancelled before it began.
func TestCancel(t *testing.T) {
	for _, after := range []int{0, 1, 255, 256, 257, 10000} {
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		root := counted{p: running(11, 100), count: func() {
			seen++
			if seen == after {
				cancel()
			}
		}}
		if after == 0 {
			cancel()
		}
		got := Best(ctx, root, nil, Limits{Depth: MaxDepth}, nil)
		cancel()
		if len(got.Line) == 0 || got.Nodes > int64(after+pollEvery) {
			t.Errorf("cancelled at node %d: %d nodes, line %v", after, got.Nodes, got.Line)
		}
		if after > 1000 && got.Depth < 2 {
			t.Errorf("cancelled at node %d: depth %d, the finished iterations are lost", after, got.Depth)
		}
	}
}

// counted calls count at every node.
type counted struct {
	p     tree
	count func()
}

func (c counted) Moves(buf []int) []int { return c.p.Moves(buf) }
func (c counted) Play(m int) counted    { return counted{c.p.Play(m), c.count} }

func (c counted) Score() (int, bool) {
	c.count()
	return c.p.Score()
}

func TestDecided(t *testing.T) {
	tests := []struct {
		score, plies int
		ok           bool
	}{
		{Win - 1, 1, true},
		{-Win + 2, 2, true},
		{Win - MaxDepth, MaxDepth, true},
		{Win - MaxDepth - 1, 0, false},
		{0, 0, false},
		{-500, 0, false},
	}
	for _, test := range tests {
		if plies, ok := Decided(test.score); ok != test.ok || ok && plies != test.plies {
			t.Errorf("%d: %d plies, %v; want %d, %v", test.score, plies, ok, test.plies, test.ok)
		}
	}
}

// What a call allocates is its own state, however many nodes it visits.
func TestNodesAllocateNothing(t *testing.T) {
	allocations := func(depth int) float64 {
		return testing.AllocsPerRun(3, func() { Best(t.Context(), board{}, nil, Limits{Depth: depth}, nil) })
	}
	few, many := allocations(2), allocations(9)
	// Seven plies more: a few growing slices each.
	if many-few > 7*12 {
		t.Errorf("%.0f allocations at depth 2, %.0f at depth 9", few, many)
	}
}

func BenchmarkBest(b *testing.B) {
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		nodes += Best(b.Context(), board{}, nil, Limits{Depth: 9}, nil).Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

func BenchmarkMinimax(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		minimax(board{}, 0, 6)
	}
}

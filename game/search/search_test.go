package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"attic/dev/race"
)

// simple has the methods that the games of these tests share.
type simple struct{}

func (simple) Rest(buf []uint8) []uint8 { return buf }
func (simple) Looks(moves []uint8, buf []Look) []Look {
	for _, m := range moves {
		buf = append(buf, Look{Class: uint16(m)})
	}
	return buf
}

// heap is the game of taking one to three from a heap: whoever takes the last one wins. The side to move loses if and only if the size
// of the heap is a multiple of four.
type heap struct {
	simple
	left int
}

func (h heap) Key() uint64               { return mixed(uint64(h.left), 1) }
func (h heap) Play(n uint8) heap         { return heap{left: h.left - int(n)} }
func (h heap) Null() (heap, bool)        { return h, false }
func (h heap) Score() int                { return 0 }
func (h heap) Known() (int, uint8, bool) { return -Win, 0, h.left == 0 }

func (h heap) Moves(buf []uint8) []uint8 {
	for n := 1; n <= min(3, h.left); n++ {
		buf = append(buf, uint8(n))
	}
	return buf
}

// tuned is a Tuning that enables every technique.
var tuned = Tuning{
	Window: 20, Reverse: 60, Null: 2, Internal: 3, Late: 60, LateBase: 50, LatePrune: 2, Deepest: 4, Singular: 4, SingularMargin: 5,
	FutilityBase: 20, Futility: 20, FutilityMoves: 1,
}

// Each of these ways searches with different options.
var ways = []struct {
	name    string
	options Options
	lossy   bool // it may overlook moves
}{
	{"plain", Options{}, false},
	{"table", Options{Hash: 1}, false},
	{"window", Options{Hash: 1, Tuning: Tuning{Window: 10}}, false},
	{"three threads", Options{Hash: 1, Threads: 3}, false},
	{"tuned", Options{Hash: 1, Tuning: tuned}, true},
	{"tuned, three threads", Options{Hash: 1, Threads: 3, Tuning: tuned}, true},
}

func TestHeap(t *testing.T) {
	for _, way := range ways {
		for left := 1; left <= 20; left++ {
			got := New[heap](way.options).Search(t.Context(), heap{left: left}, nil, Limits{}, nil)
			// The winner answers n with 4-n; the loser takes one at a time, so as to lose as late as possible.
			plies, won := left/4*2+1, true
			if left%4 == 0 {
				plies, won = left/4*2, false
			}
			n, ok := Decided(got.Score)
			if !ok || n < plies || !way.lossy && n != plies || got.Score > 0 != won {
				t.Errorf("%s, heap %d: score %d, want decided in %d plies, won %v", way.name, left, got.Score, plies, won)
			}
			if won && int(got.Best) != left%4 {
				t.Errorf("%s, heap %d: takes %d, want %d", way.name, left, got.Best, left%4)
			}
		}
	}
}

// board is noughts and crosses: the squares of the side to move and of the other, as bits.
type board struct {
	simple
	own, other uint16
}

var rows = []uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (b board) Key() uint64 { return mixed(uint64(b.own), uint64(b.other)) }

func (b board) Moves(buf []uint8) []uint8 {
	for m := range uint8(9) {
		if (b.own|b.other)>>m&1 == 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

func (b board) Play(m uint8) board  { return board{own: b.other, other: b.own | 1<<m} }
func (b board) Null() (board, bool) { return board{own: b.other, other: b.own}, true }
func (b board) Score() int          { return 0 }

func (b board) Known() (int, uint8, bool) {
	for _, row := range rows {
		if b.other&row == row {
			return -Win, 0, true
		}
	}
	return 0, 0, b.own|b.other == 0o777
}

func TestBoard(t *testing.T) {
	tests := []struct {
		name     string
		position board
		depth    int
		score    int
		best     []uint8 // any of these is right; nil: any move is
	}{
		{"nobody wins from the start", board{}, 9, 0, nil},
		{"a win in one", board{own: 0o003, other: 0o030}, 1, Win - 1, []uint8{2}},
		{"a win before a defence", board{own: 0o030, other: 0o003}, 9, Win - 1, []uint8{5}},
		{"a defence that a search of two plies finds", board{own: 0o010, other: 0o003}, 2, 0, []uint8{2}},
		{"a defence, late in the list", board{own: 0o003, other: 0o440}, 9, Win - 1, []uint8{2}},
		{"a corner, answered on an edge, loses", board{own: 0o001, other: 0o002}, 9, Win - 5, nil},
		{"a lost position is defended as long as possible", board{own: 0o020, other: 0o007&^0o002 | 0o100}, 9, -Win + 2, nil},
	}
	for _, way := range ways[:4] {
		for _, test := range tests {
			if way.options.Threads > 1 && test.depth < 9 {
				continue // the helpers may have searched deeper
			}
			t.Run(way.name+"/"+test.name, func(t *testing.T) {
				got := New[board](way.options).Search(t.Context(), test.position, nil, Limits{Depth: test.depth}, nil)
				if got.Score != test.score || test.best != nil && !slices.Contains(test.best, got.Best) {
					t.Errorf("plays %d for %d, want %d for %d", got.Best, got.Score, test.best, test.score)
				}
			})
		}
	}
}

// graph is a random game in which many sequences of moves lead to the same node. The number of a node determines its moves, its score and
// whether the game is over.
type graph struct {
	simple
	place  uint64
	places uint64
	scores int // static scores are below this
}

// mixed returns a pseudo-random number computed from two others.
func mixed(a, b uint64) uint64 { return rand.NewPCG(a, b).Uint64() }

func (g graph) Key() uint64         { return mixed(g.place, 7) }
func (g graph) Null() (graph, bool) { return g, false }

func (g graph) Moves(buf []uint8) []uint8 {
	for n := range 1 + mixed(g.place, 1)%5 {
		buf = append(buf, uint8(n))
	}
	return buf
}

func (g graph) Play(m uint8) graph {
	g.place = mixed(g.place, uint64(m)+100) % g.places
	return g
}

func (g graph) Score() int { return int(mixed(g.place, 2)>>32)%(2*g.scores+1) - g.scores }

func (g graph) Known() (int, uint8, bool) {
	switch mixed(g.place, 3) % 32 {
	case 0:
		return Win, 0, true
	case 1, 2:
		return -Win, 0, true
	case 3:
		return 0, 0, true
	}
	return 0, 0, false
}

// minimax returns a position's score by its plain definition.
func minimax[P Position[P, M], M Move](p P, at, depth int) int {
	score, _, over := p.Known()
	switch {
	case over && score != 0:
		return score - score/Win*at
	case over:
		return 0
	case depth == 0:
		return p.Score()
	}
	best := -Win
	for _, m := range p.Moves(nil) {
		best = max(best, -minimax(p.Play(m), at+1, depth-1))
	}
	return best
}

// running returns the game with a seed. The game is never over at the root, because a search must return a move.
func running(seed uint64, scores int) graph {
	g := graph{place: seed, places: 1000 + seed%7*100000, scores: scores}
	for {
		if _, _, over := g.Known(); !over {
			return g
		}
		g.place++
	}
}

// Without pruning, a search finds exactly what minimax finds, with or without a table and a window. Helpers may have searched deeper; see
// TestBoard and TestClaimedWinsAreWins.
func TestSearchEqualsMinimax(t *testing.T) {
	race.Plain(t)
	for _, way := range ways[:3] {
		for seed := range uint64(300) {
			root := running(seed*1000, []int{1, 10, 1000}[seed%3])
			depth := 1 + int(seed%6)
			iterations := 0
			got := New[graph](way.options).Search(t.Context(), root, nil, Limits{Depth: depth}, func(r Result[uint8]) {
				iterations++
				if r.Depth != iterations || r.Score != minimax(root, 0, r.Depth) {
					t.Errorf("%s, seed %d: iteration %d has depth %d and score %d", way.name, seed, iterations, r.Depth, r.Score)
				}
			})
			want := minimax(root, 0, got.Depth)
			if got.Depth < depth && want != minimax(root, 0, depth) {
				if _, decided := Decided(got.Score); !decided {
					t.Errorf("%s, seed %d: stops at depth %d of %d", way.name, seed, got.Depth, depth)
				}
			}
			if got.Score != want {
				t.Errorf("%s, seed %d, depth %d: score %d, want %d", way.name, seed, depth, got.Score, want)
			}
			if after := -minimax(root.Play(got.Best), 1, got.Depth-1); after != want {
				t.Errorf("%s, seed %d, depth %d: plays %d for %d, the best is worth %d", way.name, seed, depth, got.Best, after, want)
			}
		}
	}
}

// Whatever is pruned and reduced, claimed wins and losses are real, and the line is legal.
func TestClaimedWinsAreWins(t *testing.T) {
	race.Plain(t)
	claimed := map[bool]int{}
	for _, way := range ways {
		for seed := range uint64(300) {
			root := running(seed*1000, 100)
			got := New[graph](way.options).Search(t.Context(), root, nil, Limits{Depth: 7}, nil)
			p := root
			for _, m := range got.Line {
				if _, _, over := p.Known(); over || !slices.Contains(p.Moves(nil), m) {
					t.Fatalf("%s, seed %d: %d is not a move in the line %v", way.name, seed, m, got.Line)
				}
				p = p.Play(m)
			}
			plies, ok := Decided(got.Score)
			if !ok {
				continue
			}
			claimed[got.Score > 0]++
			if true := minimax(root, 0, plies); true < Win-MaxPly && got.Score > 0 || true > -(Win-MaxPly) && got.Score < 0 {
				t.Errorf("%s, seed %d: score %d, but within %d plies it is %d", way.name, seed, got.Score, plies, true)
			}
		}
	}
	if claimed[true] < 50 || claimed[false] < 50 {
		t.Errorf("only %v are claimed as decided", claimed)
	}
}

func TestSearchRepeats(t *testing.T) {
	for _, tuning := range []Tuning{{}, tuned} {
		for _, lim := range []Limits{{Depth: 7}, {Nodes: 5000}} {
			e := New[graph](Options{Hash: 1, Tuning: tuning})
			root := running(5, 100)
			first := e.Search(t.Context(), root, nil, lim, nil)
			e.Search(t.Context(), running(6, 100), nil, lim, nil)
			e.Forget()
			second := e.Search(t.Context(), root, nil, lim, nil)
			first.Elapsed, second.Elapsed, first.HashFull, second.HashFull = 0, 0, 0, 0
			if fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("%+v: first %v, then %v", lim, first, second)
			}
		}
	}
}

// The moves passed to a search and the lines that it reported do not change while it continues.
func TestCallersSlicesStay(t *testing.T) {
	for seed := range uint64(50) {
		root := running(seed*1000, 100)
		moves := root.Moves(nil)
		given := slices.Clone(moves)
		var lines, then [][]uint8
		New[graph](Options{Hash: 1, Tuning: tuned}).Search(t.Context(), root, moves, Limits{Depth: 6}, func(r Result[uint8]) {
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

func TestOnlyTheGivenMovesAreSearched(t *testing.T) {
	// Taking three would win at once, but this move is not among those given.
	got := New[heap](Options{}).Search(t.Context(), heap{left: 3}, []uint8{1, 2}, Limits{Depth: 3}, nil)
	if got.Best == 3 || got.Score != -Win+2 {
		t.Errorf("takes %d for %d, want 1 or 2, which lose in two plies", got.Best, got.Score)
	}
	e := New[heap](Options{})
	e.Text = func(m uint8) string { return string(rune('0' + m)) }
	for only, want := range map[string]uint8{"2": 2, "1": 1, "7 1": 1, "7": 3, "": 3, "3 1": 3} {
		if got := e.Search(t.Context(), heap{left: 3}, nil, Limits{Depth: 3, Only: only}, nil); got.Best != want {
			t.Errorf("of %q it takes %d, want %d", only, got.Best, want)
		}
	}
}

func TestAFinishedGameHasNoMove(t *testing.T) {
	for _, way := range ways {
		got := New[heap](way.options).Search(t.Context(), heap{}, nil, Limits{}, func(Result[uint8]) { t.Error("progress without a move") })
		if len(got.Line) != 0 || got.Depth != 0 || got.Nodes != 0 {
			t.Errorf("%s: found %+v", way.name, got)
		}
	}
}

func TestNodesAreBounded(t *testing.T) {
	const firstPly = 3
	for _, limit := range []int64{1, 2, 10, 100, 1000, 12345} {
		got := New[endless](Options{Tuning: tuned}).Search(t.Context(), endless{}, nil, Limits{Nodes: limit}, nil)
		if got.Nodes > max(limit, firstPly) || len(got.Line) == 0 {
			t.Errorf("limit %d: %d nodes, line %v", limit, got.Nodes, got.Line)
		}
		if limit >= 100 && got.Nodes != limit {
			t.Errorf("limit %d: stopped after %d nodes", limit, got.Nodes)
		}
	}
	if got := New[endless](Options{Hash: 1, Threads: 4}).Search(t.Context(), endless{}, nil, Limits{Nodes: 20000}, nil); got.Nodes > 20000+4*pollEvery*4 {
		t.Errorf("four threads: %d nodes of 20000", got.Nodes)
	}
}

// corridor is a game with a single move in each position and no end.
type corridor struct {
	simple
	n int
}

func (c corridor) Key() uint64               { return uint64(c.n) * 0x9e3779b97f4a7c15 }
func (c corridor) Moves(buf []uint8) []uint8 { return append(buf, 1) }
func (c corridor) Play(uint8) corridor       { return corridor{n: c.n + 1} }
func (c corridor) Null() (corridor, bool)    { return c, true }
func (c corridor) Score() int                { return c.n % 10 }
func (c corridor) Known() (int, uint8, bool) { return 0, 0, false }

// A search ends even in an endless game with a single move in each position.
func TestDepthIsBounded(t *testing.T) {
	race.Plain(t)
	for _, way := range ways {
		for _, depth := range []int{-1, 0, 1, 2, 5, MaxDepth, 1 << 30} {
			e := New[corridor](way.options)
			got := e.Search(t.Context(), corridor{}, nil, Limits{Depth: depth}, nil)
			want := min(depth, MaxDepth)
			if depth < 1 {
				want = MaxDepth
			}
			if got.Depth != want {
				t.Errorf("%s, depth %d: searched %d plies", way.name, depth, got.Depth)
			}
		}
	}
}

// Nine plies fill the board, so a deeper search would find the same.
func TestASearchedOutGameEndsTheSearch(t *testing.T) {
	for _, way := range ways {
		got := New[board](way.options).Search(t.Context(), board{}, nil, Limits{}, nil)
		if !way.lossy && got.Depth != 9 {
			t.Errorf("%s: searched %d plies of a game of 9", way.name, got.Depth)
		}
	}
}

// counted is a game that calls count whenever a move is played.
type counted struct {
	endless
	count func()
}

func (c counted) Play(m uint8) counted {
	c.count()
	return counted{c.endless.Play(m), c.count}
}
func (c counted) Null() (counted, bool) { return c, false }

// A cancelled search returns soon, and with a move even if cancelled before it began.
func TestCancel(t *testing.T) {
	for _, way := range ways[:2] {
		for _, after := range []int{0, 1, 255, 256, 257, 10000} {
			ctx, cancel := context.WithCancel(t.Context())
			seen := 0
			e := New[counted](way.options)
			root := counted{endless{}, func() {
				seen++
				if seen == after {
					cancel()
					e.stop.Store(true) // the context would do the same, but later
				}
			}}
			if after == 0 {
				cancel()
			}
			got := e.Search(ctx, root, nil, Limits{Depth: MaxDepth}, nil)
			cancel()
			if len(got.Line) == 0 || got.Nodes > int64(after+pollEvery) {
				t.Errorf("%s, cancelled at node %d: %d nodes, line %v", way.name, after, got.Nodes, got.Line)
			}
			if after > 1000 && got.Depth < 2 {
				t.Errorf("%s, cancelled at node %d: depth %d, the finished iterations are lost", way.name, after, got.Depth)
			}
		}
	}
}

// endless is a game that never ends, with several moves in each position.
type endless struct{ corridor }

func (c endless) Moves(buf []uint8) []uint8 { return append(buf, 1, 2, 3) }
func (c endless) Play(m uint8) endless      { return endless{corridor{n: c.n*3 + int(m)}} }
func (c endless) Null() (endless, bool)     { return c, false }

// Helpers end with a search that a context stops, and a second search is complete again.
func TestCancelHelpers(t *testing.T) {
	e := New[endless](Options{Hash: 1, Threads: 4, Tuning: tuned})
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		got := e.Search(ctx, endless{}, nil, Limits{}, func(r Result[uint8]) {
			if r.Depth == 5 {
				cancel()
			}
		})
		if got.Depth < 5 {
			t.Errorf("ended at depth %d", got.Depth)
		}
	}
}

// clock is a clock that advances by a step whenever it is read.
func clock(step time.Duration) func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

func TestTimeIsKept(t *testing.T) {
	race.Plain(t)
	step := 100 * time.Microsecond
	tests := []struct {
		name        string
		limits      Limits
		least, most time.Duration
	}{
		{"a time for the move", Limits{Move: 20 * time.Millisecond}, 20 * time.Millisecond, 20*time.Millisecond + 5*step},
		{"a clock", Limits{Clock: time.Second}, 5 * time.Millisecond, 250 * time.Millisecond},
		{"a clock with an increment", Limits{Clock: time.Second, Increment: time.Second}, 100 * time.Millisecond, 800 * time.Millisecond},
		{"the last move before the control", Limits{Clock: time.Second, MovesToGo: 1}, 200 * time.Millisecond, 800 * time.Millisecond},
		{"hardly any time", Limits{Clock: time.Millisecond}, 0, 3 * time.Millisecond},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := New[endless](Options{Hash: 1, Tuning: tuned, Now: clock(step)})
			got := e.Search(t.Context(), endless{}, nil, test.limits, nil)
			if got.Elapsed < test.least || got.Elapsed > test.most || len(got.Line) == 0 {
				t.Errorf("took %v, want %v to %v", got.Elapsed, test.least, test.most)
			}
		})
	}
}

func TestRankEqualsMinimax(t *testing.T) {
	for _, way := range ways[:2] {
		for seed := range uint64(100) {
			root := running(seed*1000, 100)
			moves := root.Moves(nil)
			depth := 1 + int(seed%4)
			ranked, reached := New[graph](way.options).Rank(t.Context(), root, moves, Limits{Depth: depth})
			if len(ranked) != len(moves) || reached > depth {
				t.Fatalf("%s, seed %d: %v at depth %d", way.name, seed, ranked, reached)
			}
			for i, r := range ranked {
				if want := -minimax(root.Play(moves[i]), 1, reached-1); r.Move != moves[i] || r.Score != want || r.Line[0] != r.Move {
					t.Errorf("%s, seed %d: %+v, want %d for %d", way.name, seed, r, moves[i], want)
				}
			}
		}
	}
}

func TestDecided(t *testing.T) {
	tests := []struct {
		score, plies int
		ok           bool
	}{
		{Win - 1, 1, true},
		{-Win + 2, 2, true},
		{Win - MaxPly, MaxPly, true},
		{Win - MaxPly - 1, 0, false},
		{0, 0, false},
		{-500, 0, false},
	}
	for _, test := range tests {
		if plies, ok := Decided(test.score); ok != test.ok || ok && plies != test.plies {
			t.Errorf("%d: %d plies, %v; want %d, %v", test.score, plies, ok, test.plies, test.ok)
		}
		want := test.plies
		if test.score < 0 {
			want = -want
		}
		if wins := (Result[uint8]{Score: test.score}).Wins(); wins != want {
			t.Errorf("%d: wins in %d plies, want %d", test.score, wins, want)
		}
	}
}

// After its first search an engine allocates only what it returns, however many nodes it searches.
func TestNodesAllocateNothing(t *testing.T) {
	e := New[board](Options{Hash: 1, Tuning: Tuning{Window: 10}})
	allocations := func(depth int) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Forget()
			e.Search(context.Background(), board{}, nil, Limits{Depth: depth}, nil)
		})
	}
	if few, many := allocations(2), allocations(9); many-few > 7*3 {
		t.Errorf("%.0f allocations at depth 2, %.0f at depth 9", few, many)
	}
}

func BenchmarkSearch(b *testing.B) {
	b.ReportAllocs()
	e := New[graph](Options{Hash: 1, Tuning: tuned})
	root := running(100, 100)
	var nodes int64
	for b.Loop() {
		e.Forget()
		nodes += e.Search(b.Context(), root, nil, Limits{Depth: 9}, nil).Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

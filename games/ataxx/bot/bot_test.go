package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/ataxx/rules"
	"attic/search"
)

const blocks3gh = "x5o/1-3-1/2-1-2/2-1-2/2-1-2/1-3-1/o5x x 0 1"

func parse(t testing.TB, fen string) rules.Position {
	t.Helper()
	p, err := rules.ParseFEN(fen, rules.Guide)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// running returns positions with something to choose from games of random moves, on the open board and
// on one with blocks, under both rule sets.
func running(t testing.TB, games int) []rules.Position {
	r := rand.New(rand.NewPCG(20, 26))
	var all []rules.Position
	for game := range games {
		p := rules.Start(rules.Guide)
		if game%2 == 1 {
			p = parse(t, blocks3gh)
		}
		if game%5 == 4 {
			p = p.WithRules(rules.Community)
		}
		for !p.Over() {
			moves := p.Moves(nil)
			if len(moves) > 1 {
				all = append(all, p)
			}
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	return all
}

func won(p rules.Position, by rules.Side) bool {
	side, ok := p.Result().Winner()
	return ok && side == by
}

func wins(p rules.Position) []rules.Move {
	return slices.DeleteFunc(p.Moves(nil), func(m rules.Move) bool { return !won(p.Play(m), p.Turn()) })
}

func TestWinsInOneAreFound(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	found := map[rules.End]int{}
	for i, p := range running(t, 400) {
		winning := wins(p)
		if len(winning) == 0 {
			continue
		}
		found[p.Play(winning[0]).End()]++
		for level, ctx := range map[int]context.Context{1: cancelled, 2: t.Context(), 10: cancelled} {
			got, err := Choose(ctx, p, level, uint64(i), nil)
			if err != nil || !slices.Contains(winning, got.Best) || got.Score != search.Win-1 {
				t.Errorf("%v, level %d: %v for %d (%v), but %v wins", p, level, got.Best, got.Score, err, winning)
			}
		}
	}
	if found[rules.NoMoves] < 50 || found[rules.NoPieces] == 0 {
		t.Errorf("positions with a win in one by its end: %v", found)
	}
}

// The wins that are not by filling the board, from positions made for them.
func TestWinsInOneOfEachKind(t *testing.T) {
	tests := []struct {
		name, fen string
		rules     rules.RuleSet
		best      []string
	}{
		{"the last empty square", "xxxxxxx/xxxxxxx/xxxxxxx/xxxoooo/ooooooo/ooooooo/oooooo1 o 0 1", rules.Guide, []string{"g1"}},
		{"the last piece of the other side", "7/7/7/7/2x4/7/o6 x 0 1", rules.Community, []string{"b2", "c3a2", "c3b1"}},
		{"the 45th jump, pieces in hand", "xx5/xx5/7/7/7/7/6o x 44 1", rules.Guide, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t, test.fen).WithRules(test.rules)
			got, err := Choose(t.Context(), p, LowestLevel, 1, nil)
			if err != nil || got.Score != search.Win-1 || !won(p.Play(got.Best), p.Turn()) {
				t.Errorf("plays %v for %d (%v), want a win with %v", got.Best, got.Score, err, test.best)
			}
			if test.best != nil && !slices.Contains(test.best, got.Best.UAI()) {
				t.Errorf("plays %v, want one of %v", got.Best, test.best)
			}
		})
	}
}

// The lowest level does not let the other side win at once if that can be helped.
func TestTwoPliesAreSeen(t *testing.T) {
	threatened := 0
	for i, p := range running(t, 400) {
		if p.Empty() > 6 || len(wins(p)) > 0 {
			continue
		}
		moves := p.Moves(nil)
		safe := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool {
			next := p.Play(m)
			return won(next, next.Turn()) || len(wins(next)) > 0
		})
		if len(safe) == 0 || len(safe) == len(moves) {
			continue
		}
		threatened++
		got, err := Choose(t.Context(), p, LowestLevel, uint64(i), nil)
		if err != nil || !slices.Contains(safe, got.Best) {
			t.Errorf("%v: %v (%v), which loses at once; %v do not", p, got.Best, err, safe)
		}
	}
	if threatened < 20 {
		t.Errorf("only %d positions with a threat", threatened)
	}
}

// The lowest level plays what two plies of plain minimax find.
func TestLowestLevelIsTwoPliesExactly(t *testing.T) {
	for i, p := range running(t, 40) {
		if i%10 != 0 {
			continue
		}
		best := math.MinInt
		value := map[rules.Move]int{}
		for _, m := range p.Moves(nil) {
			value[m] = -minimax(p.Play(m), 1)
			best = max(best, value[m])
		}
		got, err := Choose(t.Context(), p, LowestLevel, uint64(i), nil)
		if err != nil || got.Score != best || value[got.Best] != best {
			t.Fatalf("%v: %v worth %d for %d (%v), want %d", p, got.Best, value[got.Best], got.Score, err, best)
		}
	}
}

// minimax returns the value of p, at 1 or 2 plies from the root, for the side to move.
func minimax(p rules.Position, at int) int {
	score, over := node{p}.Score()
	switch {
	case over && score != 0:
		return score - score/search.Win*at
	case over || at == 2:
		return score
	}
	best := math.MinInt
	for _, m := range p.Moves(nil) {
		best = max(best, -minimax(p.Play(m), at+1))
	}
	return best
}

func TestScore(t *testing.T) {
	tests := []struct {
		name, fen string
		score     int
		over      bool
	}{
		{"the start", "x5o/7/7/7/7/7/o5x x 0 1", 0, false},
		// One piece more; red can extend to three squares, blue to none.
		{"a piece more", "x6/7/7/7/7/7/7 x 0 1", pieceValue + 3*growthValue, false},
		{"a piece less", "x6/7/7/7/7/7/7 o 0 1", -pieceValue - 3*growthValue, false},
		// Behind the blocks red's piece on a7 is safe, that on a6 is beside b5 and a5, blue's on g1 beside three.
		{"a safe piece", "x-5/x-5/7/7/7/7/6o x 0 1", pieceValue + safeValue + 2*growthValue - 3*growthValue, false},
		{"full and won", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 1", search.Win, true},
		{"full and lost", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo o 0 1", -search.Win, true},
		{"full and drawn", "xxxxxxx/xxxxxxx/xxxxxxx/xxx-ooo/ooooooo/ooooooo/ooooooo x 0 1", 0, true},
		{"stopped by the clock", "xx5/7/7/7/7/7/6o o 45 1", -search.Win, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if score, over := (node{parse(t, test.fen)}).Score(); score != test.score || over != test.over {
				t.Errorf("%d, over %v; want %d, %v", score, over, test.score, test.over)
			}
		})
	}
	for _, p := range running(t, 20) {
		mine, _ := node{p}.Score()
		other, _ := node{p.WithTurn(p.Turn().Other())}.Score()
		if mine != -other {
			t.Fatalf("%v: %d for one side and %d for the other", p, mine, other)
		}
	}
}

// The moves are those of the rules, those that gain most first, equal ones in the order of the rules,
// behind what was in the buffer.
func TestMoves(t *testing.T) {
	for _, p := range running(t, 20) {
		n := node{p}
		want := p.Moves(nil)
		slices.SortStableFunc(want, func(a, b rules.Move) int { return int(n.gain(b)) - int(n.gain(a)) })
		got := n.Moves([]rules.Move{rules.Pass})
		if got[0] != rules.Pass || !slices.Equal(got[1:], want) {
			t.Fatalf("%v: %v, want %v", p, got[1:], want)
		}
		for _, m := range want {
			if more := p.Play(m).Theirs().Count() - p.Own().Count(); int(n.gain(m)) != more {
				t.Fatalf("%v: %v is said to gain %d, but the mover has %d more", p, m, n.gain(m), more)
			}
		}
	}
}

func TestAPassIsPlayedAtOnce(t *testing.T) {
	for _, fen := range []string{
		"7/7/7/7/7/7/6o x 0 1",          // no piece; the guide's rules go on
		"x--4/---4/---4/7/7/7/6o x 0 1", // walled in
	} {
		got, err := Choose(t.Context(), parse(t, fen), UsualLevel, 1, nil)
		if err != nil || got.Best != rules.Pass || got.Nodes != 0 || len(got.Line) != 1 {
			t.Errorf("%s: %+v (%v), want a pass without a search", fen, got, err)
		}
	}
}

func TestChooseRepeats(t *testing.T) {
	all := running(t, 2)
	for i := 0; i < len(all); i += len(all) / 10 {
		for _, level := range []int{1, 3} {
			first, err1 := Choose(t.Context(), all[i], level, 7, nil)
			second, err2 := Choose(t.Context(), all[i], level, 7, nil)
			if fmt.Sprint(first, err1) != fmt.Sprint(second, err2) {
				t.Errorf("%v, level %d: %v, then %v", all[i], level, first, second)
			}
		}
	}
}

// The start looks the same when turned by half, so there is always a choice.
func TestSeedsDecideBetweenEqualMoves(t *testing.T) {
	chosen := map[rules.Move]bool{}
	for seed := range uint64(30) {
		got, err := Choose(t.Context(), rules.Start(rules.Guide), 1, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		chosen[got.Best] = true
	}
	if len(chosen) < 2 {
		t.Errorf("30 seeds choose only %v", chosen)
	}
}

// A game of both sides ends and is the same game for the same seed.
func TestAutoGame(t *testing.T) {
	auto := func(level int, seed uint64) (moves []rules.Move) {
		for p := parse(t, blocks3gh); !p.Over(); p = p.Play(moves[len(moves)-1]) {
			got, err := Choose(t.Context(), p, level, seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, got.Best)
		}
		return moves
	}
	games := map[string]bool{}
	for seed, level := range []int{1, 1, 1, UsualLevel} {
		first := auto(level, uint64(seed))
		if second := auto(level, uint64(seed)); !slices.Equal(first, second) {
			t.Errorf("seed %d: %v, then %v", seed, first, second)
		}
		games[fmt.Sprint(first)] = true
	}
	if len(games) < 3 {
		t.Errorf("four games are only %d different ones", len(games))
	}
}

func TestChooseStaysWithinItsLimits(t *testing.T) {
	p := openGame(t)
	for _, level := range []int{1, 2, 3, 10} {
		depths := []int{}
		got, err := Choose(t.Context(), p, level, 1, func(th Thought) { depths = append(depths, th.Depth) })
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes > 40_000*int64(level) || got.Depth > level+1 || level < 3 && got.Depth != level+1 {
			t.Errorf("level %d: depth %d, %d nodes", level, got.Depth, got.Nodes)
		}
		if len(depths) != got.Depth || depths[0] != 1 {
			t.Errorf("level %d: progress at depths %v of %d", level, depths, got.Depth)
		}
	}
}

// Two plies fit into the nodes of the lowest level, whatever stands on the board.
func TestTwoPliesAlwaysFit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	for range 500 {
		fill := r.IntN(10)
		board := ""
		for square := range 49 {
			if square%7 == 0 && square > 0 {
				board += "/"
			}
			if r.IntN(10) < fill {
				board += "1"
			} else {
				board += string("xxo-"[r.IntN(4)])
			}
		}
		p := parse(t, board+" x 0 1")
		if len(p.Moves(nil)) < 2 {
			continue
		}
		got, err := Choose(t.Context(), p, LowestLevel, 1, nil)
		if _, decided := search.Decided(got.Score); err != nil || got.Depth < 2 && !decided {
			t.Errorf("%v: depth %d (%v)", p, got.Depth, err)
		}
	}
}

func TestChooseIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last Thought
	got, err := Choose(ctx, openGame(t), HighestLevel, 1, func(th Thought) {
		last = th
		if th.Depth == 2 {
			cancel()
		}
	})
	if err != nil || got.Depth != 2 || got.Best != last.Best || got.Nodes > last.Nodes+256 {
		t.Errorf("cancelled after %+v, but returned %+v (%v)", last, got, err)
	}
}

// openGame is a position in which nobody wins soon.
func openGame(t testing.TB) rules.Position {
	return parse(t, "xx3oo/x4o1/3x3/2ox3/3oo2/1o3x1/oo3xx x 0 9")
}

func TestChooseRefuses(t *testing.T) {
	p := parse(t, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 1")
	if _, err := Choose(t.Context(), p, UsualLevel, 0, nil); !errors.Is(err, ErrOver) {
		t.Errorf("a full board: %v", err)
	}
	for _, level := range []int{-1, 0, 11} {
		if _, err := Choose(t.Context(), rules.Start(rules.Guide), level, 0, nil); !errors.Is(err, ErrLevel) {
			t.Errorf("level %d: %v", level, err)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	p := openGame(b)
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		got, err := Choose(b.Context(), p, UsualLevel, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += got.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

func BenchmarkScore(b *testing.B) {
	n := node{openGame(b)}
	b.ReportAllocs()
	for b.Loop() {
		n.Score()
	}
}

func BenchmarkMoves(b *testing.B) {
	n := node{openGame(b)}
	buf := make([]rules.Move, 0, rules.MaxMoves)
	b.ReportAllocs()
	for b.Loop() {
		n.Moves(buf)
	}
}

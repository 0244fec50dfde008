package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/game/search"
	"attic/games/ataxx/rules"
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

// running returns positions with a choice of moves from random games, on the open board and on one
// with blocks, under both rule sets.
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

// sharp is the lowest level that misses no win.
const sharp = 5

func TestWinsInOneAreFoundFromSharpOn(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	found := map[rules.End]int{}
	for i, p := range running(t, 60) {
		winning := wins(p)
		if len(winning) == 0 {
			continue
		}
		end := p.Play(winning[0]).End()
		if found[end]++; found[end] > 60 {
			continue
		}
		level := sharp + i%(HighestLevel-sharp+1)
		for _, ctx := range []context.Context{t.Context(), cancelled} {
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

// The lowest level misses most wins in one ply; each higher level misses fewer.
func TestTheLowestLevelsMissWins(t *testing.T) {
	missed, of := [sharp - LowestLevel + 1]int{}, 0
	for i, p := range running(t, 60) {
		winning := wins(p)
		if len(winning) == 0 || len(winning) == len(search.Without(p.Moves(nil), func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 })) {
			continue
		}
		of++
		for level := LowestLevel; level <= sharp; level++ {
			got, err := Choose(t.Context(), p, level, uint64(i), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(winning, got.Best) {
				missed[level-LowestLevel]++
			}
		}
	}
	falls := slices.IsSortedFunc(missed[:], func(a, b int) int { return b - a })
	if of < 50 || !falls || missed[0]*100 < 60*of || missed[2]*100 < 20*of || missed[sharp-LowestLevel] > 0 {
		t.Errorf("of %d wins in one the levels from the lowest on miss %v", of, missed)
	}
}

// Errors grow with the distance from the square that a level looks at and late in a game; answers are overlooked, and
// large captures tempt.
func TestSlips(t *testing.T) {
	positions := running(t, 10)
	strays := func(s slips, depth int) (n int) {
		for i, p := range positions {
			choose := func(s slips) rules.Move {
				return s.choose(t.Context(), node{p, usual().of(p)}, p.Moves(nil), depth, rand.New(rand.NewPCG(uint64(i), 1))).Best
			}
			if choose(s) != choose(slips{}) {
				n++
			}
		}
		return n
	}
	wrong, far, tired := strays(slips{wrong: 20}, 1), strays(slips{wrong: 20, far: 50}, 1), strays(slips{wrong: 20, tired: 200}, 1)
	if wrong == 0 || far <= wrong || tired <= wrong {
		t.Errorf("of %d moves %d stray, with errors that grow far away %d, late %d", len(positions), wrong, far, tired)
	}
	if half, all := strays(slips{behind: 50}, 2), strays(slips{behind: 100}, 2); half == 0 || all <= half {
		t.Errorf("of %d moves %d stray where half of the answers are not seen, %d where none are", len(positions), half, all)
	}
	tempting := parse(t, "7/7/2ooo2/7/2x4/7/x6 x 0 1")
	most := 0
	for _, m := range tempting.Moves(nil) {
		most = max(most, tempting.Turned(m.To()).Count())
	}
	got := slips{greed: 10_000}.choose(t.Context(), node{tempting, usual().of(tempting)}, tempting.Moves(nil), 1, rand.New(rand.NewPCG(1, 1)))
	if taken := tempting.Turned(got.Best.To()).Count(); taken != most || most < 2 {
		t.Errorf("greed takes %d of %d with %v", taken, most, got.Best)
	}
}

// Wins without filling the board, in positions made for this test.
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
			got, err := Choose(t.Context(), p, sharp, 1, nil)
			if err != nil || got.Score != search.Win-1 || !won(p.Play(got.Best), p.Turn()) {
				t.Errorf("plays %v for %d (%v), want a win with %v", got.Best, got.Score, err, test.best)
			}
			if test.best != nil && !slices.Contains(test.best, got.Best.UAI()) {
				t.Errorf("plays %v, want one of %v", got.Best, test.best)
			}
		})
	}
}

func TestAPassIsPlayedAtOnce(t *testing.T) {
	for _, fen := range []string{
		"7/7/7/7/7/7/6o x 0 1",          // no pieces left; by the guide's rules the game continues
		"x--4/---4/---4/7/7/7/6o x 0 1", // shut in by blocks
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
		for _, level := range []int{1, 3, 5, 7} {
			first, err1 := Choose(t.Context(), all[i], level, 7, nil)
			second, err2 := Choose(t.Context(), all[i], level, 7, nil)
			first.Elapsed, second.Elapsed = 0, 0
			if fmt.Sprint(first, err1) != fmt.Sprint(second, err2) {
				t.Errorf("%v, level %d: %v, then %v", all[i], level, first, second)
			}
		}
	}
}

// The starting position looks the same after a half turn, so there is always a choice.
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

// A game of the bot against itself ends, and equal seeds give equal games.
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

func TestChooseIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	full, err := Choose(ctx, openGame(t), 9, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Choose(ctx, openGame(t), 9, 1, func(th Thought) {
		if th.Depth == 2 {
			cancel()
			<-ctx.Done()
		}
	})
	if err != nil || got.Nodes > full.Nodes || len(got.Line) == 0 {
		t.Errorf("cancelled at depth 2, but returned %+v (%v); not cancelled %+v", got, err, full)
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
	for _, level := range []int{-2, -1, HighestLevel + 1} {
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
		got, err := Choose(b.Context(), p, 9, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += got.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

// BenchmarkSearch searches as full strength does, with part of its nodes. It leaves out the making of the engine.
func BenchmarkSearch(b *testing.B) {
	e, p := NewEngine(8, 1), openGame(b)
	var nodes int64
	for b.Loop() {
		e.Forget()
		nodes += e.Search(b.Context(), p, search.Limits{Nodes: 50_000}, nil).Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

func BenchmarkScore(b *testing.B) {
	n := node{openGame(b), usual().open()}
	b.ReportAllocs()
	for b.Loop() {
		n.Score()
	}
}

func BenchmarkSum(b *testing.B) {
	n, at := usual().open(), openGame(b)
	var p patterns
	p.see(at.Own(), at.Theirs(), n.base, &shifts)
	for _, k := range kernels() {
		b.Run(fmt.Sprint("kernel=", k), func(b *testing.B) {
			with(k, func() {
				for b.Loop() {
					n.sum(&p, 3)
				}
			})
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	n := node{openGame(b), usual().open()}
	buf := make([]rules.Move, 0, rules.MaxSourcedMoves)
	b.ReportAllocs()
	for b.Loop() {
		n.Moves(buf)
	}
}

package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
)

// recorded returns the positions of the recorded games, every game from its start to its end.
func recorded(t testing.TB) (games [][]rules.Position) {
	t.Helper()
	for _, g := range rulestest.Games(t, "../rules/testdata/games.jsonl.gz") {
		games = append(games, g.Positions)
	}
	return games
}

// running returns the positions of the recorded games in which there is a choice of moves.
func running(t testing.TB) []rules.Position {
	var all []rules.Position
	for _, game := range recorded(t) {
		for _, p := range game {
			if p.LegalSet().Count() > 1 {
				all = append(all, p)
			}
		}
	}
	return all
}

func wins(p rules.Position) []rules.Square {
	return slices.DeleteFunc(p.Moves(nil), func(s rules.Square) bool { return !p.Play(s).Won() })
}

// sharp is the lowest level that misses no win.
const sharp = 4

func TestWinsInOneAreFound(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	found := 0
	for _, p := range running(t) {
		winning := wins(p)
		if len(winning) == 0 {
			continue
		}
		found++
		for i, ctx := range []context.Context{cancelled, t.Context(), cancelled, t.Context(), cancelled, t.Context()} {
			level := sharp + i
			got, err := Choose(ctx, p, level, uint64(found), nil)
			if err != nil || !slices.Contains(winning, got.Best) || got.Score != search.Win-1 {
				t.Errorf("%v, level %d: %v for %d (%v), but %v wins", p, level, got.Best, got.Score, err, winning)
			}
		}
	}
	if found < 48 {
		t.Errorf("%d positions with a win in one; 48 of the recorded games were won", found)
	}
}

// The lowest level misses most wins in one ply; each higher level misses fewer.
func TestTheLowestLevelsMissWins(t *testing.T) {
	missed, of := [sharp]int{}, 0
	for _, p := range running(t) {
		winning := wins(p)
		if len(winning) == 0 || len(winning) == p.LegalSet().Count() {
			continue
		}
		for seed := range uint64(4) {
			of++
			for level := range missed {
				got, err := Choose(t.Context(), p, level, seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Contains(winning, got.Best) {
					missed[level]++
				}
			}
		}
	}
	falls := slices.IsSortedFunc(missed[:], func(a, b int) int { return b - a })
	if of < 150 || !falls || missed[0]*100 < 60*of || missed[3]*100 < 5*of {
		t.Errorf("of %d wins in one the levels from the lowest on miss %v", of, missed)
	}
}

// Errors grow with the distance from the vertex that a level looks at, and towards the end of a round.
func TestErrorsGrow(t *testing.T) {
	positions := running(t)
	strays := func(s slips) (n int) {
		for i, p := range positions {
			choose := func(s slips) rules.Square {
				return s.choose(t.Context(), p, p.Moves(nil), rand.New(rand.NewPCG(uint64(i), 1))).Best
			}
			if s.depth = 1; choose(s) != choose(slips{depth: 1}) {
				n++
			}
		}
		return n
	}
	wrong, far, tired := strays(slips{wrong: 10}), strays(slips{wrong: 10, far: 50}), strays(slips{wrong: 10, tired: 200})
	if wrong == 0 || far <= wrong || tired <= wrong {
		t.Errorf("of %d moves %d stray, with errors that grow far away %d, late %d", len(positions), wrong, far, tired)
	}
}

// A player who overlooks nothing prevents the other player's immediate win; one who overlooks everything does not.
func TestTwoPliesAreSeen(t *testing.T) {
	threatened, overlooked := 0, 0
	for i, p := range running(t) {
		moves := p.Moves(nil)
		safe := slices.DeleteFunc(slices.Clone(moves), func(s rules.Square) bool { return len(wins(p.Play(s))) > 0 })
		if len(safe) == 0 || len(safe) == len(moves) || len(wins(p)) > 0 {
			continue
		}
		threatened++
		chance := func() *rand.Rand { return rand.New(rand.NewPCG(uint64(i), 1)) }
		if got := (slips{depth: 1}).choose(t.Context(), p, moves, chance()); !slices.Contains(safe, got.Best) {
			t.Errorf("%v: %v, which loses at once; %v do not", p, got.Best, safe)
		}
		if got := (slips{depth: 1, overlooks: 100}).choose(t.Context(), p, moves, chance()); !slices.Contains(safe, got.Best) {
			overlooked++
		}
	}
	if threatened < 50 || overlooked < threatened/10 {
		t.Errorf("%d positions with a threat, %d overlooked", threatened, overlooked)
	}
}

func TestScoreOfEachEnd(t *testing.T) {
	ends := map[string]int{}
	for _, game := range recorded(t) {
		last := game[len(game)-1]
		want := 0
		if last.Won() {
			want = -search.Win // the player who has just moved has won
		}
		if score, _, over := at(last).Known(); !over || score != want {
			t.Errorf("%v: %d, over %v; want %d", last, score, over, want)
		}
		ends[last.Result().String()]++
	}
	if len(ends) != 3 {
		t.Errorf("the games ended as %v, want wins of both players and draws", ends)
	}
}

func TestChooseRepeats(t *testing.T) {
	all := running(t)
	for i := 0; i < len(all); i += len(all) / 20 {
		for _, level := range []int{LowestLevel, 3, firstSearch} {
			first, err1 := Choose(t.Context(), all[i], level, 7, nil)
			second, err2 := Choose(t.Context(), all[i], level, 7, nil)
			first.Elapsed, second.Elapsed = 0, 0
			if fmt.Sprint(first, err1) != fmt.Sprint(second, err2) {
				t.Errorf("%v, level %d: %v, then %v", all[i], level, first, second)
			}
		}
	}
}

func TestSeedsDecide(t *testing.T) {
	for _, level := range []int{LowestLevel, 3, firstSearch} {
		chosen := map[rules.Square]bool{}
		for seed := range uint64(10) {
			p := rules.Start(1)
			for range 3 {
				got, err := Choose(t.Context(), p, level, seed, nil)
				if err != nil {
					t.Fatal(err)
				}
				p = p.Play(got.Best)
			}
			got, err := Choose(t.Context(), p, level, seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			chosen[got.Best] = true
		}
		if len(chosen) < 3 {
			t.Errorf("level %d: 10 seeds play only %v at the fourth ply", level, chosen)
		}
	}
}

func TestEachLevelHasMoreNodes(t *testing.T) {
	for level := firstSearch; level < 30; level++ {
		one, two := nodesOf(level), nodesOf(level+1)
		if two <= one || level >= FullLevel && two != 2*one {
			t.Errorf("level %d has %d nodes, the next one %d", level, one, two)
		}
	}
	if most := nodesOf(math.MaxInt); most < nodesOf(30) {
		t.Errorf("the highest level has %d nodes", most)
	}
}

func TestChooseStaysWithinItsNodes(t *testing.T) {
	p := openGame(t)
	for _, level := range []int{firstSearch, firstSearch + 1} {
		depths := []int{}
		got, err := Choose(t.Context(), p, level, 1, func(th Thought) { depths = append(depths, th.Depth) })
		if err != nil || got.Nodes > nodesOf(level) || got.Depth < 3 {
			t.Errorf("level %d: depth %d, %d nodes, %v", level, got.Depth, got.Nodes, err)
		}
		if len(depths) != got.Depth || depths[0] != 1 {
			t.Errorf("level %d: progress at depths %v of %d", level, depths, got.Depth)
		}
	}
}

func TestChooseIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := openGame(t)
	got, err := Choose(ctx, p, FullLevel, 1, func(th Thought) {
		if th.Depth == 3 {
			cancel()
		}
	})
	if err != nil || got.Depth < 3 || got.Depth > 10 || !p.Legal(got.Best) {
		t.Errorf("cancelled after depth 3, but returned %+v (%v)", got, err)
	}
}

// openGame is a recorded position in which nobody wins soon.
func openGame(t testing.TB) rules.Position {
	t.Helper()
	for _, p := range running(t) {
		if p.Count() == 40 {
			if th, err := Choose(t.Context(), p, firstSearch, 0, nil); err == nil && th.Score < search.Win/2 && th.Score > -search.Win/2 {
				return p
			}
		}
	}
	t.Fatal("no such position")
	return rules.Position{}
}

func TestASingleMoveIsPlayedAtOnce(t *testing.T) {
	for _, game := range recorded(t) {
		for _, p := range game {
			if p.LegalSet().Count() != 1 {
				continue
			}
			got, err := Choose(t.Context(), p, 3, 1, nil)
			if err != nil || !p.Legal(got.Best) || got.Nodes != 0 || len(got.Line) != 1 {
				t.Errorf("%v: %+v (%v)", p, got, err)
			}
			return // one position is enough
		}
	}
	t.Error("no full board among the games")
}

func TestChooseRefuses(t *testing.T) {
	full, err := rules.ParseBoard(strings.TrimSuffix(strings.Repeat(strings.Repeat("r", 16)+"/", 16), "/"), rules.Red)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Choose(t.Context(), full, 2, 0, nil); !errors.Is(err, ErrOver) {
		t.Errorf("a full board: %v", err)
	}
	if _, err := Choose(t.Context(), rules.Start(1), -1, 0, nil); !errors.Is(err, ErrLevel) {
		t.Errorf("level -1: %v", err)
	}
}

func BenchmarkChoose(b *testing.B) {
	p := openGame(b)
	b.ReportAllocs()
	var nodes int64
	for b.Loop() {
		got, err := Choose(b.Context(), p, firstSearch+1, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += got.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

// BenchmarkSearch searches as full strength does, with part of its nodes. It leaves out the making of the engine.
func BenchmarkSearch(b *testing.B) {
	e, p := NewEngine(8, 1), running(b)[20]
	var nodes int64
	for b.Loop() {
		e.Forget()
		nodes += e.Search(b.Context(), p, search.Limits{Nodes: 30_000}, nil).Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

// BenchmarkNode makes a move and computes the node, including its score.
func BenchmarkNode(b *testing.B) {
	var nodes []node
	var moves []rules.Square
	for i, p := range running(b) {
		if list := p.Moves(nil); i%16 == 0 {
			nodes, moves = append(nodes, at(p)), append(moves, list[i/16%len(list)])
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		nodes[i].Play(moves[i])
		i = (i + 1) % len(nodes)
	}
}

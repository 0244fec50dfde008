package bot

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"attic/games/atom4/rules"
	"attic/search"
)

// recorded returns the positions of the recorded games, every game from its start to its end.
func recorded(t testing.TB) [][]rules.Position {
	t.Helper()
	file, err := os.Open("../rules/testdata/games.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var games [][]rules.Position
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Type        string
			Round, X, Y int
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		switch line.Type {
		case "game":
			games = append(games, []rules.Position{rules.Start(line.Round)})
		case "move":
			game := &games[len(games)-1]
			*game = append(*game, (*game)[len(*game)-1].Play(rules.SquareAt(line.X, line.Y)))
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(games) < 50 {
		t.Fatalf("%d games, the file has at least 50", len(games))
	}
	return games
}

// running returns the positions of the recorded games in which there is something to choose.
func running(t testing.TB) []rules.Position {
	var all []rules.Position
	for _, game := range recorded(t) {
		for _, p := range game {
			if p.MoveCount() > 1 {
				all = append(all, p)
			}
		}
	}
	return all
}

func wins(p rules.Position) []rules.Square {
	return slices.DeleteFunc(p.Moves(nil), func(s rules.Square) bool { return !p.Play(s).Won() })
}

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
		for level, ctx := range []context.Context{cancelled, t.Context(), cancelled, t.Context()} {
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

// The lowest level does not let the other player win at once if that can be helped.
func TestTwoPliesAreSeen(t *testing.T) {
	threatened := 0
	for i, p := range running(t) {
		moves := p.Moves(nil)
		safe := slices.DeleteFunc(slices.Clone(moves), func(s rules.Square) bool { return len(wins(p.Play(s))) > 0 })
		if len(safe) == 0 || len(safe) == len(moves) || len(wins(p)) > 0 {
			continue
		}
		threatened++
		got, err := Choose(t.Context(), p, LowestLevel, uint64(i), nil)
		if err != nil || !slices.Contains(safe, got.Best) {
			t.Errorf("%v: %v (%v), which loses at once; %v do not", p, got.Best, err, safe)
		}
	}
	if threatened < 50 {
		t.Errorf("only %d positions with a threat", threatened)
	}
}

// The lowest level plays what two plies of plain minimax find.
func TestLowestLevelIsTwoPliesExactly(t *testing.T) {
	for i, p := range running(t) {
		if i%5 != 0 {
			continue
		}
		best := math.MinInt
		value := map[rules.Square]int{}
		for _, s := range p.Moves(nil) {
			value[s] = -reply(p.Play(s))
			best = max(best, value[s])
		}
		got, err := Choose(t.Context(), p, LowestLevel, uint64(i), nil)
		if err != nil || got.Score != best || value[got.Best] != best {
			t.Fatalf("%v: %v worth %d for %d (%v), want %d", p, got.Best, value[got.Best], got.Score, err, best)
		}
	}
}

// reply returns the value of p, one ply after the root, for the player to move, looking one ply ahead.
func reply(p rules.Position) int {
	if p.Won() {
		return -search.Win + 1
	}
	best := math.MinInt
	for _, s := range p.Moves(nil) {
		next := p.Play(s)
		score, _ := node{next}.Score()
		if next.Won() {
			score = -search.Win + 2
		}
		best = max(best, -score)
	}
	if best == math.MinInt {
		return 0 // the board is full
	}
	return best
}

// The value, worked out vertex by vertex.
func plainScore(p rules.Position) int {
	total := 0
	for s := range rules.Squares {
		for d := range rules.Direction(rules.Directions / 2) {
			line := []rules.Square{rules.Square(s)}
			for len(line) < 4 {
				next, ok := line[len(line)-1].Step(d)
				if !ok {
					break
				}
				line = append(line, next)
			}
			for sign, goal := range map[int]rules.Color{1: p.Player().Goal(), -1: p.Player().Other().Goal()} {
				n := 0
				for _, v := range line {
					if p.At(v) == goal {
						n++
					}
				}
				if len(line) == 4 {
					total += sign * map[int]int{2: twoValue, 3: threeValue}[n]
				}
				if d == 0 && p.At(line[0]) == goal {
					total += sign * goalValue
				}
			}
		}
	}
	return total
}

func TestScore(t *testing.T) {
	for i, p := range running(t) {
		score, over := node{p}.Score()
		if over {
			t.Fatalf("%v: over", p)
		}
		if turned, _ := (node{p.Rotate()}).Score(); turned != score {
			t.Fatalf("%v: %d, but %d with the wheel and the players turned", p, score, turned)
		}
		if i%7 == 0 {
			if want := plainScore(p); score != want {
				t.Fatalf("%v: %d, want %d", p, score, want)
			}
		}
	}
}

func TestScoreOfEachEnd(t *testing.T) {
	ends := map[string]int{}
	for _, game := range recorded(t) {
		last := game[len(game)-1]
		want := 0
		if last.Won() {
			want = -search.Win // who has just moved has won
		}
		if score, over := (node{last}).Score(); !over || score != want {
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
		for level := range 4 {
			first, err1 := Choose(t.Context(), all[i], level, 7, nil)
			second, err2 := Choose(t.Context(), all[i], level, 7, nil)
			if fmt.Sprint(first, err1) != fmt.Sprint(second, err2) {
				t.Errorf("%v, level %d: %v, then %v", all[i], level, first, second)
			}
		}
	}
}

// The start looks the same in a mirror, so there is always a choice.
func TestSeedsDecideBetweenEqualMoves(t *testing.T) {
	chosen := map[rules.Square]bool{}
	for seed := range uint64(30) {
		got, err := Choose(t.Context(), rules.Start(1), 0, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		chosen[got.Best] = true
	}
	if len(chosen) != 2 {
		t.Errorf("30 seeds choose %v of the two moves, which are equal", chosen)
	}
}

func TestLimits(t *testing.T) {
	tests := []struct{ level, depth int }{{0, 2}, {1, 2}, {2, 3}, {4, 5}, {126, 127}, {127, 128}, {math.MaxInt, 128}}
	for _, test := range tests {
		if got := limits(test.level); got.Depth != test.depth || got.Nodes != 150_000 {
			t.Errorf("level %d: %+v, want depth %d", test.level, got, test.depth)
		}
	}
}

func TestChooseStaysWithinItsLimits(t *testing.T) {
	p := openGame(t)
	for _, level := range []int{0, 2, 3, 1000} {
		depths := []int{}
		got, err := Choose(t.Context(), p, level, 1, func(th Thought) { depths = append(depths, th.Depth) })
		if err != nil {
			t.Fatal(err)
		}
		lim := limits(level)
		if got.Nodes > lim.Nodes || got.Depth > lim.Depth || level < 4 && got.Depth != lim.Depth {
			t.Errorf("level %d: depth %d, %d nodes, limits %+v", level, got.Depth, got.Nodes, lim)
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
	var last Thought
	got, err := Choose(ctx, p, 1000, 1, func(th Thought) {
		last = th
		if th.Depth == 3 {
			cancel()
		}
	})
	if err != nil || got.Depth != 3 || got.Best != last.Best || got.Nodes > last.Nodes+256 {
		t.Errorf("cancelled after %+v, but returned %+v (%v)", last, got, err)
	}
}

// openGame is a recorded position in which nobody wins soon.
func openGame(t testing.TB) rules.Position {
	t.Helper()
	for _, p := range running(t) {
		if p.Count() == 40 {
			if th, err := Choose(t.Context(), p, 4, 0, nil); err == nil && th.Depth == 5 {
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
			if p.MoveCount() != 1 {
				continue
			}
			got, err := Choose(t.Context(), p, 3, 1, nil)
			if err != nil || !p.Legal(got.Best) || got.Nodes != 0 || len(got.Line) != 1 {
				t.Errorf("%v: %+v (%v)", p, got, err)
			}
			return // one will do
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
		got, err := Choose(b.Context(), p, 3, 1, nil)
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

func BenchmarkScorePlain(b *testing.B) {
	p := openGame(b)
	b.ReportAllocs()
	for b.Loop() {
		plainScore(p)
	}
}

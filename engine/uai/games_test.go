package uai_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/engine/uai"
	"attic/game"
	"attic/games"
)

func eachGame(t *testing.T, test func(*testing.T, game.Engines)) {
	n := 0
	for _, g := range games.All() {
		if e, ok := g.(game.Engines); ok {
			n++
			t.Run(g.Info().Name, func(t *testing.T) { test(t, e) })
		}
	}
	if n == 0 {
		t.Error("there is no game for engines")
	}
}

// The signature of an engine is the same each time.
func TestSignaturesRepeat(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		signature := func() string {
			var out bytes.Buffer
			if err := uai.Carry(t.Context(), []string{"bench 2"}, &out, g, ""); err != nil {
				t.Error(err)
			}
			words := strings.Fields(out.String())
			if len(words) < 4 || words[len(words)-1] != "nps" {
				t.Fatalf("the output ends with %q", out.String())
			}
			return words[len(words)-4]
		}
		if first := signature(); first != signature() {
			t.Error("the second signature differs")
		}
	})
}

// Real engines answer each go with a legal move: on several threads, stopped immediately, with little memory or time, at any depth.
func TestEveryGoIsAnswered(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		var in strings.Builder
		var asked []game.Position
		in.WriteString("setoption name Threads value 3\n")
		for seed := range uint64(4) {
			pos := g.Opening(seed)
			in.WriteString("setoption name Hash value 1\nposition " + pos.Text() + "\n")
			for _, how := range []string{"infinite", "depth 200", "movetime 0", "movetime 1", "nodes 1", "btime 1 wtime 1", "btime -5 wtime -5 movestogo 1", ""} {
				in.WriteString("go " + how + "\nisready\nstop\n")
				asked = append(asked, pos)
			}
		}
		var out bytes.Buffer
		if err := uai.Serve(t.Context(), strings.NewReader(in.String()), &out, g, ""); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(out.String()) {
			move, ok := strings.CutPrefix(line, "bestmove ")
			if !ok {
				continue
			}
			if len(asked) == 0 || !slices.Contains(asked[0].Moves(), strings.TrimSpace(move)) {
				t.Fatalf("%s is not a legal move, or there are too many answers, with %d expected", move, len(asked))
			}
			asked = asked[1:]
		}
		if len(asked) > 0 || strings.Contains(out.String(), "error") {
			t.Errorf("%d go commands have no answer:\n%s", len(asked), &out)
		}
	})
}

func talk(t *testing.T, g game.Engines, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := uai.Carry(t.Context(), lines, &out, g, ""); err != nil {
		t.Error(err)
	}
	return out.String()
}

// after returns, for each line that contains the parameter word, the words after its first occurrence.
func after(text, word string) [][]string {
	var list [][]string
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if at := slices.Index(words, word); at >= 0 {
			list = append(list, words[at+1:])
		}
	}
	return list
}

// With MultiPV, the lines of each depth begin with different legal moves, and none has a better score than the line before it. The best
// move comes from the last report of the first line; at depth 1, it is the move that a search without MultiPV finds. At higher depths it
// may differ, because a search for more moves looks deeper at some of them.
func TestLinesOfRealEngines(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		for seed := range uint64(6) {
			pos := g.Opening(seed)
			position := "position " + pos.Text()
			single := talk(t, g, position, "go depth 1")
			several := talk(t, g, "setoption name MultiPV value 4", position, "go depth 3")
			numbers, lines, scores := after(several, "multipv"), after(several, "pv"), after(several, "cp")
			if len(lines) != 4*3 || len(scores) != len(lines) {
				t.Fatalf("seed %d: there are %d lines with %d scores:\n%s", seed, len(lines), len(scores), several)
			}
			if want, got := after(single, "bestmove")[0][0], lines[0][0]; got != want {
				t.Errorf("seed %d: at depth 1 the first line begins with %s, without MultiPV the best move is %s", seed, got, want)
			}
			if want, got := lines[4*2][0], after(several, "bestmove")[0][0]; got != want {
				t.Errorf("seed %d: the best move is %s, but the first line begins with %s", seed, got, want)
			}
			var seen []string
			for i, line := range lines[:4*3] {
				if i%4 == 0 {
					seen = nil
				}
				if want := []string{"1", "2", "3", "4"}[i%4]; numbers[i][0] != want || slices.Contains(seen, line[0]) || !slices.Contains(pos.Moves(), line[0]) {
					t.Errorf("seed %d, line %d: number %s begins with %s, after %s", seed, i, numbers[i][0], line[0], seen)
				}
				seen = append(seen, line[0])
				if i%4 > 0 && number(t, scores[i][0]) > number(t, scores[i-1][0]) {
					t.Errorf("seed %d, line %d: its score is %s, that of the line before %s", seed, i, scores[i][0], scores[i-1][0])
				}
			}
		}
	})
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A level with a seed repeats its moves, other seeds give other moves, and the answers follow the protocol.
func TestLevelsOfRealEngines(t *testing.T) {
	eachGame(t, func(t *testing.T, g game.Engines) {
		play := func(level, seed string) string {
			lines := []string{"setoption name Level value " + level, "setoption name Seed value " + seed}
			for opening := range uint64(8) {
				lines = append(lines, "position "+g.Opening(opening).Text(), "go movetime 60000")
			}
			said := talk(t, g, append(lines, "position startpos", "go movetime 60000")...) // a position in which many moves are equally good
			for i, line := range after(said, "pv")[:8] {
				if pos := g.Opening(uint64(i)); !slices.Contains(pos.Moves(), line[0]) {
					t.Errorf("level %s: %s is not a legal move", level, line[0])
				}
			}
			return strings.Join(slices.Concat(after(said, "bestmove")...), " ")
		}
		first := play("1", "5")
		if again := play("1", "5"); again != first {
			t.Errorf("the level plays %s and then %s", first, again)
		}
		differs := false
		for seed := 6; seed < 12 && !differs; seed++ {
			differs = play("1", strconv.Itoa(seed)) != first
		}
		if !differs {
			t.Errorf("with seven seeds the level plays the same: %s", first)
		}
	})
}

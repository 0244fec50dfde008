package rules

import (
	"os"
	"strings"
	"testing"
)

// perftLeaves and perftWins are the counts on the rules page, from depth 0, for every starting colour.
var (
	perftLeaves = [...]uint64{1, 2, 6, 24, 120, 672, 4128, 27264, 193344, 1464576, 11763328}
	perftWins   = [...]uint64{9: 88, 10: 494}
)

func TestPerftFromTheStart(t *testing.T) {
	for round := 1; round <= 6; round++ {
		t.Run(StartColor(round).String(), func(t *testing.T) {
			for depth := 0; depth <= 9; depth++ {
				for _, every := range []bool{true, false} {
					if every && depth == 9 && round > 1 {
						continue // this takes long, so it is tested with one starting colour only
					}
					leaves, wins := Perft(Start(round), depth, every)
					if leaves != perftLeaves[depth] || wins != perftWins[depth] {
						t.Errorf("depth %d, every move %v: %d leaves and %d wins; want %d and %d",
							depth, every, leaves, wins, perftLeaves[depth], perftWins[depth])
					}
				}
			}
		})
	}
}

func TestPerftTenPlies(t *testing.T) {
	leaves, wins := Perft(Start(1), 10, false)
	if leaves != perftLeaves[10] || wins != perftWins[10] {
		t.Errorf("%d leaves and %d wins; want %d and %d", leaves, wins, perftLeaves[10], perftWins[10])
	}
}

func TestPerftOfNothing(t *testing.T) {
	for _, depth := range []int{0, -1} {
		if leaves, wins := Perft(Start(1), depth, true); leaves != 1 || wins != 0 {
			t.Errorf("depth %d: %d leaves and %d wins; want 1 and 0", depth, leaves, wins)
		}
	}
}

func TestPerftOfTheMiddleGameEqualsPlainRules(t *testing.T) {
	total, totalWins := uint64(0), uint64(0)
	for i, p := range middleGames(t) {
		leaves, wins := plainFrom(p).perft(4)
		total, totalWins = total+leaves, totalWins+wins
		if l, w := Perft(p, 4, true); l != leaves || w != wins {
			t.Errorf("position %d: %d leaves and %d wins; plain %d and %d", i, l, w, leaves, wins)
		}
		if l, w := Perft(p, 4, false); l != leaves || w != wins {
			t.Errorf("position %d, counted: %d leaves and %d wins; plain %d and %d", i, l, w, leaves, wins)
		}
		if l, w := arrayFrom(p).perft(4); l != leaves || w != wins {
			t.Errorf("position %d, array: %d leaves and %d wins; plain %d and %d", i, l, w, leaves, wins)
		}
	}
	if total != 488556 || totalWins != 1790 {
		t.Errorf("%d leaves and %d wins in all; want 488556 and 1790", total, totalWins)
	}
}

// middleGames reads the ten positions of testdata/timing_positions.txt: a board and the step on the
// wheel, from red, of the colour to play.
func middleGames(tb testing.TB) []Position {
	tb.Helper()
	data, err := os.ReadFile("testdata/timing_positions.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var positions []Position
	for line := range strings.Lines(string(data)) {
		board, step, _ := strings.Cut(strings.TrimSpace(line), " ")
		p, err := ParseBoard(board, StartColor(int(step[0]-'0')+1))
		if err != nil {
			tb.Fatal(err)
		}
		positions = append(positions, p)
	}
	if len(positions) != 10 {
		tb.Fatalf("%d positions; want 10", len(positions))
	}
	return positions
}

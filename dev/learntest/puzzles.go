package learntest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
)

// largest is the maximum size of the puzzles of a game in bytes.
const largest = 200_000

// Shipped returns the puzzles of a game.
func Shipped(t *testing.T, g game.Game) []learn.Puzzle {
	t.Helper()
	list, err := learn.PuzzlesOf(g)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// InOrder checks that the puzzles of a game take at most 200,000 bytes and are in the order of level, theme and number. At most 10 % of each theme,
// except themes in free, and at least 4 % of all puzzles must have no right move.
func InOrder(t *testing.T, g game.Game, free ...string) {
	t.Helper()
	if n := len(g.Info().Course.Puzzles); n >= largest {
		t.Errorf("the puzzles have %d bytes", n)
	}
	list := Shipped(t, g)
	number := func(p learn.Puzzle) int {
		_, digits, _ := strings.Cut(p.ID, "-")
		n, _ := strconv.Atoi(digits)
		return n
	}
	if !slices.IsSortedFunc(list, func(a, b learn.Puzzle) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Theme, b.Theme), cmp.Compare(number(a), number(b)))
	}) {
		t.Error("the puzzles are not in the order of level, theme and number")
	}
	denied := 0
	for _, theme := range learn.ThemeNames(g) {
		all, none := 0, 0
		for _, p := range list {
			if p.Theme == theme {
				all++
				if p.Key == learn.None {
					none++
				}
			}
		}
		if denied += none; all == 0 || none*10 > all && !slices.Contains(free, theme) {
			t.Errorf("%s: of %d puzzles %d have no right move", theme, all, none)
		}
	}
	if denied*25 < len(list) {
		t.Errorf("of %d puzzles only %d have no right move", len(list), denied)
	}
}

// Proved calls the function prove for every puzzle of a game, and logs the number of puzzles and the time of the slowest call.
func Proved(t *testing.T, g game.Game, prove func(learn.Puzzle)) {
	t.Helper()
	slowest := time.Duration(0)
	counts := map[string]int{}
	for _, p := range Shipped(t, g) {
		start := time.Now()
		prove(p)
		slowest = max(slowest, time.Since(start))
		counts[p.Theme]++
		if p.Key == learn.None {
			counts["without a right move"]++
		}
	}
	t.Logf("%v: all keys are proved, the slowest in %v", counts, slowest.Round(time.Millisecond))
}

// Judged tries every nth move and all right moves of all puzzles of a game, and checks the judgements. It logs the time of the slowest judgement.
func Judged(t *testing.T, g game.Game, nth int, right func(p learn.Puzzle, move string) bool) {
	t.Helper()
	tries, slowest := 0, time.Duration(0)
	for _, p := range Shipped(t, g) {
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		for n, m := range s.View(0).Moves() {
			good := p.Key != learn.None && right(p, m.Text)
			if !good && n%nth != 0 {
				continue
			}
			start := time.Now()
			tried, err := g.Info().Course.Try(t.Context(), s, p.Theme, m.Text)
			slowest = max(slowest, time.Since(start))
			if tries++; err != nil || tried.Good != good {
				t.Errorf("%s: %s: %+v, %v", p.ID, m.Text, tried, err)
			}
		}
	}
	t.Logf("%d moves were judged, the slowest in %v", tries, slowest.Round(time.Millisecond))
}

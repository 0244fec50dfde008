package mining_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"attic/dev/lab/mining"
	"attic/game"
	"attic/game/example/reversi"
	"attic/game/learn"
)

// TestLedger adds puzzles until none is wanted, and checks which of them are refused.
func TestLedger(t *testing.T) {
	l := mining.Ledger{Wanted: map[string]int{"a": 13, "b": 1}, Often: 2}
	for n := range 12 {
		if l.None("a") {
			t.Errorf("puzzle %d is to have no right move", n+1)
		}
		if !l.Add("a", n/2, n) {
			t.Errorf("puzzle %d is refused", n+1)
		}
	}
	if !l.None("a") {
		t.Error("puzzle 13 is to have a right move")
	}
	if l.Add("a", 9, 3) {
		t.Error("two puzzles are alike")
	}
	if !l.Add("a", 9, 13) || l.Wants("a") || l.Done() {
		t.Error("after 13 puzzles more of that theme are wanted, or nothing is")
	}
	if !l.Add("b", 9, 14) || !l.Done() {
		t.Error("after all puzzles more are wanted")
	}
	for n := range 20 {
		l.Add("b", 1, 20+n)
		l.Add("a", 1, 50+n)
	}
	if l.Add("b", 1, 100) || l.Add("a", 1, 101) {
		t.Error("the puzzles of one level are not limited")
	}
}

// Puzzles solved more often get a lower level. Those without a right move get the middle level of their theme. People held out do not count.
func TestGrade(t *testing.T) {
	who := []mining.Person{{Name: "a"}, {Name: "b", Held: true}, {Name: "level 1", Computer: true}}
	var list []mining.Graded
	for n := range 8 {
		list = append(list, mining.Graded{ID: fmt.Sprint("x-", n), Theme: "x", Shares: []float64{float64(n) / 8, float64(8-n) / 8, float64(7-n) / 5}})
	}
	list = append(list, mining.Graded{ID: "x-9", Theme: "x", None: true, Shares: []float64{0, 0, 0}}, mining.Graded{ID: "y-1", Theme: "y", None: true, Shares: []float64{0, 0, 0}})
	mining.Grade(list, who, 4)
	text := ""
	for _, g := range list {
		text += fmt.Sprint(g.ID, ":", g.Level, " ")
	}
	if text != "x-6:1 x-7:1 x-4:2 x-5:2 y-1:2 x-2:3 x-3:3 x-9:3 x-0:4 x-1:4 " {
		t.Error(text)
	}
	if share, width := mining.Solved(list, 0, 1); share != 81.25 || width < 12.2 || width > 12.3 {
		t.Errorf("of level 1 are solved %v ± %v", share, width)
	}
}

// Puzzles that a person solves easily get no higher level than that person allows, and a level has no puzzles of a theme or at least four.
func TestGradeSaysHowHardAPuzzleIs(t *testing.T) {
	who := []mining.Person{{Name: "greedy", Easy: 1}, {Name: "counting", Easy: 3}, {Name: "level 1", Computer: true}}
	var list []mining.Graded
	for n := range 60 {
		g := mining.Graded{ID: fmt.Sprint("x-", n), Theme: "x", Shares: []float64{0, 0, float64(n)}}
		switch {
		case n == 0: // found by nobody else
			g.Shares[0] = 1
		case n == 1:
			g.Shares[1] = 0.75
		case n < 5, n > 20 && n < 40, n == 59: // a few at level 4, one at level 1
			g.ID, g.Theme = fmt.Sprint("y-", n), "y"
		}
		list = append(list, g)
	}
	mining.Grade(list, who, 4)
	of := map[string][5]int{}
	for _, g := range list {
		counts := of[g.Theme]
		counts[g.Level]++
		of[g.Theme] = counts
		if g.ID == "x-0" && g.Level != 1 || g.ID == "x-1" && g.Level != 3 {
			t.Errorf("%s has level %d", g.ID, g.Level)
		}
	}
	for theme, counts := range of {
		for level, n := range counts {
			if n > 0 && n < 4 {
				t.Errorf("%d puzzles of %s at level %d: %v", n, theme, level, counts)
			}
		}
	}
}

// In each game, a level has no puzzles of a theme or at least four.
func TestEveryLevelHasEnoughOfATheme(t *testing.T) {
	for _, name := range []string{"ataxx", "atom4", "atommaster"} {
		text, err := os.ReadFile("../../../games/" + name + "/puzzles.txt")
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for line := range strings.Lines(string(text)) {
			theme, rest, _ := strings.Cut(line, "-")
			counts[theme+" of level "+strings.Split(rest, "\t")[1]]++
		}
		for which, n := range counts {
			if n < 4 {
				t.Errorf("%s: %d puzzles of %s", name, n, which)
			}
		}
	}
}

// Each try at a puzzle has its own random source.
func TestShare(t *testing.T) {
	who := mining.Person{Tries: 4, Answer: func(_, _ string, seed uint64, r *rand.Rand) (string, error) {
		if again := rand.New(rand.NewPCG(seed-1, 49)); r.Uint64() != again.Uint64() {
			return "", errors.New("another random source")
		}
		return fmt.Sprint(seed), nil
	}}
	if share, err := who.Share("x", "place", "3"); share != 0.25 || err != nil {
		t.Error(share, err)
	}
}

// Players whose share rises are named; those held out only if the intervals do not overlap.
func TestRises(t *testing.T) {
	who := []mining.Person{{Name: "falls"}, {Name: "rises"}, {Name: "rises a little", Held: true}, {Name: "rises much", Held: true}}
	var list []mining.Graded
	for n := range 4 * mining.Levels {
		level, odd := 1+n/4, float64(n%2)
		list = append(list, mining.Graded{Level: level, Shares: []float64{1 / float64(level), float64(level) / 5, odd + 0.01*float64(level), float64(level)}})
	}
	if got := mining.Rises(list, who); len(got) != 6 || !strings.HasPrefix(got[0], "rises, from 20.0 % of level 1 to 40.0 %") || !strings.HasPrefix(got[3], "rises much,") {
		t.Error(got)
	}
	if rows := strings.Split(mining.Table(list, who), "\n"); len(rows) != 5 || rows[0] != "| falls | 100 ± 0 | 50 ± 0 | 33 ± 0 | 25 ± 0 |" || !strings.HasPrefix(rows[3], "| rises much, held out | 100 ± 0 |") {
		t.Error(rows)
	}
}

// Tried writes what it reads, with levels.
func TestTried(t *testing.T) {
	who := []mining.Person{{Name: "a", Tries: 2, Answer: func(_, place string, _ uint64, _ *rand.Rand) (string, error) { return place, nil }}}
	list, err := mining.Tried("x-1\t9\tp\tq\nx-2\t9\tr\tr\nx-3\t9\ts\tnone\n", who)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, g := range list {
		text += g.String()
	}
	if text != "x-2\t1\tr\tr\nx-1\t3\tp\tq\nx-3\t3\ts\tnone\n" {
		t.Errorf("%q", text)
	}
	if _, err := mining.Tried("x-1\tp\tq\n", who); err == nil {
		t.Error("a line without a level is read")
	}
}

// smallest is Reversi with puzzles in which the first move in the alphabet is right.
type smallest struct{ reversi.Game }

func (smallest) Info() game.Info {
	info := reversi.Game{}.Info()
	info.Course.Themes = []game.Theme{{Name: "first"}, {Name: "none"}}
	info.Course.Try = func(_ context.Context, s game.State, goal, move string) (game.Tried, error) {
		for _, m := range game.MovesOf(s) {
			if m.Text < move {
				return game.Tried{}, nil
			}
		}
		return game.Tried{Good: goal == "first"}, nil
	}
	return info
}

// A game that judges moves needs no miner of its own for puzzles: each has the only right move as its key and comes from a different game.
func TestJudged(t *testing.T) {
	var places []string
	err := mining.Judged(smallest{})(t.Context(), map[string]int{"first": 3}, 1, func(theme string, level int, text, key string) {
		place, err := learn.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := place.State(smallest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range game.MovesOf(s) {
			if m.Text < key {
				t.Errorf("%s: the key is %s, not %s", text, key, m.Text)
			}
		}
		if theme != "first" || level < 1 || level > mining.Levels || slices.Contains(places, text) {
			t.Errorf("a puzzle of %s at level %d in %s", theme, level, text)
		}
		places = append(places, text)
	})
	if err != nil || len(places) != 3 {
		t.Errorf("%d puzzles, %v", len(places), err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := mining.Judged(smallest{})(ctx, map[string]int{"none": 1}, 1, nil); err == nil {
		t.Error("it continues although its context is done")
	}
}

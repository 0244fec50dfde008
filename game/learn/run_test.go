package learn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game/learn"
)

// ladder is a list of ten puzzles of each of four levels, the hardest first.
func ladder() (list []learn.Puzzle) {
	for i := range 40 {
		list = append(list, learn.Puzzle{ID: fmt.Sprint("x-", i), Level: 4 - i/10})
	}
	return list
}

// In a run the level of the puzzles never falls, four puzzles have the same level as long as there is a higher one, no puzzle comes twice, and another
// run has other puzzles.
func TestTheLevelOfARunRises(t *testing.T) {
	list := ladder()
	var runs [][]string
	for second := range 2 {
		r := learn.Run{Begun: monday.Add(time.Duration(second) * time.Second)}
		var ids []string
		var levels []int
		for {
			p, ok := r.Next(list)
			if !ok {
				break
			}
			if again, _ := r.Next(list); again.ID != p.ID {
				t.Fatal("asked twice, the next puzzle is another one")
			}
			ids, levels = append(ids, p.ID), append(levels, p.Level)
			r = r.Answered(p.ID, true)
		}
		if want := []int{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}; !slices.Equal(levels[:len(want)], want) {
			t.Errorf("the levels are %v", levels)
		}
		if all := slices.Compact(slices.Sorted(slices.Values(ids))); len(all) != len(list) {
			t.Errorf("%d of %d puzzles come in a run", len(all), len(list))
		}
		runs = append(runs, ids)
	}
	if slices.Equal(runs[0][:8], runs[1][:8]) {
		t.Error("two runs have the same puzzles")
	}
}

// A run ends after three minutes or with the third miss.
func TestARunEnds(t *testing.T) {
	r := learn.Run{Begun: monday}
	for i, c := range []struct {
		after  time.Duration
		missed int
		over   bool
	}{
		{0, 0, false},
		{3*time.Minute - time.Millisecond, 2, false},
		{3 * time.Minute, 0, true},
		{time.Second, 3, true},
		{-time.Hour, 0, false}, // the clock was set back
	} {
		at := r
		for n := range c.missed {
			at = at.Answered(fmt.Sprint("x-", n), false)
		}
		if got := at.Over(monday.Add(c.after)); got != c.over {
			t.Errorf("%d: over is %v", i, got)
		}
	}
	if got := r.Answered("a", true).Answered("b", false).Title(monday.Add(55 * time.Second)); got != "Run: 2:05 left, 1 solved, 1 missed" {
		t.Error(got)
	}
}

// The best five runs are kept. The text at the end of a run compares it with them and names the missed puzzles. A missed puzzle comes back on the next
// day; the rating stays as it is.
func TestTheBestRunsAreKept(t *testing.T) {
	var r learn.Record
	for i, solved := range []int{3, 7, 5, 7, 1, 6, 2} {
		run := learn.Run{Begun: monday}
		for n := range solved {
			run = run.Answered(fmt.Sprint("x-", n), true)
		}
		if i == 3 {
			run = run.Answered("x-90", false)
		}
		s := run.Score(monday.Add(time.Duration(60+i) * time.Second))
		said := run.Ended(s, r.Runs)
		want := []string{
			"Time is up: 3 solved, 0 missed in 1:00. It is your first run.",
			"Time is up: 7 solved, 0 missed in 1:01. It is your best run; your previous best was 3 solved, 0 missed in 1:00 on 2026-11-23.",
			"Time is up: 5 solved, 0 missed in 1:02. Your best run: 7 solved, 0 missed in 1:01 on 2026-11-23.",
			"Time is up: 7 solved, 1 missed in 1:03. Your best run: 7 solved, 0 missed in 1:01 on 2026-11-23. Missed: x-90. To try x-90 again, type ⟨puzzle x-90⟩.",
		}
		if i < len(want) && said != want[i] {
			t.Errorf("run %d: %q, want %q", i, said, want[i])
		}
		r = r.Ran(s)
	}
	var kept []int
	for _, s := range r.Runs {
		kept = append(kept, s.Solved)
	}
	if !slices.Equal(kept, []int{7, 7, 6, 5, 3}) || r.Runs[0].Missed != 0 {
		t.Errorf("kept are %v", r.Runs)
	}
	if r = r.Missed("daily-1", monday); r.Returns["daily-1"].Due != "2026-11-24" || r.Rated != 0 || len(r.Puzzles) != 0 {
		t.Errorf("%+v", r)
	}
}

// The result for sharing names no puzzle.
func TestARunIsShared(t *testing.T) {
	run := learn.Run{Begun: monday}
	for n, solved := range []bool{true, true, false, true, true, true, false} {
		run = run.Answered(fmt.Sprint("x-", n), solved)
	}
	text := run.Share(toy{}, run.Score(monday.Add(learn.RunTime)))
	if !strings.HasSuffix(text, "5 solved, 2 missed in 3:00\nooxoo ox") || strings.Contains(text, "x-") {
		t.Error(text)
	}
}

package learn_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
)

// monday is a Monday at noon, UTC.
var monday = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// Each day of a week has harder puzzles than the day before, the same in all time zones. Their order is not that of the list, and each puzzle
// comes once in as many weeks as its day has puzzles.
func TestDaily(t *testing.T) {
	var list []learn.Puzzle
	for i := range 70 {
		list = append(list, learn.Puzzle{ID: fmt.Sprint("x-", i), Level: i / 10})
	}
	seen := map[string]int{}
	var mondays []int
	for i := range 70 {
		at := monday.AddDate(0, 0, i)
		p, day, ok := learn.Daily(list, at)
		late, same, _ := learn.Daily(list, at.Add(11*time.Hour).In(time.FixedZone("", 9*3600)))
		if !ok || day != at.Format(time.DateOnly) || late.ID != p.ID || same != day {
			t.Fatal(p, day, late, same)
		}
		if p.Level != i%7 {
			t.Errorf("day %d of the week has a puzzle of level %d", i%7+1, p.Level)
		}
		if seen[p.ID]++; i%7 == 0 {
			mondays = append(mondays, slices.IndexFunc(list, func(q learn.Puzzle) bool { return q.ID == p.ID }))
		}
	}
	if len(seen) != len(list) {
		t.Errorf("%d of %d puzzles in as many days", len(seen), len(list))
	}
	if slices.IsSorted(mondays) {
		t.Errorf("the Mondays follow the list: %v", mondays)
	}
	if _, _, ok := learn.Daily(nil, monday); ok {
		t.Error("there is a puzzle of the day without puzzles")
	}
	if few, _, ok := learn.Daily(list[:2], monday); !ok || few.ID == "" {
		t.Error("two puzzles have no puzzle of the day")
	}
	other := slices.Clone(list)
	other[3].Key = "changed"
	if a, b := learn.Edition(list), learn.Edition(other); a == b || len(a) != 4 || a != learn.Edition(slices.Clone(list)) {
		t.Errorf("the editions are %s and %s", a, b)
	}
}

// daily solves the puzzle of the day at the time now, at the first try if clean is set.
func daily(t *testing.T, r learn.Record, now time.Time, clean bool) learn.Record {
	t.Helper()
	p, day, err := learn.Find(toy{}, r, "daily", nil, now)
	if err != nil {
		t.Fatal(err)
	}
	c, err := learn.NewPuzzle(toy{}, p)
	if err != nil {
		t.Fatal(err)
	}
	c.Day = day
	return finish(t, r, c, now, clean)
}

func finish(t *testing.T, r learn.Record, c *learn.Course, now time.Time, clean bool) learn.Record {
	t.Helper()
	if !clean {
		try(t, c, "b4-a3")
	}
	for !c.Over() {
		answer, err := c.Solution(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		try(t, c, answer)
	}
	return r.Done(c, time.Second).Practised(c, now)
}

func plan(t *testing.T, r learn.Record, now time.Time) learn.Today {
	t.Helper()
	p, err := learn.Plan(toy{}, r, now)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// own starts a mistake as a puzzle in which b4-c5 is better.
func own(t *testing.T, r learn.Record, id string) *learn.Course {
	t.Helper()
	m, ok := r.Mistake(id)
	if !ok {
		t.Fatalf("there is no mistake %s", id)
	}
	c, err := learn.NewMistake(toy{}, m, func(_ context.Context, _ game.State, m learn.Mistake, move string) (game.Tried, error) {
		return game.Tried{Good: move == m.Better, Why: "So it is."}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A mistake comes back after 1, 3, 7 and 21 days if it is solved at the first try each time, and again from the beginning if it is not.
func TestAMistakeComesBack(t *testing.T) {
	r := learn.Record{}.Add(monday, learn.Mistake{Place: start, Played: "b4-d4", Better: "b4-c5", Lost: 0.31, Chance: 0.6, Theme: "hole"})
	r = r.Add(monday, learn.Mistake{Place: start, Played: "b4-d4", Better: "b4-c5"}) // the same one
	if len(r.Own) != 1 || len(plan(t, r, monday).Due) != 0 {
		t.Fatal(r.Own, plan(t, r, monday).Due)
	}
	id, at := r.Own[0].ID, monday
	c := own(t, r, id)
	if c.Text() != "Your move: red. Here you played b4-d4, which lost 31% of your chance of winning. Find a better move." || c.Denies() {
		t.Errorf("%q, %v", c.Text(), c.Denies())
	}
	if h, err := c.Hint(t.Context()); err != nil || h.Sentence != "The idea is: hole." {
		t.Error(h.Sentence, err)
	}
	for i, days := range []int{1, 3, 7, 1, 3, 7, 21} {
		for range days - 1 {
			at = at.AddDate(0, 0, 1)
			if due := plan(t, r, at).Due; len(due) != 0 {
				t.Fatalf("time %d: due on %v already", i+1, at)
			}
		}
		if p := plan(t, r, at); p.Tomorrow != 1 {
			t.Errorf("time %d: %d come back tomorrow", i+1, p.Tomorrow)
		}
		at = at.AddDate(0, 0, 1)
		if due := plan(t, r, at).Due; !slices.Equal(due, []string{id}) {
			t.Fatalf("time %d: due on %v is %v", i+1, at, due)
		}
		r = finish(t, r, own(t, r, id), at, i != 2) // the third time it is not found at once
		if plan(t, r, at).Due != nil {
			t.Errorf("time %d: still due", i+1)
		}
	}
	if len(r.Returns) != 0 {
		t.Errorf("it comes back for ever: %v", r.Returns)
	}
	if r.Rated != 0 || len(r.Puzzles) != 0 {
		t.Error("a mistake changes the rating")
	}
	for i := range 250 {
		r = r.Add(monday, learn.Mistake{Place: fmt.Sprint("x;", i)})
	}
	if len(r.Own) != 200 || len(r.Returns) != 200 || r.Own[199].Place != "x;249" {
		t.Errorf("%d mistakes are kept, %d come back", len(r.Own), len(r.Returns))
	}
}

// A month of practice with days missed, a journey through time zones, and a clock that was set back.
func TestAMonth(t *testing.T) {
	var r learn.Record
	zone := time.UTC
	missed := map[int]bool{3: true, 12: true, 20: true, 24: true}
	streaks := map[int]int{0: 1, 2: 3, 4: 4, 11: 11, 13: 12, 19: 18, 21: 19, 25: 4} // the second miss within seven days ends it
	for i := range 28 {
		if i == 8 {
			zone = time.FixedZone("", 13*3600)
		}
		now := monday.AddDate(0, 0, i).In(zone)
		if missed[i] {
			continue
		}
		p := plan(t, r, now)
		if p.Done() || !p.Daily || p.Solved {
			t.Fatalf("day %d: nothing is left to do: %+v", i, p)
		}
		r = daily(t, r, now, true)
		if p = plan(t, r, now); !p.Solved {
			t.Fatalf("day %d: the puzzle of the day is not solved", i)
		}
		if want, ok := streaks[i]; ok && p.Streak != want {
			t.Errorf("day %d: %d days in a row, want %d", i, p.Streak, want)
		}
	}
	end := monday.AddDate(0, 0, 27)
	rows := r.Calendar(end, 4)
	if got := string(rows[0][:]) + "|" + string(rows[1][:]) + "|" + string(rows[2][:]) + "|" + string(rows[3][:]); got != "***.***|*****.*|******.|***.***" {
		t.Errorf("the calendar is %s", got)
	}
	if got := plan(t, r, end).Missed; !slices.Equal(got, []string{"2026-12-17"}) {
		t.Errorf("missed in the last days: %v", got)
	}
	p, day, err := learn.Find(toy{}, r, "2026-12-17", nil, end)
	if err != nil || day != "2026-12-17" {
		t.Fatal(p, day, err)
	}
	c, _ := learn.NewPuzzle(toy{}, p)
	c.Day = day
	r = finish(t, r, c, end, true)
	if got := plan(t, r, end); len(got.Missed) != 0 || got.Streak != 25 {
		t.Errorf("after catching up %v are missed, %d days in a row", got.Missed, got.Streak)
	}
	for _, day := range []string{"2026-12-01", "2026-12-21"} { // too long ago, and ahead
		if _, counts, err := learn.Find(toy{}, r, day, nil, end); err != nil || counts != "" {
			t.Errorf("the puzzle of %s counts for %q, %v", day, counts, err)
		}
	}
	back := end.AddDate(0, -2, 0) // the clock is set back
	r.Returns = map[string]learn.Return{"two-1": {Due: "2026-12-25"}}
	if p := plan(t, r, back); p.Solved || p.Streak != 0 || len(p.Due) != 1 {
		t.Errorf("with the clock set back: %+v", p)
	}
}

// Not more than three puzzles come back on a day, the others the next day.
func TestNotAllAtOnce(t *testing.T) {
	r := learn.Record{Lessons: []int{2}}
	for i := range 5 {
		r = r.Add(monday.AddDate(0, 0, -i), learn.Mistake{Place: start + strings.Repeat(";pass", i), Played: "b4-d4", Better: "b4-c5"})
	}
	at := monday.AddDate(0, 0, 1)
	p := plan(t, r, at)
	if len(p.Due) != 3 || p.More != 2 || p.Due[0] != r.Own[4].ID {
		t.Fatalf("%+v", p)
	}
	if want := "Today: 3 puzzles that come back, the puzzle of the day, a step of lesson 1. Two more are due; you will get them on the following days."; p.Says() != want {
		t.Errorf("it says %q", p.Says())
	}
	if text := p.Text(r); !strings.Contains(text, "\n  Two more are due; you will get them on the following days.") {
		t.Errorf("the list is\n%s", text)
	}
	id := r.Own[0].ID
	r.Returns[p.Due[0]], r.Returns[id] = r.Returns[id], r.Returns[p.Due[0]]
	r = finish(t, r, own(t, r, id), at, true)
	if p := plan(t, r, at); len(p.Due) != 2 || p.More != 2 || p.Tomorrow != 2 {
		t.Errorf("after one of them: %+v", p)
	}
	r.Studied = learn.Day(at)
	r.Returns = nil
	r = daily(t, r, at, true)
	if p := plan(t, r, at); !p.Done() || p.Says() != "Done for today. Tomorrow, Wednesday 25 November: the next puzzle of the day." {
		t.Errorf("%+v: %q", p, p.Says())
	}
}

// A puzzle that was due comes back only if the game still has it: another edition may have dropped it. An ID may be part of another ID.
func TestDroppedPuzzlesDoNotComeBack(t *testing.T) {
	due := map[string]learn.Return{}
	for _, id := range []string{"two-1", "one-1", "two-3", "two", "wo-2", "two-", "own-gone", ""} {
		due[id] = learn.Return{Due: "2026-11-20"}
	}
	p := plan(t, learn.Record{Returns: due}, monday)
	if slices.Sort(p.Due); !slices.Equal(p.Due, []string{"one-1", "two-1"}) || p.More != 0 {
		t.Errorf("%q come back, and %d more", p.Due, p.More)
	}
}

// A person who has done no lesson gets the first one, then a puzzle at their level; the puzzle of the day is not a task until the next day.
func TestTheFirstDay(t *testing.T) {
	saturday := monday.AddDate(0, 0, 5)
	var r learn.Record
	p := plan(t, r, saturday)
	if p.Says() != "Today: lesson 1, a puzzle at your level." || p.Brief() != "lesson 1, a puzzle" {
		t.Errorf("it says %q, in brief %q", p.Says(), p.Brief())
	}
	if want := "Saturday 28 November\n  Lesson 1: Extend                         lesson 1\n  A puzzle at your level                   puzzle\nIf you like:\n  Puzzle of the day: One                   puzzle daily"; p.Text(r) != want {
		t.Errorf("the list is\n%s", p.Text(r))
	}
	c, err := learn.NewLesson(toy{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	r.Studied = learn.Day(saturday)
	for r = r.Done(c, 0).Practised(c, saturday); !plan(t, r, saturday).Done(); {
		if p := plan(t, r, saturday); p.Left() != "a puzzle at your level" {
			t.Fatalf("left is %q", p.Left())
		}
		first, _, err := learn.Find(toy{}, r, "", nil, saturday)
		if err != nil || first.Level != 2 {
			t.Fatal(first, err)
		}
		c, _ := learn.NewPuzzle(toy{}, first)
		r = finish(t, r, c, saturday, true)
	}
	if p := plan(t, r, saturday.AddDate(0, 0, 1)); p.Says() != "Today: the puzzle of the day, a step of lesson 2." {
		t.Errorf("on the next day it says %q", p.Says())
	}
}

// A text to share names the edition in which the puzzle of the day was solved, or says that an earlier version did not record it.
func TestASharedResultNamesItsEdition(t *testing.T) {
	list, err := learn.PuzzlesOf(toy{})
	if err != nil {
		t.Fatal(err)
	}
	day := learn.Day(monday)
	solved := daily(t, learn.Record{}, monday, true)
	earlier := learn.Record{Days: map[string]learn.Result{day: {Clean: true, Seconds: 1}}}
	for text, want := range map[string]string{
		solved.Share(toy{}, day):  "(edition " + learn.Edition(list) + ")",
		earlier.Share(toy{}, day): "(an earlier edition)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is shared, want %q in it", text, want)
		}
	}
}

// A puzzle of the day far above a person's rating that is missed neither lowers the rating nor comes back; solved at once it counts.
func TestThePuzzleOfTheDayIsTooHard(t *testing.T) {
	saturday := monday.AddDate(0, 0, 5)
	missed := daily(t, learn.Record{}, saturday, false)
	if len(missed.Days) != 1 || missed.Level() != 1000 || missed.Rated != 0 || len(missed.Returns) != 0 {
		t.Errorf("after a puzzle that is too hard: %+v", missed)
	}
	if solved := daily(t, learn.Record{}, saturday, true); solved.Level() <= 1000 || solved.Rated != 1 {
		t.Errorf("after solving it: %+v", solved)
	}
	strong := learn.Record{Rating: 4000, Rated: 20, Deviation: 90}
	if missed = daily(t, strong, saturday, false); missed.Level() >= 4000 || len(missed.Returns) != 1 {
		t.Errorf("after a puzzle that was not too hard: %+v", missed)
	}
}

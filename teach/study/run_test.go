package study_test

import (
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/learn"
	"attic/games/ataxx"
	"attic/match/store"
	"attic/table"
	"attic/teach/study"
)

// racing returns a study in a timed run, with a clock that the test sets.
func racing(t *testing.T) (*study.Study, *time.Time, func(right bool)) {
	t.Helper()
	files := store.Open(t.TempDir(), func(string) (game.Game, bool) { return ataxx.Game{}, true })
	s, p := at(t, files, true)
	now := time.Date(2026, 11, 23, 23, 59, 0, 0, time.UTC)
	s.Clock = func() time.Time { return now }
	must(t, s.Puzzle(learn.RunTheme))
	answer := func(right bool) {
		t.Helper()
		for c, n := s.Course(), s.Shows(); s.Course() == c && !s.Misses(); n = s.Shows() {
			text, err := c.Solution(t.Context())
			must(t, err)
			if !right {
				if text = learn.None; c.Puzzle.Key == text {
					text = p.Sight().Moves()[0].Text
				}
			}
			err = s.Answer(text, func(a table.Act) error { return p.Do(a).Err() })
			must(t, err)
			if s.Shows() == n {
				t.Fatalf("%s changes nothing in %s", text, c.Title())
			}
		}
	}
	return s, &now, answer
}

// A run takes three minutes, and some actions are refused during a run.
func TestATimedRun(t *testing.T) {
	s, now, answer := racing(t)
	if !s.Races() || s.Title() != "Run: 3:00 left, 0 solved, 0 missed" || !strings.HasPrefix(s.Told(), s.Title()+".\nYour move: ") {
		t.Fatal(s.Title())
	}
	if _, err := s.Hint(); err == nil {
		t.Error("a run has hints")
	}
	if s.Next() == nil {
		t.Error("a puzzle of a run is passed over")
	}
	*now = now.Add(30 * time.Second)
	answer(true)
	if s.Title() != "Run: 2:30 left, 1 solved, 0 missed" || !s.Course().Asks() {
		t.Fatal(s.Title())
	}
	missed := s.Course().Puzzle.ID
	answer(false)
	said, good := s.Verdict()
	if !s.Misses() || s.Course().Puzzle.ID != missed || said == "" || good {
		t.Fatalf("after a wrong answer: %q, %v", said, good)
	}
	for _, seconds := range []int{0, 3} { // the missed puzzle is shown for a few seconds
		*now = now.Add(time.Duration(seconds) * time.Second)
		if went, err := s.Tick(); went || err != nil || !s.Misses() || !strings.HasPrefix(s.Title(), "Run: 2:30 left") {
			t.Fatal(went, err, s.Title())
		}
	}
	*now = now.Add(time.Second)
	if went, err := s.Tick(); !went || err != nil || s.Misses() || s.Course().Puzzle.ID == missed {
		t.Fatal(went, err, s.Course().Title())
	}
	answer(false)
	must(t, s.Next()) // or until the person calls Next
	answer(true)
	if got := s.Title(); got != "Run: 2:30 left, 2 solved, 2 missed" { // the clock stops while a missed puzzle is shown
		t.Error(got)
	}
	*now = now.Add(150 * time.Second)
	late := s.Course().Puzzle.Key
	if err := s.Answer(late, nil); err != nil || !s.Raced() || s.Races() {
		t.Fatal("an answer counts that comes too late", err)
	}
	if text := s.Question(); !strings.HasPrefix(text, "Time is up: 2 solved, 2 missed in 3:00. It is your first run. Missed: "+missed+" and ") {
		t.Error(text)
	}
	if _, shared := s.Rated(); !strings.Contains(shared, "timed run of 2026-11-24") || !strings.HasSuffix(shared, "\noxxo") {
		t.Error(shared)
	}
	r := s.Learnt()
	if len(r.Runs) != 1 || r.Runs[0] != (learn.Score{Solved: 2, Missed: 2, Seconds: 180, Day: "2026-11-24"}) || r.Rated != 0 || len(r.Returns) != 2 || r.Returns[missed].Due != "2026-11-24" {
		t.Errorf("kept: %+v", r)
	}
	if went, err := s.Tick(); went || err != nil {
		t.Error("something happens after the end", err)
	}
	must(t, s.Next())
	if !s.Races() || s.Title() != "Run: 3:00 left, 0 solved, 0 missed" {
		t.Errorf("another run: %s", s.Title())
	}
}

// A run ends after the third missed puzzle has been shown, or when its time is up. If the person leaves a run, its result
// is not kept.
func TestTheEndOfARun(t *testing.T) {
	s, now, answer := racing(t)
	for range 2 {
		answer(false)
		must(t, s.Next())
	}
	answer(false)
	if !s.Misses() || s.Raced() {
		t.Fatal("the third miss is not shown")
	}
	*now = now.Add(10 * time.Second) // the time of the run does not pass while a missed puzzle is shown
	if went, err := s.Tick(); !went || err != nil || !s.Raced() || !strings.HasPrefix(s.Question(), "Three misses: 0 solved, 3 missed in 0:00.") {
		t.Fatal(went, err, s.Question())
	}
	must(t, s.Next())
	*now = now.Add(learn.RunTime)
	if went, err := s.Tick(); !went || err != nil || !s.Raced() || !strings.HasPrefix(s.Question(), "Time is up: 0 solved, 0 missed in 3:00. It is your best run;") {
		t.Fatal(went, err, s.Question())
	}
	must(t, s.Next())
	must(t, s.Leave())
	if s.Races() || s.Raced() || s.Course() != nil || len(s.Learnt().Runs) != 2 {
		t.Errorf("after leaving: %+v", s.Learnt().Runs)
	}
	must(t, s.Puzzle(learn.RunTheme))
	must(t, s.Puzzle("daily"))
	if s.Races() || s.Course().Day == "" {
		t.Error("another puzzle does not end the run")
	}
}

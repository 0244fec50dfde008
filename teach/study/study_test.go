package study_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/game"
	"attic/game/learn"
	"attic/games/ataxx"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/teach/study"
)

// at returns the study of a person at a table of Ataxx after a7-a6, where the computer does not move.
func at(t *testing.T, s store.Store, keeps bool) (*study.Study, *table.Person) {
	t.Helper()
	m, err := match.New(ataxx.Game{}, game.Setup{Options: "start=yes"})
	must(t, err)
	m.Players[1].Program = false
	m, _, err = m.Play("a7-a6")
	must(t, err)
	tb := table.New(table.Config{Match: m})
	t.Cleanup(func() { must(t, tb.Close()) })
	p := tb.Here()
	return study.New(p, tb, s, keeps), p
}

// If progress cannot be saved, a message says so; it is saved as soon as possible.
func TestWhatWasLearntIsNotSaved(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	must(t, os.WriteFile(folder, nil, 0o600))
	files := store.Open(folder, func(string) (game.Game, bool) { return ataxx.Game{}, true })
	s, _ := at(t, files, true)
	must(t, s.Lesson(1))
	if err := s.Next(); err == nil || !strings.HasPrefix(fmt.Sprint(files.Profile.Owed(true)), "your progress is not saved: ") {
		t.Errorf("the next step: %v, and it is owed that %v", err, files.Profile.Owed(false))
	}
	must(t, os.Remove(folder))
	if err := files.Profile.Owed(true); err != nil || s.Learnt().Reached[1] != 2 {
		t.Errorf("it is owed that %v, and was learnt: %+v", err, s.Learnt())
	}
}

func TestALessonFromItsBeginningToTheGameBefore(t *testing.T) {
	for _, kept := range []bool{false, true} {
		files := store.Open(t.TempDir(), func(string) (game.Game, bool) { return ataxx.Game{}, true })
		s, p := at(t, files, kept)
		send := func(a table.Act) error { return p.Do(a).Err() }
		if s.Title() != "" || s.Question() != "" || s.Longest() != "" || s.Told() != "" {
			t.Error("something is asked outside lessons")
		}
		must(t, s.Lesson(1))
		if told := s.Told(); !strings.HasPrefix(told, "Lesson 1: Extend (1 of 6).\n") || !strings.HasSuffix(told, "to go on.") || s.Told() != "" {
			t.Errorf("told %q, then %q", told, s.Told())
		}
		for c := s.Course(); !c.Over(); {
			if !c.Asks() {
				must(t, s.Next())
				continue
			}
			if s.Next() == nil {
				t.Fatal("a step is passed over")
			}
			answer, err := c.Solution(t.Context())
			must(t, err)
			shows := s.Shows()
			err = s.Answer(answer, send)
			must(t, err)
			if said, good := s.Verdict(); !good || s.Shows() != shows+1 {
				t.Errorf("%s is not right: %q", answer, said)
			}
		}
		if err := s.Answer("a7-a6", send); err == nil {
			t.Error("an answer after the end is taken")
		}
		if n := s.Learnt().NextLesson(8); n != 2 {
			t.Errorf("after lesson 1 comes lesson %d", n)
		}
		if stored := files.Profile.Learnt("ataxx").NextLesson(8) == 2; stored != kept {
			t.Errorf("that the lesson is stored is %v, want %v", stored, kept)
		}
		must(t, s.Next())
		if got := s.Title(); got != "Lesson 2: Jump (1 of 6)" {
			t.Errorf("then comes %q", got)
		}
		must(t, s.Leave())
		if m, ok := p.Sight().FullMatch(); !ok || match.Moves(m) != 1 || s.Course() != nil {
			t.Error("the game before does not continue")
		}
	}
}

func TestALessonContinuesWhereItWasLeft(t *testing.T) {
	s, p := at(t, store.Store{}, false)
	must(t, s.Lesson(1))
	for c := s.Course(); ; {
		if n, _ := c.Step(); n == 5 {
			break
		}
		if c.Asks() {
			answer, err := c.Solution(t.Context())
			must(t, err)
			err = s.Answer(answer, func(a table.Act) error { return p.Do(a).Err() })
			must(t, err)
		}
		must(t, s.Next())
	}
	must(t, s.Leave())
	must(t, s.Lesson(1))
	at, _ := s.Course().Step()
	if said, _ := s.Verdict(); at < 2 || !strings.HasPrefix(said, "You left this lesson earlier; it continues at step ") {
		t.Errorf("at step %d: %q", at, said)
	}
}

func TestAPuzzlePassedOverDoesNotComeAgain(t *testing.T) {
	s, p := at(t, store.Store{}, false)
	must(t, s.Puzzle(""))
	seen := map[string]bool{}
	for range 5 {
		id := s.Course().Puzzle.ID
		if seen[id] {
			t.Errorf("puzzle %s comes again", id)
		}
		seen[id] = true
		must(t, s.Next())
	}
	wrong := learn.None
	if s.Course().Puzzle.Key == wrong {
		wrong = p.Sight().Moves()[0].Text
	}
	err := s.Answer(wrong, nil)
	must(t, err)
	if said, good := s.Verdict(); good || said == "" {
		t.Errorf("%s is right: %q", wrong, said)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

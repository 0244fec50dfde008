package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/game/learn"
	"attic/match/store"
)

// A save that fails is owed until it succeeds, in order. Owed saves of one kind do not delay other kinds.
func TestWhatIsOwed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	s := store.Open(file, find)
	if err := s.Profile.Owed(true); err != nil {
		t.Errorf("at first %v", err)
	}
	broken := errors.New("broken")
	for n := range 3 {
		err := s.Profile.Owe("your progress is", func() error {
			_, err := s.Profile.Learn("ataxx", func(r learn.Record) learn.Record { return r.At(n, len(r.Reached)+1) })
			return errors.Join(err, broken)
		})
		if err == nil {
			t.Error("what was learnt is saved in a file")
		}
	}
	set := s.Profile.Settings()
	if err := s.Profile.Set(&set, func(s *store.Settings) { s.Name = "Anna" }); err == nil {
		t.Error("settings are saved in a file")
	}
	for range 2 {
		if err := s.Profile.Owed(true); err == nil || !strings.HasPrefix(err.Error(), "your progress is not saved: ") {
			t.Errorf("it is owed that %v", err)
		}
	}
	must(t, os.Remove(file))
	if err := s.Profile.Owed(true); err == nil || s.Profile.Settings().Name != "Anna" {
		t.Errorf("it is owed that %v, and the settings are %+v", err, s.Profile.Settings())
	}
	must(t, os.RemoveAll(filepath.Join(file, "learnt.json"))) // left by the attempt that failed only at the end
	if broken = nil; s.Profile.Owed(true) != nil || s.Profile.Owed(false) != nil {
		t.Errorf("it is owed that %v", s.Profile.Owed(false))
	}
	if got := s.Profile.Learnt("ataxx").Reached; len(got) != 3 || got[0] != 1 || got[2] != 3 {
		t.Errorf("the lessons reached are %v", got)
	}
	s = store.Open("", find).Homeless(errors.New("there is no home folder"))
	if err := s.Profile.Owe("your settings are", func() error { return nil }); err == nil || fmt.Sprint(s.Profile.Owed(true)) != "your settings are not saved: there is no home folder" {
		t.Errorf("without a folder %v, and it is owed that %v", err, s.Profile.Owed(false))
	}
	if _, err := s.Library.Begin("ataxx", time.Now()); fmt.Sprint(err) != "there is no home folder" {
		t.Errorf("a new game without a folder: %v", err)
	}
}

package store_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"attic/game/learn"
	"attic/match/store"
)

// lesson returns a change that adds a lesson to a record.
func lesson(n int) func(learn.Record) learn.Record {
	return func(r learn.Record) learn.Record {
		r.Lessons = append(r.Lessons, n)
		return r
	}
}

func TestWhatWasLearntIsRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	s := store.Open(dir, find)
	if got := s.Learnt("ataxx"); !reflect.DeepEqual(got, learn.Record{}) {
		t.Errorf("the first record is %+v", got)
	}
	for n := range 3 {
		r, err := s.Learn("ataxx", lesson(n+1))
		if err != nil || len(r.Lessons) != n+1 {
			t.Fatal(r, err)
		}
	}
	if _, err := s.Learn("atom4", lesson(7)); err != nil {
		t.Fatal(err)
	}
	again := store.Open(dir, find)
	for name, want := range map[string][]int{"ataxx": {1, 2, 3}, "atom4": {7}, "other": nil} {
		if got := again.Learnt(name); !reflect.DeepEqual(got.Lessons, want) {
			t.Errorf("%s: %v, want %v", name, got.Lessons, want)
		}
	}
	if r, err := store.Open("", find).Learn("ataxx", lesson(1)); err != nil || len(r.Lessons) != 1 {
		t.Error("in a store without a folder:", r, err)
	}
}

func TestDamagedRecordsOfLearningAreLeft(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "learnt.json")
	for _, text := range []string{"", "{", "[]", `{"ataxx": {"lessons": "x"}}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := store.Open(dir, find)
		if got := s.Learnt("ataxx"); len(got.Lessons) > 0 {
			t.Errorf("%q: %v", text, got)
		}
		r, err := s.Learn("ataxx", lesson(1))
		if err == nil || !strings.Contains(err.Error(), path) || len(r.Lessons) != 1 {
			t.Errorf("%q: %v, %v", text, r, err)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("the file changed from %q to %q, %v", text, now, err)
		}
	}
}

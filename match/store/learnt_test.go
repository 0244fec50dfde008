package store_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
	if got := s.Profile.Learnt("ataxx"); !reflect.DeepEqual(got, learn.Record{}) {
		t.Errorf("the first record is %+v", got)
	}
	for n := range 3 {
		r, err := s.Profile.Learn("ataxx", lesson(n+1))
		if err != nil || len(r.Lessons) != n+1 {
			t.Fatal(r, err)
		}
	}
	if _, err := s.Profile.Learn("atom4", lesson(7)); err != nil {
		t.Fatal(err)
	}
	again := store.Open(dir, find)
	for name, want := range map[string][]int{"ataxx": {1, 2, 3}, "atom4": {7}, "other": nil} {
		if got := again.Profile.Learnt(name); !reflect.DeepEqual(got.Lessons, want) {
			t.Errorf("%s: %v, want %v", name, got.Lessons, want)
		}
	}
	if r, err := store.Open("", find).Profile.Learn("ataxx", lesson(1)); err != nil || len(r.Lessons) != 1 {
		t.Error("in a store without a folder:", r, err)
	}
}

// A damaged file is set aside and named once, and the last good copy takes its place.
func TestDamagedRecordsOfLearningAreSetAside(t *testing.T) {
	for _, text := range []string{"", "{", "[]", `{"ataxx": {"lessons": "x"}}`, `{"ataxx": {"lessons": [2]}, "sum": "0"}`} {
		was := "was damaged"
		if strings.Contains(text, "sum") {
			was += ", or changed by hand without a new sum"
		}
		dir := t.TempDir()
		path := filepath.Join(dir, "learnt.json")
		for want, lessons := range map[string][]int{"There is no good copy, so it starts empty.": nil, "The last good copy is used.": {7}} {
			must(t, os.RemoveAll(path))
			s := store.Open(dir, find)
			if len(lessons) > 0 {
				_, err := s.Profile.Learn("ataxx", lesson(7))
				must(t, err)
			}
			must(t, os.WriteFile(path, []byte(text), 0o600))
			if got := s.Profile.Learnt("ataxx"); !slices.Equal(got.Lessons, lessons) {
				t.Errorf("%q: %v", text, got.Lessons)
			}
			aside := filepath.Join(dir, "learnt.json.damaged")
			if got := s.News(); len(got) != 1 || got[0] != "learnt.json "+was+". It is kept as learnt.json.damaged. "+want {
				t.Errorf("%q: told %q, want %s", text, got, want)
			}
			if kept, err := os.ReadFile(aside); err != nil || string(kept) != text {
				t.Errorf("%q is kept as %q, %v", text, kept, err)
			}
			if r, err := s.Profile.Learn("ataxx", lesson(1)); err != nil || !slices.Contains(r.Lessons, 1) || len(r.Lessons) != len(lessons)+1 {
				t.Errorf("%q: then %v, %v", text, r.Lessons, err)
			}
			if got := s.News(); len(got) > 0 {
				t.Errorf("%q: told again: %q", text, got)
			}
			must(t, os.RemoveAll(aside))
			must(t, os.RemoveAll(path+".copy"))
		}
	}
}

package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/match/store"
)

// Saved describes each file of a folder correctly.
func TestSavedFiles(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(t.TempDir(), find)
	write := func(name, text string, age time.Duration) {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		when := noon.Add(-age)
		must(t, os.Chtimes(path, when, when))
	}
	m, err := match.New(toy.Game{}, game.Setup{Seed: 2})
	must(t, err)
	var saved strings.Builder
	must(t, m.Save(&saved))
	write("good.attic", saved.String(), 0)
	write("broken.attic", strings.Replace(saved.String(), "end", "send", 1), time.Hour)
	write("foreign.attic", "my letters\n", 2*time.Hour)
	write("newer.attic", "attic save 999\ngame toy\n", 3*time.Hour)
	write("other.txt", saved.String(), 4*time.Hour)
	write("plain", saved.String(), 5*time.Hour)
	write("letters", "my letters\n", 6*time.Hour)
	must(t, os.Mkdir(filepath.Join(dir, "folder.attic"), 0o700))
	var got []string
	for _, g := range s.Saved(dir) {
		got = append(got, filepath.Base(g.Path)+": "+g.Name+" "+g.Result)
	}
	for i, want := range []string{"good.attic: toy ", "broken.attic:  line ", "foreign.attic:  not a saved game", "newer.attic:  line 1: this was saved by a newer attic", "plain: toy "} {
		if i >= len(got) || !strings.HasPrefix(got[i], want) {
			t.Errorf("Saved lists %q; %d is not %q", got, i, want)
		}
	}
	if len(got) != 5 {
		t.Errorf("Saved lists %q", got)
	}
	if list := s.Saved(filepath.Join(dir, "missing")); list != nil {
		t.Errorf("in a missing folder Saved lists %v", list)
	}
}

// Playing is true only for a game that is being played, and leaves no files behind.
func TestPlaying(t *testing.T) {
	s := store.Open(t.TempDir(), find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	playing := func(want bool) {
		t.Helper()
		list, err := s.Library.Games("")
		must(t, err)
		if len(list) != 1 || s.Library.Playing(list[0]) != want {
			t.Errorf("%v: being played is %v", list, !want)
		}
	}
	playing(true)
	must(t, j.Archive())
	playing(false)
	if s.Library.Playing(store.Game{Path: "a.attic"}) {
		t.Error("a saved game counts as being played")
	}
}

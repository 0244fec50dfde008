package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"attic/dev/race"
	"attic/match"
	"attic/match/store"
)

// ending returns what Games and Find report about the end of game 1.
func ending(t *testing.T, s store.Store) string {
	t.Helper()
	games, err := s.Library.Games("")
	must(t, err)
	k, err := s.Library.Find(1)
	must(t, err)
	for _, g := range games {
		if g.Number == 1 {
			if g.Lost != k.Lost {
				t.Errorf("Games reports %q, Find %q", g.Lost, k.Lost)
			}
			return g.Result
		}
	}
	t.Fatal("there is no game 1")
	return ""
}

// A game whose file is truncated is reported as such, until it is continued, however often it is listed and the index is rewritten.
func TestAFileThatHasLostItsEnd(t *testing.T) {
	race.Plain(t)
	later := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	for name, c := range map[string]struct {
		lines []string
		cut   int // the number of lines that are lost
		want  string
	}{
		"nothing":         {[]string{"move guess 10", "move guess 9"}, 0, "unfinished"},
		"a move":          {[]string{"move guess 10", "move guess 9"}, 1, "unfinished, 1 move is missing at the end"},
		"two moves":       {[]string{"move guess 10", "move guess 9"}, 2, "unfinished, 2 single moves are missing at the end"},
		"the end":         {[]string{"move guess 10", "resign 1"}, 1, "unfinished, 1 move is missing at the end"},
		"an undo":         {[]string{"undo"}, 1, "unfinished, the end is missing"},
		"its abandonment": {[]string{"move guess 10", match.AbandonedLine}, 1, "unfinished, the end is missing"},
		"a comment":       {[]string{"move guess 10", "# hint 2"}, 1, "unfinished, the end is missing"},
	} {
		dir := t.TempDir()
		s := store.Open(dir, find)
		path := keep(t, dir, noon, c.lines...)
		text, err := os.ReadFile(path)
		must(t, err)
		lines := bytes.SplitAfter(text, []byte("\n"))
		cut := bytes.Join(lines[:len(lines)-1-c.cut], nil)
		must(t, os.WriteFile(path, cut, 0o600))
		for range 2 {
			if got := ending(t, s); got != c.want {
				t.Errorf("%s: the game is %q, want %q", name, got, c.want)
			}
			for i := range 20 { // enough games for the index to be written again
				keep(t, dir, later(i+1), "move guess 10")
			}
		}
		k, err := s.Library.Find(1)
		must(t, err)
		j, _, err := s.Library.Resume(k, later(100))
		must(t, err)
		must(t, add(j, "seed 1"))
		if got := ending(t, s); got != "unfinished" {
			t.Errorf("%s: continued, the game is %q", name, got)
		}
		must(t, j.Archive())
		if got := ending(t, s); got != "unfinished" {
			t.Errorf("%s: closed, the game is %q", name, got)
		}
	}
}

// A file that is shortened on purpose, or replaced by another game, does not count as truncated.
func TestShorterFilesThatHaveLostNothing(t *testing.T) {
	race.Plain(t)
	for name, shorten := range map[string]func(t *testing.T, s store.Store, path string){
		"a repair": func(t *testing.T, s store.Store, path string) {
			text, err := os.ReadFile(path)
			must(t, err)
			text[bytes.Index(text, []byte("guess 9"))] ^= 1
			must(t, os.WriteFile(path, text, 0o600))
			k, err := s.Library.Find(1)
			must(t, err)
			j, _, _, err := s.Library.Repair(k, noon)
			must(t, err)
			must(t, j.Archive())
		},
		"another game with its number": func(t *testing.T, s store.Store, path string) {
			must(t, os.WriteFile(path, []byte(sealed(match.JournalHead, match.PlayedLine(2, noon.Add(time.Second)), "game toy\nround #2\nmove start")), 0o600))
		},
		"a shorter record of a long game": func(t *testing.T, s store.Store, path string) {
			k, err := s.Library.Find(1)
			must(t, err)
			j, _, err := s.Library.Resume(k, noon.Add(time.Second))
			must(t, err)
			churn := bytes.Repeat([]byte("seed 1\n"), 20_000)
			for range 5 {
				must(t, add(j, string(churn[:len(churn)-1])))
			}
			must(t, j.Archive())
		},
	} {
		dir := t.TempDir()
		s := store.Open(dir, find)
		path := keep(t, dir, noon, "move guess 10", "move guess 9", "move guess 8")
		shorten(t, s, path)
		if got := ending(t, s); got != "unfinished" {
			t.Errorf("%s: the game is %q", name, got)
		}
	}
}

// The numbers of games that were deleted under an earlier version are never assigned again.
func TestTheIndexOfAnEarlierVersion(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "games"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "games", "index"), []byte("attic index 1 last 7\n0123\n"), 0o600))
	if path := keep(t, dir, noon, "move guess 10"); filepath.Base(path) != "000008-toy.game" {
		t.Errorf("the next game is %s", path)
	}
	if _, err := os.Lstat(filepath.Join(dir, "games", "index")); err == nil {
		t.Error("the earlier index is still there")
	}
}

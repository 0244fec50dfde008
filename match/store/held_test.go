//go:build !js

package store_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/match/store"
)

// sign replaces the text in a game's lock that names the program which holds it. The first byte of the file has no meaning.
func sign(t *testing.T, k store.Kept, text string) {
	t.Helper()
	must(t, os.WriteFile(k.Path+".lock", []byte("\x00"+text), 0o600))
}

// The error for a game that is open elsewhere names the process, if the lock names an existing one. A game that is open here is skipped.
func TestAGameThatIsOpenElsewhereIsNamed(t *testing.T) {
	dir := t.TempDir()
	keep(t, dir, noon, "move guess 10")
	s := store.Open(dir, find)
	k, ok := s.Library.Kept("toy")
	if !ok {
		t.Fatal("Kept finds no game")
	}
	if err := s.Library.Busy("toy", false); err != nil {
		t.Errorf("a game that nobody plays: %v", err)
	}
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	if err := s.Library.Busy("toy", false); err != nil {
		t.Errorf("a game that is played here: %v", err)
	}
	if err := s.Library.Held(k); fmt.Sprint(err) != "game 1 is being played, here or by another program" {
		t.Errorf("a game that is played here: %v", err)
	}
	there := fmt.Sprintf("game 1 is open in another attic (process %d)", os.Getpid())
	for text, want := range map[string]string{
		fmt.Sprintf("%d other\n", os.Getpid()): there,
		"2147483647 other\n":                   "game 1 is open in another attic", // no such process: an earlier version holds the lock
		"":                                     "game 1 is open in another attic", // the lock of an earlier version
		"noise\n":                              "game 1 is open in another attic",
	} {
		sign(t, k, text)
		for what, err := range map[string]error{"Held": s.Library.Held(k), "Busy": s.Library.Busy("toy", false)} {
			if fmt.Sprint(err) != want {
				t.Errorf("%q: %s returns %v, want %s", text, what, err, want)
			}
		}
		if _, _, err := s.Library.Resume(k, noon); fmt.Sprint(err) != want {
			t.Errorf("%q: Resume returns %v, want %s", text, err, want)
		}
		if err := s.Library.Delete(1); fmt.Sprint(err) != strings.Replace(want, "game 1", "it", 1) {
			t.Errorf("%q: Delete returns %v", text, err)
		}
		if err := s.Library.Busy("toy", true); err != nil {
			t.Errorf("%q: a game that is not hosted: %v", text, err)
		}
	}
	must(t, j.Archive())
	if err := s.Library.Busy("toy", false); err != nil {
		t.Errorf("a game that was left: %v", err)
	}
}

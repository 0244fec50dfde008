package store_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"attic/match/store"
)

// A heartbeat is a file beside the journal. A killed program leaves it behind, but it never counts as a game and never outlives the journal.
func TestHeartbeats(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	beats := func() []string {
		list, err := filepath.Glob(filepath.Join(dir, "games", "*.beat"))
		must(t, err)
		return list
	}
	j := begin(t, s, noon)
	must(t, j.Beat("too early"))
	if list := beats(); list != nil {
		t.Errorf("before the first line the folder holds %q", list)
	}
	must(t, add(j, start, "move guess 10"))
	must(t, j.Beat("a long heartbeat 123456789"))
	must(t, j.Beat("short"))
	must(t, add(j, "move guess 9"))
	game, err := os.ReadFile(filepath.Join(dir, "games", "000001-toy.game"))
	must(t, err)
	if strings.Contains(string(game), "short") {
		t.Errorf("the journal has the heartbeat:\n%s", game)
	}
	if list := beats(); len(list) != 1 || !slices.Equal(numbers(t, s, ""), []int{1}) {
		t.Errorf("the folder holds %q and the games %v", list, numbers(t, s, ""))
	}
	killed := t.TempDir() // the folder that a killed program leaves
	must(t, os.CopyFS(killed, os.DirFS(dir)))
	must(t, j.Archive())
	if list := beats(); list != nil {
		t.Errorf("after Archive there are %q", list)
	}

	dir, s = killed, store.Open(killed, find)
	k, _ := s.Library.Kept("toy")
	resume := func() *store.Journal {
		t.Helper()
		j, _, err := s.Library.Resume(k, noon)
		must(t, err)
		return j
	}
	j = resume()
	if got := j.LastBeat(); got != "short" {
		t.Errorf("the heartbeat left behind is %q", got)
	}
	must(t, j.Archive())
	if len(beats()) != 1 {
		t.Error("a program without a heartbeat removes the one left behind")
	}
	j = resume()
	must(t, add(j, "move guess 8"))
	must(t, j.Beat("again"))
	must(t, j.Archive())
	if list := beats(); list != nil {
		t.Errorf("after Archive there are %q", list)
	}
	j = resume()
	if got := j.LastBeat(); got != "" {
		t.Errorf("without a file the heartbeat is %q", got)
	}
	must(t, j.Beat("once more"))
	must(t, j.Beat(""))
	must(t, j.Beat(""))
	must(t, j.Archive())

	for _, damaged := range []string{"", "\n", "short", "short #ghijklmnopqr\n", strings.Repeat("x", 9000)} {
		must(t, os.WriteFile(k.Path+".beat", []byte(damaged), 0o600))
		j = resume()
		if got := j.LastBeat(); got != "" {
			t.Errorf("%.20q is read as %q", damaged, got)
		}
		must(t, j.Archive())
	}
}

// A new game does not pick up the heartbeat of another game that had its number.
func TestStrayHeartbeats(t *testing.T) {
	dir := t.TempDir()
	path := keep(t, dir, noon, "move guess 10")
	other := filepath.Join(dir, "games", "000002-toy.game")
	for _, p := range []string{path, other} {
		must(t, os.WriteFile(p+".beat", nil, 0o600))
	}
	if again := keep(t, dir, noon, "move guess 9"); again != other {
		t.Fatalf("the new game is %s, not %s", again, other)
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "games", "*.beat")); !slices.Equal(list, []string{path + ".beat"}) {
		t.Errorf("the heartbeats are %q", list)
	}
}

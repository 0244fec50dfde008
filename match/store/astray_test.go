package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/race"
	"attic/match"
	"attic/match/store"
)

// meddler changes a game's file as other programs might. Any foreign file that it puts there must never be lost.
type meddler struct {
	path    string
	strange []string // the contents of the foreign files
}

func (m *meddler) put(text string) error {
	m.strange = append(m.strange, text)
	return os.WriteFile(m.path, []byte(text), 0o600)
}

// acts returns the possible changes of the file at m.path, whose content is text. They must not create a lock file.
func (m *meddler) acts(r *rand.Rand, text []byte) map[string]func() error {
	other := fmt.Sprintf("something else %d\n", r.Uint64())
	swap := func(text string) error { // as sync tools do
		if err := os.WriteFile(m.path+".new", []byte(text), 0o600); err != nil {
			return err
		}
		return os.Rename(m.path+".new", m.path)
	}
	list := map[string]func() error{
		"nothing":         func() error { return nil },
		"removed":         func() error { return os.Remove(m.path) },
		"cut":             func() error { return os.Truncate(m.path, r.Int64N(int64(len(text)+1))) },
		"an earlier copy": func() error { return swap(string(text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1])) },
		"an equal copy":   func() error { return swap(string(text)) },
		"another time":    func() error { return os.Chtimes(m.path, noon, noon) },
		"the lock":        func() error { return os.Remove(m.path + ".lock") },
		"the folder":      func() error { return os.RemoveAll(filepath.Dir(m.path)) },
		"another file": func() error {
			m.strange = append(m.strange, other)
			return swap(other)
		},
		"a later state": func() error {
			m.strange = append(m.strange, string(text)+other)
			return swap(string(text) + other)
		},
		"one more line": func() error { return m.put(string(text) + other) },
		"other bytes of the same size": func() error {
			if err := m.put(strings.Repeat("x", len(text))); err != nil {
				return err
			}
			return os.Chtimes(m.path, noon.Add(time.Duration(r.IntN(1e6))*time.Second), noon.Add(time.Duration(r.IntN(1e6))*time.Second))
		},
	}
	for what, put := range inTheWay {
		list[what] = func() error { return errors.Join(os.Remove(m.path), put(m.path)) }
	}
	if _, ok := inTheWay["a link"]; ok {
		list["a link to nothing"] = func() error { return errors.Join(os.Remove(m.path), os.Symlink("nowhere", m.path)) }
		list["a link to itself"] = func() error { return errors.Join(os.Remove(m.path), os.Symlink(filepath.Base(m.path), m.path)) }
		list["a link to a copy"] = func() error {
			copied := filepath.Join(filepath.Dir(filepath.Dir(m.path)), "copy")
			return errors.Join(os.WriteFile(copied, text, 0o600), os.Remove(m.path), os.Symlink(copied, m.path))
		}
	}
	return list
}

// Whatever happens to a game's file between moves, after each move the file holds the whole game, no other program can take over the game,
// and every foreign file is still in the folder.
func TestAFileThatSomethingElseChanges(t *testing.T) {
	race.Plain(t)
	synctest.Test(t, somethingElseChanges) // so that waiting for a lock takes no time
}

func somethingElseChanges(t *testing.T) {
	for seed := range uint64(25) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		s := store.Open(dir, find)
		j := begin(t, s, noon)
		lines := []string{start}
		must(t, add(j, start, "move guess 10"))
		lines = append(lines, "move guess 10")
		m := meddler{path: filepath.Join(dir, "games", list(t, dir)[0])}
		if r.IntN(3) == 0 { // as in a game that was continued
			must(t, j.Archive())
			k, ok := s.Library.Kept("toy")
			if !ok {
				t.Fatal("no game is kept")
			}
			var err error
			j, _, err = s.Library.Resume(k, noon)
			must(t, err)
		}
		var did []string
		for move := range 12 {
			text, err := os.ReadFile(m.path)
			must(t, err)
			acts := m.acts(r, text)
			what := slices.Sorted(maps.Keys(acts))[r.IntN(len(acts))]
			if what == "the folder" {
				m.strange = nil // they were removed with the folder
			}
			must(t, acts[what]())
			did = append(did, what)
			switch r.IntN(4) {
			case 0:
				must(t, j.Keep())
			case 1:
				must(t, j.Beat(fmt.Sprint(move)))
			}
			line := fmt.Sprintf("seed %d", move)
			must(t, add(j, line))
			lines = append(lines, line)
			news := j.News()
			if (what == "nothing" || what == "another time" || what == "the lock" || what == "an equal copy") != (news == "") && what != "cut" && what != "a link to a copy" {
				t.Fatalf("seed %d, %q: News returns %q", seed, did, news)
			}
			whole(t, seed, did, m, lines)
			if k, err := s.Library.Find(1); err != nil || k.Damage != nil {
				t.Fatalf("seed %d, %q: the game is %+v, %v", seed, did, k.Damage, err)
			} else if _, _, err := s.Library.Resume(k, noon); err == nil || !strings.Contains(err.Error(), "is being played") {
				t.Fatalf("seed %d, %q: another program resumes it: %v", seed, did, err)
			}
		}
		must(t, os.Remove(m.path))
		must(t, j.Archive())
		whole(t, seed, append(did, "removed before Close"), m, lines)
	}
}

// whole checks that the file at m.path holds the given lines, apart from match.PlayedLine, and that the folder holds every foreign file.
func whole(t *testing.T, seed uint64, did []string, m meddler, lines []string) {
	t.Helper()
	text, err := os.ReadFile(m.path)
	must(t, err)
	if _, err := match.ReadRecord(bytes.NewReader(text), find); err != nil {
		t.Fatalf("seed %d, %q: %v", seed, did, err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		line = line[:strings.LastIndex(line, " #")]
		if !strings.HasPrefix(line, "played ") {
			got = append(got, line)
		}
	}
	if want := strings.Split(strings.Join(lines, "\n"), "\n"); !slices.Equal(got, want) {
		t.Fatalf("seed %d, %q: the file holds\n%s\nwant\n%s", seed, did, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	kept := map[string]int{}
	must(t, filepath.WalkDir(filepath.Dir(m.path), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		kept[string(text)]++
		return err
	}))
	for _, text := range m.strange {
		if kept[text] == 0 {
			t.Fatalf("seed %d, %q: %.40q is lost", seed, did, text)
		}
	}
}

// A file that cannot be rewritten is reported; the whole game is saved as soon as possible.
func TestAFileThatCannotBeWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start, "move guess 10"))
	must(t, os.Rename(games, games+"-moved"))
	must(t, os.WriteFile(games, nil, 0o600)) // a file in place of the folder
	if err := j.Keep(); err == nil || !strings.Contains(err.Error(), "is not a folder") {
		t.Errorf("Keep returns %v", err)
	}
	if err := add(j, "move guess 9"); err == nil {
		t.Error("Append works without a folder")
	}
	must(t, os.Remove(games))
	must(t, add(j, "move guess 8"))
	must(t, j.Archive())
	if k, ok := s.Library.Kept("toy"); !ok || moves(k.Match) != 3 {
		t.Errorf("Kept returns %+v, %v", k, ok)
	}
}

// If the lock file was removed and another program has begun to play the game, both continue: the one that finds other lines takes a new
// number.
func TestTwoProgramsInOneGame(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	one := begin(t, s, noon)
	must(t, add(one, start, "move guess 10"))
	must(t, os.Remove(filepath.Join(dir, "games", "000001-toy.game.lock")))
	k, ok := s.Library.Kept("toy")
	if !ok {
		t.Fatal("no game is kept")
	}
	two, _, err := s.Library.Resume(k, noon)
	must(t, err)
	must(t, add(two, "move guess 9", "move guess 8"))
	must(t, add(one, "move guess 7"))
	if got, want := one.News(), "Another program is playing game 1 too; here it continues as game 2."; got != want {
		t.Errorf("News returns %q, want %q", got, want)
	}
	must(t, add(two, "move guess 6"))
	if news := two.News(); news != "" {
		t.Errorf("News of the other returns %q", news)
	}
	must(t, one.Archive())
	must(t, two.Archive())
	for number, want := range map[int]int{1: 5, 2: 3} {
		if k, err := s.Library.Find(number); err != nil || k.Damage != nil || moves(k.Match) != want {
			t.Errorf("game %d has %d moves, want %d: %v, %v", number, moves(k.Match), want, k.Damage, err)
		}
	}
}

// Discarding a new game whose file was replaced leaves the replacement in place.
func TestDiscardLeavesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	j := begin(t, store.Open(dir, find), noon)
	must(t, add(j, start))
	path := filepath.Join(dir, "games", list(t, dir)[0])
	must(t, os.WriteFile(path, []byte("something else\n"), 0o600))
	must(t, j.Discard())
	if text, err := os.ReadFile(path); err != nil || string(text) != "something else\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// A heartbeat that another program removes or replaces is written again, and the replacement is kept under another name.
func TestHeartbeatsThatSomethingElseRemoves(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start, "move guess 10"))
	beat := filepath.Join(dir, "games", list(t, dir)[0]) + ".beat"
	must(t, j.Beat("0"))
	for i, replace := range []func() error{
		func() error { return os.Remove(beat) },
		func() error {
			return errors.Join(os.Remove(beat), os.WriteFile(beat, []byte("something else\n"), 0o600))
		},
		func() error { return errors.Join(os.Remove(beat), os.Mkdir(beat, 0o700)) },
		func() error { return os.Remove(strings.TrimSuffix(beat, ".beat")) },
	} {
		must(t, replace())
		must(t, j.Beat(fmt.Sprint(i+1)))
		if text, err := os.ReadFile(beat); err != nil || !strings.HasPrefix(string(text), fmt.Sprint(i+1, " #")) {
			t.Errorf("%d: the heartbeat is %q, %v", i, text, err)
		}
	}
	if text, err := os.ReadFile(beat + ".replaced"); err != nil || string(text) != "something else\n" {
		t.Errorf("the replacement is %q, %v", text, err)
	}
	if k, err := s.Library.Find(1); err != nil || k.Damage != nil { // Beat restores the game's file too
		t.Errorf("the game is %+v, %v", k.Damage, err)
	}
	must(t, os.Remove(beat))
	must(t, os.WriteFile(beat, []byte("not ours\n"), 0o600))
	must(t, j.Archive())
	if text, err := os.ReadFile(beat); err != nil || string(text) != "not ours\n" {
		t.Errorf("Close leaves %q, %v", text, err)
	}
}

package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"attic/game"
	"attic/game/gametest"
	"attic/games"
	"attic/match"
	"attic/store"
)

// hold names the folder in which this program, called again by a test, keeps a game until it is killed.
const hold = "ATTIC_TEST_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(hold); dir != "" {
		j, err := store.Open(dir, find).Begin("toy", noon)
		if err == nil {
			err = j.Append(start, "move guess 10", "move guess 5")
		}
		fmt.Println("held:", err)
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// start is the beginning of a journal of the toy; the number is 2.
const start = match.JournalHead + "\ngame toy\nround #2\nmove start"

func find(name string) (game.Game, bool) {
	if name == "toy" {
		return gametest.Toy{}, true
	}
	return games.Find(name)
}

// keep keeps a game of the toy that was left at a time, with these moves in it, and returns its file.
func keep(t *testing.T, dir string, left time.Time, lines ...string) string {
	t.Helper()
	j := begin(t, store.Open(dir, find), left)
	must(t, j.Append(append([]string{start}, lines...)...))
	must(t, j.Close())
	files := list(t, dir)
	path := filepath.Join(dir, "games", files[len(files)-1])
	must(t, os.Chtimes(path, left, left))
	return path
}

func begin(t *testing.T, s store.Store, now time.Time) *store.Journal {
	t.Helper()
	j, err := s.Begin("toy", now)
	must(t, err)
	return j
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// list names the game files in a store, without the locks.
func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".lock") {
			names = append(names, e.Name())
		}
	}
	return names
}

// moves tells how many moves a match has.
func moves(m match.Match) int { return len(m.History()) - 1 }

func TestAGameIsKeptAndGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	if _, ok := s.Kept("toy"); ok {
		t.Fatal("a game is kept in an empty store")
	}
	path := keep(t, dir, noon, "move guess 10")
	k, ok := s.Kept("toy")
	if !ok || k.Path != path || !k.Left.Equal(noon) || moves(k.Match) != 2 {
		t.Fatalf("kept: %+v, %v", k, ok)
	}
	j, m, err := s.Resume(k)
	must(t, err)
	if moves(m) != 2 {
		t.Errorf("resumed with %d moves", moves(m))
	}
	must(t, j.Append("move guess 5"))
	must(t, j.Close())
	k, ok = s.Kept("toy")
	if !ok || moves(k.Match) != 3 {
		t.Errorf("after going on %d moves are kept", moves(k.Match))
	}
	if _, ok := s.Kept("atom4"); ok {
		t.Error("a game of the toy is offered as one of Atom-4")
	}
}

func TestTheJournalIsWholeAfterEveryAppend(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, j.Append(start))
	path := filepath.Join(dir, "games", list(t, dir)[0])
	for i, line := range []string{"move guess 19", "move guess 18", "round deal=2#2", "move start"} {
		must(t, j.Append(line))
		m, err := s.Load(path)
		if err != nil || moves(m) != i+2 {
			t.Fatalf("after %q: %d entries, %v", line, moves(m), err)
		}
	}
	must(t, j.Close())
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others can read it: %v", info.Mode())
	}
}

func TestALineCutOffIsDropped(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon, "move guess 10")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = file.WriteString("move gue")
	must(t, errors.Join(err, file.Close()))

	k, ok := s.Kept("toy")
	if !ok || moves(k.Match) != 2 {
		t.Fatalf("kept: %d moves, %v", moves(k.Match), ok)
	}
	j, _, err := s.Resume(k)
	must(t, err)
	must(t, j.Append("move guess 5"))
	must(t, j.Close())
	text, err := os.ReadFile(path)
	must(t, err)
	if want := start + "\nmove guess 10\nmove guess 5\n"; string(text) != want {
		t.Errorf("the journal is\n%s\nwant\n%s", text, want)
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, j.Append(start))
	must(t, j.Discard())
	if _, ok := s.Kept("toy"); ok {
		t.Error("it is kept")
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "games")); len(entries) != 0 {
		t.Errorf("files are left: %v", entries)
	}
}

func TestGamesBeingPlayedAreLeftAlone(t *testing.T) {
	dir := t.TempDir()
	keep(t, dir, noon, "move guess 10")
	one, two := store.Open(dir, find), store.Open(dir, find)
	k, ok := one.Kept("toy")
	if !ok {
		t.Fatal("nothing is kept")
	}
	j, _, err := one.Resume(k)
	must(t, err)
	if _, ok := two.Kept("toy"); ok {
		t.Error("a game being played is offered")
	}
	if _, _, err := two.Resume(k); err == nil || !strings.Contains(err.Error(), "another program is playing") {
		t.Errorf("it is resumed twice: %v", err)
	}
	must(t, j.Append("move guess 5"))
	must(t, j.Close())
	if k, ok := two.Kept("toy"); !ok || moves(k.Match) != 3 {
		t.Errorf("after that it is offered with %d moves, %v", moves(k.Match), ok)
	}
}

func TestTwoGamesBegunInTheSameSecond(t *testing.T) {
	dir := t.TempDir()
	one, two := begin(t, store.Open(dir, find), noon), begin(t, store.Open(dir, find), noon)
	must(t, one.Append(start, "move guess 10"))
	must(t, two.Append(start, "move guess 5"))
	must(t, one.Append("move guess 9"))
	must(t, errors.Join(one.Close(), two.Close()))
	three := begin(t, store.Open(dir, find), noon) // beside two that are kept
	must(t, three.Append(start))
	must(t, three.Close())
	var sizes []int
	for _, name := range list(t, dir) {
		m, err := store.Open(dir, find).Load(filepath.Join(dir, "games", name))
		must(t, err)
		sizes = append(sizes, moves(m))
	}
	if !slices.Equal(sizes, []int{3, 2, 1}) {
		t.Errorf("games of %v moves", sizes)
	}
}

func TestAGameOutlivesTheProgramThatIsKilled(t *testing.T) {
	dir := t.TempDir()
	exe, err := os.Executable()
	must(t, err)
	other := exec.Command(exe)
	other.Env = append(os.Environ(), hold+"="+dir)
	_, err = other.StdinPipe()
	must(t, err)
	out, err := other.StdoutPipe()
	must(t, err)
	must(t, other.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "held: <nil>\n" {
		t.Errorf("the other program says %q, %v", line, err)
	}
	s := store.Open(dir, find)
	if _, ok := s.Kept("toy"); ok {
		t.Error("the game of another program is offered while it runs")
	}
	must(t, other.Process.Kill())
	_ = other.Wait() // it was killed
	if k, ok := s.Kept("toy"); !ok || moves(k.Match) != 3 {
		t.Errorf("after the kill %d moves are kept, %v", moves(k.Match), ok)
	}
}

func TestKeptOffersTheNewestThatCanBeRead(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	keep(t, dir, noon, "move guess 10")
	newer := keep(t, dir, noon.Add(time.Hour), "move guess 10", "move guess 5")
	for i, text := range []string{"", "rubbish\n", "attic journal 9\n", start + "\nmove guess 99\n", "attic journal 1\ngame chess\nround\n"} {
		path := filepath.Join(dir, "games", fmt.Sprintf("toy-20270101-00000%d-00.game", i))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	must(t, os.Mkdir(filepath.Join(dir, "games", "toy-20270101-000009-00.game"), 0o700))
	k, ok := s.Kept("toy")
	if !ok || k.Path != newer || moves(k.Match) != 3 {
		t.Errorf("kept: %q with %d moves, %v", k.Path, moves(k.Match), ok)
	}
	if n := len(list(t, dir)); n != 8 {
		t.Errorf("%d files are left of 8", n)
	}
	// The one that was gone on with last is the newest, however old its name.
	older := keep(t, dir, noon.Add(-time.Hour), "move guess 1")
	must(t, os.Chtimes(older, noon.Add(2*time.Hour), noon.Add(2*time.Hour)))
	if k, ok := s.Kept("toy"); !ok || moves(k.Match) != 2 {
		t.Errorf("kept: %q, %v", k.Path, ok)
	}
}

func TestOnlySoManyGamesAreKept(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	playing := begin(t, s, noon.Add(-time.Hour))
	must(t, playing.Append(start))
	old := filepath.Join(dir, "games", list(t, dir)[0])
	must(t, os.Chtimes(old, noon.Add(-time.Hour), noon.Add(-time.Hour)))
	for i := range 40 {
		at := noon.Add(time.Duration(i) * time.Minute)
		path := filepath.Join(dir, "games", "toy-"+at.Format("20060102-150405")+"-00.game")
		must(t, os.WriteFile(path, []byte(start+"\n"), 0o600))
		must(t, os.Chtimes(path, at, at))
	}
	other := filepath.Join(dir, "games", "atom4-20200101-000000-00.game")
	must(t, os.WriteFile(other, nil, 0o600))

	j := begin(t, s, noon.Add(time.Hour))
	must(t, j.Append(start))
	names := list(t, dir)
	if len(names) != 30+3 || names[0] != filepath.Base(other) || names[1] != filepath.Base(old) || names[2] != "toy-20260501-121000-00.game" {
		t.Errorf("%d files are left: %q", len(names), names)
	}
	must(t, errors.Join(j.Close(), playing.Close()))
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	must(t, os.WriteFile(dir, nil, 0o600))
	s := store.Open(dir, find)
	if _, err := s.Begin("toy", noon); err == nil {
		t.Error("a game is begun in a file")
	}
	if _, ok := s.Kept("toy"); ok {
		t.Error("a game is kept in a file")
	}
	// The place of the lock is taken.
	dir = t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "games", "toy-20260501-120000-00.game.lock"), 0o700))
	if _, err := store.Open(dir, find).Begin("toy", noon); err == nil {
		t.Error("a game is begun without a lock")
	}
}

func TestResumeOfAGameThatIsGone(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon)
	k, _ := s.Kept("toy")
	must(t, os.Remove(path))
	if _, _, err := s.Resume(k); err == nil {
		t.Error("it is resumed")
	}
}

func TestStateDir(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, c := range []struct{ xdg, want string }{
		{"/var/state", "/var/state/attic"},
		{"", filepath.Join(home, ".local/state/attic")},
		{"relative", filepath.Join(home, ".local/state/attic")}, // the XDG specification has such paths ignored
	} {
		got, err := store.StateDir(func(name string) string {
			return map[string]string{"XDG_STATE_HOME": c.xdg}[name]
		})
		if err != nil || got != c.want {
			t.Errorf("XDG_STATE_HOME=%q: %q, %v, want %q", c.xdg, got, err, c.want)
		}
	}
	t.Setenv("HOME", "")
	if dir, err := store.StateDir(func(string) string { return "" }); err == nil {
		t.Errorf("without a home it is %q", dir)
	}
}

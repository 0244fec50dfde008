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
	"attic/game/example/toy"
	"attic/games"
	"attic/match"
	"attic/match/store"
)

// hold is an environment variable. When a test starts this program again, it names the folder in which to keep a game until killed.
const hold = "ATTIC_TEST_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(hold); dir != "" {
		j, err := store.Open(dir, find).Library.Begin("toy", noon)
		if err == nil {
			err = add(j, start, "move guess 10", "move guess 5")
		}
		fmt.Println("held:", err)
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	if dir := os.Getenv(writer); dir != "" {
		writeForEver(dir, os.Args[1])
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// start holds the first lines of a journal of the toy; the number to guess is 2.
const start = match.JournalHead + "\ngame toy\nround #2\nmove start"

func find(name string) (game.Game, bool) {
	if name == "toy" {
		return toy.Game{}, true
	}
	return games.Find(name)
}

// add appends lines to a journal.
func add(j *store.Journal, lines ...string) error {
	_, last, _ := j.Read(1 << 62)
	_, err := j.Append(last, lines...)
	return err
}

// keep adds a game of the toy with these lines, last played at the time left, and returns its file.
func keep(t *testing.T, dir string, left time.Time, lines ...string) string {
	t.Helper()
	j := begin(t, store.Open(dir, find), left)
	must(t, add(j, append([]string{start}, lines...)...))
	must(t, j.Archive())
	files := list(t, dir)
	return filepath.Join(dir, "games", files[len(files)-1])
}

// sealed returns the text of a journal with these lines, sealed.
func sealed(lines ...string) string {
	return match.Sealed(strings.Split(strings.Join(lines, "\n"), "\n")...)
}

// old writes a game of format 1 as an older attic would, and returns its file.
func old(t *testing.T, dir string, left time.Time, lines ...string) string {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, "games"), 0o700))
	path := filepath.Join(dir, "games", "toy-"+left.Format("20060102-150405")+"-00.game")
	text := strings.Replace(start, match.JournalHead, "attic journal 1", 1) + "\n" + strings.Join(append(lines, ""), "\n")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	must(t, os.Chtimes(path, left, left))
	return path
}

// numbers returns the numbers of the games, in the order of Games.
func numbers(t *testing.T, s store.Store, name string) []int {
	t.Helper()
	games, err := s.Library.Games(name)
	must(t, err)
	var list []int
	for _, g := range games {
		list = append(list, g.Number)
	}
	return list
}

func begin(t *testing.T, s store.Store, now time.Time) *store.Journal {
	t.Helper()
	j, err := s.Library.Begin("toy", now)
	must(t, err)
	return j
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// list returns the names of the game files in a store, without the locks.
func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".game") {
			names = append(names, e.Name())
		}
	}
	return names
}

// moves returns the number of moves in a match.
func moves(m match.Match) int { return len(m.History()) - 1 }

func TestAGameIsKeptAndGoneOnWith(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	if _, ok := s.Library.Kept("toy"); ok {
		t.Fatal("Kept finds a game in an empty store")
	}
	path := keep(t, dir, noon, "move guess 10")
	k, ok := s.Library.Kept("toy")
	if !ok || k.Path != path || !k.Left.Equal(noon) || moves(k.Match) != 2 {
		t.Fatalf("kept: %+v, %v", k, ok)
	}
	j, m, err := s.Library.Resume(k, noon)
	must(t, err)
	if moves(m) != 2 {
		t.Errorf("resumed with %d moves", moves(m))
	}
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	k, ok = s.Library.Kept("toy")
	if !ok || moves(k.Match) != 3 {
		t.Errorf("after the game was continued %d moves are kept", moves(k.Match))
	}
	if _, ok := s.Library.Kept("atom4"); ok {
		t.Error("a game of the toy is offered as a game of Atom-4")
	}
}

func TestTheJournalIsWholeAfterEveryAppend(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	path := filepath.Join(dir, "games", list(t, dir)[0])
	for i, line := range []string{"move guess 19", "move guess 18", "round deal=2#2", "move start"} {
		must(t, add(j, line))
		m, err := s.Load(path)
		if err != nil || moves(m) != i+2 {
			t.Fatalf("after %q: %d entries, %v", line, moves(m), err)
		}
	}
	must(t, j.Archive())
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("other users can read the file: %v", info.Mode())
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

	k, ok := s.Library.Kept("toy")
	if !ok || moves(k.Match) != 2 {
		t.Fatalf("kept: %d moves, %v", moves(k.Match), ok)
	}
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	text, err := os.ReadFile(path)
	must(t, err)
	want := sealed(match.JournalHead, match.PlayedLine(1, noon), "game toy\nround #2\nmove start\nmove guess 10", match.PlayedLine(2, noon), "move guess 5")
	if string(text) != want {
		t.Errorf("the journal is\n%s\nwant\n%s", text, want)
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	must(t, j.Discard())
	if _, ok := s.Library.Kept("toy"); ok {
		t.Error("a discarded game is kept")
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "games")); len(entries) != 1 || entries[0].Name() != ".lock" {
		t.Errorf("files are left: %v", entries)
	}
}

func TestGamesBeingPlayedAreLeftAlone(t *testing.T) {
	dir := t.TempDir()
	keep(t, dir, noon, "move guess 10")
	one, two := store.Open(dir, find), store.Open(dir, find)
	k, ok := one.Library.Kept("toy")
	if !ok {
		t.Fatal("Kept finds no game")
	}
	j, _, err := one.Library.Resume(k, noon)
	must(t, err)
	if _, ok := two.Library.Kept("toy"); ok {
		t.Error("a game being played is offered")
	}
	if _, _, err := two.Library.Resume(k, noon); err == nil || !strings.Contains(err.Error(), "game 1 is being played, here or by another program") {
		t.Errorf("a game is resumed twice: %v", err)
	}
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	if k, ok := two.Library.Kept("toy"); !ok || moves(k.Match) != 3 {
		t.Errorf("after Close the game is offered with %d moves, %v", moves(k.Match), ok)
	}
}

func TestTwoGamesBegunInTheSameSecond(t *testing.T) {
	dir := t.TempDir()
	one, two := begin(t, store.Open(dir, find), noon), begin(t, store.Open(dir, find), noon)
	must(t, add(one, start, "move guess 10"))
	must(t, add(two, start, "move guess 5"))
	must(t, add(one, "move guess 9"))
	must(t, errors.Join(one.Archive(), two.Archive()))
	three := begin(t, store.Open(dir, find), noon) // a third game, in addition to two that are kept
	must(t, add(three, start))
	must(t, three.Archive())
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
		t.Errorf("the other program prints %q, %v", line, err)
	}
	s := store.Open(dir, find)
	if _, ok := s.Library.Kept("toy"); ok {
		t.Error("the game of another program is offered while it runs")
	}
	must(t, other.Process.Kill())
	_ = other.Wait() // the error says that it was killed
	if k, ok := s.Library.Kept("toy"); !ok || moves(k.Match) != 3 {
		t.Errorf("after the kill %d moves are kept, %v", moves(k.Match), ok)
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	must(t, os.WriteFile(dir, nil, 0o600))
	s := store.Open(dir, find)
	if _, err := s.Library.Begin("toy", noon); err == nil {
		t.Error("a game was begun although the folder is a file")
	}
	if _, ok := s.Library.Kept("toy"); ok {
		t.Error("a game was kept although the folder is a file")
	}
}

func TestResumeOfAGameThatIsGone(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon)
	k, _ := s.Library.Kept("toy")
	must(t, os.Remove(path))
	if _, _, err := s.Library.Resume(k, noon); err == nil {
		t.Error("a removed game is resumed")
	}
	if _, err := s.Library.Find(1); !errors.Is(err, store.ErrNoGame) {
		t.Errorf("Find with a removed game: %v", err)
	}
}

func TestStateDir(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, c := range []struct{ xdg, want string }{
		{"/var/state", "/var/state/attic"},
		{"", filepath.Join(home, ".local/state/attic")},
		{"relative", filepath.Join(home, ".local/state/attic")}, // the XDG specification demands that relative paths be ignored
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
		t.Errorf("without a home folder the state folder is %q", dir)
	}
}

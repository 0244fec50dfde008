package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gofrs/flock"

	"attic/dev/race"
	"attic/internal/lines"
	"attic/match"
	"attic/match/store"
)

// hold1 locks a game, like another program that is playing it, until unlock is called.
func hold1(t *testing.T, path string) (unlock func()) {
	t.Helper()
	lock := flock.New(path + ".lock")
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatalf("%s cannot be locked: %v, %v", path, ok, err)
	}
	return func() { must(t, lock.Unlock()) }
}

// snapshot returns the content of all files in a folder, except locks and the index.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	text := ""
	must(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(path, ".lock") || filepath.Base(path) == "games.log" || filepath.Base(path) == "games.sum" {
			return err
		}
		held, err := os.ReadFile(path)
		text += fmt.Sprintf("%s: %q\n", path, held)
		return err
	}))
	return text
}

// A damaged game is reported and left unchanged. Repair continues it from the line before the damage and keeps the damaged file.
func TestADamagedGame(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon, "move guess 10", "move guess 9", "move guess 8")
	text, err := os.ReadFile(path)
	must(t, err)
	flipped := bytes.Clone(text)
	flipped[bytes.Index(text, []byte("guess 9"))] ^= 1
	must(t, os.WriteFile(path, flipped, 0o600))

	before := snapshot(t, dir)
	k, ok := s.Library.Kept("toy")
	if !ok || k.Damage == nil || k.Damage.Line != 7 || !k.Damage.Playable || moves(k.Match) != 2 {
		t.Fatalf("Kept returns %+v", k)
	}
	want := "game 1 is damaged at line 7 of " + path + "; resume 1 continues from line 6"
	_, _, err = s.Library.Resume(k, noon)
	if damage := (*store.DamagedError)(nil); !errors.As(err, &damage) || err.Error() != want {
		t.Errorf("resumed: %v, want %s", err, want)
	}
	if games, err := s.Library.Games(""); err != nil || games[0].Result != "damaged at line 7" {
		t.Errorf("Games lists %+v, %v", games, err)
	}
	if now := snapshot(t, dir); now != before {
		t.Errorf("the files changed to\n%s\nfrom\n%s", now, before)
	}

	j, m, aside, err := s.Library.Repair(k, noon)
	if err != nil || moves(m) != 2 || aside != path+".damaged" {
		t.Fatalf("repaired: %d moves, %q, %v", moves(m), aside, err)
	}
	if kept, err := os.ReadFile(aside); err != nil || !bytes.Equal(kept, flipped) {
		t.Errorf("the copy holds %q, %v", kept, err)
	}
	must(t, add(j, "move guess 5"))
	must(t, j.Archive())
	now, err := os.ReadFile(path)
	must(t, err)
	if want := sealed(match.JournalHead, match.PlayedLine(1, noon), "game toy\nround #2\nmove start\nmove guess 10", match.PlayedLine(2, noon), "move guess 5"); string(now) != want {
		t.Errorf("the continued journal is\n%swant\n%s", now, want)
	}
	// A second damaged file gets another name; an undamaged game is not copied.
	must(t, os.WriteFile(path, flipped, 0o600))
	j, _, aside, err = s.Library.Repair(k, noon)
	if err != nil || aside != path+".damaged-2" {
		t.Errorf("the second copy: %q, %v", aside, err)
	}
	must(t, j.Archive())
	j, _, aside, err = s.Library.Repair(k, noon)
	if err != nil || aside != "" {
		t.Errorf("an undamaged game: %q, %v", aside, err)
	}
	must(t, j.Archive())
}

// A flipped bit anywhere in a journal is reported at its line, and only Repair changes the file.
func TestAnyDamageIsReported(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon, "move guess 10", "move guess 9", match.AbandonedLine)
	text, err := os.ReadFile(path)
	must(t, err)
	line := 1
	for i, c := range text {
		flipped := bytes.Clone(text)
		flipped[i] ^= 1 << (i % 8)
		must(t, os.WriteFile(path, flipped, 0o600))
		k, err := s.Library.Find(1)
		if err != nil || k.Damage == nil || k.Damage.Line != line || k.Damage.Playable != (line > 4) {
			t.Fatalf("byte %d in line %d: %+v, %v", i, line, k.Damage, err)
		}
		want := fmt.Sprintf("game 1 is damaged at line %d of %s; ", line, path)
		if k.Damage.Playable {
			want += fmt.Sprintf("resume 1 continues from line %d", line-1)
		} else {
			want += "nothing before that line can be played"
		}
		if _, _, err := s.Library.Resume(k, noon); err == nil || err.Error() != want {
			t.Fatalf("byte %d: %v, want %s", i, err, want)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, flipped) {
			t.Fatalf("byte %d: the file has changed: %v", i, err)
		}
		if c == '\n' {
			line++
		}
	}
}

// A journal truncated at any byte is read up to its last complete line, unless only the line feed of its last line is missing.
func TestAJournalCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon, "move guess 10", "move guess 9")
	text, err := os.ReadFile(path)
	must(t, err)
	for i := range text {
		must(t, os.WriteFile(path, text[:i], 0o600))
		k, err := s.Library.Find(1)
		must(t, err)
		whole := bytes.Count(text[:i], []byte("\n"))
		begun := whole >= 4
		switch {
		case text[i] == '\n' && begun:
			if k.Damage == nil || k.Damage.Line != whole+1 {
				t.Errorf("without the line feed of line %d: %+v", whole+1, k)
			}
		case !begun:
			if k.Damage == nil || k.Damage.Playable && text[i] != '\n' {
				t.Errorf("cut in line %d: %+v", whole+1, k)
			}
		case k.Damage != nil || len(k.Match.History()) != whole-3:
			t.Errorf("cut in line %d: %d entries, %v", whole+1, len(k.Match.History()), k.Damage)
		}
	}
}

// Two programs that begin games at the same time get different numbers.
func TestNumbersAreGivenOnce(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			j, err := store.Open(dir, find).Library.Begin("toy", noon)
			if err == nil {
				err = errors.Join(add(j, start), add(j, "move guess 10"), j.Archive())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := numbers(t, store.Open(dir, find), "")
	slices.Sort(got)
	for i, n := range got {
		if n != i+1 {
			t.Fatalf("the numbers are %v", got)
		}
	}
	if len(got) != 20 {
		t.Errorf("there are %d games", len(got))
	}
}

// A foreign file in place of a lock does not make a program wait: a new game gets another number, and no game is resumed without its lock.
func TestWhatIsNoLock(t *testing.T) {
	for what, put := range inTheWay {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			s := store.Open(dir, find)
			must(t, os.MkdirAll(filepath.Join(dir, "games"), 0o700))
			must(t, put(filepath.Join(dir, "games", "000001-toy.game.lock")))
			keep(t, dir, noon, "move guess 10")
			if got := numbers(t, s, ""); !slices.Equal(got, []int{2}) {
				t.Errorf("Games lists %v", got)
			}
			lock := filepath.Join(dir, "games", "000002-toy.game.lock")
			must(t, os.Remove(lock))
			must(t, put(lock))
			k, ok := s.Library.Kept("toy")
			if !ok {
				t.Fatal("no game is kept")
			}
			want := lock + " is not a regular file"
			if _, _, err := s.Library.Resume(k, noon); err == nil || err.Error() != want {
				t.Errorf("resumed: %v, want %s", err, want)
			}
			if err := s.Library.Delete(2); err == nil || err.Error() != want {
				t.Errorf("deleted: %v", err)
			}
			lock = filepath.Join(dir, "games", ".lock")
			must(t, os.Remove(lock))
			must(t, put(lock))
			j := begin(t, s, noon)
			if err := add(j, start); err == nil || err.Error() != lock+" is not a regular file" {
				t.Errorf("begun: %v", err)
			}
			must(t, j.Discard())
		})
	}
}

// An archived journal is continued by the next Append, unless another program has continued the game.
func TestAnArchivedJournalGoesOn(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start, "move guess 10"))
	must(t, add(j, match.AbandonedLine))
	must(t, j.Archive())
	must(t, add(j, "move guess 9"))
	must(t, j.Archive())
	k, ok := s.Library.Kept("toy")
	if !ok || moves(k.Match) != 3 {
		t.Fatalf("Kept returns %+v, %v", k, ok)
	}
	other, _, err := s.Library.Resume(k, noon)
	must(t, err)
	if err := add(j, "move guess 7"); !errors.Is(err, match.ErrMoved) {
		t.Errorf("while another program plays the game: %v", err)
	}
	must(t, add(other, "move guess 8"))
	must(t, other.Archive())
	if err := add(j, "move guess 7"); !errors.Is(err, match.ErrMoved) {
		t.Errorf("after another program continued the game: %v", err)
	}
	must(t, s.Library.Delete(1))
	if err := add(j, "move guess 7"); !errors.Is(err, match.ErrMoved) {
		t.Errorf("after the game was deleted: %v", err)
	}
}

// Discard does not remove a game that was already in the library, even if everything after its beginning was damaged.
func TestDiscardOfAResumedGame(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	path := keep(t, dir, noon)
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, bytes.Replace(text, []byte("move start"), []byte("move stark"), 1), 0o600))
	k, ok := s.Library.Kept("toy")
	if !ok || k.Damage == nil {
		t.Fatalf("Kept returns %+v", k)
	}
	j, _, _, err := s.Library.Repair(k, noon)
	must(t, err)
	must(t, j.Discard())
	if games, err := s.Library.Games(""); err != nil || len(games) != 1 || games[0].Result != "abandoned" {
		t.Errorf("Games lists %+v, %v", games, err)
	}
}

// Append refuses lines that could not be read back, and keeps the earlier lines.
func TestAppendRefusesWhatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	for what, line := range map[string]string{
		"a long line":     "# " + strings.Repeat("x", lines.Most),
		"nearly too long": "# " + strings.Repeat("x", lines.Most-match.SealBytes-1),
		"a bell":          "# \a",
		"bytes":           "# \xff",
		"a return":        "# \r",
	} {
		if err := add(j, "move guess 10", line); err == nil || !strings.Contains(err.Error(), "plain text of at most 64 KB") {
			t.Errorf("%s: %v", what, err)
		}
	}
	must(t, add(j, "# "+strings.Repeat("x", lines.Most-match.SealBytes-2)))
	must(t, j.Archive())
	if k, ok := s.Library.Kept("toy"); !ok || moves(k.Match) != 1 {
		t.Errorf("Kept returns %+v, %v", k, ok)
	}
}

// A journal at its limit is rewritten with fewer lines if its match can be recorded in fewer; otherwise Append reports that it is full.
func TestTheLimitOfAJournal(t *testing.T) {
	race.Plain(t)
	dir := t.TempDir()
	s := store.Open(dir, find)
	j := begin(t, s, noon)
	must(t, add(j, start))
	churn := slices.Repeat([]string{"undo", "redo"}, 10_000)
	for range 6 {
		must(t, add(j, churn...))
	}
	must(t, add(j, "move guess 10"))
	must(t, j.Archive())
	k, ok := s.Library.Kept("toy")
	if !ok || moves(k.Match) != 2 {
		t.Fatalf("Kept returns %+v, %v", k.Damage, ok)
	}
	j, _, err := s.Library.Resume(k, noon)
	must(t, err)
	comments := slices.Repeat([]string{"# so"}, 10_000)
	for range 9 {
		must(t, add(j, comments...))
	}
	full := add(j, slices.Repeat([]string{"seed 1"}, 200_000)...)
	if full == nil || full.Error() != "a kept game has at most 100000 lines and 8 MB" {
		t.Errorf("over the limit: %v", full)
	}
	must(t, add(j, match.AbandonedLine))
	must(t, j.Archive())
	if k, err := s.Library.Find(1); err != nil || k.Damage != nil || moves(k.Match) != 2 {
		t.Errorf("the abandoned game is %+v, %v", k, err)
	}
}

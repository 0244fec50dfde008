package store_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"attic/match"
	"attic/match/store"
)

// text returns a function that writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// one checks that the folder of path holds only the file at path, with the text want.
func one(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("the file holds %q, %v, want %q", got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// nowhere is a store that keeps nothing.
var nowhere = store.Open("", find)

func TestSaveReplacesASavedGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my game.save")
	must(t, nowhere.Save(path, text("attic save 1\nold\n")))
	one(t, path, "attic save 1\nold\n")
	must(t, nowhere.Save(path, text("attic save 1\nnew\n")))
	one(t, path, "attic save 1\nnew\n")
}

func TestSaveIsWholeOrNotAtAll(t *testing.T) {
	full := errors.New("no space is left")
	half := func(w io.Writer) error {
		fmt.Fprint(w, "attic sa")
		return full
	}
	path := filepath.Join(t.TempDir(), "a.save")
	if err := nowhere.Save(path, half); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 0 {
		t.Errorf("half a file is left: %v", entries)
	}
	must(t, nowhere.Save(path, text("attic save 1\nold\n")))
	if err := nowhere.Save(path, half); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	one(t, path, "attic save 1\nold\n")
}

func TestSaveReplacesNothingElse(t *testing.T) {
	for _, held := range []string{"", "x", "attic sav", "my diary\n", match.JournalHead + "\ngame toy\nround\n", "attic save\x00"} {
		path := filepath.Join(t.TempDir(), "a")
		must(t, os.WriteFile(path, []byte(held), 0o600))
		if err := nowhere.Save(path, text("attic save 1\n")); err == nil || !strings.Contains(err.Error(), "will not be replaced") {
			t.Errorf("%q is replaced: %v", held, err)
		}
		one(t, path, held)
	}
	dir := t.TempDir()
	must(t, os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "link")))
	must(t, os.Mkdir(filepath.Join(dir, "folder"), 0o700))
	for _, name := range []string{"link", "folder", "folder/", "."} {
		if err := nowhere.Save(dir+"/"+name, text("attic save 1\n")); err == nil {
			t.Errorf("%s is replaced", name)
		}
	}
}

func TestSaveSaysWhyNot(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	for name, want := range map[string]string{
		"none/a":                 "there is no such file or folder",
		"file/a":                 "not a directory",
		strings.Repeat("x", 300): "file name too long",
	} {
		err := nowhere.Save(filepath.Join(dir, name), text("attic save 1\n"))
		if err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %q", name, err, want)
		}
	}
}

func TestOpenText(t *testing.T) {
	dir := t.TempDir()
	big, err := os.Create(filepath.Join(dir, "big"))
	must(t, err)
	must(t, errors.Join(big.Truncate(100<<20), big.Close()))
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "there is no such file or folder",
		dir:                        "it is a folder; a file is needed",
		"/dev/null":                "it is not a file",
		big.Name():                 "it is too large: 100 MB; at most 8 MB are read",
	} {
		file, err := store.OpenText(path)
		if err == nil {
			file.Close()
			t.Errorf("%s is opened", path)
			continue
		}
		if err.Error() != want {
			t.Errorf("%s: %q, want %q", path, err, want)
		}
	}
	path := filepath.Join(dir, "some")
	must(t, os.WriteFile(path, []byte("text"), 0o600))
	file, err := store.OpenText(path)
	must(t, err)
	defer file.Close()
	if got, err := io.ReadAll(file); err != nil || string(got) != "text" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSavedGamesAreLoaded(t *testing.T) {
	dir := t.TempDir()
	s := store.Open(dir, find)
	m, err := s.Load(keep(t, dir, noon, "move guess 10"))
	must(t, err)
	path := filepath.Join(dir, "a.save")
	must(t, nowhere.Save(path, m.Save))
	loaded, err := s.Load(path)
	if err != nil || moves(loaded) != 2 {
		t.Errorf("%d moves, %v", moves(loaded), err)
	}
	must(t, os.WriteFile(path, []byte("attic save 1\ngame toy\nround\nmove gess 10\nend 4\n"), 0o600))
	if _, err := s.Load(path); err == nil || !strings.HasPrefix(err.Error(), "line 4: ") {
		t.Errorf("%v", err)
	}
}

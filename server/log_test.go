package server

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func kept(t *testing.T, path string) []string {
	t.Helper()
	l, list, err := openList[entry](path, "tables", spareLines)
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	var ids []string
	for _, e := range list {
		ids = append(ids, e.ID+" "+e.Over)
	}
	return ids
}

// The last line of a table counts, one of a table that is gone removes it, and what a kill has left of a line is dropped.
func TestTheListOfTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l, list, err := openList[entry](path, "tables", spareLines)
	if err != nil || len(list) != 0 {
		t.Fatal(list, err)
	}
	for _, e := range []entry{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "a", Over: "Red wins."}, {ID: "b", Gone: true}} {
		if err := l.keep(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	want := []string{"a Red wins.", "c "}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := len(whole) - bytes.LastIndexByte(whole[:len(whole)-1], '\n') - 1
	for cut := range last + 1 {
		if err := os.WriteFile(path, whole[:len(whole)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		want := want
		if cut > 0 {
			want = []string{"a Red wins.", "b ", "c "}
		}
		if got := kept(t, path); !slices.Equal(got, want) {
			t.Fatalf("without the last %d bytes: %q, want %q", cut, got, want)
		}
	}
	damaged := bytes.Replace(whole, []byte(`{"id":"c"`), []byte(`{"id":7`), 1)
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openList[entry](path, "tables", spareLines); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a damaged line: %v", err)
	}
}

// A list with many lines for each table is rewritten, with the same tables.
func TestTheListIsShortened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l, _, err := openList[entry](path, "tables", spareLines)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 * spareLines {
		if err := l.keep(entry{ID: "a", Over: "Blue wins."}); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := kept(t, path); !slices.Equal(got, []string{"a Blue wins."}) {
			t.Fatal(got)
		}
		if text, err := os.ReadFile(path); err != nil || bytes.Count(text, []byte("\n")) != 1 {
			t.Fatalf("%q, %v", text, err)
		}
	}
}

// A line that the disk did not take is not in the list, and the next one is.
func TestALineThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l, _, err := openList[entry](path, "tables", spareLines)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.keep(entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	whole := l.file
	if l.file, err = os.Open(path); err != nil { // which cannot be written
		t.Fatal(err)
	}
	if err := l.keep(entry{ID: "b", Over: "a line longer than the next one"}); err == nil {
		t.Fatal("the line was kept")
	}
	if err := l.keep(entry{ID: "b"}); err == nil {
		t.Fatal("the line was kept, although what is behind it is unknown")
	}
	if err := l.file.Close(); err != nil {
		t.Fatal(err)
	}
	l.file = whole
	if err := l.keep(entry{ID: "c"}); err != nil {
		t.Fatal(err)
	}
	if err := l.close(); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, path); !slices.Equal(got, []string{"a ", "c "}) {
		t.Error(got)
	}
}

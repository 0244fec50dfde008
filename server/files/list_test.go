package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"attic/match"
)

func opened(t *testing.T, path string) *list {
	t.Helper()
	l, err := openList(path, "tables", "id", spareLines)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// puts puts a value with the key that it holds, and returns the error.
func puts(l *list, key, over string) error {
	_, err := l.Put(key, l.versions[key], fmt.Appendf(nil, `{"id":%q,"over":%q}`, key, over))
	return err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func kept(t *testing.T, path string) (values []string) {
	t.Helper()
	l := opened(t, path)
	defer l.close()
	must(t, l.Follow(func(key string, version uint64, value []byte) {
		again, v, err := l.Get(key)
		if must(t, err); !bytes.Equal(value, again) || v != version {
			t.Errorf("%s is %q with the version %d, then %q with %d", key, value, version, again, v)
		}
		values = append(values, string(value))
	}))
	return values
}

// The last line of a table counts, a line that says gone removes the table, and an incomplete line left by a kill is dropped.
func TestTheListOfTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	for _, key := range []string{"a", "b", "c"} {
		must(t, puts(l, key, ""))
	}
	must(t, puts(l, "a", "Red wins."))
	must(t, l.Remove("b", l.versions["b"]))
	must(t, l.close())
	a, b, c := `{"id":"a","over":"Red wins."}`, `{"id":"b","over":""}`, `{"id":"c","over":""}`
	whole, err := os.ReadFile(path)
	must(t, err)
	last := len(whole) - bytes.LastIndexByte(whole[:len(whole)-1], '\n') - 1
	for cut := range last + 1 {
		must(t, os.WriteFile(path, whole[:len(whole)-cut], 0o600))
		want := []string{a, c}
		aside := !slices.Contains([]int{0, 1, match.SealBytes, match.SealBytes + 1, last}, cut) // otherwise the last line is complete, with or without its hash, or is missing
		if aside || cut == last {
			want = []string{a, b, c}
		}
		if got := kept(t, path); !slices.Equal(got, want) {
			t.Fatalf("without the last %d bytes: %q, want %q", cut, got, want)
		}
		if kept, err := os.ReadFile(path + cutSuffix); err == nil != aside || aside && !bytes.Equal(kept, append(whole[len(whole)-last:len(whole)-cut:len(whole)-cut], '\n')) {
			t.Fatalf("without the last %d bytes, %q was set aside, %v", cut, kept, err)
		}
		_ = os.Remove(path + cutSuffix)
	}
	damaged := bytes.Replace(whole, []byte(`{"id":"c"`), []byte(`{"id":7`), 1)
	must(t, os.WriteFile(path, damaged, 0o600))
	if _, err := openList(path, "tables", "id", spareLines); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a damaged line: %v", err)
	}
}

// If any bit of a line changes, its value can no longer be read, even after the list was rewritten, but the others can. A line without a hash, which
// comes from an earlier version or was edited by hand, is valid.
func TestALineThatHasChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	for _, key := range []string{"a", "b"} {
		must(t, puts(l, key, ""))
	}
	must(t, l.close())
	whole, err := os.ReadFile(path)
	must(t, err)
	a, b := `{"id":"a","over":""}`, `{"id":"b","over":""}`
	for bit := range bytes.IndexByte(whole, '\n') * 8 {
		changed := slices.Clone(whole)
		if changed[bit/8] ^= 1 << (bit % 8); changed[bit/8] == '\n' {
			continue
		}
		must(t, os.WriteFile(path, changed, 0o600))
		l, err := openList(path, "tables", "id", 1)
		if err != nil {
			continue // the operator is told the line
		}
		must(t, l.Scrub())
		must(t, l.close())
		for _, value := range kept(t, path) {
			if value != b && json.Valid([]byte(value)) {
				t.Fatalf("after a change of bit %d there is %s", bit, value)
			}
		}
	}
	edited := strings.Replace(a, `""`, `"Red wins."`, 1)
	must(t, os.WriteFile(path, []byte(edited+"\r\n"+b+" \n"), 0o600))
	if got := kept(t, path); !slices.Equal(got, []string{edited, b}) {
		t.Errorf("%q", got)
	}
}

// A list with many lines for each table is rewritten, with the same tables.
func TestTheListIsShortened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	for range 10 * spareLines {
		must(t, puts(l, "a", "Blue wins."))
	}
	must(t, l.close())
	for range 2 {
		if got := kept(t, path); !slices.Equal(got, []string{`{"id":"a","over":"Blue wins."}`}) {
			t.Fatal(got)
		}
		if text, err := os.ReadFile(path); err != nil || bytes.Count(text, []byte("\n")) != 1 {
			t.Fatalf("%q, %v", text, err)
		}
	}
}

// An open list is rewritten before it is much longer than its values.
func TestAnOpenListIsShortened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	l.most = 5
	for i := range 20 {
		must(t, puts(l, fmt.Sprint("k", i%2), fmt.Sprint(i)))
		l.most = min(l.most, 8)
	}
	if l.lines > 9 {
		t.Errorf("there are %d lines", l.lines)
	}
	must(t, l.close())
	if got := kept(t, path); !slices.Equal(got, []string{`{"id":"k0","over":"18"}`, `{"id":"k1","over":"19"}`}) {
		t.Error(got)
	}
}

// If many goroutines write at the same time, the list has the line of each.
func TestManyWriteAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			key := fmt.Sprintf("k%02d", i)
			version, err := l.Put(key, 0, fmt.Appendf(nil, `{"id":%q}`, key))
			if err == nil && i%2 == 1 {
				err = l.Remove(key, version)
			}
			if _, moved := l.Put(key, 99, fmt.Appendf(nil, `{"id":%q}`, key)); err != nil || !errors.Is(moved, match.ErrMoved) {
				t.Errorf("%v, %v", err, moved)
			}
		})
	}
	all.Wait()
	must(t, l.close())
	if got := kept(t, path); len(got) != 25 {
		t.Error(got)
	}
}

// A line that the disk did not accept is not in the list, and the next line is.
func TestALineThatFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tables")
	l := opened(t, path)
	must(t, puts(l, "a", ""))
	whole := l.file
	var err error
	l.file, err = os.Open(path) // a file that cannot be written
	must(t, err)
	for _, over := range []string{"a line longer than the next one", ""} {
		if puts(l, "b", over) == nil {
			t.Fatal("the line was kept")
		}
	}
	must(t, l.file.Close())
	l.file = whole
	must(t, puts(l, "c", ""))
	must(t, l.close())
	if got := kept(t, path); !slices.Equal(got, []string{`{"id":"a","over":""}`, `{"id":"c","over":""}`}) {
		t.Error(got)
	}
}

// A value can be changed only with its last version, and only a value that contains its key is kept.
func TestWrongValues(t *testing.T) {
	l := opened(t, filepath.Join(t.TempDir(), "tables"))
	defer l.close()
	must(t, puts(l, "a", ""))
	if _, err := l.Put("a", 0, []byte(`{"id":"a"}`)); !errors.Is(err, match.ErrMoved) {
		t.Errorf("an old version: %v", err)
	}
	if err := l.Remove("a", 7); !errors.Is(err, match.ErrMoved) {
		t.Errorf("the version of nothing: %v", err)
	}
	for _, wrong := range []string{`{"id":"c"}`, `{}`, `x`, `{"id":"b","gone":true}`, "{\"id\":\"b\"\n}"} {
		if _, err := l.Put("b", 0, []byte(wrong)); err == nil {
			t.Errorf("%q was kept", wrong)
		}
	}
}

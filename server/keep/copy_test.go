package keep_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"attic/games"
	"attic/server/files"
	"attic/server/keep"
)

// kept is the folder of a hall.
var kept = filepath.Join("..", "..", "cmd", "atticd", "testdata", "kept")

const table = "a7pfdjdjjjnj3ovm"

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func opened(t *testing.T, dir string, alone bool) keep.Stock {
	t.Helper()
	s, err := files.OpenStock(dir, games.Find, alone)
	must(t, err)
	return s
}

// copied returns a copy of the kept hall, which can be changed.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, os.CopyFS(dir, os.DirFS(kept)))
	must(t, os.WriteFile(filepath.Join(dir, "hall"), []byte("abcdefghijklmno2\n"), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "tournaments"), []byte(`{"id":"one","name":"A"}`+"\n"+`{"id":"two","name":"B"}`+"\n"), 0o600))
	return dir
}

// all returns everything in a storage, by name.
func all(t *testing.T, s keep.Stock) map[string]string {
	t.Helper()
	found := map[string]string{}
	tables, err := keep.All(s.Tables())
	must(t, err)
	for id, value := range tables {
		found["table "+id] = string(value)
	}
	must(t, s.Played(func(id string) error {
		return s.Games(id).Texts(func(g keep.Text) error {
			found["game "+id+string(rune('0'+g.Number))+g.Name] = string(g.Journal)
			return nil
		})
	}))
	people, err := keep.All(s.People())
	must(t, err)
	for hash, value := range people {
		found["person "+hash] = string(value)
	}
	tournaments, err := keep.All(s.Tournaments())
	must(t, err)
	for id, value := range tournaments {
		found["tournament "+id] = string(value)
	}
	reports, err := s.Reports()
	must(t, err)
	found["reports"] = string(reports)
	if found["identity"], err = s.Identity(""); err != nil {
		t.Fatal(err)
	}
	ran, err := s.Ran()
	must(t, err)
	found["ran"] = ran.Format(time.RFC3339Nano)
	return found
}

func same(t *testing.T, a, b map[string]string) {
	t.Helper()
	for name, text := range a {
		if b[name] != text {
			t.Errorf("%s is %q, want %q", name, b[name], text)
		}
	}
	if len(a) != len(b) {
		t.Errorf("there are %d things, want %d", len(b), len(a))
	}
}

// stumbling is a storage that fails after a number of writes.
type stumbling struct {
	keep.Stock
	left *int
}

var errStumbles = errors.New("it stumbles")

func (s stumbling) write(do func() error) error {
	if *s.left--; *s.left < 0 {
		return errStumbles
	}
	return do()
}

func (s stumbling) Tables() keep.List             { return stumblingList{s.Stock.Tables(), s} }
func (s stumbling) People() keep.List             { return stumblingList{s.Stock.People(), s} }
func (s stumbling) Tournaments() keep.List        { return stumblingList{s.Stock.Tournaments(), s} }
func (s stumbling) Games(table string) keep.Games { return stumblingGames{s.Stock.Games(table), s} }
func (s stumbling) Report(line string) error {
	return s.write(func() error { return s.Stock.Report(line) })
}

func (s stumbling) Copied(ran time.Time) error {
	return s.write(func() error { return s.Stock.Copied(ran) })
}

type stumblingList struct {
	keep.List
	at stumbling
}

func (l stumblingList) Put(key string, after uint64, value []byte) (version uint64, err error) {
	err = l.at.write(func() error {
		version, err = l.List.Put(key, after, value)
		return err
	})
	return version, err
}

type stumblingGames struct {
	keep.Games
	at stumbling
}

func (g stumblingGames) Put(t keep.Text) error {
	return g.at.write(func() error { return g.Games.Put(t) })
}

// A copy contains everything in the source, wherever the copying was killed and started again, even if the source has changed in between. Until the
// copy is finished, no hall opens there.
func TestACopyGoesOn(t *testing.T) {
	for first := 0; ; first++ {
		from, to := copied(t), t.TempDir()
		must(t, os.WriteFile(filepath.Join(from, "reports"), []byte("{\"text\":\"one\"}\n{\"text\":\"two\"}\n"), 0o600))
		source := opened(t, from, true)
		target := opened(t, to, true)
		left := first
		_, err := keep.Copy(source, stumbling{target, &left}, func(keep.Counts) {})
		if err != nil && !errors.Is(err, errStumbles) {
			t.Fatal(err)
		}
		whole := err == nil
		must(t, target.Close())
		if why, err := files.Marked(to); why == "" || err != nil {
			t.Errorf("after %d writes a hall could be opened: %v", first, err)
		}
		must(t, source.Close())
		if first%2 == 1 { // a table is closed, a name changed, and a game continues
			source := opened(t, from, true)
			tables, err := keep.All(source.Tables())
			must(t, err)
			_, version, err := source.Tables().Get(table)
			must(t, err)
			must(t, source.Tables().Remove(table, version))
			must(t, source.Games(table).Remove())
			_, version, err = source.Tournaments().Get("one")
			must(t, err)
			must(t, source.Tournaments().Remove("one", version))
			delete(tables, table)
			journal, err := filepath.Glob(filepath.Join(from, "games", "on", "*", "games", "*.game"))
			must(t, err)
			text, err := os.ReadFile(journal[0])
			must(t, err)
			must(t, os.WriteFile(journal[0], append(text, "a line\n"...), 0o600))
			must(t, source.Close())
		}
		source = opened(t, from, true)
		target = opened(t, to, true)
		sums, err := keep.Copy(source, target, func(keep.Counts) {})
		must(t, err)
		must(t, target.Close())
		target = opened(t, to, true)
		arrived := false
		must(t, sums.Finish(target, func() error {
			arrived = true
			return nil
		}))
		must(t, target.Close())
		must(t, source.Close())
		if why, err := files.Marked(to); why != "" || err != nil || !arrived {
			t.Errorf("after the end: %q, %v", why, err)
		}
		source, target = opened(t, from, false), opened(t, to, false)
		same(t, all(t, source), all(t, target))
		if whole {
			if first < 10 {
				t.Errorf("the copy took only %d writes", first)
			}
			return
		}
	}
}

// Anything that was not copied correctly is found, and the destination stays closed.
func TestWhatHasNotArrived(t *testing.T) {
	for clause, change := range map[string]func(s keep.Stock) error{
		"a game": func(s keep.Stock) error {
			return s.Games(table).Remove()
		},
		"a letter": func(s keep.Stock) (err error) {
			var text keep.Text
			err = s.Games(table).Texts(func(t keep.Text) error {
				text = t
				return s.Games(table).Remove()
			})
			text.Journal = bytes.Replace(text.Journal, []byte("a"), []byte("b"), 1)
			return errors.Join(err, s.Games(table).Put(text))
		},
		"a table": func(s keep.Stock) error {
			_, version, err := s.Tables().Get(table)
			return errors.Join(err, s.Tables().Remove(table, version))
		},
		"a tournament": func(s keep.Stock) error {
			_, version, err := s.Tournaments().Get("two")
			return errors.Join(err, s.Tournaments().Remove("two", version))
		},
		"the identity": func(s keep.Stock) error { return s.Identify("zzzzzzzzzzzzzzz7") },
		"a report":     func(s keep.Stock) error { return s.Report("more") },
	} {
		t.Run(clause, func(t *testing.T) {
			source, to := opened(t, copied(t), false), t.TempDir()
			target := opened(t, to, true)
			sums, err := keep.Copy(source, target, func(keep.Counts) {})
			must(t, err)
			must(t, change(target))
			must(t, target.Close())
			target = opened(t, to, true)
			err = sums.Finish(target, func() error {
				t.Error("it has arrived")
				return nil
			})
			if why, _ := target.Marked(); err == nil || why == "" {
				t.Errorf("%v, %q", err, why)
			}
			must(t, target.Close())
		})
	}
}

// Nothing is copied to a destination that is not empty.
func TestOnlyIntoAnEmptyPlace(t *testing.T) {
	source := opened(t, kept, false)
	target := opened(t, copied(t), true)
	if _, err := keep.Copy(source, target, func(keep.Counts) {}); !errors.Is(err, keep.ErrNotEmpty) {
		t.Error(err)
	}
	must(t, target.Close())
	to := t.TempDir()
	must(t, os.CopyFS(filepath.Join(to, "games"), os.DirFS(filepath.Join(kept, "games"))))
	target = opened(t, to, true)
	if _, err := keep.Copy(source, target, func(keep.Counts) {}); !errors.Is(err, keep.ErrNotEmpty) {
		t.Error("games alone:", err)
	}
	must(t, target.Close())
	target = opened(t, t.TempDir(), true)
	must(t, target.Mark("it was moved"))
	if _, err := keep.Copy(source, target, func(keep.Counts) {}); err == nil || err.Error() != "it was moved" {
		t.Error(err)
	}
	must(t, target.Close())
}

// CopyTable copies one table; the others do not change.
func TestOneTable(t *testing.T) {
	source, dir := opened(t, kept, false), copied(t)
	was := all(t, opened(t, dir, false))
	journal := filepath.Join(dir, "games", table[:2], table, "games", "000001-ataxx.game")
	must(t, os.WriteFile(journal, []byte("damaged\n"), 0o600))
	for _, gone := range []bool{false, true} {
		target := opened(t, dir, true)
		if gone {
			_, version, err := target.Tables().Get(table)
			must(t, err)
			must(t, target.Tables().Remove(table, version))
		}
		n, err := keep.CopyTable(source, target, table)
		if n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, err := keep.CopyTable(source, target, "nothing"); err == nil {
			t.Error("a table that is not there was copied")
		}
		must(t, target.Close())
		same(t, was, all(t, opened(t, dir, false)))
	}
}

// A line that a kill has truncated is not copied.
func TestTheEndOfALineIsLeftOut(t *testing.T) {
	from, to := copied(t), t.TempDir()
	journal := filepath.Join("games", table[:2], table, "games", "000001-ataxx.game")
	text, err := os.ReadFile(filepath.Join(from, journal))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(from, journal), slices.Concat(text, []byte("move a")), 0o600))
	source, target := opened(t, from, false), opened(t, to, true)
	sums, err := keep.Copy(source, target, func(keep.Counts) {})
	must(t, err)
	must(t, target.Close())
	target = opened(t, to, true)
	must(t, sums.Finish(target, func() error { return nil }))
	must(t, target.Close())
	if got, err := os.ReadFile(filepath.Join(to, journal)); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%q, %v", got, err)
	}
}

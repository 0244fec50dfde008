// Package keeptest tests that a keep.Storage keeps its rules.
package keeptest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/game"
	"attic/games"
	"attic/match"
	"attic/server/keep"
)

// Backend is a kind of storage.
type Backend struct {
	// New returns the fixture of one test, with empty storage. now returns the time of the test.
	New func(t *testing.T, now func() time.Time) Fixture
	// Fake runs the tests under testing/synctest, for storage that needs the clock of the test.
	Fake bool
	// Several means that several processes can use such storage at the same time.
	Several bool
	// AtOnce runs the tests at the same time, because they wait for the disk most of the time.
	AtOnce bool
}

// Fixture is the storage for the processes of one test.
type Fixture struct {
	Open   func() keep.Storage                       // opens the storage like a new process; it is closed when the test ends
	Kill   func(keep.Storage)                        // ends a process like a kill
	Damage func(table string, number int)            // changes a byte in the journal of a game, while no process has the storage open
	Holds  func(text string) bool                    // reports whether a text is anywhere on the disk; nil if the storage promises nothing about this
	Silent func(d time.Duration, of ...keep.Storage) // tells processes that they have not heard from killed processes for d; nil unless Several
}

// Conform tests that a kind of storage keeps the rules of keep.Storage.
func Conform(t *testing.T, k Backend) {
	t.Helper()
	tests := map[string]func(*testing.T, *world){
		"versions of a list":            versions,
		"a list after reopening":        again,
		"two writers of a list":         writers,
		"nothing is left on the disk":   left,
		"reports":                       reports,
		"identity":                      identity,
		"games":                         played,
		"games that are copied":         copied,
		"a damaged game":                damaged,
		"times of tables put away":      rested,
		"times after a kill":            killed,
		"times after a second kill":     twice,
		"times after a standstill":      still,
		"a table that cannot be opened": unopened,
		"a new place has no tables":     whole,
	}
	if k.Several {
		for what, test := range severalTests {
			tests[what] = test
		}
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			run := func(t *testing.T) {
				w := &world{T: t, fake: k.Fake, start: time.Now().Truncate(time.Millisecond)}
				w.Fixture = k.New(t, w.now)
				test(t, w)
			}
			if k.AtOnce {
				t.Parallel()
			}
			if k.Fake {
				synctest.Test(t, run)
			} else {
				run(t)
			}
		})
	}
}

type world struct {
	*testing.T
	Fixture
	fake   bool
	start  time.Time
	passed atomic.Int64
}

func (w *world) now() time.Time {
	if w.fake {
		return time.Now().Round(0)
	}
	return w.start.Add(time.Duration(w.passed.Load()))
}

func (w *world) pass(d time.Duration) {
	if w.fake {
		<-time.After(d) // in the time of testing/synctest
	}
	w.passed.Add(int64(d))
}

// run lets time pass while processes run.
func (w *world) run(d time.Duration, places ...keep.Storage) {
	w.Helper()
	for end := w.now().Add(d); ; w.pass(2 * time.Second) {
		for _, p := range places {
			if lost, err := p.Times().Beat(w.now()); err != nil || len(lost) > 0 {
				w.Fatalf("a heartbeat: %q are lost, %v", lost, err)
			}
		}
		if !w.now().Before(end) {
			return
		}
	}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) close(p keep.Storage) {
	w.Helper()
	w.must(p.Close())
}

// value returns a value in the form of a hall's lists. It holds its key.
func value(key, text string) []byte {
	return fmt.Appendf(nil, `{"id":%q,"hash":%q,"text":%q}`, key, key, text)
}

// put changes a value and checks its version.
func (w *world) put(l keep.List, key string, after uint64, text string) uint64 {
	w.Helper()
	v, err := l.Put(key, after, value(key, text))
	if err != nil || v <= after {
		w.Fatalf("%s put after %d has the version %d, %v", key, after, v, err)
	}
	return v
}

// has checks a value and returns its version.
func (w *world) has(l keep.List, key, want string) uint64 {
	w.Helper()
	got, v, err := l.Get(key)
	if err != nil || want == "" && got != nil || want != "" && (v == 0 || !bytes.Equal(got, value(key, want))) {
		w.Fatalf("%s is %q with the version %d, %v; want %q", key, got, v, err, want)
	}
	return v
}

func (w *world) moved(err error) {
	w.Helper()
	if !errors.Is(err, match.ErrMoved) {
		w.Errorf("the wrong version: %v", err)
	}
}

// lists calls each with the lists of the storage.
func lists(p keep.Storage, each func(name string, l keep.List)) {
	each("tables", p.Tables())
	each("people", p.People())
	each("tournaments", p.Tournaments())
}

// identity tests that the first identity stays, even after a kill, and that it is not in the list of tables.
func identity(_ *testing.T, w *world) {
	const first, second = "abcdefghijklmno2", "abcdefghijklmno3"
	p := w.Open()
	for _, c := range [][2]string{{"", ""}, {first, first}, {second, first}, {"", first}} {
		if id, err := p.Identity(c[0]); err != nil || id != c[1] {
			w.Errorf("with %q the identity is %q, %v; want %q", c[0], id, err, c[1])
		}
	}
	w.Kill(p)
	p = w.Open()
	if id, err := p.Identity(second); err != nil || id != first {
		w.Errorf("after a kill the identity is %q, %v", id, err)
	}
	w.must(p.Tables().Follow(func(key string, _ uint64, _ []byte) { w.Errorf("among the tables is %q", key) }))
}

func versions(_ *testing.T, w *world) {
	lists(w.Open(), func(name string, l keep.List) {
		w.must(l.Follow(func(string, uint64, []byte) {}))
		if _, v, _ := l.Get("nobody"); v != 0 {
			w.Errorf("%s: a key that was never used has the version %d", name, v)
		}
		w.has(l, "nobody", "")
		one := w.put(l, "one", 0, "a")
		other := w.put(l, "other", 0, "b")
		_, err := l.Put("one", 0, value("one", "x"))
		w.moved(err)
		two := w.put(l, "one", one, "a2")
		_, err = l.Put("one", one, value("one", "x"))
		w.moved(err)
		w.moved(l.Remove("one", one))
		w.moved(l.Remove("nobody", other))
		if v := w.has(l, "one", "a2"); v != two {
			w.Errorf("%s: the version is %d, then %d", name, two, v)
		}
		w.must(l.Remove("one", two))
		gone := w.has(l, "one", "")
		_, err = l.Put("one", two, value("one", "x"))
		w.moved(err)
		w.put(l, "one", gone, "a3")
		w.has(l, "one", "a3")
		w.has(l, "other", "b")
	})
}

// followed holds the contents of a list as reported by Follow.
type followed struct {
	mu  sync.Mutex
	all map[string]string
}

func (f *followed) change(key string, _ uint64, value []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all[key] = string(value); value == nil {
		delete(f.all, key)
	}
}

func again(_ *testing.T, w *world) {
	want := map[string]string{}
	long := string(bytes.Repeat([]byte("long "), 10_000))
	p := w.Open()
	lists(p, func(name string, l keep.List) {
		w.must(l.Follow(func(string, uint64, []byte) {}))
		w.put(l, "one", w.put(l, "one", 0, "a"), "in "+name)
		w.put(l, "long", 0, long)
		w.must(l.Remove("gone", w.put(l, "gone", 0, "b")))
		w.put(l, "back", removed(w, l, "back"), "c")
	})
	w.close(p)
	lists(w.Open(), func(name string, l keep.List) {
		want = map[string]string{"one": "in " + name, "long": long, "back": "c"}
		f := followed{all: map[string]string{}}
		w.must(l.Follow(f.change))
		f.mu.Lock()
		there := maps.Clone(f.all)
		f.mu.Unlock()
		if len(there) != len(want) {
			w.Errorf("%s has %d values, want %d", name, len(there), len(want))
		}
		for key, text := range want {
			if there[key] != string(value(key, text)) {
				w.Errorf("%s: %s has a different value", name, key)
			}
			w.put(l, key, w.has(l, key, text), "d")
		}
	})
}

// removed puts and removes a key, and returns its version.
func removed(w *world, l keep.List, key string) uint64 {
	w.must(l.Remove(key, w.put(l, key, 0, "x")))
	return w.has(l, key, "")
}

func writers(_ *testing.T, w *world) {
	p := w.Open()
	race(w, p.Tables(), p.Tables())
}

// race lets several writers count. A writer tries again if another one was first.
func race(w *world, places ...keep.List) {
	const each = 20
	start := len(value("count", ""))
	done := make(chan error)
	for _, l := range places {
		go func() {
			n := 0
			var err error
			for n < each && err == nil {
				var got []byte
				var v uint64
				if got, v, err = l.Get("count"); err == nil {
					if _, err = l.Put("count", v, value("count", strings.Repeat("x", max(len(got)-start, 0)+1))); err == nil {
						n++
					}
				}
				if errors.Is(err, match.ErrMoved) {
					err = nil
				}
			}
			done <- err
		}()
	}
	for range places {
		w.must(<-done)
	}
	w.has(places[0], "count", strings.Repeat("x", each*len(places)))
}

// After a name was changed or deleted, nothing of it is left on the disk.
func left(_ *testing.T, w *world) {
	p := w.Open()
	l := p.People()
	w.must(l.Follow(func(string, uint64, []byte) {}))
	v := w.put(l, "one", 0, "Zebedee")
	other := w.put(l, "other", 0, "Quentin")
	v = w.put(l, "one", v, "Zebedee again")
	w.put(l, "third", 0, "Wilhelmina")
	v = w.put(l, "one", v, "Yolanda")
	w.must(l.Scrub())
	check := func(when string, names map[string]bool) {
		for name, there := range names {
			if w.Holds != nil && w.Holds(name) != there {
				w.Errorf("%s: %s is on the disk: %v", when, name, !there)
			}
		}
	}
	check("renamed", map[string]bool{"Zebedee": false, "Quentin": true, "Wilhelmina": true, "Yolanda": true})
	w.must(l.Remove("other", other))
	w.must(l.Scrub())
	check("removed", map[string]bool{"Zebedee": false, "Quentin": false, "Wilhelmina": true, "Yolanda": true})
	w.put(l, "one", v, "Xanthippe")
	w.Kill(p)
	p = w.Open()
	w.must(p.People().Follow(func(string, uint64, []byte) {}))
	w.must(p.People().Scrub())
	check("killed before it was scrubbed", map[string]bool{"Yolanda": false, "Xanthippe": true, "Wilhelmina": true})
	w.must(p.People().Remove("one", w.has(p.People(), "one", "Xanthippe")))
	w.must(p.People().Scrub())
	w.close(p)
	check("closed", map[string]bool{"Xanthippe": false, "Wilhelmina": true})
}

func reports(_ *testing.T, w *world) {
	p := w.Open()
	text := func() string {
		all, err := p.Reports()
		w.must(err)
		return string(all)
	}
	if got := text(); got != "" {
		w.Errorf("a new place has reports: %q", got)
	}
	w.must(p.Report("one"))
	w.must(p.Report("two"))
	w.close(p)
	p = w.Open()
	w.must(p.Report("three"))
	if got := text(); got != "one\ntwo\nthree\n" {
		w.Errorf("the reports are %q", got)
	}
	for range 3 << 6 { // three megabytes, unless the reports are full earlier
		err := p.Report(string(bytes.Repeat([]byte("x"), 1<<14)))
		if errors.Is(err, keep.ErrFull) {
			return
		}
		w.must(err)
	}
	w.Error("there is no end to the reports")
}

// begun returns a game of Ataxx after some moves.
func (w *world) begun(moves int) match.Match {
	g, ok := games.Find("ataxx")
	if !ok {
		w.Fatal("there is no Ataxx")
	}
	m, err := match.New(g, game.Setup{}.With(g.Info().Started))
	w.must(err)
	for range moves {
		m, _, err = m.Play(game.MovesOf(m.State())[0].Text)
		w.must(err)
	}
	return m
}

// lines returns the journal of a match, line by line.
func lines(m match.Match) []string { return append([]string{match.JournalHead}, m.Lines()...) }

func (w *world) begin(g keep.Games, m match.Match) (match.Ledger, uint64) {
	w.Helper()
	l, err := g.Begin(m.Game().Info().Name)
	w.must(err)
	n, err := l.Append(0, lines(m)...)
	w.must(err)
	return l, n
}

// resumes continues the last game of a table and checks that it equals want.
func (w *world) resumes(g keep.Games, want match.Match) (match.Ledger, uint64) {
	w.Helper()
	l, m, err := g.Resume()
	w.must(err)
	if !slices.Equal(m.Lines(), want.Lines()) {
		w.Fatalf("the game is %q, want %q", m.Lines(), want.Lines())
	}
	_, n, err := l.Read(0)
	w.must(err)
	return l, n
}

func (w *world) texts(g keep.Games) (list []keep.Text) {
	w.Helper()
	w.must(g.Texts(func(t keep.Text) error {
		t.Journal = slices.Clone(t.Journal)
		list = append(list, t)
		return nil
	}))
	return list
}

const (
	table = "abcdefgh01234567"
	other = "abcdefgh76543210"
)

func played(_ *testing.T, w *world) {
	p := w.Open()
	g := p.Games(table)
	if _, _, err := g.Resume(); err == nil {
		w.Error("a game at a table without one is resumed")
	}
	if list := w.texts(g); len(list) > 0 {
		w.Errorf("a table without games has %d", len(list))
	}
	m := w.begun(2)
	l, _ := w.begin(g, m)
	w.must(l.Archive())
	l, n := w.resumes(g, m)
	m = w.begun(3)
	n, err := l.Append(n, m.LastLine())
	w.must(err)
	if lines, last, err := l.Read(0); err != nil || last != n || lines[len(lines)-1] != m.LastLine() {
		w.Errorf("the end is %q with the number %d, %v", lines, last, err)
	}
	w.must(l.Archive())
	second := w.begun(5)
	l, _ = w.begin(g, second)
	w.must(l.Archive())
	l, _ = w.begin(p.Games(other), m)
	w.must(l.Archive())
	w.close(p)

	p = w.Open()
	g = p.Games(table)
	list := w.texts(g)
	if len(list) != 2 {
		w.Fatalf("the games are %v", list)
	}
	for i, want := range []match.Match{m, second} {
		if t := list[i]; t.Number != i+1 || t.Name != "ataxx" {
			w.Errorf("game %d is %d, %s", i+1, t.Number, t.Name)
		}
		r, err := match.ReadRecord(bytes.NewReader(list[i].Journal), games.Find)
		if err != nil || !r.Journal || !slices.Equal(r.Match.Lines(), want.Lines()) {
			w.Errorf("game %d cannot be read again: %v\n%s", i+1, err, list[i].Journal)
		}
	}
	stop := errors.New("stop")
	if err := g.Texts(func(keep.Text) error { return stop }); !errors.Is(err, stop) {
		w.Errorf("an error of each is %v", err)
	}
	l, _ = w.resumes(g, second)
	w.must(l.Archive())
	w.must(g.Remove())
	w.must(g.Remove()) // the second call does nothing
	if _, _, err := g.Resume(); err == nil || len(w.texts(g)) > 0 {
		w.Errorf("there are games at the table after they were removed: %v", err)
	}
	w.resumes(p.Games(other), m)
}

func copied(_ *testing.T, w *world) {
	p := w.Open()
	var all []keep.Text
	for i := range 3 {
		l, _ := w.begin(p.Games(table), w.begun(i))
		w.must(l.Archive())
	}
	all = w.texts(p.Games(table))
	to := p.Games(other)
	all = slices.Delete(all, 1, 2) // one game was removed by the operator
	for _, t := range all {
		w.must(to.Put(t))
		if err := to.Put(t); err == nil {
			w.Errorf("game %d is there twice", t.Number)
		}
	}
	list := w.texts(to)
	if len(list) != len(all) {
		w.Fatalf("the copied games are %v", list)
	}
	for i, t := range list {
		if t.Number != all[i].Number || t.Name != all[i].Name || !bytes.Equal(t.Journal, all[i].Journal) {
			w.Errorf("game %d, %s is copied as\n%s", t.Number, t.Name, t.Journal)
		}
	}
	l, n := w.resumes(to, w.begun(2))
	_, err := l.Append(n, w.begun(3).LastLine())
	w.must(err)
	l, _ = w.begin(to, w.begun(1))
	w.must(l.Archive())
	if list := w.texts(to); len(list) != 3 || list[2].Number != 4 {
		w.Errorf("after a copy the games are %v", list)
	}
}

func damaged(_ *testing.T, w *world) {
	p := w.Open()
	for _, at := range []string{table, other} {
		l, _ := w.begin(p.Games(at), w.begun(3))
		w.must(l.Archive())
	}
	w.close(p)
	w.Damage(table, 1)
	p = w.Open()
	if _, m, err := p.Games(table).Resume(); err == nil {
		w.Errorf("a damaged game is resumed: %q", m.Lines())
	}
	w.resumes(p.Games(other), w.begun(3))
}

// context returns a context with a timeout, for tests that could hang.
func (w *world) context() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Minute)
}

package ledgertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"attic/match"
)

// Storage keeps ledgers of one kind.
type Storage struct {
	New   func() match.Ledger          // the ledger of a new game of the toy, the only ledger in the storage
	Again func() (match.Ledger, error) // the ledger for a program that continues this game, or an error
	Tear  func()                       // cuts off the end of the last line, like a kill; nil if this cannot happen to ledgers of this kind
}

// head holds the first lines of a ledger.
var head = []string{match.JournalHead, "game toy", "round #2", "move start"}

// Conform tests that the ledgers of a storage keep the rules of match.Ledger. open returns new storage for each test.
func Conform(t *testing.T, open func(t *testing.T) Storage) {
	for what, test := range map[string]func(*testing.T, Storage){
		"order":                   order,
		"a wrong expected event":  expected,
		"two writers":             two,
		"reading from the middle": middle,
		"watching":                watch,
		"archive":                 archive,
		"a torn last line":        torn,
		"discard":                 discard,
	} {
		t.Run(what, func(t *testing.T) { test(t, open(t)) })
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begun returns a ledger that holds its head, and the number of its end.
func begun(t *testing.T, p Storage) (match.Ledger, uint64) {
	t.Helper()
	l := p.New()
	n, err := l.Append(0, head...)
	must(t, err)
	return l, n
}

// holds checks the lines of a ledger after the head, and returns the number of its end.
func holds(t *testing.T, l match.Ledger, want ...string) uint64 {
	t.Helper()
	lines, last, err := l.Read(0)
	must(t, err)
	if !match.Holds(lines, slices.Concat(head, want)) {
		t.Fatalf("the ledger holds %q, want %q", lines, want)
	}
	return last
}

func order(t *testing.T, p Storage) {
	l, n := begun(t, p)
	next, err := l.Append(n, "# 1", "# 2")
	must(t, err)
	last, err := l.Append(next, "# 3")
	must(t, err)
	if end := holds(t, l, "# 1", "# 2", "# 3"); end != last || !(0 < n && n < next && next < last) {
		t.Errorf("the numbers are %d, %d, %d, then %d is read", n, next, last, end)
	}
}

func expected(t *testing.T, p Storage) {
	l, n := begun(t, p)
	last, err := l.Append(n, "# 1")
	must(t, err)
	for _, wrong := range []uint64{0, n, last + 1} {
		if _, err := l.Append(wrong, "# no"); !errors.Is(err, match.ErrMoved) {
			t.Errorf("after %d instead of %d: %v", wrong, last, err)
		}
	}
	holds(t, l, "# 1")
	_, err = l.Append(last, "# 2")
	must(t, err)
	holds(t, l, "# 1", "# 2")
}

// Either a second writer does not get the ledger or, of two writers that expect the same event, only the first can write.
func two(t *testing.T, p Storage) {
	one, n := begun(t, p)
	other, refused := p.Again()
	last, err := one.Append(n, "# one")
	must(t, err)
	if refused == nil {
		if _, err := other.Append(n, "# other"); !errors.Is(err, match.ErrMoved) {
			t.Errorf("the other writer: %v", err)
		}
	}
	_, err = one.Append(last, "# again")
	must(t, err)
	holds(t, one, "# one", "# again")
}

func middle(t *testing.T, p Storage) {
	l, n := begun(t, p)
	ends := []uint64{n}
	for i := range 5 {
		n, err := l.Append(ends[i], fmt.Sprint("# ", i))
		must(t, err)
		ends = append(ends, n)
	}
	for i, end := range ends {
		lines, last, err := l.Read(end)
		must(t, err)
		var want []string
		for k := i; k < 5; k++ {
			want = append(want, fmt.Sprint("# ", k))
		}
		if !slices.Equal(lines, want) || last != ends[5] {
			t.Errorf("after %d there are %q up to %d", end, lines, last)
		}
	}
	if lines, last, err := l.Read(ends[5] + 7); len(lines) > 0 || last != ends[5] || err != nil {
		t.Errorf("after the end there are %q up to %d, %v", lines, last, err)
	}
}

// Every watcher sees every line once, in order.
func watch(t *testing.T, p Storage) {
	l, n := begun(t, p)
	const most = 200
	type seen struct {
		lines []string
		err   error
	}
	watchers, from := make(chan seen), n
	for range 3 {
		go func() {
			var s seen
			for at := from; len(s.lines) < most && s.err == nil; {
				var more []string
				if s.err = l.Watch(context.Background(), at); s.err == nil {
					more, at, s.err = l.Read(at)
				}
				s.lines = append(s.lines, more...)
			}
			watchers <- s
		}()
	}
	var want []string
	for i := range most {
		line, err := fmt.Sprint("# ", i), error(nil)
		n, err = l.Append(n, line)
		must(t, err)
		want = append(want, line)
	}
	for range 3 {
		if s := <-watchers; s.err != nil || !slices.Equal(s.lines, want) {
			t.Errorf("a watcher has seen %q, %v", s.lines, s.err)
		}
	}
	over, stop := context.WithCancel(context.Background())
	stop()
	if err := l.Watch(over, n); !errors.Is(err, context.Canceled) {
		t.Errorf("watching for nothing: %v", err)
	}
}

func archive(t *testing.T, p Storage) {
	l, n := begun(t, p)
	must(t, l.Archive())
	must(t, l.Archive()) // the second call does nothing
	holds(t, l)
	n, err := l.Append(n, "# 1")
	must(t, err)
	must(t, l.Archive())
	other, err := p.Again()
	must(t, err)
	last := holds(t, other, "# 1")
	last, err = other.Append(last, "# 2")
	must(t, err)
	if _, err := l.Append(n, "# no"); !errors.Is(err, match.ErrMoved) {
		t.Errorf("after another program has continued it: %v", err)
	}
	_, err = other.Append(last, "# 3")
	must(t, err)
	holds(t, other, "# 1", "# 2", "# 3")
}

func torn(t *testing.T, p Storage) {
	l, n := begun(t, p)
	n, err := l.Append(n, "# 1")
	must(t, err)
	_, err = l.Append(n, "# 2")
	must(t, err)
	must(t, l.Archive())
	want := []string{"# 1", "# 2"}
	if p.Tear != nil {
		p.Tear()
		want = want[:1]
	}
	other, err := p.Again()
	must(t, err)
	n = holds(t, other, want...)
	_, err = other.Append(n, "# 3")
	must(t, err)
	must(t, other.Archive())
	other, err = p.Again()
	must(t, err)
	holds(t, other, append(want, "# 3")...)
}

func discard(t *testing.T, p Storage) {
	l, _ := begun(t, p)
	must(t, l.Discard())
	if other, err := p.Again(); err == nil {
		lines, _, _ := other.Read(0)
		t.Errorf("a discarded ledger is there again:\n%s", strings.Join(lines, "\n"))
	}
}

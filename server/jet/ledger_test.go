package jet

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"attic/dev/jettest"
	"attic/dev/ledgertest"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/server/keep"
)

func find(name string) (game.Game, bool) { return toy.Game{}, name == "toy" }

// newID returns the ID of a table that no other test has.
func newID() string { return strings.ToLower(rand.Text()) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A game obeys the rules of a ledger. Each test has a different table.
func TestConforms(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, _ *Storage) {
		ledgertest.Conform(t, func(t *testing.T) ledgertest.Storage {
			games := p.Games(newID())
			return ledgertest.Storage{
				New: func() match.Ledger {
					l, err := games.Begin("toy")
					must(t, err)
					return l
				},
				Again: func() (match.Ledger, error) {
					l, _, err := games.Resume()
					return l, err
				},
			}
		})
	})
}

var head = []string{match.JournalHead, "game toy", "round #2", "move start"}

func begin(t testing.TB, p *Storage, table string) (*ledger, uint64) {
	t.Helper()
	l, err := p.Games(table).Begin("toy")
	must(t, err)
	n, err := l.Append(0, head...)
	must(t, err)
	return l.(*ledger), n
}

func resume(t testing.TB, p *Storage, table string) (*ledger, uint64) {
	t.Helper()
	l, _, err := p.Games(table).Resume()
	must(t, err)
	_, n, err := l.Read(0)
	must(t, err)
	return l.(*ledger), n
}

// holds checks the lines of a game after its head.
func holds(t testing.TB, l match.Ledger, want ...string) {
	t.Helper()
	lines, _, err := l.Read(0)
	must(t, err)
	if !match.Holds(lines, slices.Concat(head, want)) {
		t.Fatalf("the game is %q, want %q", lines, want)
	}
}

func moved(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, match.ErrMoved) {
		t.Errorf("a write after another one: %v", err)
	}
}

// places calls test for each kind of storage. The parameter other is the same storage in another process.
func places(t *testing.T, test func(t *testing.T, p, other *Storage)) {
	t.Helper()
	for kind, start := range map[string]func() (*jettest.Cluster, error){"one node": oneNode, "three nodes": threeNodes} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, dial(t, start), dial(t, start))
		})
	}
}

// In a batch, a write fails if and only if another process has continued the game.
func TestBatch(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, _ *Storage) {
		var list []*write
		var ledgers []*ledger
		wrong := map[int]bool{0: true, 7: true, 8: true, 21: true}
		for i := range 22 {
			l, n := begin(t, p, newID())
			text, _, err := l.at.seal([]string{"# new"})
			must(t, err)
			w := &write{messages(l.subject, "", text), time.Now(), make(chan result, 1)}
			if wrong[i] {
				n--
			}
			expect(w.messages[0], n)
			list, ledgers = append(list, w), append(ledgers, l)
		}
		p.games.commit(list)
		for i, w := range list {
			r := <-w.done
			if wrong[i] {
				moved(t, r.err)
				holds(t, ledgers[i])
				continue
			}
			must(t, r.err)
			holds(t, ledgers[i], "# new")
			if _, last, err := ledgers[i].Read(0); last != r.seq || err != nil {
				t.Errorf("the number of write %d is %d, read %d, %v", i, r.seq, last, err)
			}
		}
	})
}

// Many tables write at the same time.
func TestManyWriters(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, other *Storage) {
		const writers, each = 32, 5
		var all sync.WaitGroup
		errs := make([]error, writers)
		tables := make([]string, writers)
		for i := range writers {
			tables[i] = newID()
			all.Go(func() {
				l, n := begin(t, []*Storage{p, other}[i%2], tables[i])
				for k := range each {
					if n, errs[i] = l.Append(n, fmt.Sprint("# ", k)); errs[i] != nil {
						return
					}
				}
			})
		}
		all.Wait()
		for i, table := range tables {
			must(t, errs[i])
			l, _ := resume(t, p, table)
			holds(t, l, "# 0", "# 1", "# 2", "# 3", "# 4")
		}
	})
}

// If a process has not seen the writes of another, its first write fails, both in the same game and in a new one.
func TestStale(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, other *Storage) {
		table := newID()
		mine, _ := begin(t, p, table)
		theirs, n := resume(t, other, table)
		_, err := theirs.Append(n, "# theirs")
		must(t, err)
		_, err = mine.Append(n, "# mine")
		moved(t, err)
		holds(t, mine, "# theirs")

		mine, _ = resume(t, p, table)
		next, _ := begin(t, other, table)
		if next.number != 2 {
			t.Errorf("the second game has the number %d", next.number)
		}
		late, err := p.Games(table).Begin("toy")
		must(t, err)
		_, err = late.Append(0, head...)
		moved(t, err)
		must(t, late.Discard())
		must(t, mine.Archive())
		again, _ := resume(t, p, table)
		holds(t, again)
		if again.number != 2 {
			t.Errorf("game %d is resumed", again.number)
		}
		third, _ := begin(t, p, table)
		if third.number != 3 {
			t.Errorf("the third game has the number %d", third.number)
		}
	})
}

// A game that another process has continued is not discarded.
func TestDiscard(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, other *Storage) {
		table := newID()
		mine, n := begin(t, p, table)
		theirs, _ := resume(t, other, table)
		_, err := theirs.Append(n, "# theirs")
		must(t, err)
		moved(t, mine.Discard())
		holds(t, theirs, "# theirs")
		_, n = resume(t, other, table)
		must(t, theirs.Discard())
		lines, _, err := theirs.Read(n)
		must(t, err)
		if !slices.Equal(lines, []string{match.AbandonedLine}) {
			t.Errorf("a game that was resumed and discarded ends with %q", lines)
		}
	})
}

// The first write after Resume records when the game was continued.
func TestPlayed(t *testing.T) {
	t.Parallel()
	p := dial(t, oneNode)
	table := newID()
	begin(t, p, table)
	l, n := resume(t, p, table)
	n, err := l.Append(n, "# 1")
	must(t, err)
	_, err = l.Append(n, "# 2")
	must(t, err)
	lines, _, err := l.Read(0)
	must(t, err)
	var count int
	for _, line := range lines {
		if strings.HasPrefix(line, "played ") {
			count++
		}
	}
	if count != 2 || !strings.HasPrefix(lines[len(lines)-3], "played ") {
		t.Errorf("the game is %q", lines)
	}
}

// A message that does not continue the chain of hashes damages the game.
func TestDamage(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, _ *Storage) {
		table := newID()
		l, n := begin(t, p, table)
		_, err := p.games.write(n, &nats.Msg{Subject: l.subject, Data: []byte(match.Sealed("move guess 3"))})
		must(t, err)
		if _, _, err := p.Games(table).Resume(); err == nil || !strings.Contains(err.Error(), "game 1 at table "+table+" is damaged and cannot continue: line 6: its hash") {
			t.Errorf("a damaged game: %v", err)
		}
		if _, _, err := l.Read(n); !errors.Is(err, errHash) {
			t.Errorf("a damaged game is read: %v", err)
		}
		texts := 0
		must(t, p.Games(table).Texts(func(keep.Text) error { texts++; return nil }))
		if texts != 1 {
			t.Errorf("there are %d texts", texts)
		}
	})
}

// A game that is too long is rewritten without the moves that were taken back.
func TestLong(t *testing.T) {
	t.Parallel()
	p := dial(t, oneNode)
	table := newID()
	lines := slices.Clone(head)
	for len(lines) < match.MostLines-spare {
		lines = append(lines, "undo", "redo")
	}
	must(t, p.Games(table).Put(keep.Text{Number: 1, Name: "toy", Journal: []byte(match.Sealed(lines...))}))
	l, n := resume(t, p, table)
	stale, _ := resume(t, p, table)
	last, err := l.Append(n, "move guess 3", "# 1")
	must(t, err)
	if tail, end, err := l.Read(n); !match.Holds(tail, []string{"move guess 3", "# 1"}) || end != last || err != nil {
		t.Errorf("after %d there are %q up to %d, %v", n, tail, end, err)
	}
	if all, _, err := l.Read(0); len(all) > 20 || err != nil {
		t.Errorf("the game has %d lines, %v", len(all), err)
	}
	_, err = stale.Append(n, "move guess 3", "# 1")
	moved(t, err)
	last, err = stale.Append(last, "# 2") // it has read the new lines, as a table does in doubt
	must(t, err)
	last, err = l.Append(last, "# 3")
	must(t, err)
	if text := p.Games(table).Texts(func(text keep.Text) error {
		if text.Name != "toy" || text.Number != 1 {
			t.Errorf("it is game %d, %q", text.Number, text.Name)
		}
		return nil
	}); text != nil {
		t.Error(text)
	}
	resume(t, p, table)
	if _, err := l.Append(last, strings.Repeat("x", 70_000)); !errors.Is(err, errLine) {
		t.Errorf("a line of 70 KB: %v", err)
	}
}

// Lines too large for one message are written in several messages, all of them or none.
func TestLarge(t *testing.T) {
	t.Parallel()
	places(t, func(t *testing.T, p, _ *Storage) {
		table := newID()
		l, n := begin(t, p, table)
		var lines []string
		for i := range 20 {
			lines = append(lines, fmt.Sprintf("# %d %s", i, strings.Repeat("x", 60_000)))
		}
		_, err := l.Append(n-1, lines...)
		moved(t, err)
		_, err = l.Append(n, lines...)
		must(t, err)
		l, _ = resume(t, p, table)
		holds(t, l, lines...)
	})
}

// A stream that has reached its limit can be read, but not written.
func TestFull(t *testing.T) {
	t.Parallel()
	p := open(t, node(t))
	l, n := begin(t, p, newID())
	s, err := p.js.Stream(t.Context(), gamesStream)
	must(t, err)
	c := s.CachedInfo().Config
	c.MaxBytes = 1
	_, err = p.js.UpdateStream(t.Context(), c)
	must(t, err)
	if _, err := l.Append(n, "# 1"); !errors.Is(err, errFull) {
		t.Errorf("a write beyond the limit of the stream: %v", err)
	}
	holds(t, l)
}

// The ID of a table must not be a pattern.
func TestTokens(t *testing.T) {
	t.Parallel()
	p := dial(t, oneNode)
	for _, id := range []string{"", "*", ">", "a.b", "a b", "ä"} {
		if err := p.Games(id).Remove(); err == nil {
			t.Errorf("%q is the ID of a table", id)
		}
	}
}

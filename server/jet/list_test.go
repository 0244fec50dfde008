package jet

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"attic/server/keep"
)

// A list is followed again after the connection was lost, and the changes made in between are reported.
func TestFollowingGoesOn(t *testing.T) {
	t.Parallel()
	c := node(t)
	x := newProxy(t, c)
	a := open(t, c)
	b, err := Dial(Config{URLs: "nats://" + x.listener.Addr().String(), Replicas: 1, Find: find})
	must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	seen := make(chan string, 100)
	must(t, b.Tables().Follow(func(key string, _ uint64, value []byte) { seen <- key + " " + string(value) }))
	next := func(want string) {
		t.Helper()
		if got := <-seen; got != want {
			t.Errorf("the list reports %q, want %q", got, want)
		}
	}
	one, err := a.Tables().Put("one", 0, []byte("1"))
	must(t, err)
	next("one 1")
	two, err := a.Tables().Put("two", 0, []byte("2"))
	must(t, err)
	next("two 2")
	for range 2 {
		gone := b.nc.StatusChanged(nats.RECONNECTING)
		x.cut("all")
		<-gone
		one, err = a.Tables().Put("one", one, []byte("changed"))
		must(t, err)
		must(t, a.Tables().Remove("two", two))
		x.cut("")
		next("one changed")
		next("two ")
		two, err = a.Tables().Put("two", func() uint64 { _, v, _ := a.Tables().Get("two"); return v }(), []byte("back"))
		must(t, err)
		next("two back")
	}
}

// If it is unknown whether a value was replaced, it is erased only if it was in fact replaced.
func TestErasingWhatMayHaveBeenReplaced(t *testing.T) {
	t.Parallel()
	c := node(t)
	l := open(t, c).people
	one, err := l.Put("one", 0, []byte("Zebedee"))
	must(t, err)
	subject, err := l.subject("one")
	must(t, err)
	l.eraser.add(erasure{subject, one, false})
	must(t, l.Scrub())
	if value, _, err := l.Get("one"); string(value) != "Zebedee" {
		t.Errorf("a value that was not replaced is %q, %v", value, err)
	}
	_, err = l.writes.write(one, &nats.Msg{Subject: subject, Data: []byte("Yolanda")}) // as if the answer had been lost
	must(t, err)
	l.eraser.add(erasure{subject, one, false})
	must(t, l.eraser.wait())
	if onDisk(t, c.Dir, "Zebedee") || !onDisk(t, c.Dir, "Yolanda") {
		t.Error("a value that was replaced is on the disk, or the new one is not")
	}
	must(t, l.erase(erasure{subject, one, true})) // a second time does nothing
}

// fill puts n values of size bytes into l, up to 1,000 at the same time.
func fill(t testing.TB, l keep.List, n, size int) {
	t.Helper()
	next, failed := atomic.Int64{}, atomic.Pointer[error]{}
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				if _, err := l.Put(fmt.Sprintf("key%08d", i), 0, bytes.Repeat([]byte("x"), size)); err != nil {
					failed.Store(&err)
					return
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		t.Fatal(*err)
	}
}

// BenchmarkFollow follows a list of 100,000 tables, as a process does when it starts.
func BenchmarkFollow(b *testing.B) {
	const most = 100_000
	p := open(b, node(b))
	fill(b, p.tables, most, 300)
	for b.Loop() {
		before := p.nc.Stats().InBytes
		var n atomic.Int64
		l := &list{p: p, stream: p.tables.stream, prefix: p.tables.prefix, writes: p.tables.writes}
		if err := l.Follow(func(string, uint64, []byte) { n.Add(1) }); err != nil {
			b.Fatal(err)
		}
		if n.Load() != most {
			b.Fatalf("%d tables are reported", n.Load())
		}
		b.ReportMetric(float64(p.nc.Stats().InBytes-before)/1e6, "MB")
	}
}

// BenchmarkErase changes a person in a list of 10,000, and erases the earlier value.
func BenchmarkErase(b *testing.B) {
	p := open(b, node(b))
	fill(b, p.people, 10_000, 500)
	_, v, err := p.people.Get("key00000001")
	must(b, err)
	for b.Loop() {
		v, err = p.people.Put("key00000001", v, bytes.Repeat([]byte("y"), 500))
		must(b, err)
		must(b, p.people.eraser.wait())
	}
}

// BenchmarkClaim opens tables and puts them away again, one after the other, and many at the same time.
func BenchmarkClaim(b *testing.B) {
	for _, many := range []int{1, 200} {
		b.Run(fmt.Sprint(many), func(b *testing.B) {
			p := open(b, node(b))
			_, err := p.times.Beat(time.Now())
			must(b, err)
			for b.Loop() {
				var all sync.WaitGroup
				for i := range many {
					all.Go(func() {
						table := fmt.Sprint("table", i)
						if _, _, err := p.times.Claim(table, true, time.Now()); err != nil {
							b.Error(err)
						}
						if err := p.times.Rest(keep.Running{Table: table, Due: time.Now().Add(time.Hour)}); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
			}
			b.ReportMetric(float64(2*many*b.N)/b.Elapsed().Seconds(), "writes/s")
		})
	}
}

// A barrier comes after everything written before it, by any process. It is neither a table nor a person nor a game. The streams keep at most one
// barrier for long.
func TestBarriers(t *testing.T) {
	t.Parallel()
	c := node(t)
	a, b := open(t, c), open(t, c)
	told := make(chan string, 100)
	must(t, b.Tables().Follow(func(key string, _ uint64, _ []byte) { told <- key }))
	for i := range 5 {
		_, err := a.Tables().Put(fmt.Sprint("table", i), 0, []byte("{}"))
		must(t, err)
		must(t, b.Tables().Lags())
		if len(told) != 1 {
			t.Fatalf("%d tables are reported", len(told))
		}
		<-told
	}
	must(t, b.People().Follow(func(key string, _ uint64, _ []byte) { told <- key }))
	_, err := a.People().Put("somebody", 0, []byte("{}"))
	must(t, err)
	for range 3 {
		must(t, b.People().Lags())
	}
	must(t, b.People().Scrub())
	if len(told) != 1 {
		t.Errorf("%d people are reported", len(told))
	}
	l, err := a.Games("table0").Begin("toy")
	must(t, err)
	seq := uint64(0)
	var all sync.WaitGroup
	for range 8 {
		seq, err = l.Append(seq, "# line")
		must(t, err)
		for range 4 {
			all.Go(func() {
				g := games{b, "table0"}
				list, next, since, err := g.all()
				if err != nil || len(list) != 1 || next <= since || since <= seq {
					t.Errorf("the games %v, %d, %d, %v", list, next, since, err)
				}
				if end, err := b.endOf(l.(*ledger).subject, since); end != seq || err != nil {
					t.Errorf("a game ends with %d, %v, want %d", end, err, seq)
				}
			})
		}
		all.Wait()
	}
	tables := 0
	must(t, b.Played(func(string) error { tables++; return nil }))
	if tables != 1 {
		t.Errorf("%d tables have games", tables)
	}
	if list, _, err := b.direct([]byte(`{"seq":1,"next_by_subj":"` + barrierGame + `","batch":100}`)); err != nil || len(list) != 1 {
		t.Errorf("%d barriers are kept, %v", len(list), err)
	}
}

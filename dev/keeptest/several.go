package keeptest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"attic/game"
	"attic/server/keep"
	"attic/table/wire"
)

// severalTests test the rules for several processes that use the same storage at the same time.
var severalTests = map[string]func(*testing.T, *world){
	"changes by another process":         follows,
	"writers in two processes":           apart,
	"one process has a table open":       excludes,
	"a killed process":                   gone,
	"a process that was silent":          silent,
	"processes on a machine that slept":  slept,
	"asking another process":             asks,
	"telling the others":                 tells,
	"a connection with another process":  dials,
	"a connection with a slow reader":    slow,
	"a connection with a killed process": cut,
}

func follows(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	type change struct {
		key     string
		version uint64
		value   string
	}
	seen := make(chan change, 1000)
	w.must(b.Tables().Follow(func(key string, version uint64, got []byte) { seen <- change{key, version, string(got)} }))
	l := a.Tables()
	w.must(l.Follow(func(string, uint64, []byte) {}))
	const most = 50
	last := map[string]uint64{"one": 0, "two": 0}
	for i := range most {
		for key, v := range last {
			last[key] = w.put(l, key, v, fmt.Sprint(i))
		}
	}
	for key, v := range last {
		w.must(l.Remove(key, v))
	}
	versions, left := map[string]uint64{}, 2
	for left > 0 {
		c := <-seen
		if c.version <= versions[c.key] {
			w.Fatalf("%s has the version %d after %d", c.key, c.version, versions[c.key])
		}
		if versions[c.key] = c.version; c.value == "" {
			left--
		}
	}
	w.put(b.Tables(), "one", w.has(b.Tables(), "one", ""), "again")
	w.has(l, "one", "again")
}

func apart(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	race(w, a.Tables(), b.Tables())
}

// taken checks that a process, by, has a table open.
func (w *world) taken(p keep.Storage, table string, by keep.Storage) {
	w.Helper()
	if _, owner, err := p.Times().Claim(table, true, w.now()); err != nil || owner != by.Others().Self() {
		w.Errorf("%q has %s open, want %q: %v", owner, table, by.Others().Self(), err)
	}
}

func excludes(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	if a.Others().Self() == b.Others().Self() {
		w.Fatal("two processes have the same name")
	}
	w.run(4*time.Second, a, b)
	w.claim(a, opened)
	w.claim(a, quiet)
	w.run(2*time.Second, a, b)
	w.taken(b, opened, a)
	w.taken(b, quiet, a)
	w.due(b, time.Hour)
	w.run(20*time.Second, a, b)
	w.taken(b, opened, a)
	w.must(a.Times().Rest(keep.Running{Table: opened, Seat: 0, Due: w.now().Add(time.Minute)}))
	w.must(a.Times().Rest(keep.Running{Table: quiet, Seat: game.Nobody}))
	w.run(4*time.Second, a, b)
	w.ran("handed over", w.claim(b, opened), w.now())
	w.claim(b, quiet)
	w.run(2*time.Second, a, b)
	w.taken(a, opened, b)
	var n atomic.Int32 // only one of the two gets the table
	var both sync.WaitGroup
	for _, p := range []keep.Storage{a, b} {
		both.Go(func() {
			if _, owner, err := p.Times().Claim(minutes, true, w.now()); err != nil {
				w.Error(err)
			} else if owner == "" {
				n.Add(1)
			}
		})
	}
	both.Wait()
	if n.Load() != 1 {
		w.Errorf("%d of two processes got the same table", n.Load())
	}
}

func gone(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	w.run(4*time.Second, a, b)
	w.claim(a, opened)
	w.claim(a, quiet)
	w.run(14*time.Second, a, b)
	at := w.now()
	w.Kill(a)
	w.run(8*time.Second, b)
	w.taken(b, opened, a)
	w.due(b, 0)
	w.run(8*time.Second, b)
	w.due(b, 0, opened)
	w.ran("of one that is gone", w.claim(b, opened), at)
	w.claim(b, quiet)
	w.due(b, 0)
}

// A process that was silent for too long loses its tables, and learns of the loss.
func silent(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	w.run(4*time.Second, a, b)
	w.claim(a, opened)
	w.claim(a, minutes)
	w.run(14*time.Second, a, b)
	at := w.now()
	w.run(16*time.Second, b)
	w.ran("of one that is silent", w.claim(b, opened), at)
	lost, err := a.Times().Beat(w.now())
	if err != nil || len(lost) != 1 || lost[0] != opened {
		w.Errorf("%q are lost, %v", lost, err)
	}
	w.must(a.Times().Rest(keep.Running{Table: opened, Seat: game.Nobody})) // does nothing
	w.run(2*time.Second, a, b)
	w.taken(a, opened, b)
	w.taken(b, minutes, a)
}

// If all processes slept, none counts as killed.
func slept(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	w.run(4*time.Second, a, b)
	w.claim(a, opened)
	w.rest(a, time.Minute, minutes)
	w.run(14*time.Second, a, b)
	const down = 10 * time.Minute
	w.pass(down)
	w.run(4*time.Second, b)
	w.taken(b, opened, a)
	w.run(14*time.Second, a, b)
	w.taken(b, opened, a)
	w.due(b, 20*time.Second)
	w.ran("put away", w.claim(b, minutes), w.now().Add(-down))
}

// served makes a process accept messages from the others.
func served(p keep.Storage) (heard chan string, accepted chan wire.Conn) {
	heard, accepted = make(chan string, 1000), make(chan wire.Conn, 1000)
	p.Others().Serve(
		func(request []byte) []byte { return append([]byte(p.Others().Self()+" got "), request...) },
		func(from string, message []byte) { heard <- from + " " + string(message) },
		func(conn wire.Conn) { accepted <- conn },
	)
	return heard, accepted
}

// meet waits until processes can reach each other, however long this takes.
func (w *world) meet(ctx context.Context, places ...keep.Storage) {
	w.Helper()
	for _, p := range places {
		for _, with := range places {
			for p != with {
				_, err := p.Others().Ask(ctx, with.Others().Self(), nil)
				if err == nil {
					break
				}
				if ctx.Err() != nil {
					w.Fatal(err)
				}
			}
		}
	}
}

func asks(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	served(a)
	served(b)
	ctx, cancel := w.context()
	defer cancel()
	w.meet(ctx, a, b)
	self := a.Others().Self()
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			request := strings.Repeat(fmt.Sprint(i), 10_000)
			answer, err := b.Others().Ask(ctx, self, []byte(request))
			if err != nil || string(answer) != self+" got "+request {
				w.Errorf("the answer is %.40q, %v", answer, err)
			}
		})
	}
	all.Wait()
	if answer, err := b.Others().Ask(ctx, "nobody", []byte("x")); err == nil {
		w.Errorf("nobody answers %q", answer)
	}
	over, stop := context.WithCancel(context.Background())
	stop()
	if _, err := b.Others().Ask(over, self, []byte("x")); !errors.Is(err, context.Canceled) {
		w.Errorf("after the end of its context: %v", err)
	}
}

func tells(_ *testing.T, w *world) {
	a, b, c := w.Open(), w.Open(), w.Open()
	own, _ := served(a)
	one, _ := served(b)
	two, _ := served(c)
	ctx, cancel := w.context()
	defer cancel()
	w.meet(ctx, a, b, c)
	const most = 100
	for i := range most {
		a.Others().Tell(fmt.Appendf(nil, "%d", i))
	}
	for _, heard := range []chan string{one, two} {
		for i := range most {
			if got, want := <-heard, fmt.Sprint(a.Others().Self(), " ", i); got != want {
				w.Fatalf("heard %q, want %q", got, want)
			}
		}
	}
	if len(own) > 0 {
		w.Errorf("a process hears itself: %q", <-own)
	}
}

const client = "192.0.2.7:4711"

// connected returns the two ends of a connection from one process with another.
func (w *world) connected(ctx context.Context, from, with keep.Storage) (dialed, accepted wire.Conn) {
	w.Helper()
	served(from)
	_, conns := served(with)
	w.meet(ctx, from, with)
	dialed, err := from.Others().Dial(ctx, with.Others().Self(), client)
	w.must(err)
	accepted = <-conns
	if got := accepted.Remote(); got != client {
		w.Errorf("the client is %s", got)
	}
	return dialed, accepted
}

// write sends n messages, and returns the error of the first refused message.
func write(ctx context.Context, conn wire.Conn, n int) error {
	for i := range n {
		if err := conn.Write(ctx, fmt.Appendf(nil, "%d %s", i, strings.Repeat("x", i%wire.MostBytes/2))); err != nil {
			return err
		}
	}
	return nil
}

// read reads messages of write, and returns the number that arrived and the error after them.
func (w *world) read(ctx context.Context, conn wire.Conn, most int) (n int, err error) {
	for ; n < most; n++ {
		message, err := conn.Read(ctx)
		if err != nil {
			return n, err
		}
		if got, _, _ := strings.Cut(string(message), " "); got != fmt.Sprint(n) || len(message) != len(got)+1+n%wire.MostBytes/2 {
			w.Errorf("message %d is %.20q", n, message)
			return n, io.ErrUnexpectedEOF
		}
	}
	return n, nil
}

// closed checks that an error reports a closed connection with a reason.
func (w *world) closed(err error, reason string) {
	w.Helper()
	if end, ok := errors.AsType[*wire.ClosedError](err); !ok || end.Reason != reason {
		w.Errorf("the connection ends with %v", err)
	}
}

func dials(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	ctx, cancel := w.context()
	defer cancel()
	x, y := w.connected(ctx, a, b)
	const most = 300
	var both sync.WaitGroup
	for _, ends := range [][2]wire.Conn{{x, y}, {y, x}} {
		both.Go(func() {
			if err := write(ctx, ends[0], most); err != nil {
				w.Error(err)
			}
		})
		both.Go(func() {
			if n, err := w.read(ctx, ends[1], most); n < most {
				w.Errorf("%d messages came: %v", n, err)
			}
		})
	}
	both.Wait()
	w.must(write(ctx, y, 3))
	w.must(y.Close(strings.Repeat("long ", 30) + "\x07"))
	n, err := w.read(ctx, x, most)
	if n != 3 {
		w.Errorf("%d messages came before the end", n)
	}
	w.closed(err, strings.Repeat("long ", 30)[:123])
	w.closed(x.Write(ctx, []byte("x")), strings.Repeat("long ", 30)[:123])
	_, err = y.Read(ctx)
	if _, ok := errors.AsType[*wire.ClosedError](err); !ok {
		w.Errorf("after Close: %v", err)
	}
	w.must(x.Close("again"))
	w.must(y.Close("again"))

	large, _ := a.Others().Dial(ctx, b.Others().Self(), client)
	if err := large.Write(ctx, make([]byte, wire.MostBytes+1)); !errors.Is(err, wire.ErrLarge) {
		w.Errorf("a message that is too large: %v", err)
	}
	over, stop := context.WithCancel(ctx)
	ended, err := a.Others().Dial(ctx, b.Others().Self(), client)
	w.must(err)
	stop()
	if _, err := ended.Read(over); !errors.Is(err, context.Canceled) {
		w.Errorf("after the end of its context: %v", err)
	}
	if err := ended.Write(ctx, []byte("x")); err == nil {
		w.Error("after the end of a context the connection still works")
	}
	if _, err := a.Others().Dial(ctx, "nobody", client); err == nil {
		w.Error("nobody takes a connection")
	}
}

// A writer has to wait for a reader that does not read, and everything arrives.
func slow(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	ctx, cancel := w.context()
	defer cancel()
	x, y := w.connected(ctx, a, b)
	const most = 2000
	written := make(chan error, 1)
	hasty, stop := context.WithCancel(ctx)
	go func() { written <- write(hasty, x, 1_000_000) }()
	if n, err := w.read(ctx, y, most); n < most {
		w.Errorf("%d messages came: %v", n, err)
	}
	stop()
	if err := <-written; !errors.Is(err, context.Canceled) {
		w.Errorf("a million messages are on their way: %v", err)
	}
}

// A connection with a killed process ends.
func cut(_ *testing.T, w *world) {
	a, b := w.Open(), w.Open()
	ctx, cancel := w.context()
	defer cancel()
	x, _ := w.connected(ctx, a, b)
	w.Kill(b)
	w.Silent(20*time.Second, a)
	_, err := x.Read(ctx)
	if _, ok := errors.AsType[*wire.ClosedError](err); !ok {
		w.Errorf("the connection ends with %v", err)
	}
}

package jet

import (
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"testing"

	"attic/table/wire"
)

// linked returns two processes on one server, and the connections that the second accepts.
func linked(t testing.TB) (a, b *Storage, accepted chan wire.Conn) {
	t.Helper()
	accepted = make(chan wire.Conn, 100_000)
	a, b = dial(t, oneNode), dial(t, oneNode)
	for _, p := range []*Storage{a, b} {
		p.others.Serve(func(request []byte) []byte { return request }, func(string, []byte) {}, func(conn wire.Conn) { accepted <- conn })
	}
	return a, b, accepted
}

func link(t testing.TB, a, b *Storage, accepted chan wire.Conn) (*conn, *conn) {
	t.Helper()
	x, err := a.others.Dial(t.Context(), b.others.Self(), "192.0.2.7:4711")
	if err != nil {
		t.Fatal(err)
	}
	return x.(*conn), (<-accepted).(*conn)
}

// ends checks that a connection ends, after at most whole messages, and returns the reason.
func ends(t *testing.T, c *conn, whole int) string {
	t.Helper()
	for i := 0; ; i++ {
		_, err := c.Read(t.Context())
		if end, ok := errors.AsType[*wire.ClosedError](err); ok && i <= whole {
			return end.Reason
		}
		if err != nil || i > whole {
			t.Fatalf("%d messages came, %v", i, err)
		}
	}
}

// If a message of a connection is lost, the connection ends at both sides, and no later message is delivered.
func TestALostMessageEndsAConnection(t *testing.T) {
	for what, lose := range map[string]func(a *Storage, x *conn) error{
		"one in the middle": func(a *Storage, x *conn) error {
			x.sent++
			return x.Write(t.Context(), []byte("x"))
		},
		"the last one": func(a *Storage, x *conn) error {
			x.sent++
			a.others.beat()
			return nil
		},
		"the end": func(a *Storage, x *conn) error {
			x.finish("")
			return nil
		},
		"one before the end": func(a *Storage, x *conn) error {
			x.sent++
			return x.Close("it is over")
		},
	} {
		t.Run(what, func(t *testing.T) {
			a, b, accepted := linked(t)
			x, y := link(t, a, b, accepted)
			for range 5 {
				if err := x.Write(t.Context(), []byte("x")); err != nil {
					t.Fatal(err)
				}
			}
			if err := lose(a, x); err != nil {
				t.Error(err)
			}
			b.others.beat() // the other side answers that it does not know the connection
			if why := ends(t, y, 5); why != "" {
				t.Errorf("a connection that has lost a message ends normally: %s", why)
			}
			ends(t, x, 0)
		})
	}
}

// A connection that two heartbeats of the other process do not mention has ended.
func TestAConnectionThatIsMissingEnds(t *testing.T) {
	a, b, accepted := linked(t)
	x, y := link(t, a, b, accepted)
	z, _ := link(t, a, b, accepted)
	x.mu.Lock()
	x.open = false // so that it is not in the heartbeats
	x.mu.Unlock()
	for range mostMissing {
		a.others.beat()
	}
	ends(t, y, 0)
	ends(t, x, 0)
	if err := z.Write(t.Context(), []byte("x")); err != nil {
		t.Errorf("another connection: %v", err)
	}
}

// A process that sends more than the other side has room for, or counts wrongly, is cut off.
func TestAConnectionKeepsItsBounds(t *testing.T) {
	a, b, accepted := linked(t)
	x, y := link(t, a, b, accepted)
	for i := range uint64(window + 1) {
		if err := a.others.send(x.key, frameMessage, i+1, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	ends(t, x, 0)
	ends(t, y, window)
	b.others.mu.Lock()
	defer b.others.mu.Unlock()
	if len(b.others.conns) > 0 || len(b.others.peers) > 0 {
		t.Error("a connection that has ended is still there")
	}
}

// Data that are not a frame, or a frame of an unknown connection, do no harm.
func TestFramesThatAreNone(t *testing.T) {
	a, b, accepted := linked(t)
	x, y := link(t, a, b, accepted)
	frame := a.others.frame(x.key, frameMessage, 1, []byte("one"))
	for n := range len(frame) {
		if err := a.nc.Publish(linkPrefix+b.others.self, frame[:min(n, 2+nameLength)]); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []byte{frameMessage, frameTaken, frameEnd, 'x'} {
		for _, data := range [][]byte{nil, {0xff}, binary.AppendUvarint([]byte{1, 2, 3}, 1<<63), {1, 99, 1, 1, 0xff}} {
			if err := a.others.send(connKey{b.others.self, 99, false}, kind, 7, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, cut := range [][]byte{{0xff}, {1, 99}, {1, 99, 1, 1, 0xff}} {
		if err := a.others.send(connKey{peer: b.others.self}, frameBeat, 0, cut); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Write(t.Context(), []byte("one")); err != nil {
		t.Fatal(err)
	}
	if got, err := y.Read(t.Context()); string(got) != "one" {
		t.Errorf("%q came, %v", got, err)
	}
}

// BenchmarkPassed sends a message of a client there and back: to the process that has the table open, directly or through another process, and also
// only between two processes.
func BenchmarkPassed(b *testing.B) {
	message, ctx := make([]byte, 200), context.Background()
	for i := range message {
		message[i] = 'x'
	}
	copies := func(to, from wire.Conn) {
		for {
			m, err := from.Read(ctx)
			if err != nil || to.Write(ctx, m) != nil {
				return
			}
		}
	}
	measure := func(b *testing.B, conn wire.Conn) {
		for b.Loop() {
			if err := conn.Write(ctx, message); err != nil {
				b.Fatal(err)
			}
			if _, err := conn.Read(ctx); err != nil {
				b.Fatal(err)
			}
		}
	}
	socket := func(b *testing.B, accept func(wire.Conn)) wire.Conn {
		l, err := wire.Listen(0, wire.Server{}, accept)
		must(b, err)
		conn, err := wire.Dial(ctx, wire.Address{Host: "127.0.0.1", Port: l.Port()}, nil)
		must(b, err)
		b.Cleanup(func() { _, _ = conn.Close(""), l.Close() })
		return conn
	}
	b.Run("direct", func(b *testing.B) {
		measure(b, socket(b, func(conn wire.Conn) { copies(conn, conn) }))
	})
	b.Run("passed", func(b *testing.B) {
		p, q, accepted := linked(b)
		x, y := link(b, p, q, accepted)
		go copies(y, y)
		measure(b, socket(b, func(conn wire.Conn) {
			go copies(conn, x)
			copies(x, conn)
			_ = x.Close("")
		}))
	})
	b.Run("processes", func(b *testing.B) {
		p, q, accepted := linked(b)
		x, y := link(b, p, q, accepted)
		go copies(y, y)
		measure(b, x)
	})
}

// BenchmarkConnections measures the memory of a connection, both ends together, when nothing waits in it.
func BenchmarkConnections(b *testing.B) {
	p, q, accepted := linked(b)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n := 0
	var all []*conn
	for b.Loop() {
		x, y := link(b, p, q, accepted)
		all = append(all, x, y)
		n++
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(n), "B/connection")
	b.ReportMetric(float64(n), "connections")
	runtime.KeepAlive(all)
}

package jet

import (
	"context"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"attic/dev/jettest"
	"attic/match"
)

// proxy is between a storage and a single server, and loses the messages named by lose.
type proxy struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	lose  string // "answers", "all", or "": the messages that are not passed on
	conns []net.Conn
}

func newProxy(t *testing.T, to *jettest.Cluster) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	p := &proxy{listener: l, to: strings.TrimPrefix(to.URLs(), "nats://")}
	t.Cleanup(func() { _ = l.Close(); p.cut("") })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", p.to)
			if err != nil {
				_ = from.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, from, to)
			p.mu.Unlock()
			go p.pass(to, from, "all")
			go p.pass(from, to, "answers all")
		}
	}()
	return p
}

func (p *proxy) pass(to io.WriteCloser, from io.Reader, lost string) {
	defer to.Close()
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		p.mu.Lock()
		lose := p.lose != "" && strings.Contains(lost, p.lose)
		p.mu.Unlock()
		if lose {
			continue
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// cut ends all connections, and sets the messages that are lost on the next ones.
func (p *proxy) cut(lose string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns, p.lose = nil, lose
}

func (p *proxy) loses(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lose = what
}

// A write whose answer is lost is written again after the same event, and Read shows whether it was written.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	c, err := oneNode()
	must(t, err)
	for _, lose := range []string{"answers", "all"} {
		t.Run(lose, func(t *testing.T) {
			x := newProxy(t, c)
			p, err := Dial(Config{URLs: "nats://" + x.listener.Addr().String(), Replicas: 1, Find: find})
			must(t, err)
			t.Cleanup(func() { _ = p.Close() })
			other := dial(t, oneNode)
			table := newID()
			begin(t, other, table)
			l, n := resume(t, p, table)

			x.loses(lose)
			was := p.nc.Stats().OutMsgs
			lost := make(chan error, 1)
			go func() {
				_, err := l.Append(n, "# 1")
				lost <- err
			}()
			if lose == "answers" {
				ctx, stop := context.WithTimeout(t.Context(), time.Minute)
				defer stop()
				watcher, _ := resume(t, other, table)
				must(t, watcher.Watch(ctx, n)) // by now it is written
			} else {
				for p.nc.Stats().OutMsgs == was {
					must(t, t.Context().Err())
					runtime.Gosched()
				}
			}
			x.cut("")
			if err := <-lost; !errors.Is(err, match.ErrUnknown) {
				t.Fatalf("without an answer: %v", err)
			}

			var last uint64
			for err = errAway; errors.Is(err, errAway); last, err = l.Append(n, "# 1") {
				connected(t, p)
			}
			if lose == "answers" {
				moved(t, err)
				var tail []string
				tail, last, err = l.Read(n)
				must(t, err)
				if !match.Holds(tail, []string{"# 1"}) {
					t.Fatalf("after %d there are %q", n, tail)
				}
			}
			must(t, err)
			_, err = l.Append(last, "# 2")
			must(t, err)
			holds(t, l, "# 1", "# 2")
		})
	}
}

func connected(t *testing.T, p *Storage) {
	t.Helper()
	for status := p.nc.StatusChanged(nats.CONNECTED); !p.nc.IsConnected(); {
		select {
		case <-status:
		case <-t.Context().Done():
			t.Fatal("there is no connection")
		}
	}
}

// A server that does not answer for a while is replaced by another one.
func TestSilent(t *testing.T) {
	t.Parallel()
	p := dial(t, threeNodes)
	l, n := begin(t, p, newID())
	was := p.nc.ConnectedServerName()
	now := time.Now()
	p.answered(now.Add(-4*time.Second), nats.ErrNoResponders)
	if !p.nc.IsConnected() || p.nc.ConnectedServerName() != was {
		t.Error("a server is left too soon")
	}
	p.answered(now, nil)
	p.answered(now.Add(-4*time.Second), context.DeadlineExceeded)
	p.answered(now.Add(-6*time.Second), context.Canceled)
	if !p.nc.IsConnected() {
		t.Error("a server is left after an answer")
	}
	p.mu.Lock()
	p.silent = now.Add(-6 * time.Second)
	p.mu.Unlock()
	p.answered(now, nats.ErrNoResponders)
	connected(t, p)
	if is := p.nc.ConnectedServerName(); is == was {
		t.Errorf("the server is %s again", is)
	}
	_, err := l.Append(n, "# 1")
	must(t, err)
}

// Without a connection, a write fails immediately, and it is certain that nothing was written.
func TestAway(t *testing.T) {
	t.Parallel()
	c, err := oneNode()
	must(t, err)
	x := newProxy(t, c)
	p, err := Dial(Config{URLs: "nats://" + x.listener.Addr().String(), Replicas: 1, Find: find})
	must(t, err)
	t.Cleanup(func() { _ = p.Close() })
	l, n := begin(t, p, newID())
	must(t, x.listener.Close())
	gone := p.nc.StatusChanged(nats.RECONNECTING)
	x.cut("")
	<-gone
	if _, err := l.Append(n, "# 1"); !errors.Is(err, errAway) {
		t.Errorf("without a connection: %v", err)
	}
	if _, _, err := l.Read(0); !errors.Is(err, errAway) {
		t.Errorf("without a connection: %v", err)
	}
	if err := p.Ready(t.Context()); !errors.Is(err, errAway) {
		t.Errorf("without a connection: %v", err)
	}
}

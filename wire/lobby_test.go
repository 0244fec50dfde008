package wire

import (
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"testing"
)

// call is a connection that remembers whether it was closed.
type call struct {
	net.Conn
	from   string
	closed bool
}

func (c *call) Close() error         { c.closed = true; return nil }
func (c *call) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.from), Port: 5000} }

// calls is a listener at which one connection waits.
type calls struct {
	net.Listener
	next *call
}

func (c *calls) Accept() (net.Conn, error) {
	if c.next == nil {
		return nil, net.ErrClosed
	}
	next := c.next
	c.next = nil
	return next, nil
}

// Whatever connections arrive, join and end, the lobby never exceeds its limit, never closes one on which somebody has joined, and never
// takes one from a network that has fewer than another.
func TestALobbyKeepsItsLimits(t *testing.T) {
	const most, share = 20, 6
	r := rand.New(rand.NewPCG(1, 2))
	line := &calls{}
	l := &lobby{Listener: line, most: most, share: share, from: map[string][]*caller{}}
	type guest struct {
		*caller
		call   *call
		joined bool
	}
	var in []*guest
	dropped, refused := 0, 0
	for step := range 10_000 {
		switch n := r.IntN(10); {
		case n < 4:
			c := &call{from: fmt.Sprintf("192.0.2.%d", r.IntN(6))}
			line.next = c
			waiting := map[string]int{}
			for _, g := range in {
				if !g.joined {
					waiting[g.network]++
				}
			}
			full := len(in) == most
			got, err := l.Accept()
			victims := slices.DeleteFunc(slices.Clone(in), func(g *guest) bool { return !g.call.closed })
			if err != nil {
				if refused++; !c.closed || !full || len(waiting) > 0 || len(victims) > 0 {
					t.Fatalf("step %d: refused with %d in and %v waiting", step, len(in), waiting)
				}
				break
			}
			if crowded := waiting[c.from] == share; (full || crowded) != (len(victims) == 1) || len(victims) > 1 {
				t.Fatalf("step %d: %d are closed; %d in, %v waiting", step, len(victims), len(in), waiting)
			} else if len(victims) == 1 {
				dropped++
				worst := 0
				for _, n := range waiting {
					worst = max(worst, n)
				}
				if victims[0].joined || crowded && victims[0].network != c.from || !crowded && waiting[victims[0].network] != worst {
					t.Fatalf("step %d: the wrong one is closed", step)
				}
				in = slices.DeleteFunc(in, func(g *guest) bool { return g == victims[0] })
				_ = victims[0].Close() // as the server of the connection would
			}
			in = append(in, &guest{caller: got.(*caller), call: c})
		case n < 9 && len(in) > 0:
			g := in[r.IntN(len(in))]
			l.joined(g.caller)
			g.joined = true
		case len(in) > 0:
			g := in[r.IntN(len(in))]
			_ = g.Close()
			_ = g.Close()
			l.joined(g.caller) // too late: the connection is gone
			in = slices.DeleteFunc(in, func(x *guest) bool { return x == g })
		}
		if l.open != len(in) || l.open > most {
			t.Fatalf("step %d: the lobby counts %d of %d", step, l.open, len(in))
		}
	}
	if dropped < 50 || refused < 50 {
		t.Errorf("%d were closed for others, %d refused", dropped, refused)
	}
	for _, g := range in {
		_ = g.Close()
	}
	if l.open != 0 || len(l.from) != 0 {
		t.Errorf("at the end the lobby counts %d, %v", l.open, l.from)
	}
}

// If an address sends as many new connections as its share, and then as many again, it does not push out everybody who came before: whoever
// tries again gets in.
func TestNoNumberOfNewcomersPushesEverybodyOut(t *testing.T) {
	const share, tries = 8, 1000
	for _, flood := range []int{share, 2 * share} {
		stayed := 0
		for range tries {
			l := &lobby{most: 100, share: share, from: map[string][]*caller{}}
			newcomer := func() *caller { return &caller{Conn: &call{}, lobby: l, network: "192.0.2.1"} }
			player := newcomer()
			l.enter(player)
			for range flood {
				l.enter(newcomer())
			}
			if !player.gone {
				stayed++
			}
		}
		if stayed < tries/20 {
			t.Errorf("of %d connections that came before %d others, %d stayed", tries, flood, stayed)
		}
	}
}

package wire

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
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

// Connections arrive, join and end, directly or through a proxy. The lobby never exceeds its limit, and never closes a connection on which somebody
// has joined. It makes room only in the network with the most connections, and lets at most PerAddress people from a network join without a key.
func TestALobbyKeepsItsLimits(t *testing.T) {
	const most, share, strangers = 20, 6, 4
	const proxy = "198.51.100.1"
	r := rand.New(rand.NewPCG(1, 2))
	line := &calls{}
	l := newLobby(line, Limits{Conns: most, Joining: share, PerAddress: strangers, Proxies: []netip.Prefix{netip.MustParsePrefix(proxy + "/32")}})
	type guest struct {
		*caller
		call            *call
		joined, unknown bool
	}
	var in []*guest
	dropped, refused, moved, barred := 0, 0, 0, 0
	// ended returns the guests whose connections were closed since the last call.
	ended := func() (closed []*guest) {
		in = slices.DeleteFunc(in, func(g *guest) bool {
			if g.call.closed {
				closed = append(closed, g)
				_ = g.Close() // as the server of the connection would do
			}
			return g.call.closed
		})
		return closed
	}
	for step := range 60_000 {
		switch n := r.IntN(10); {
		case n < 4:
			c := &call{from: fmt.Sprintf("192.0.2.%d", r.IntN(6))}
			client := c.from
			if r.IntN(4) == 0 {
				c.from = proxy
			}
			line.next = c
			waiting := map[string]int{}
			for _, g := range in {
				if !g.joined {
					waiting[g.network]++
				}
			}
			full := len(in) == most
			got, err := l.Accept()
			were, victims := len(in), ended()
			if err != nil {
				if refused++; !c.closed || !full || len(waiting) > 0 || len(victims) > 0 {
					t.Fatalf("step %d: refused with %d in and %v waiting", step, were, waiting)
				}
				break
			}
			if crowded := waiting[c.from] == share; (full || crowded) != (len(victims) == 1) || len(victims) > 1 {
				t.Fatalf("step %d: %d are closed; %d in, %v waiting", step, len(victims), were, waiting)
			} else if len(victims) == 1 {
				dropped++
				worst := 0
				for _, n := range waiting {
					worst = max(worst, n)
				}
				if victims[0].joined || crowded && victims[0].network != c.from || !crowded && waiting[victims[0].network] != worst {
					t.Fatalf("step %d: the wrong one is closed", step)
				}
				waiting[victims[0].network]--
			}
			in = append(in, &guest{caller: got.(*caller), call: c})
			if l.move(got.(*caller), client); got.(*caller).network != client {
				t.Fatalf("step %d: a client is counted as %s", step, got.(*caller).network)
			}
			if c.from != proxy {
				break
			}
			moved++
			crowded := waiting[client] == share
			if victims := ended(); crowded != (len(victims) == 1) || len(victims) > 1 || crowded && (victims[0].joined || victims[0].network != client) {
				t.Fatalf("step %d: of a network with %d, %d are closed", step, waiting[client], len(victims))
			}
		case n < 9 && len(in) > 0:
			g := in[r.IntN(len(in))]
			known, there := r.IntN(3) == 0 && (!g.joined || r.IntN(20) == 0), 0
			for _, x := range in {
				if x.unknown && x.network == g.network {
					there++
				}
			}
			want := known || g.joined || there < strangers
			as := asWatcher
			if known {
				as = asKeyed
			}
			if got := l.joined(g.caller, as); got != want {
				t.Fatalf("step %d: with %d strangers, joined returns %t", step, there, got)
			}
			if !want {
				barred++
				break
			}
			g.unknown = !known && (g.unknown || !g.joined) // a person with a known key no longer counts
			g.joined = true
		case len(in) > 0:
			g := in[r.IntN(len(in))]
			_ = g.Close()
			_ = g.Close()
			l.joined(g.caller, asWatcher) // this is too late: the connection is gone
			in = slices.DeleteFunc(in, func(x *guest) bool { return x == g })
		}
		if l.open != len(in) || l.open > most {
			t.Fatalf("step %d: the lobby counts %d of %d", step, l.open, len(in))
		}
	}
	if dropped < 50 || refused < 50 || moved < 50 || barred < 50 {
		t.Errorf("%d were closed for others, %d refused, %d came through the proxy, %d could not join", dropped, refused, moved, barred)
	}
	for _, g := range in {
		_ = g.Close()
	}
	if l.open != 0 || len(l.from) != 0 || len(l.strangers) != 0 {
		t.Errorf("at the end the lobby counts %d, %v, %v", l.open, l.from, l.strangers)
	}
}

// If an address opens twice as many new connections as its share, they do not replace all earlier ones: a client that tries again gets in.
func TestNoNumberOfNewcomersPushesEverybodyOut(t *testing.T) {
	const share, tries = 8, 1000
	for _, flood := range []int{share, 2 * share} {
		stayed := 0
		for range tries {
			l := newLobby(nil, Limits{Conns: 100, Joining: share})
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

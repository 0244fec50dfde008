package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"attic/games"
	"attic/match"
	"attic/table"
)

// hosted returns a host with one guest. It listens on all addresses 127.0.0.x, which count as different machines.
func hosted(t *testing.T, l limits) (*Host, Address) {
	t.Helper()
	g, _ := games.Find("atom4")
	host, err := NewHost(HostConfig{Table: newTable(t, g), ID: "held27"})
	must(t, err)
	a, _ := serve(t, nil, l, func(c Conn) { host.Serve(context.Background(), c) })
	t.Cleanup(func() { host.Close(0) })
	return host, a
}

// callFrom opens a TCP connection to a host from an address.
func callFrom(t *testing.T, ctx context.Context, from string, a Address) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.DialContext(ctx, "tcp", a.Place())
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// socketFrom opens a WebSocket of the protocol to a host from an address. It fails if the host closes the connection first.
func socketFrom(t *testing.T, ctx context.Context, from string, a Address) (*socket, error) {
	t.Helper()
	raw := callFrom(t, ctx, from, a)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return raw, nil }}
	ws, _, err := websocket.Dial(ctx, "ws://"+a.Place()+"/", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, Subprotocols: []string{subprotocol},
	})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { ws.CloseNow() })
	return newSocket(ws, raw, from, usual), nil
}

// joinFrom joins from an address and returns the host's first answer.
func joinFrom(t *testing.T, ctx context.Context, from string, a Address, id, key string) flat {
	t.Helper()
	m, err := tryJoin(t, ctx, from, a, id, key)
	must(t, err)
	return m
}

// tryJoin is like joinFrom, for a connection that the host may close before it answers.
func tryJoin(t *testing.T, ctx context.Context, from string, a Address, id, key string) (flat, error) {
	t.Helper()
	c, err := socketFrom(t, ctx, from, a)
	if err != nil {
		return flat{}, err
	}
	defer c.raw.Close()
	raw, err := encodeFlat(flat{T: "join", V: Version, ID: id, Key: key})
	must(t, err)
	if err := c.Write(ctx, raw); err != nil {
		return flat{}, err
	}
	answer, err := c.Read(ctx)
	if err != nil {
		return flat{}, err
	}
	return flatten(answer)
}

// Wrong IDs and wrong keys from an address shut out others at that address, but not a client with the right key.
func TestAKeyPassesTheGuard(t *testing.T) {
	for _, c := range []struct{ name, id, key string }{
		{"wrong IDs", "held28", ""},
		{"wrong IDs with wrong keys", "held28", "00000000000000000000000000000000"},
		{"the key of the seat with wrong IDs", "held28", "own"},
		{"wrong keys", "held27", "00000000000000000000000000000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := patience(t)
			_, a := hosted(t, usual)
			const near, elsewhere = "127.0.0.2", "127.0.0.3"
			key := joinFrom(t, ctx, near, a, "held27", "").Key
			if c.key == "own" {
				c.key = key
			}
			want := CodeID
			if c.id == "held27" {
				want = CodeFull
			}
			for i := range mostWrong {
				id, key := c.id+strconv.Itoa(i), c.key
				if want == CodeFull {
					id, key = c.id, NewKey()
				}
				if m := joinFrom(t, ctx, near, a, id, key); m.Code != want {
					t.Fatalf("the host answers %+v", m)
				}
			}
			for _, wrong := range []struct{ id, key string }{{"held27", ""}, {c.id, c.key}, {"held27", NewKey()}, {"held29", key}} {
				if m := joinFrom(t, ctx, near, a, wrong.id, wrong.key); m.Code != CodeRate {
					t.Errorf("after ten of them, the answer to %+v is %+v", wrong, m)
				}
			}
			if m := joinFrom(t, ctx, elsewhere, a, "held27", ""); m.Code != CodeFull {
				t.Errorf("at another address: %+v", m)
			}
			if m := joinFrom(t, ctx, near, a, "HELD27", key); m.T != "table" {
				t.Errorf("the answer to the holder of the key is %+v", m)
			}
		})
	}
}

// Connections on which nobody joins are closed in favour of later ones. So one address cannot fill the host, and a client with a key gets in even
// from that address. The connections of players stay.
func TestNobodyKeepsAPlayerOut(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.Conns, few.Joining = 24, 8
	_, a := hosted(t, few)
	const attacker = "127.0.0.2"
	player, err := socketFrom(t, ctx, attacker, a)
	must(t, err)
	raw, err := encodeFlat(flat{T: "join", V: Version, ID: "held27"})
	must(t, err)
	must(t, player.Write(ctx, raw))
	answer, err := player.Read(ctx)
	must(t, err)
	m, err := flatten(answer)
	must(t, err)
	key := m.Key

	// end waits until count of conns have ended.
	end := func(conns []net.Conn, count int) {
		t.Helper()
		ended := make(chan error, len(conns))
		for _, c := range conns {
			context.AfterFunc(ctx, func() { c.Close() })
			go func() {
				_, err := io.Copy(io.Discard, c)
				ended <- err
			}()
		}
		for range count {
			if err := <-ended; errors.Is(err, net.ErrClosed) {
				t.Fatal("a connection without a join is not closed for later ones")
			}
		}
	}
	for round := range 3 {
		var conns []net.Conn
		for n := range 5 * few.Joining {
			if n%4 == 0 { // a WebSocket without a join
				if c, err := socketFrom(t, ctx, attacker, a); err == nil {
					conns = append(conns, c.raw)
				}
			} else {
				conns = append(conns, callFrom(t, ctx, attacker, a))
			}
		}
		end(conns, len(conns)-few.Joining)
		if m := joinFrom(t, ctx, "127.0.0.3", a, "held27", ""); m.Code != CodeFull {
			t.Errorf("round %d, another address: %+v", round, m)
		}
		if round == 2 {
			break // the player's next connection replaces this one
		}
		ping, err := encodeFlat(flat{T: "ping", At: 7})
		must(t, err)
		must(t, player.Write(ctx, ping))
		for {
			answer, err := player.Read(ctx)
			if err != nil {
				t.Fatalf("round %d: the player is disconnected: %v", round, err)
			}
			if m, err := flatten(answer); err == nil && m.T == "pong" {
				break
			}
		}
	}
	for n := range 50 { // from more addresses than the number of free connections
		callFrom(t, ctx, net.IPv4(127, 0, 1, byte(n)).String(), a)
	}
	if m := joinFrom(t, ctx, attacker, a, "held27", key); m.T != "table" {
		t.Errorf("the answer to the holder of the key is %+v", m)
	}
}

// At a hall, PerAddress limits the spectators from an address; a school class of players is admitted, because each player has a different link.
func TestASchoolBehindOneAddress(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.PerAddress = 2
	hall := &Router{Guard: &Guard{JoinRate: table.Rate{Burst: 4}}}
	hosts := map[string]*Host{}
	hall.Find = func(_ context.Context, id string) (*Host, error) { return hosts[id], nil }
	g, _ := games.Find("atom4")
	const tables = 5
	for n := range tables {
		first, second := fmt.Sprint("first", n), fmt.Sprint("second", n)
		host, err := NewHost(HostConfig{
			Table: newTable(t, g), ID: second, First: match.Ticket{ID: first}, Watchers: "watch27", Watch: true, Guard: hall.Guard, JoinRate: table.Rate{Burst: 4},
		})
		must(t, err)
		t.Cleanup(host.Rest)
		hosts[first], hosts[second], hosts["watch27"] = host, host, host
	}
	a, _ := serve(t, nil, few, func(c Conn) { hall.Serve(ctx, c) })
	const school = "127.0.0.2"
	join := func(from, id string) flat {
		t.Helper()
		c, err := socketFrom(t, ctx, from, a) // stays open until the end of the test
		must(t, err)
		raw, err := encodeFlat(flat{T: "join", V: Version, ID: id})
		must(t, err)
		must(t, c.Write(ctx, raw))
		answer, err := c.Read(ctx)
		must(t, err)
		m, err := flatten(answer)
		must(t, err)
		return m
	}
	for range few.PerAddress {
		if m := join(school, "watch27"); m.T != "table" {
			t.Fatalf("a spectator is answered with %+v", m)
		}
	}
	if m := join(school, "watch27"); m.Code != CodeBusy {
		t.Errorf("one more spectator is answered with %+v", m)
	}
	if m := join("127.0.0.3", "watch27"); m.T != "table" {
		t.Errorf("a spectator from elsewhere is answered with %+v", m)
	}
	for n := range tables {
		for _, place := range []string{"first", "second"} {
			if m := join(school, fmt.Sprint(place, n)); m.T != "table" {
				t.Errorf("the player with the link %s%d is answered with %+v", place, n, m)
			}
		}
	}
	if m := join(school, "watch27"); m.T != "no" {
		t.Errorf("then a spectator is answered with %+v", m)
	}
}

// An endless stream of new connections from the address of a player who reconnects does not keep the player out.
func TestAFloodKeepsNoPlayerOut(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.Conns, few.Joining = 24, 4
	_, a := hosted(t, few)
	const home = "127.0.0.2"
	key := joinFrom(t, ctx, home, a, "held27", "").Key
	flood, calm := context.WithCancel(ctx)
	var flooding sync.WaitGroup
	defer flooding.Wait()
	defer calm()
	for range 4 {
		flooding.Go(func() {
			var last [64]net.Conn // keeps many connections open, but no more than a process may open
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(home)}}
			for n := 0; flood.Err() == nil; n++ {
				place := &last[n%len(last)]
				if *place != nil {
					(*place).Close()
				}
				*place, _ = d.DialContext(flood, "tcp", a.Place())
			}
			for _, c := range last {
				if c != nil {
					c.Close()
				}
			}
		})
	}
	for tries := 1; ; tries++ {
		if m, err := tryJoin(t, ctx, home, a, "held27", key); err == nil {
			if m.T != "table" {
				t.Errorf("try %d is answered %+v", tries, m)
			}
			return
		}
		if ctx.Err() != nil {
			t.Fatalf("after %d tries the player is still shut out", tries)
		}
	}
}

// The connection of a request for another page is not kept open.
func TestOtherPagesEndTheirConnections(t *testing.T) {
	ctx := patience(t)
	_, a := hosted(t, usual)
	c := callFrom(t, ctx, "127.0.0.2", a)
	_, err := io.WriteString(c, "GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n")
	must(t, err)
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	if _, err := io.Copy(io.Discard, c); err != nil {
		t.Error(err)
	}
}

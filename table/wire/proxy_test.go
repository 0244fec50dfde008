//go:build !js

package wire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/coder/websocket"
)

// Only a trusted proxy is believed, and only about addresses that it has written itself. A client cannot choose the address under which it is
// counted.
func TestWhomAProxyNames(t *testing.T) {
	l := Limits{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}}
	const far, forwarded = "X-Forwarded-For", "Forwarded"
	for _, c := range []struct {
		name, peer string
		headers    [][2]string
		want       string
	}{
		{"no proxy", "192.0.2.1:5000", [][2]string{{far, "198.51.100.7"}}, "192.0.2.1:5000"},
		{"a proxy that says nothing", "10.0.0.1:5000", nil, "10.0.0.1:5000"},
		{"a proxy", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7"}}, "198.51.100.7"},
		{"a port", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7:443"}}, "198.51.100.7"},
		{"what the client has written", "10.0.0.1:5000", [][2]string{{far, "203.0.113.9, 198.51.100.7"}}, "198.51.100.7"},
		{"a header of the client", "10.0.0.1:5000", [][2]string{{far, "203.0.113.9"}, {far, "198.51.100.7"}}, "198.51.100.7"},
		{"two proxies", "10.0.0.1:5000", [][2]string{{far, "203.0.113.9, 198.51.100.7, 10.0.0.2"}}, "198.51.100.7"},
		{"a client who claims to be a proxy", "10.0.0.1:5000", [][2]string{{far, "203.0.113.9, 10.0.0.3, 198.51.100.7"}}, "198.51.100.7"},
		{"a client inside", "10.0.0.1:5000", [][2]string{{far, "10.0.0.9"}}, "10.0.0.9"},
		{"no address", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7, unknown"}}, "10.0.0.1:5000"},
		{"no address behind two proxies", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7, nobody, 10.0.0.2"}}, "10.0.0.2"},
		{"IPv6", "[fd00::1]:5000", [][2]string{{far, "2001:db8:1:2::7"}}, "2001:db8:1:2::7"},
		{"IPv4 in IPv6", "[::ffff:10.0.0.1]:5000", [][2]string{{far, "::ffff:198.51.100.7"}}, "198.51.100.7"},
		{"the standard", "10.0.0.1:5000", [][2]string{{forwarded, `for=203.0.113.9;by=x, By=10.0.0.1; FOR="198.51.100.7:4711";proto=https`}}, "198.51.100.7"},
		{"the standard with IPv6", "10.0.0.1:5000", [][2]string{{forwarded, `for="[2001:db8:1:2::7]"`}}, "2001:db8:1:2::7"},
		{"the standard with a hidden client", "10.0.0.1:5000", [][2]string{{forwarded, `for=198.51.100.7, for=_hidden`}}, "10.0.0.1:5000"},
		{"an open quote", "10.0.0.1:5000", [][2]string{{forwarded, `for="203.0.113.9, for=198.51.100.7`}}, "198.51.100.7"},
		{"both", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7"}, {forwarded, "for=198.51.100.7"}}, "198.51.100.7"},
		{"one of them by the client", "10.0.0.1:5000", [][2]string{{far, "198.51.100.7"}, {forwarded, "for=203.0.113.9"}}, "10.0.0.1:5000"},
	} {
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{}}
		for _, h := range c.headers {
			r.Header.Add(h[0], h[1])
		}
		if got := l.client(r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A listener counts the clients of a proxy by their own addresses: clients at one address displace only each other.
func TestClientsOfAProxyAreCountedApart(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.Joining, few.Proxies = 2, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	remotes := make(chan string, 10)
	a, _ := serve(t, nil, few, func(c Conn) {
		remotes <- c.Remote()
		echo(c)
	})
	call := func(client string) *websocket.Conn {
		t.Helper()
		ws, _, err := websocket.Dial(ctx, "ws://"+a.Place()+"/", &websocket.DialOptions{
			Subprotocols: []string{subprotocol}, HTTPHeader: http.Header{"X-Forwarded-For": {client}},
		})
		must(t, err)
		t.Cleanup(func() { ws.CloseNow() })
		if remote := <-remotes; remote != client {
			t.Errorf("a client at %s is called %s", client, remote)
		}
		return ws
	}
	quiet := call("203.0.113.9")
	const crowd = 6
	ends := make(chan error, crowd)
	for range crowd {
		ws := call("198.51.100.7")
		go func() {
			_, _, err := ws.Read(context.WithoutCancel(ctx))
			ends <- err
		}()
	}
	for range crowd - few.Joining {
		<-ends
	}
	must(t, quiet.Write(ctx, websocket.MessageText, []byte("x")))
	if _, got, err := quiet.Read(ctx); err != nil || string(got) != "x" {
		t.Errorf("somebody else hears %q, %v", got, err)
	}
}

// A proxy keeps its connections for the next request of any client. A waiting connection counts for no client; otherwise it counts for the client
// whose request it carries.
func TestAProxyKeepsItsConnections(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.Joining, few.Proxies = 2, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	held, let := make(chan bool, 10), make(chan bool)
	page := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/held" {
			_ = http.NewResponseController(w).Flush()
			held <- true
			<-let
		}
	}
	l, err := listen("127.0.0.1", 0, Server{Page: http.HandlerFunc(page)}, echo, few)
	must(t, err)
	defer l.Close()
	at := fmt.Sprintf("127.0.0.1:%d", l.Port())
	asks := func(conn net.Conn, path, client string) *http.Response {
		t.Helper()
		_, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\n\r\n", path, at, client)
		must(t, err)
		reply, err := http.ReadResponse(bufio.NewReader(conn), nil)
		must(t, err)
		return reply
	}
	var conns []net.Conn
	for range 3 * few.Joining {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", at)
		must(t, err)
		defer conn.Close()
		conns = append(conns, conn)
	}
	for round := range 3 {
		for i, conn := range conns { // each request comes from another client; when a connection stops counting cannot be observed here
			if asks(conn, "/", fmt.Sprintf("203.0.113.%d", len(conns)*round+i)).Close {
				t.Error("the connection of a proxy is not kept")
			}
		}
	}
	ends := make(chan error, len(conns))
	for _, conn := range conns[:few.Joining+1] {
		reply := asks(conn, "/held", "198.51.100.7")
		<-held
		go func() {
			_, err := io.ReadAll(reply.Body)
			ends <- err
		}()
	}
	if err := <-ends; err == nil {
		t.Error("no connection is ended, though a client has too many requests")
	}
	close(let)
	for range few.Joining {
		if err := <-ends; err != nil {
			t.Errorf("more than one connection is ended: %v", err)
		}
	}
	if asks(conns[few.Joining+1], "/", "203.0.113.9").Close {
		t.Error("another client's connection is not kept")
	}
}

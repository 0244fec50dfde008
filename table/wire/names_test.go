package wire

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"attic/dev/wait"
)

// A listener has two names, and proxies that keep the host of a request, omit its port, or write their own host. Only pages of the listener can play
// there.
func TestNamesBehindProxies(t *testing.T) {
	ctx := patience(t)
	urls, err := ParseURLs("https://Games.example:8443/, https://attic.games.example:443,http://[2001:db8::7]:8080")
	if err != nil || fmt.Sprint(urls) != "[https://games.example:8443/ https://attic.games.example/ http://[2001:db8::7]:8080/]" {
		t.Fatal(urls, err)
	}
	l, err := listen("127.0.0.1", 0, Server{URLs: urls, Page: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) })}, echo, usual)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := fmt.Sprintf("127.0.0.1:%d", l.Port())
	for _, c := range []struct {
		host, origin string
		page, plays  bool
	}{
		{"games.example:8443", "https://games.example:8443", true, true},
		{"games.example", "https://games.example:8443", true, true},
		{"localhost:7117", "https://games.example:8443", true, true},
		{at, "https://attic.games.example", true, true},
		{"attic.games.example", "https://attic.games.example", true, true},
		{"attic.games.example:443", "https://attic.games.example", true, true},
		{"[2001:db8::7]:8080", "http://[2001:db8::7]:8080", true, true},
		{at, "http://" + at, true, true},
		{"games.example", "https://games.example", true, false}, // the neighbour at the default port
		{"games.example:8443", "https://games.example", true, false},
		{"games.example:8443", "https://evil.example", true, false},
		{"localhost:7117", "https://evil.example", true, false},
		{"localhost:7117", "null", true, false},
		{"games.example:9999", "https://games.example:9999", false, false},
		{"evil.example", "https://evil.example", false, false},
		{"evil.example", "https://games.example:8443", false, false},
	} {
		r, err := http.NewRequestWithContext(ctx, "GET", "http://"+at+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		if page := reply.StatusCode == http.StatusOK; page != c.page || !page && !strings.Contains(string(text), "--url") {
			t.Errorf("the page at %s: %d %s", c.host, reply.StatusCode, text)
		}
		ws, _, err := websocket.Dial(ctx, "ws://"+at, &websocket.DialOptions{Host: c.host, HTTPHeader: http.Header{"Origin": {c.origin}}, Subprotocols: []string{subprotocol}})
		if plays := err == nil; plays != c.plays {
			t.Errorf("a game at %s from a page at %s: %v", c.host, c.origin, err)
		}
		if err == nil {
			_ = ws.CloseNow()
		}
	}
}

// Connections are kept for the next request, except after a refused request. An idle connection ends when its address has too many connections.
func TestConnectionsAreKept(t *testing.T) {
	ctx := patience(t)
	few := usual
	few.Joining = 3
	l, err := listen("127.0.0.1", 0, Server{Page: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}, echo, few)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := fmt.Sprintf("127.0.0.1:%d", l.Port())
	asks := func(conn net.Conn, lines *bufio.Reader, host string) (closes bool) {
		t.Helper()
		if _, err := fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
			t.Fatal(err)
		}
		reply, err := http.ReadResponse(lines, nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		return reply.Close
	}
	var dialer net.Dialer
	dials := func() (net.Conn, *bufio.Reader) {
		conn, err := dialer.DialContext(ctx, "tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn, bufio.NewReader(conn)
	}
	idle, idling := dials()
	for range 3 {
		if asks(idle, idling, at) {
			t.Fatal("the connection is not kept")
		}
	}
	if refused, lines := dials(); !asks(refused, lines, "evil.example") {
		t.Error("the connection of a refused request is kept")
	}
	a := Address{ID: "held27", Host: "127.0.0.1", Port: l.Port()}
	for range few.Joining {
		works(ctx, t, dial(ctx, t, a, nil))
	}
	_ = idle.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := idling.ReadByte(); err == nil || os.IsTimeout(err) {
		t.Errorf("the idle connection stays while others wait: %v", err)
	}
}

// A new certificate is used without a restart; unusable files are reported, and change nothing. Errors of TLS are reported without addresses.
func TestANewCertificate(t *testing.T) {
	ctx := patience(t)
	certificate, key, trust := certified(t)
	var mu sync.Mutex
	var said []string
	say := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, line)
	}
	pair, err := NewCertificate(certificate, key, say)
	if err != nil {
		t.Fatal(err)
	}
	l, err := listen("127.0.0.1", 0, Server{TLS: pair.Config(), Failed: say}, echo, usual)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a := Address{ID: "held27", Host: "127.0.0.1", Port: l.Port(), TLS: true}
	works(ctx, t, dial(ctx, t, a, &tls.Config{RootCAs: trust}))
	other, otherKey, otherTrust := certified(t)
	replace := func(from, to string) {
		t.Helper()
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, text, 0o600)
		}
		if err == nil {
			err = os.Chtimes(to, time.Time{}, time.Now().Add(time.Hour)) // a newer time, however fast this test is
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	replace(other, certificate) // the new key has not been written yet
	if err := pair.Read(); err == nil {
		t.Error("a certificate is read with a key that is not its own")
	}
	works(ctx, t, dial(ctx, t, a, &tls.Config{RootCAs: trust}))
	pair.looked, pair.changed = time.Time{}, [2]time.Time{}
	works(ctx, t, dial(ctx, t, a, &tls.Config{RootCAs: trust}))
	if len(said) != 1 || !strings.Contains(said[0], "the earlier certificate is still used") {
		t.Errorf("of a certificate without its key was said: %q", said)
	}
	replace(otherKey, key)
	pair.looked = time.Time{}
	works(ctx, t, dial(ctx, t, a, &tls.Config{RootCAs: otherTrust}))
	if err := pair.Read(); err != nil {
		t.Error(err)
	}
	said = nil
	if c, err := Dial(ctx, a, &tls.Config{RootCAs: trust}); err == nil {
		_ = c.Close("")
		t.Error("the earlier certificate is still used")
	}
	wait.Until(t, "a line about a client that does not trust it", func() (any, bool) {
		mu.Lock()
		defer mu.Unlock()
		return said, len(said) == 1 && strings.Contains(said[0], "TLS handshake error: ")
	})
	for line, want := range map[string]string{
		"http: TLS handshake error from 192.0.2.1:50000: EOF\n":                                         "http: TLS handshake error: EOF",
		"http: TLS handshake error from [2001:db8::1%eth0]:5: read tcp [::1]:7->[2001:db8::1]:5: reset": "http: TLS handshake error: read: reset",
	} {
		if _, _ = failed(say).Write([]byte(line)); said[len(said)-1] != want {
			t.Errorf("%q is said as %q", line, said[len(said)-1])
		}
	}
}

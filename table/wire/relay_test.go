//go:build !js

package wire

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"attic/dev/wait"
)

// relayPage is the connection of a page to a Relay.
type relayPage struct {
	t  *testing.T
	ws *websocket.Conn
}

// relaying returns the address of a Relay with the key "right".
func relaying(t *testing.T) (*Relay, string) {
	t.Helper()
	r := &Relay{Key: "right", Server: Server{Page: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "the page") })}}
	server := httptest.NewServer(r)
	t.Cleanup(func() {
		r.Close()
		server.Close()
	})
	return r, strings.TrimPrefix(server.URL, "http://")
}

// ask opens a WebSocket to a Relay as a browser does for a page of this origin.
func ask(t *testing.T, address, origin, host, protocol string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	ctx := patience(t)
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	return websocket.Dial(ctx, "ws://"+address+RelayPath, &websocket.DialOptions{HTTPHeader: header, Host: host, Subprotocols: []string{protocol}})
}

// hosts opens a port of a Relay and returns the answer.
func hosts(t *testing.T, address, wish string) (*relayPage, string) {
	t.Helper()
	ws, _, err := ask(t, address, "http://"+address, "", relayProtocol+"right")
	must(t, err)
	t.Cleanup(func() { ws.CloseNow() })
	p := &relayPage{t, ws}
	p.say(wish)
	return p, p.hear()
}

func (p *relayPage) say(text string) {
	p.t.Helper()
	must(p.t, p.ws.Write(patience(p.t), websocket.MessageText, []byte(text)))
}

func (p *relayPage) hear() string {
	p.t.Helper()
	_, text, err := p.ws.Read(patience(p.t))
	must(p.t, err)
	return string(text)
}

func (p *relayPage) hears(want string) {
	p.t.Helper()
	if got := p.hear(); got != want {
		p.t.Fatalf("the page hears %q, want %q", got, want)
	}
}

// portIn returns the port in the answer of a Relay.
func portIn(t *testing.T, answer string) (port int) {
	t.Helper()
	if _, err := fmt.Sscan(answer, &port); err != nil {
		t.Fatalf("the relay answers %q", answer)
	}
	return port
}

// Only the page that the program has opened can host. The Relay refuses pages from elsewhere, other programs, other names of this machine, requests
// without the key, and requests at the port of a game.
func TestOnlyThePageHereCanHost(t *testing.T) {
	_, address := relaying(t)
	page, answer := hosts(t, address, "0 held27")
	port := fmt.Sprint("127.0.0.1:", portIn(t, answer))
	_ = page
	_, number, _ := strings.Cut(address, ":")
	own := "http://" + address
	for _, c := range []struct{ address, origin, host, protocol string }{
		{address, own, "", relayProtocol + "wrong"},
		{address, own, "", relayProtocol},
		{address, own, "", subprotocol},
		{address, "", "", relayProtocol + "right"},
		{address, "http://example.org", "", relayProtocol + "right"},
		{address, "http://localhost:3000", "", relayProtocol + "right"},
		{address, "https://" + address, "", relayProtocol + "right"},
		{address, "http://example.org:" + number, "example.org:" + number, relayProtocol + "right"},
		{address, "http://192.0.2.7:" + number, "192.0.2.7:" + number, relayProtocol + "right"},
		{port, "http://" + port, "", relayProtocol + "right"},
	} {
		ws, response, err := ask(t, c.address, c.origin, c.host, c.protocol)
		if err == nil {
			ws.CloseNow()
			t.Errorf("%v may host", c)
		} else if response == nil || response.StatusCode != http.StatusForbidden && response.StatusCode != http.StatusNotFound && c.address != port {
			t.Errorf("%v: %v", c, err)
		}
	}
	distant := httptest.NewRequest("GET", own+RelayPath, nil)
	distant.RemoteAddr = "192.0.2.7:4711"
	for name, value := range map[string]string{"Origin": own, "Sec-WebSocket-Protocol": relayProtocol + "right", "Upgrade": "websocket", "Connection": "Upgrade"} {
		distant.Header.Set(name, value)
	}
	got := httptest.NewRecorder()
	(&Relay{Key: "right"}).ServeHTTP(got, distant)
	if got.Code != http.StatusForbidden {
		t.Errorf("another machine is answered %d", got.Code)
	}
	keyless := httptest.NewRequest("GET", own+RelayPath, nil)
	keyless.RemoteAddr = "127.0.0.1:4711"
	keyless.Header = distant.Header.Clone()
	keyless.Header.Set("Sec-WebSocket-Protocol", relayProtocol)
	got = httptest.NewRecorder()
	(&Relay{}).ServeHTTP(got, keyless)
	if got.Code != http.StatusForbidden {
		t.Errorf("a relay without a key answers %d", got.Code)
	}
}

// Connections are forwarded in both directions, one message at a time, and end on both sides.
func TestARelayPassesConnectionsOn(t *testing.T) {
	ctx := patience(t)
	_, address := relaying(t)
	page, answer := hosts(t, address, "0 held27")
	a := Address{ID: "held27", Host: "127.0.0.1", Port: portIn(t, answer)}
	if words := strings.Split(answer, " "); len(words) < 3 || !strings.HasSuffix(words[1], fmt.Sprint(":", a.Port, "/#")) {
		t.Errorf("the relay answers %q", answer)
	}
	first := dial(ctx, t, a, nil)
	if text := page.hear(); !strings.HasPrefix(text, "1+127.0.0.1:") {
		t.Fatalf("the page hears %q", text)
	}
	second := dial(ctx, t, a, nil)
	if text := page.hear(); !strings.HasPrefix(text, "2+127.0.0.1:") {
		t.Fatalf("the page hears %q", text)
	}
	must(t, first.Write(ctx, []byte("one:1-*")))
	page.hears("1:one:1-*")
	must(t, first.Write(ctx, []byte("two"))) // waits until the page has taken the preceding message
	must(t, second.Write(ctx, []byte("three")))
	page.hears("2:three")
	page.say("1=")
	page.hears("1:two")
	page.say("1=")
	page.say("1*")
	page.say("1:four")
	page.hears("1=")
	if got, err := first.Read(ctx); err != nil || string(got) != "four" {
		t.Fatalf("%q, %v", got, err)
	}
	page.say("2-good night")
	var end *ClosedError
	if _, err := second.Read(ctx); !errors.As(err, &end) || end.Reason != "good night" {
		t.Errorf("the connection ends with %v", err)
	}
	page.hears("2-")
	first.Close("")
	page.hears("1-")
	page.say("1-")
	page.say("7:nobody")
	dial(ctx, t, a, nil)
	if text := page.hear(); !strings.HasPrefix(text, "3+") {
		t.Errorf("the page hears %q", text)
	}
}

// A page that breaks the rules loses its connection and all forwarded connections.
func TestAPageThatDoesNotWait(t *testing.T) {
	for _, rude := range []string{"nonsense", "1;x", "-", "1:" + strings.Repeat("x", MostBytes+64)} {
		ctx := patience(t)
		_, address := relaying(t)
		page, answer := hosts(t, address, "0 held27")
		guest := dial(ctx, t, Address{Host: "127.0.0.1", Port: portIn(t, answer)}, nil)
		page.hear()
		page.say(rude)
		if _, err := guest.Read(ctx); err == nil {
			t.Errorf("after %.9q the connection goes on", rude)
		}
	}
}

// The port stays with its game while the page is reloaded, belongs to one page at a time, and is free once the page has ended the game.
func TestAPortStaysWithItsGame(t *testing.T) {
	ctx := patience(t)
	_, address := relaying(t)
	page, answer := hosts(t, address, "0 held27")
	port := portIn(t, answer)
	a := Address{ID: "held27", Host: "127.0.0.1", Port: port}
	if _, answer := hosts(t, address, fmt.Sprint(port, " other27")); !strings.HasPrefix(answer, relayTaken) {
		t.Errorf("another game gets the port: %q", answer)
	}
	guest := dial(ctx, t, a, nil)
	page.hear()

	again, answer := hosts(t, address, fmt.Sprint(port, " held27")) // before the Relay knows that the page is gone
	if portIn(t, answer) != port {
		t.Fatalf("the relay answers %q", answer)
	}
	if _, err := guest.Read(ctx); err == nil {
		t.Error("the connection to the page before goes on")
	}
	again.ws.CloseNow()
	wait.Until(t, "a port without a page", func() (any, bool) {
		c, err := Dial(ctx, a, nil)
		if err != nil {
			return err, false
		}
		_, err = c.Read(ctx)
		return err, err != nil && strings.Contains(err.Error(), "closed")
	})
	got, err := http.Get(fmt.Sprint("http://127.0.0.1:", port))
	must(t, err)
	text, _ := io.ReadAll(got.Body)
	got.Body.Close()
	if string(text) != "the page" {
		t.Errorf("the port of a page that is away serves %q", text)
	}
	last, answer := hosts(t, address, fmt.Sprint(port, " held27"))
	if portIn(t, answer) != port {
		t.Fatalf("the relay answers %q", answer)
	}
	must(t, last.ws.Close(websocket.StatusNormalClosure, ""))
	wait.Until(t, "a free port", func() (any, bool) {
		l, err := Listen(port, Server{}, echo)
		if err == nil {
			l.Close()
		}
		return err, err == nil
	})

	taken, err := Listen(0, Server{}, echo)
	must(t, err)
	defer taken.Close()
	if _, answer := hosts(t, address, fmt.Sprint(taken.Port(), " held27")); !strings.HasPrefix(answer, relayTaken) {
		t.Errorf("a port that is in use: %q", answer)
	}
	for _, wish := range []string{"", "x held27", "0", "0 ../x", "99999 held27"} {
		if _, answer := hosts(t, address, wish); !strings.HasPrefix(answer, relayRefuses) {
			t.Errorf("%q is answered %q", wish, answer)
		}
	}
}

// When the program ends, all ports are closed and their connections end.
func TestTheEndOfARelay(t *testing.T) {
	r, address := relaying(t)
	page, answer := hosts(t, address, "0 held27")
	ctx := patience(t)
	guest := dial(ctx, t, Address{Host: "127.0.0.1", Port: portIn(t, answer)}, nil)
	page.hear()
	r.Close()
	if _, err := guest.Read(ctx); err == nil {
		t.Error("the connection goes on")
	}
	for err := error(nil); err == nil; { // the page may first be told that the guest's connection has ended
		_, _, err = page.ws.Read(ctx)
	}
	must(t, ctx.Err())
	if _, answer := hosts(t, address, "0 held27"); !strings.HasPrefix(answer, relayRefuses) {
		t.Errorf("a relay that has ended answers %q", answer)
	}
}

//go:build !js

package wire

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"attic/dev/wait"
)

// echo answers every message with itself until the connection ends.
func echo(c Conn) {
	for {
		message, err := c.Read(context.Background())
		if err != nil || c.Write(context.Background(), message) != nil {
			return
		}
	}
}

// serve returns the address of a listener on the loopback interface, which the test closes.
func serve(t *testing.T, config *tls.Config, l limits, accept func(Conn)) (Address, *Listener) {
	t.Helper()
	listener, err := listen("127.0.0.1", 0, Server{TLS: config}, accept, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return Address{ID: "held27", Host: "127.0.0.1", Port: listener.Port(), TLS: config != nil}, listener
}

func patience(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := wait.Context()
	t.Cleanup(stop)
	return ctx
}

func dial(ctx context.Context, t *testing.T, a Address, config *tls.Config) Conn {
	t.Helper()
	c, err := Dial(ctx, a, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close("") })
	return c
}

// works fails the test unless a message is echoed.
func works(ctx context.Context, t *testing.T, c Conn) {
	t.Helper()
	if err := c.Write(ctx, []byte(`{"t":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(ctx); err != nil || string(got) != `{"t":"ping"}` {
		t.Fatalf("%q, %v", got, err)
	}
}

func TestSocket(t *testing.T) {
	ctx := patience(t)
	a, _ := serve(t, nil, usual, echo)
	c := dial(ctx, t, a, nil)
	if c.Remote() != a.Place() {
		t.Error(c.Remote())
	}
	for i := range 100 {
		if err := c.Write(ctx, fmt.Appendf(nil, "%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		if got, err := c.Read(ctx); err != nil || string(got) != fmt.Sprint(i) {
			t.Fatalf("message %d is %q, %v", i, got, err)
		}
	}
	largest := bytes.Repeat([]byte("x"), MostBytes)
	if err := c.Write(ctx, largest); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(ctx); err != nil || !bytes.Equal(got, largest) {
		t.Errorf("%d bytes of the largest message come back, %v", len(got), err)
	}
	if err := c.Write(ctx, append(largest, 'x')); !errors.Is(err, ErrLarge) {
		t.Errorf("a message that is too large: %v", err)
	}
	if _, err := c.Read(ctx); err == nil {
		t.Error("the connection is still open after that")
	}
}

func TestTheEndOfASocket(t *testing.T) {
	ctx := patience(t)
	for _, reason := range []string{"good night", "", strings.Repeat("ä", 200)} {
		ended := make(chan error, 1)
		remote := make(chan string, 1)
		a, _ := serve(t, nil, usual, func(c Conn) {
			remote <- c.Remote()
			_, err := c.Read(context.Background())
			ended <- err
		})
		c := dial(ctx, t, a, nil)
		if host, _, err := net.SplitHostPort(<-remote); err != nil || host != "127.0.0.1" {
			t.Errorf("the guest is at %q, %v", host, err)
		}
		c.Close(reason)
		var end *ClosedError
		if err := <-ended; !errors.As(err, &end) || !strings.HasPrefix(reason, end.Reason) || len(end.Reason) < min(len(reason), mostReason-1) {
			t.Errorf("the connection ends with %v, want %q", err, reason)
		}
		for _, err := range []error{c.Write(ctx, []byte("x")), func() error { _, err := c.Read(ctx); return err }()} {
			if !errors.As(err, &end) {
				t.Errorf("after the end: %v", err)
			}
		}
	}
}

func TestAContextEndsASocket(t *testing.T) {
	ctx := patience(t)
	a, _ := serve(t, nil, usual, echo)
	c := dial(ctx, t, a, nil)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Read(stopped); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := c.Write(ctx, []byte("x")); err == nil {
		t.Error("the connection is still open")
	}
}

// raw opens a connection to a listener, as a WebSocket or not, and sends it bytes.
func raw(t *testing.T, a Address, upgrade bool, send string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", a.Place())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if upgrade {
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
		r := bufio.NewReader(c)
		if answer, err := r.ReadString('\n'); err != nil || !strings.Contains(answer, "101") {
			t.Fatalf("%q, %v", answer, err)
		}
		for line := ""; line != "\r\n"; {
			if line, err = r.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
	}
	io.WriteString(c, send)
	return c
}

// Invalid bytes on a connection end only that connection.
func TestRubbish(t *testing.T) {
	ctx := patience(t)
	const short = 50 * time.Millisecond
	results := make(chan error, 1)
	accept := func(c Conn) {
		for {
			message, err := c.Read(context.Background())
			if err != nil {
				results <- err
				return
			}
			c.Write(context.Background(), message)
		}
	}
	a, _ := serve(t, nil, limits{open: openTime, silence: Silence, close: short, Limits: usual.Limits}, accept)
	hurried, _ := serve(t, nil, limits{open: openTime, silence: short, close: short, Limits: usual.Limits}, accept)
	curt, _ := serve(t, nil, limits{open: short, silence: Silence, close: short, Limits: usual.Limits}, accept)
	mask := "\x00\x00\x00\x00"
	for name, test := range map[string]struct {
		upgrade bool
		send    string
		want    string // the text of the error from Read
	}{
		"nothing":                   {false, "", ""},
		"noise":                     {false, strings.Repeat("\x00\xff\x17", 10_000), ""},
		"half a request":            {false, "GET / HTTP/1.1\r\nHost: x\r\n", ""},
		"endless headers":           {false, "GET / HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 10_000), ""},
		"TLS":                       {false, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", ""},
		"a ping of HTTP/2":          {false, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""},
		"silence":                   {true, "", "nothing was heard from the other side for 0.05 s"},
		"half a frame":              {true, "\x81\x85" + mask + "he", "nothing was heard"},
		"half a header":             {true, "\x81", "nothing was heard"},
		"a part of a message":       {true, "\x01\x85" + mask + "hello", "nothing was heard"},
		"a large message":           {true, "\x81\xfe\x20\x01" + mask + strings.Repeat("x", MostBytes+1), "too much"},
		"a frame said to be large":  {true, "\x81\xff\x00\x00\x00\xff\xff\xff\xff\xff" + mask + strings.Repeat("x", MostBytes+1), "too much"},
		"a large message in pieces": {true, "\x01\xfe\x10\x00" + mask + strings.Repeat("x", 4096) + strings.Repeat("\x00\xfe\x10\x00"+mask+strings.Repeat("x", 4096), 2), "too much"},
		"a frame without a mask":    {true, "\x81\x05hello", "lost"},
		"a binary message":          {true, "\x82\x85" + mask + "hello", "other than text"},
		"an unknown frame":          {true, "\x83\x80" + mask, "lost"},
		"reserved bits":             {true, "\xf1\x80" + mask, "lost"},
		"a long ping":               {true, "\x89\xfe\x10\x00" + mask, "lost"},
		"a thousand pings":          {true, strings.Repeat("\x89\x80"+mask, 1000), "closed"},
		"a few pings":               {true, strings.Repeat("\x89\x80"+mask, 100), "nothing was heard"},
		"an end inside a frame":     {true, "\x88\x80" + mask, "closed"},
		"a continuation of nothing": {true, "\x80\x85" + mask + "hello", "lost"},
	} {
		to := a
		switch {
		case !test.upgrade:
			to = curt
		case strings.HasPrefix(test.want, "nothing was heard"):
			to = hurried
		}
		c := raw(t, to, test.upgrade, test.send)
		if test.want != "" {
			if err := <-results; !strings.Contains(err.Error(), test.want) || strings.ContainsFunc(err.Error(), control) {
				t.Errorf("%s: the error is %q, want one about %q", name, err, test.want)
			}
		}
		if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, syscall.ECONNRESET) { // until the listener closes the connection
			t.Errorf("%s: %v", name, err)
		}
	}

	// The same bytes from a client that hangs up immediately.
	raw(t, a, true, "\x81\x85"+mask+"he").Close()
	if err := <-results; err == nil {
		t.Error("half a frame was read as a message")
	}
	works(ctx, t, dial(ctx, t, a, nil))
}

func TestPagesOfOthersAreRefused(t *testing.T) {
	ctx := patience(t)
	a, _ := serve(t, nil, usual, echo)
	for origin, ok := range map[string]bool{"http://example.org": false, "null": false, "http://" + a.Place(): true} {
		ws, _, err := websocket.Dial(ctx, "ws://"+a.Place(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if (err == nil) != ok {
			t.Errorf("a page of %s: %v", origin, err)
		}
		if err == nil {
			ws.CloseNow()
		}
	}
	response, err := http.Get("http://" + a.Place() + "/favicon.ico")
	if err != nil || response.StatusCode != http.StatusNotFound {
		t.Errorf("another page: %v, %v", response, err)
	}
}

func TestTooManyConnections(t *testing.T) {
	ctx := patience(t)
	a, _ := serve(t, nil, limits{open: openTime, silence: Silence, close: closeTime, Limits: Limits{Conns: 2, Joining: 2}}, func(c Conn) {
		c.(*socket).joined(asWatcher) // otherwise the connection is closed in favour of the next one
		echo(c)
	})
	first, second := dial(ctx, t, a, nil), dial(ctx, t, a, nil)
	works(ctx, t, first)
	works(ctx, t, second)
	if c, err := Dial(ctx, a, nil); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("a third connection: %v, %v", c, err)
	}
	first.Close("")
	wait.Until(t, "a third connection after the first one has ended", func() (any, bool) {
		c, err := Dial(ctx, a, nil)
		if err != nil {
			return err, false
		}
		works(ctx, t, c)
		c.Close("")
		return nil, true
	})
}

func TestTheEndOfAListener(t *testing.T) {
	ctx := patience(t)
	var running atomic.Int32
	accept := func(c Conn) {
		running.Add(1)
		defer running.Add(-1)
		echo(c)
	}
	a, l := serve(t, nil, limits{open: openTime, silence: Silence, close: 100 * time.Millisecond, Limits: Limits{Conns: 2, Joining: 2}}, accept)
	c := dial(ctx, t, a, nil)
	works(ctx, t, c)
	deaf := raw(t, a, true, "\x81\x85\x00\x00\x00\x00hello") // does not answer the closing handshake
	wait.Until(t, "both connections", func() (any, bool) { return running.Load(), running.Load() == 2 })
	got := make(chan error, 1)
	go func() {
		_, err := c.Read(ctx)
		got <- err
	}()
	l.Close()
	if n := running.Load(); n != 0 {
		t.Errorf("%d connections are served after the end", n)
	}
	var end *ClosedError
	if err := <-got; !errors.As(err, &end) || end.Reason != "the host has stopped" {
		t.Errorf("the guest reads %v", err)
	}
	if _, err := io.Copy(io.Discard, deaf); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err)
	}
	if _, err := Dial(ctx, a, nil); !errors.Is(err, ErrRefused) {
		t.Errorf("afterwards: %v", err)
	}
}

// Once a listener is shut, nobody can connect any more, existing connections continue, and a request that has arrived is answered.
func TestAShutListener(t *testing.T) {
	ctx := patience(t)
	arrived, answers, answered := make(chan struct{}), make(chan struct{}), make(chan string)
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(arrived)
		<-answers
		_, _ = io.WriteString(w, "late")
	})
	l, err := listen("127.0.0.1", 0, Server{Page: page}, echo, usual)
	if err != nil {
		t.Fatal(err)
	}
	a := Address{ID: "held27", Host: "127.0.0.1", Port: l.Port()}
	c := dial(ctx, t, a, nil)
	works(ctx, t, c)
	go func() {
		text := "nothing"
		if reply, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/", l.Port())); err == nil {
			body, _ := io.ReadAll(reply.Body)
			_, text = reply.Body.Close(), string(body)
		}
		answered <- text
	}()
	<-arrived
	l.Shut()
	works(ctx, t, c)
	close(answers)
	if text := <-answered; text != "late" {
		t.Errorf("the answer is %q", text)
	}
	if _, err := Dial(ctx, a, nil); !errors.Is(err, ErrRefused) {
		t.Errorf("afterwards: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func TestPorts(t *testing.T) {
	l, err := Listen(0, Server{}, echo)
	if err != nil || l.Port() == 0 {
		t.Fatal(l, err)
	}
	defer l.Close()
	for port, want := range map[int]string{
		l.Port(): fmt.Sprintf("port %d is in use", l.Port()),
		65536:    "65536 is not a port: use a number from 1 to 65535, or 0 for a free one",
		-1:       "-1 is not a port: use a number from 1 to 65535, or 0 for a free one",
	} {
		if other, err := Listen(port, Server{}, echo); err == nil || err.Error() != want {
			t.Errorf("%d: %v, %v, want %s", port, other, err, want)
		}
	}
	if err := noPort(80, os.NewSyscallError("bind", syscall.EACCES)); err.Error() != "you may not use port 80" {
		t.Error(err)
	}
	if err := noPort(80, &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", syscall.ENOBUFS)}); err.Error() != "cannot listen on port 80: no buffer space available" {
		t.Error(err)
	}
}

// certified returns the files of a new certificate for 127.0.0.1 and its key, and a pool that trusts it.
func certified(t *testing.T) (certificate, key string, trust *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, bytes []byte) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	trust = x509.NewCertPool()
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	trust.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret), trust
}

func TestTLS(t *testing.T) {
	ctx := patience(t)
	certificate, key, trust := certified(t)
	pair, err := NewCertificate(certificate, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, l := serve(t, pair.Config(), usual, echo)
	c := dial(ctx, t, a, &tls.Config{RootCAs: trust})
	works(ctx, t, c)
	plain := a
	plain.TLS = false
	open, _ := serve(t, nil, usual, echo)
	encrypted := open
	encrypted.TLS = true
	for want, test := range map[string]struct {
		a      Address
		config *tls.Config
		kind   error
	}{
		"the certificate of " + a.Place() + " is not trusted: ":                   {a, nil, ErrTrust},
		"the certificate of " + a.Place() + " is not trusted: x509: certificate ": {a, &tls.Config{RootCAs: trust, ServerName: "example.org"}, ErrTrust},
		a.Place() + " wants an encrypted connection: add tls to the address":      {plain, nil, ErrNotAttic},
		encrypted.Place() + " does not encrypt: leave out tls":                    {encrypted, nil, ErrNotAttic},
	} {
		if c, err := Dial(ctx, test.a, test.config); err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, test.kind) {
			t.Errorf("%v, %v, want %s", c, err, want)
		}
	}
	l.Close()
	if _, err := c.Read(ctx); err == nil {
		t.Error("the connection is still open without its listener")
	}
	if _, err := NewCertificate(key, certificate, nil); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a key as certificate: %v", err)
	}
}

func TestNobodyThere(t *testing.T) {
	ctx := patience(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "Welcome") }))
	defer page.Close()
	moved := httptest.NewServer(http.RedirectHandler("http://example.org/", http.StatusFound))
	defer moved.Close()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ws, err := websocket.Accept(w, r, nil); err == nil {
			ws.CloseRead(r.Context())
		}
	}))
	defer other.Close()
	answering := func(with string) string { // answers every request with this text
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go func() {
					defer c.Close()
					bufio.NewReader(c).ReadString('\n')
					if with == "silence" {
						io.Copy(io.Discard, c)
					}
					io.WriteString(c, with)
				}()
			}
		}()
		return l.Addr().String()
	}
	closed := answering("")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := l.Addr().String()
	l.Close()
	for place, want := range map[string]struct {
		text string
		kind error
	}{
		page.Listener.Addr().String():       {"PLACE is not attic: something else answers there", ErrNotAttic},
		moved.Listener.Addr().String():      {"PLACE is not attic: something else answers there", ErrNotAttic},
		other.Listener.Addr().String():      {"PLACE is not attic: something else answers there", ErrNotAttic},
		answering("220 mail.example.org\n"): {"PLACE is not attic: something else answers there", ErrNotAttic},
		closed:                              {"PLACE ended the connection without an answer", ErrNoAnswer},
		nobody:                              {"nobody is hosting a game at PLACE now; ask the host whether it is still open", ErrRefused},
	} {
		a, err := ParseAddress("held27@" + place)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(want.text, "PLACE", place)
		if c, err := Dial(ctx, a, nil); err == nil || err.Error() != text || !errors.Is(err, want.kind) {
			t.Errorf("%v, %v, want %s", c, err, text)
		}
	}

	silent, err := ParseAddress("held27@" + answering("silence"))
	if err != nil {
		t.Fatal(err)
	}
	hurried, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if c, err := Dial(hurried, silent, nil); !errors.Is(err, ErrNoAnswer) || err.Error() != "no answer from "+silent.Place() {
		t.Errorf("%v, %v", c, err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if c, err := Dial(stopped, silent, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", c, err)
	}
}

// Errors that need other networks are not provoked; only their texts are checked.
func TestWhyNobodyIsThere(t *testing.T) {
	ctx := patience(t)
	a := Address{ID: "held27", Host: "pc.example.org", Port: 7117}
	for want, test := range map[string]struct {
		err  error
		kind error
	}{
		"there is no host with the name pc.example.org":                                              {&net.DNSError{Err: "no such host", Name: a.Host, IsNotFound: true}, ErrNoHost},
		"the name pc.example.org cannot be looked up at the moment":                                  {&net.DNSError{Err: "server misbehaving", Name: a.Host}, ErrUnreachable},
		"nobody is hosting a game at pc.example.org:7117 now; ask the host whether it is still open": {syscall.Errno(10061), ErrRefused},
		"no answer from pc.example.org:7117":                                                         {os.ErrDeadlineExceeded, ErrNoAnswer},
		"pc.example.org:7117 cannot be reached: network is unreachable":                              {os.NewSyscallError("connect", syscall.ENETUNREACH), ErrUnreachable},
		"pc.example.org:7117 cannot be reached: so \uFFFD[2J it is":                                  {errors.New("so \x1b[2J it is"), ErrUnreachable},
		"the certificate of pc.example.org:7117 is not trusted: x509: no":                            {&tls.CertificateVerificationError{Err: errors.New("x509: no")}, ErrTrust},
	} {
		err := noHost(t.Context(), a, false, nil, fmt.Errorf("failed to WebSocket dial: %w", &net.OpError{Op: "dial", Err: test.err}))
		if err.Error() != want || !errors.Is(err, test.kind) {
			t.Errorf("%v: %v, want %s", test.err, err, want)
		}
	}

	// An address with a zone can be dialled.
	a, err := ParseAddress("held27@[::1%lo]:1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Dial(ctx, a, nil); !errors.Is(err, ErrRefused) && !errors.Is(err, ErrUnreachable) {
		t.Error(err)
	}
}

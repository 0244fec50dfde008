//go:build !js

package wire

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

const (
	subprotocol = "attic"
	openTime    = 10 * time.Second // how long the request that opens a connection may take, and its answer
	idleTime    = 3 * time.Minute  // between two requests: longer than nginx and Caddy keep a connection, because otherwise requests could be lost
	writeTime   = 10 * time.Second // how long writing one message may take
	mostReason  = 123              // bytes, see Conn.Close

	// Silence is how long a Conn from Dial or Listen waits for a whole message before Read ends the connection.
	Silence = 60 * time.Second

	shutTime = 2 * time.Second // how long the answer to a request may take after Shut
	pageTime = 2 * time.Minute // how long a browser may take to fetch one file of the page
)

// Limits are the limits of a Listener. A zero field stands for its default. An address is an IPv4 address or the first 64 bits of an IPv6
// address.
type Limits struct {
	Conns      int // the most connections at the same time; default: 512
	Joining    int // the most connections from one address on which nobody has joined yet; default: 64
	PerAddress int // the most spectators from one address; for players at a hall who have not moved yet, the limit is twice as high, and at least 32; default: no limit

	// Proxies are the addresses of proxies in front of this machine, which name the client of a request in X-Forwarded-For or Forwarded. These
	// headers are ignored if they come from anybody else.
	Proxies []netip.Prefix
}

// limits are the limits of a Listener and its connections.
type limits struct {
	open, silence, close time.Duration
	Limits
}

var usual = limits{open: openTime, silence: Silence, close: closeTime, Limits: Limits{Conns: 512, Joining: 64}}

// socket is a Conn over a WebSocket.
type socket struct {
	hall   string // the identity that the hall at the other end has sent
	ws     *websocket.Conn
	raw    net.Conn // the underlying connection, for ending it immediately
	remote string
	limits limits
}

func newSocket(ws *websocket.Conn, raw net.Conn, remote string, limits limits) *socket {
	ws.SetReadLimit(MostBytes)
	return &socket{ws: ws, raw: bare(raw), remote: remote, limits: limits}
}

// bare returns the connection under TLS, whose Close does not wait for the other side.
func bare(raw net.Conn) net.Conn {
	if t, ok := raw.(*tls.Conn); ok {
		return t.NetConn()
	}
	return raw
}

// pingRate is how often the other side may send a ping of the WebSocket, which is not a message. No client of attic sends any.
var pingRate = table.Rate{Burst: 100, Steady: 5}

// answerPings returns the function that decides whether to answer a ping of the WebSocket. It calls the function end if a ping comes too soon.
func answerPings(end func()) func(context.Context, []byte) bool {
	rate := pingRate
	return func(context.Context, []byte) bool {
		ok := rate.Allow(time.Now())
		if !ok {
			end()
		}
		return ok
	}
}

func (s *socket) Read(ctx context.Context) ([]byte, error) {
	patient, cancel := context.WithTimeout(ctx, s.limits.silence)
	defer cancel()
	kind, message, err := s.ws.Read(patient)
	switch {
	case err != nil && ctx.Err() == nil && patient.Err() != nil:
		return nil, s.broken(ctx, fmt.Errorf("nothing was heard from the other side for %g s", s.limits.silence.Seconds()))
	case err != nil:
		return nil, s.broken(ctx, err)
	case kind != websocket.MessageText:
		s.end(websocket.StatusUnsupportedData, "messages must be text")
		return nil, errors.New("the other side has sent something other than text")
	}
	return message, nil
}

func (s *socket) Write(ctx context.Context, message []byte) error {
	if len(message) > MostBytes {
		s.end(websocket.StatusInternalError, "")
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	patient, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	err := s.ws.Write(patient, websocket.MessageText, message)
	switch {
	case err != nil && ctx.Err() == nil && patient.Err() != nil:
		return s.broken(ctx, fmt.Errorf("the other side has accepted no data for %g s", writeTime.Seconds()))
	case err != nil:
		return s.broken(ctx, err)
	}
	return nil
}

// broken ends the connection after err, and returns the error with a text for people.
func (s *socket) broken(ctx context.Context, err error) error {
	var end websocket.CloseError
	switch {
	case errors.As(err, &end):
		err = closed(end.Reason)
	case ctx.Err() != nil:
		s.raw.Close()
		s.ws.CloseNow()
		return ctx.Err()
	case errors.Is(err, net.ErrClosed):
		err = closed("")
	case errors.Is(err, websocket.ErrMessageTooBig):
		err = fmt.Errorf("the other side has sent too much: %w", ErrLarge)
	default:
		err = fmt.Errorf("the connection is lost: %s", reason(err))
	}
	s.end(websocket.StatusProtocolError, "")
	return err
}

func (s *socket) Close(reason string) error {
	return s.end(websocket.StatusNormalClosure, reason)
}

func (s *socket) end(code websocket.StatusCode, reason string) error {
	if len(reason) > mostReason {
		reason = strings.ToValidUTF8(reason[:mostReason], "")
	}
	hurry := time.AfterFunc(s.limits.close, func() { s.raw.Close() })
	defer hurry.Stop()
	s.ws.Close(code, reason)
	return nil
}

func (s *socket) Remote() string { return s.remote }

// joined records in what way somebody has joined on the connection, which is then no longer closed in favour of others. It returns false, and records
// nothing, if too many people at the same address have joined in that way.
func (s *socket) joined(as standing) bool {
	c, ok := s.raw.(*caller)
	return !ok || c.lobby.joined(c, as)
}

// Listener serves connections at a TCP port.
type Listener struct {
	net     net.Listener
	server  Server
	accept  func(Conn)
	limits  limits
	running sync.WaitGroup // the server and the running calls of accept
	shut    atomic.Bool    // requests are answered before connections end

	mu     sync.Mutex
	closed bool
	open   map[*socket]bool
}

// Listen serves WebSocket connections at a TCP port on server.At; 0 picks a free port. It calls the function accept for each connection, in a new
// goroutine, and closes the connection when the function returns. Unless server.TLS is nil, connections are encrypted; see Certificate. Other
// requests get server.Page, with the address of the client behind a proxy. Listen refuses web pages of other origins, and pages that reached this
// machine by a name that does not belong to it. Any error is one line for people.
func Listen(port int, server Server, accept func(Conn)) (*Listener, error) {
	l, own := usual, server.Limits
	own.Conns, own.Joining = cmp.Or(own.Conns, l.Conns), cmp.Or(own.Joining, l.Joining)
	l.Limits = own
	return listen(server.At, port, server, accept, l)
}

func listen(host string, port int, own Server, accept func(Conn), limits limits) (*Listener, error) {
	tcp, err := net.Listen("tcp", net.JoinHostPort(host, fmt.Sprint(port)))
	if err != nil {
		return nil, noPort(port, err)
	}
	l := &Listener{net: tcp, server: own, accept: accept, limits: limits, open: map[*socket]bool{}}
	var served net.Listener = newLobby(tcp, limits.Limits)
	if own.TLS != nil {
		config := own.TLS.Clone()
		config.NextProtos = append([]string{"http/1.1"}, own.Proofs...)
		served = tls.NewListener(served, config)
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	server := &http.Server{
		Handler: http.HandlerFunc(l.serve), Protocols: protocols, MaxHeaderBytes: MostBytes, ErrorLog: ErrorLog(own.Failed),
		ReadHeaderTimeout: limits.open, ReadTimeout: limits.open, WriteTimeout: limits.open, IdleTimeout: idleTime,
		ConnContext: func(ctx context.Context, raw net.Conn) context.Context { return context.WithValue(ctx, rawKey{}, raw) },
		ConnState: func(raw net.Conn, state http.ConnState) {
			if c, ok := bare(raw).(*caller); ok {
				if c.idle.Store(state == http.StateIdle); state == http.StateIdle {
					c.lobby.back(c)
				}
			}
		},
	}
	l.running.Go(func() {
		server.Serve(served)
		if l.shut.Load() {
			within, cancel := context.WithTimeout(context.Background(), shutTime)
			_ = server.Shutdown(within)
			cancel()
		}
		server.Close() // closes connections that have not become WebSockets
	})
	return l, nil
}

// ErrorLog returns a log for an http.Server. It calls the function say, which may be nil, with each error, without the addresses of clients.
func ErrorLog(say func(line string)) *log.Logger { return log.New(failed(say), "", 0) }

// failed is a writer for the errors of net/http, one line at a time.
type failed func(line string)

// Write implements io.Writer.
func (f failed) Write(text []byte) (int, error) {
	if f != nil {
		f(addressed.ReplaceAllString(strings.TrimSpace(string(text)), ""))
	}
	return len(text), nil
}

// addressed matches the addresses of both ends of a connection in a line for failed.
var addressed = regexp.MustCompile(` (from|serving|tcp) (([\d.]+|\[[^] ]*\]):\d+(->)?)+`)

// rawKey is the key of the net.Conn in the context of a request.
type rawKey struct{}

// noPort returns an error that explains why a port cannot be used.
func noPort(port int, err error) error {
	switch {
	case is(err, syscall.EADDRINUSE, 10048):
		return &table.PortError{Port: port, Why: fmt.Sprintf("port %d is in use", port)}
	case is(err, syscall.EACCES, 10013):
		return &table.PortError{Port: port, Why: fmt.Sprintf("you may not use port %d", port)}
	case port < 0 || port > 65535:
		return fmt.Errorf("%d is not a port: use a number from 1 to 65535, or 0 for a free one", port)
	}
	return fmt.Errorf("cannot listen on port %d: %s", port, reason(err))
}

// The function is reports whether err is a system error with one of two numbers; Windows has its own numbers for socket errors.
func is(err error, unix, windows syscall.Errno) bool {
	return errors.Is(err, unix) || errors.Is(err, windows)
}

// Port returns the port.
func (l *Listener) Port() int { return l.net.Addr().(*net.TCPAddr).Port }

// Shut closes the port: new clients are sent elsewhere or try again. Connections continue until Close, and requests are still answered.
func (l *Listener) Shut() {
	l.shut.Store(true)
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	_ = l.net.Close()
}

// Close ends all connections and returns once every call of accept has returned, so accept must return when its connection ends. Close must
// not be called from accept.
func (l *Listener) Close() error {
	l.mu.Lock()
	l.closed = true
	open := make([]*socket, 0, len(l.open))
	for s := range l.open {
		open = append(open, s)
	}
	l.mu.Unlock()
	err := l.net.Close()
	if errors.Is(err, net.ErrClosed) { // by Shut
		err = nil
	}
	var ending sync.WaitGroup
	for _, s := range open {
		ending.Go(func() { s.Close("the host has stopped") })
	}
	ending.Wait()
	l.running.Wait()
	return err
}

// serve upgrades a request to a WebSocket connection and calls accept with it, or answers it with a file of the page.
func (l *Listener) serve(w http.ResponseWriter, r *http.Request) {
	if l.server.Hall != "" {
		w.Header().Set(HallHeader, l.server.Hall)
	}
	raw := r.Context().Value(rawKey{}).(net.Conn)
	r.RemoteAddr = l.limits.client(r)
	upgrade := r.Header.Get("Upgrade") != ""
	c, ok := bare(raw).(*caller)
	if ok {
		c.lobby.move(c, NetworkOf(r.RemoteAddr))
	}
	called := l.server.called(r.Host)
	if upgrade || !called || l.server.Page == nil { // websocket.Accept replaces this header
		w.Header().Set("Connection", "close")
	}
	if (!upgrade || r.Header.Get("Origin") != "") && !called {
		http.Error(w, fmt.Sprintf("attic does not know this machine as %q: the host must restart it with --url ADDRESS", r.Host), http.StatusForbidden)
		return
	}
	l.server.place(r)
	if !upgrade && l.server.Page != nil {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pageTime)) // the default is meant for short answers
		l.server.Page.ServeHTTP(w, r)
		return
	}
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		http.Error(w, "closed", http.StatusServiceUnavailable)
		return
	}
	l.running.Add(1)
	l.mu.Unlock()
	defer l.running.Done()
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{subprotocol}, OnPingReceived: answerPings(func() { bare(raw).Close() })})
	if err != nil {
		return // websocket.Accept has answered the request
	}
	s := newSocket(ws, raw, r.RemoteAddr, l.limits)
	l.mu.Lock()
	l.open[s] = true
	stop := l.closed
	l.mu.Unlock()
	if !stop {
		l.accept(s)
	}
	s.Close("")
	l.mu.Lock()
	delete(l.open, s)
	l.mu.Unlock()
}

// Dial connects to the host at an address. If a.TLS is set, the connection is encrypted according to config; if config is nil, this machine must
// trust the host's certificate. Dial gives up when ctx ends, and after at most 30 s.
func Dial(ctx context.Context, a Address, config *tls.Config) (Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var raw atomic.Pointer[net.Conn] // atomic, because an abandoned dial may still be running
	transport := &http.Transport{    // no proxy, no HTTP/2
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			c, err := new(net.Dialer).DialContext(ctx, "tcp", a.Place())
			if err == nil {
				raw.Store(&c)
			}
			return c, err
		},
		TLSClientConfig:        config,
		MaxResponseHeaderBytes: MostBytes,
	}
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	u := url.URL{Scheme: "ws", Host: a.Place(), Path: "/"}
	if a.TLS {
		u.Scheme = "wss"
	}
	ws, response, err := websocket.Dial(ctx, u.String(), &websocket.DialOptions{
		HTTPClient: client, Subprotocols: []string{subprotocol}, OnPingReceived: answerPings(func() {}),
	})
	if err != nil {
		return nil, noHost(ctx, a, raw.Load() != nil, response, err)
	}
	s := newSocket(ws, *raw.Load(), a.Place(), usual)
	s.hall = response.Header.Get(HallHeader)
	if ws.Subprotocol() != subprotocol {
		s.Close("")
		return nil, notAttic(a)
	}
	return s, nil
}

// Hall returns the identity of the hall at the other end, or "".
func (s *socket) Hall() string { return s.hall }

// noHost returns the error of Dial, in one line, for a connection that failed with err.
func noHost(ctx context.Context, a Address, connected bool, response *http.Response, err error) error {
	var (
		name   *net.DNSError
		trust  *tls.CertificateVerificationError
		record tls.RecordHeaderError
		lost   net.Error
	)
	place := a.Place()
	switch {
	case response != nil:
		switch response.StatusCode {
		case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout: // a proxy, or a hall that is starting
			return game.Because(ErrNoAnswer, "%s does not answer at the moment (%s)", place, strings.ToLower(http.StatusText(response.StatusCode)))
		}
		if body, _ := io.ReadAll(response.Body); strings.Contains(string(body), "HTTPS server") {
			return game.Because(ErrNotAttic, "%s wants an encrypted connection: add tls to the address", place)
		}
		return notAttic(a)
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.As(err, &trust):
		return game.Because(ErrTrust, "the certificate of %s is not trusted: %s", place, reason(trust.Err))
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return game.Because(ErrNotAttic, "%s does not encrypt: leave out tls", place)
	case errors.As(err, &name) && name.IsNotFound:
		return game.Because(ErrNoHost, "there is no host with the name %s", a.Host)
	case errors.As(err, &name):
		return game.Because(ErrUnreachable, "the name %s cannot be looked up at the moment", a.Host)
	case is(err, syscall.ECONNREFUSED, 10061):
		return game.Because(ErrRefused, "nobody is hosting a game at %s now; ask the host whether it is still open", place)
	case ctx.Err() != nil, errors.As(err, &lost) && lost.Timeout():
		return game.Because(ErrNoAnswer, "no answer from %s", place)
	case connected && strings.Contains(err.Error(), "malformed"): // package http reports this if the answer is not HTTP
		return notAttic(a)
	case connected:
		return game.Because(ErrNoAnswer, "%s ended the connection without an answer", place)
	}
	return game.Because(ErrUnreachable, "%s cannot be reached: %s", place, reason(err))
}

func notAttic(a Address) error {
	return game.Because(ErrNotAttic, "%s is not attic: something else answers there", a.Place())
}

// reason returns the cause of a system error in one line, without names of functions or addresses.
func reason(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return phrase.Printable(err.Error())
}

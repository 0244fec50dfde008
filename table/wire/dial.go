//go:build !js

package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/coder/websocket"

	"attic/game"
	"attic/internal/phrase"
)

// Dial connects to the host at an address. With a.TLS the connection is encrypted as config says; if config is nil, the host's
// certificate must be one that this machine trusts. Dial gives up when ctx ends, at the latest after 30 s.
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

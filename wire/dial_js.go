package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

const (
	subprotocol = "attic"
	openTime    = 10 * time.Second
	unheard     = 60 * time.Second // after which Read ends the connection
	mostReason  = 123              // bytes, see Conn.Close
	mostWaiting = 1024             // messages that have not been read
	lost        = 1006             // the code of a connection that was not closed properly
)

// browserSocket is a Conn over a WebSocket of the browser.
type browserSocket struct {
	ws    js.Value
	place string
	free  func() // releases what the browser calls

	mu      sync.Mutex
	waiting [][]byte // messages that have not been read
	more    chan struct{}
	ended   error
}

// Dial connects to the host at an address. Whose certificates are trusted is up to the browser, which does not say why it finds no host.
// Dial gives up when ctx ends, at the latest after 10 s.
func Dial(ctx context.Context, a Address, _ any) (conn Conn, err error) {
	defer func() {
		if refused, ok := recover().(js.Error); ok { // a page that was fetched over an encrypted connection may not open another kind
			conn, err = nil, errors.New(refused.Get("message").String())
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	scheme := "ws://"
	if a.TLS {
		scheme = "wss://"
	}
	s := &browserSocket{place: a.Place(), more: make(chan struct{}, 1)}
	opened := make(chan struct{})
	s.ws = js.Global().Get("WebSocket").New(scheme+s.place+"/", subprotocol)
	open := js.FuncOf(func(js.Value, []js.Value) any {
		close(opened)
		return nil
	})
	message := js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if data.Type() != js.TypeString {
			s.end(errors.New("the other side has sent something other than text"))
			return nil
		}
		s.put([]byte(data.String()))
		return nil
	})
	closing := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].Get("code").Int() == lost {
			s.end(errors.New("the connection is lost"))
		} else {
			s.end(closed(args[0].Get("reason").String()))
		}
		return nil
	})
	s.ws.Set("onopen", open)
	s.ws.Set("onmessage", message)
	s.ws.Set("onclose", closing)
	over := make(chan struct{})
	s.free = sync.OnceFunc(func() { close(over) })
	go func() { // not before the browser is done with them
		<-over
		s.ws.Set("onopen", js.Null())
		s.ws.Set("onmessage", js.Null())
		s.ws.Set("onclose", js.Null())
		open.Release()
		message.Release()
		closing.Release()
	}()
	select {
	case <-opened:
		return s, nil
	case <-over:
		return nil, fmt.Errorf("%s cannot be reached, or nobody is hosting a game there", s.place)
	case <-ctx.Done():
		s.end(ctx.Err())
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("no answer from %s", s.place)
	}
}

// put takes a message.
func (s *browserSocket) put(message []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended != nil:
	case len(message) > MostBytes, len(s.waiting) == mostWaiting:
		s.endLocked(fmt.Errorf("the other side has sent too much: %w", ErrLarge))
	default:
		s.waiting = append(s.waiting, message)
		s.wake()
	}
}

func (s *browserSocket) wake() {
	select {
	case s.more <- struct{}{}:
	default:
	}
}

// end ends the connection after err.
func (s *browserSocket) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLocked(err)
}

func (s *browserSocket) endLocked(err error) {
	if s.ended == nil {
		s.ended = err
		s.ws.Call("close")
		s.free()
		s.wake()
	}
}

// Read implements Conn.
func (s *browserSocket) Read(ctx context.Context) ([]byte, error) {
	patience := time.NewTimer(unheard)
	defer patience.Stop()
	for {
		s.mu.Lock()
		if len(s.waiting) > 0 {
			message := s.waiting[0]
			s.waiting = s.waiting[1:]
			s.mu.Unlock()
			return message, nil
		}
		ended := s.ended
		s.mu.Unlock()
		if ended != nil {
			return nil, ended
		}
		select {
		case <-s.more:
		case <-ctx.Done():
			s.end(ctx.Err())
		case <-patience.C:
			s.end(fmt.Errorf("nothing was heard from the other side for %g s", unheard.Seconds()))
		}
	}
}

// Write implements Conn. The browser keeps what it cannot send yet.
func (s *browserSocket) Write(_ context.Context, message []byte) error {
	if len(message) > MostBytes {
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == nil {
		s.ws.Call("send", string(message))
	}
	return s.ended
}

// Close implements Conn.
func (s *browserSocket) Close(reason string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == nil {
		s.ws.Call("close", 1000, strings.ToValidUTF8(reason[:min(len(reason), mostReason)], ""))
		s.endLocked(closed(""))
	}
	return nil
}

// Remote implements Conn.
func (s *browserSocket) Remote() string { return s.place }

package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

const (
	subprotocol = "attic"
	unheard     = 60 * time.Second // the silence after which Read ends the connection
	mostReason  = 123              // bytes, see Conn.Close
	mostWaiting = 1024             // unread messages
	lost        = 1006             // the code of a connection that was not closed properly
	isOpen      = 1                // the state of a WebSocket on which messages can be sent
)

// inbox holds the messages received on a connection and not yet read.
type inbox struct {
	shut func() // ends the connection

	mu      sync.Mutex
	waiting [][]byte
	more    chan struct{}
	ended   error
}

// put stores a message. It ends the connection instead if the message is longer than the limit in the parameter bytes, or if as many messages as the
// limit in the parameter waiting are unread.
func (b *inbox) put(message []byte, bytes, waiting int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.ended != nil:
	case len(message) > bytes, len(b.waiting) == waiting:
		b.endLocked(fmt.Errorf("the other side has sent too much: %w", ErrLarge))
	default:
		b.waiting = append(b.waiting, message)
		b.wake()
	}
}

func (b *inbox) wake() {
	select {
	case b.more <- struct{}{}:
	default:
	}
}

func (b *inbox) end(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.endLocked(err)
}

func (b *inbox) endLocked(err error) {
	if b.ended == nil {
		b.ended = err
		b.shut()
		b.wake()
	}
}

// next returns the next message. The parameter patience limits how long it waits for one.
func (b *inbox) next(ctx context.Context, patience time.Duration) ([]byte, error) {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		b.mu.Lock()
		if len(b.waiting) > 0 {
			message := b.waiting[0]
			b.waiting = b.waiting[1:]
			b.mu.Unlock()
			return message, nil
		}
		ended := b.ended
		b.mu.Unlock()
		if ended != nil {
			return nil, ended
		}
		select {
		case <-b.more:
		case <-ctx.Done():
			b.end(ctx.Err())
		case <-late.C:
			b.end(fmt.Errorf("nothing was heard from the other side for %g s", patience.Seconds()))
		}
	}
}

// browserSocket is a Conn over a WebSocket of the browser.
type browserSocket struct {
	inbox
	ws    js.Value
	place string
	hall  string // the identity of the hall that the page comes from
}

// Hall returns the identity of the hall at the other end, or "".
func (s *browserSocket) Hall() string { return s.hall }

// Dial connects to the host at an address. The browser decides which certificates are trusted, and does not report why it finds no host. Dial gives
// up when ctx ends, at the latest after 30 s.
func Dial(ctx context.Context, a Address, _ any) (Conn, error) {
	scheme := "ws://"
	if a.TLS {
		scheme = "wss://"
	}
	told := identity(a)
	s, err := openSocket(ctx, scheme+a.Place()+"/", a.Place(), subprotocol, MostBytes, mostWaiting)
	if err != nil { // not a nil socket
		return nil, err
	}
	select {
	case hall, ok := <-told:
		if s.hall = hall; ok {
			return s, nil
		}
	case <-ctx.Done():
	}
	s.end(errors.New("no identity"))
	return nil, fmt.Errorf("no answer from %s", s.place)
}

// hallless is set as soon as the page is known not to come from a hall.
var hallless bool

// identity asks for the identity of the hall at an address while the connection is being made, because a browser hides the headers of the answer to a
// WebSocket. The identity is "" unless the page comes from that hall. Without an answer the channel is closed.
func identity(a Address) <-chan string {
	told := make(chan string, 1)
	page, err := url.Parse(js.Global().Get("location").Get("origin").String())
	if err != nil || hallless || page.Hostname() != a.Host || cmp.Or(page.Port(), map[string]string{"http": "80", "https": "443"}[page.Scheme]) != strconv.Itoa(a.Port) {
		told <- ""
		return told
	}
	answered := func(_ js.Value, args []js.Value) any {
		if header := args[0].Get("headers").Call("get", HallHeader); header.Type() == js.TypeString {
			told <- header.String()
		} else {
			hallless = args[0].Get("ok").Bool()
			told <- ""
		}
		return nil
	}
	var then, failed js.Func
	release := func() {
		then.Release()
		failed.Release()
	}
	then = js.FuncOf(func(this js.Value, args []js.Value) any { defer release(); return answered(this, args) })
	failed = js.FuncOf(func(js.Value, []js.Value) any { defer release(); close(told); return nil })
	js.Global().Call("fetch", page.String()+"/", map[string]any{"method": "HEAD", "cache": "no-store"}).Call("then", then, failed)
	return told
}

// openSocket opens a WebSocket. The parameter waiting limits the number of unread messages, and the parameter bytes the length of each.
func openSocket(ctx context.Context, address, place, protocol string, bytes, waiting int) (made *browserSocket, err error) {
	defer func() {
		if refused, ok := recover().(js.Error); ok { // a page fetched over an encrypted connection may open no unencrypted one
			made, err = nil, errors.New(refused.Get("message").String())
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	s := &browserSocket{place: place}
	s.more = make(chan struct{}, 1)
	opened := make(chan struct{})
	s.ws = js.Global().Get("WebSocket").New(address, protocol)
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
		s.put([]byte(data.String()), bytes, waiting)
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
	free := sync.OnceFunc(func() { close(over) })
	s.shut = func() {
		s.ws.Call("close")
		free()
	}
	go func() { // wait until the browser has finished with them
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
		return nil, fmt.Errorf("%s cannot be reached, or nobody is hosting a game there now; ask the host whether it is still open", s.place)
	case <-ctx.Done():
		s.end(ctx.Err())
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("no answer from %s", s.place)
	}
}

// Read implements Conn.
func (s *browserSocket) Read(ctx context.Context) ([]byte, error) { return s.next(ctx, unheard) }

// Write implements Conn. The browser keeps what it cannot send yet.
func (s *browserSocket) Write(_ context.Context, message []byte) error {
	if len(message) > MostBytes {
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	return s.send(string(message))
}

func (s *browserSocket) send(message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == nil && s.ws.Get("readyState").Int() == isOpen { // the other side may have closed the socket; onclose will then report it
		s.ws.Call("send", message)
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

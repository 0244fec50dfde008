package wire

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"attic/table"
)

const (
	relayWaiting  = 4 * mostPassed // the most messages of a Relay that have not been taken
	relayPause    = time.Second    // between attempts to find a Relay again
	relayPatience = 5 * time.Second
)

// Server has the settings for hosting alone: the Relay of the program that serves the page. A zero Server cannot host.
type Server struct {
	Relay string // the host and port from which the page was loaded
	Key   string // the Relay's Key
}

func (Server) encrypts() bool { return false }

// Listener serves the connections that a Relay forwards. If the Relay is gone, it reconnects as soon as there is one again.
type Listener struct {
	server Server
	id     string
	accept func(Conn)
	ctx    context.Context // until Close
	stop   context.CancelFunc
	ended  chan struct{} // closed when nothing is running any more

	port   int
	page   string // the link without its fragment
	places []string
}

func (n Network) listen(id string, accept func(Conn)) (*Listener, error) {
	if n.Key == "" {
		return nil, errors.New("a page can host a game only if \"attic page\" has opened it on this machine; or run \"attic host\", which shows a link for the other player")
	}
	l := &Listener{server: n.Server, id: id, accept: accept, port: n.Port, ended: make(chan struct{})}
	l.ctx, l.stop = context.WithCancel(context.Background())
	ws, err := l.dial()
	if err != nil {
		l.stop()
		return nil, err
	}
	go l.run(ws)
	return l, nil
}

// Port returns the port.
func (l *Listener) Port() int { return l.port }

// addresses returns the addresses at which other machines may be able to reach the port, the best one first.
func (l *Listener) addresses() []string { return l.places }

// link returns the URL at which a browser joins the game hosted at an address, or "" if there is no page.
func (l *Listener) link(a Address) string {
	if l.page == "" {
		return ""
	}
	return l.page + a.ID
}

// Close ends the hosting and all connections.
func (l *Listener) Close() error {
	l.stop()
	<-l.ended
	return nil
}

// dial asks the Relay for the port.
func (l *Listener) dial() (*browserSocket, error) {
	ctx, cancel := context.WithTimeout(l.ctx, relayPatience)
	defer cancel()
	ws, err := openSocket(ctx, "ws://"+l.server.Relay+RelayPath, l.server.Relay, relayProtocol+l.server.Key, mostFrame, relayWaiting)
	var answer []byte
	if err == nil {
		if err = ws.send(strconv.Itoa(l.port) + " " + l.id); err == nil {
			answer, err = ws.next(ctx, relayPatience)
		}
	}
	if err != nil {
		return nil, errors.New("this page cannot host: the program that serves it does not respond. Run \"attic page\" again, and use the page that it opens")
	}
	text := string(answer)
	if why, ok := strings.CutPrefix(text, relayTaken); ok {
		return nil, &table.PortError{Port: l.port, Why: why}
	}
	if why, ok := strings.CutPrefix(text, relayRefuses); ok {
		return nil, errors.New(why)
	}
	words := strings.Split(text, " ")
	port, err := strconv.Atoi(words[0])
	if err != nil || len(words) < 3 {
		ws.end(closed(""))
		return nil, errors.New("the program that serves this page has a different version: reload the page")
	}
	l.port, l.page, l.places = port, words[1], words[2:]
	return ws, nil
}

// run serves the connections. If the Relay is gone, the connections end, and run tries to reconnect to it until Close.
func (l *Listener) run(ws *browserSocket) {
	defer close(l.ended)
	for {
		l.serve(ws)
		for ws = nil; ws == nil; ws, _ = l.dial() {
			select {
			case <-l.ctx.Done():
				return
			case <-time.After(relayPause):
			}
		}
	}
}

// serve serves the connections forwarded over ws until ws ends.
func (l *Listener) serve(ws *browserSocket) {
	var serving sync.WaitGroup
	open := map[int]*passedOn{}
	defer context.AfterFunc(l.ctx, func() { _ = ws.Close("") })()
	for {
		raw, err := ws.next(context.Background(), math.MaxInt64)
		if err != nil {
			break
		}
		n, what, text, ok := splitPassed(string(raw))
		if !ok {
			break
		}
		c := open[n]
		switch {
		case what == passedArrives && c == nil:
			c := &passedOn{n: n, ws: ws, remote: text, taken: make(chan struct{}, 1), over: make(chan struct{})}
			c.more, c.shut = make(chan struct{}, 1), func() { close(c.over) }
			open[n] = c
			serving.Go(func() {
				l.accept(c)
				_ = c.Close("")
			})
		case c == nil:
		case what == passedMessage:
			c.put([]byte(text), MostBytes, 1)
		case what == passedTaken:
			select {
			case c.taken <- struct{}{}:
			default:
			}
		case what == passedEnds:
			c.end(closed(text))
			_ = c.ws.send(strconv.Itoa(n) + string(passedEnds))
			delete(open, n)
		}
	}
	_ = ws.Close("")
	for c := range maps.Values(open) {
		c.end(errors.New("the connection is lost"))
	}
	serving.Wait()
}

// passedOn is a Conn over a Relay.
type passedOn struct {
	inbox
	n      int
	ws     *browserSocket
	remote string
	taken  chan struct{} // the Relay has forwarded a message
	over   chan struct{} // closed when the connection has ended
}

// Read implements Conn.
func (c *passedOn) Read(ctx context.Context) ([]byte, error) {
	message, err := c.next(ctx, unheard)
	if err == nil {
		c.say(passedTaken, "")
	}
	return message, err
}

func (c *passedOn) say(what byte, text string) {
	_ = c.ws.send(strconv.Itoa(c.n) + string(what) + text)
}

// Write implements Conn.
func (c *passedOn) Write(ctx context.Context, message []byte) error {
	if len(message) > MostBytes {
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	c.say(passedMessage, string(message))
	select {
	case <-c.taken:
		return nil
	case <-c.over:
		return closed("")
	case <-ctx.Done():
		_ = c.Close("")
		return ctx.Err()
	}
}

// Close implements Conn.
func (c *passedOn) Close(reason string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == nil {
		c.endLocked(closed(""))
		c.say(passedEnds, strings.ToValidUTF8(reason[:min(len(reason), mostReason)], ""))
	}
	return nil
}

// Remote implements Conn.
func (c *passedOn) Remote() string { return c.remote }

// joined tells the Relay that somebody has joined on the connection, which is then no longer closed in favour of others.
func (c *passedOn) joined(standing) bool {
	c.say(passedJoins, "")
	return true
}

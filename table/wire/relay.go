//go:build !js

package wire

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"attic/table"
)

// Relay lets a page on this machine host games. A page cannot listen on a port, so a Relay listens for it and forwards the connections. The page has
// the table, the journal and the Host; the Relay knows only the ID of the game. It answers at [RelayPath] beside the page. It refuses requests
// without Key, requests from other machines, and requests of pages that were served elsewhere.
//
// The page opens one WebSocket for each game and sends the port and the ID. The answer is the port, the link without its fragment, and the addresses
// of this machine; or the code and the text of an error. After that, each message has the number of a connection, a letter for its kind (such as
// passedMessage), and its content. Neither side sends the next message of a connection before the other side has taken the previous one. So a slow
// connection cannot hold up the others.
type Relay struct {
	Key    string
	Server Server // for the connections of the other players

	mu     sync.Mutex
	closed bool
	open   map[int]*passage // by their ports
}

// passage is the port of a game that a page hosts.
type passage struct {
	id       string
	listener *Listener
	page     *pageEnd    // nil while the page is away
	given    *time.Timer // closes the port if the page stays away
}

// pageEnd is the connection to a page.
type pageEnd struct {
	ws   *websocket.Conn
	ctx  context.Context
	stop context.CancelFunc

	mu      sync.Mutex
	last    int             // the number of the last connection
	passing map[int]*passed // connections with which the page has not yet reported to be finished
}

// passed is a connection from another player that is forwarded to the page.
type passed struct {
	conn  Conn
	out   chan string   // messages from the page
	taken chan struct{} // the page has taken a message
	end   sync.Once     // when the page reports that it has finished with the connection
	done  chan struct{} // closed by end
}

// returnTime is how long a port stays open after its page was closed or reloaded without ending the game. Others can still load the page there.
const returnTime = 10 * time.Minute

// ServeHTTP implements http.Handler.
func (r *Relay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	host := (&url.URL{Host: q.Host}).Hostname()
	key, ok := strings.CutPrefix(q.Header.Get("Sec-WebSocket-Protocol"), relayProtocol)
	switch {
	case !local(q.RemoteAddr), !local(host), !strings.EqualFold(q.Header.Get("Origin"), "http://"+q.Host),
		!ok, r.Key == "", subtle.ConstantTimeCompare([]byte(key), []byte(r.Key)) != 1:
		http.Error(w, "only the page that \"attic page\" opens on this machine can host a game", http.StatusForbidden)
		return
	}
	ws, err := websocket.Accept(w, q, &websocket.AcceptOptions{Subprotocols: []string{relayProtocol + key}})
	if err != nil {
		return // websocket.Accept has answered the request
	}
	ws.SetReadLimit(mostFrame)
	page := &pageEnd{ws: ws, passing: map[int]*passed{}}
	page.ctx, page.stop = context.WithCancel(context.Background())
	defer page.stop()
	defer ws.CloseNow()
	asking, cancel := context.WithTimeout(page.ctx, openTime)
	_, wish, err := ws.Read(asking)
	cancel()
	if err != nil {
		return
	}
	p, answer := r.admit(string(wish), page)
	page.write(answer)
	if p == nil {
		_ = ws.Close(websocket.StatusNormalClosure, "")
		return
	}
	ends := page.read()
	r.left(p, page, ends)
}

// admit opens the port that a page asks for, or gives it back to the page that has the game. It returns the answer for the page.
func (r *Relay) admit(wish string, page *pageEnd) (*passage, string) {
	number, id, _ := strings.Cut(wish, " ")
	port, err := strconv.Atoi(number)
	if err == nil {
		err = CheckID(id)
	}
	if err != nil {
		return nil, relayRefuses + err.Error()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, relayRefuses + "attic page is shutting down"
	}
	p := r.open[port]
	switch {
	case p == nil:
		p = &passage{}
		if p.listener, err = Listen(port, r.Server, func(conn Conn) { r.pass(p, conn) }); err != nil {
			if _, taken := errors.AsType[*table.PortError](err); taken {
				return nil, relayTaken + err.Error()
			}
			return nil, relayRefuses + err.Error()
		}
		p.given = time.AfterFunc(returnTime, func() { r.expire(p) })
		if r.open == nil {
			r.open = map[int]*passage{}
		}
		r.open[p.listener.Port()] = p
	case p.page != nil && !EqualID(p.id, id):
		return nil, relayTaken + fmt.Sprintf("port %d is in use by another page", port)
	case p.page != nil:
		p.page.stop() // the page was reloaded
	}
	p.given.Stop()
	p.id, p.page = id, page
	link := p.listener.link(Address{Host: Own()[0], Port: p.listener.Port(), TLS: r.Server.encrypts()})
	return p, fmt.Sprint(p.listener.Port(), " ", link, " ", strings.Join(Own(), " "))
}

// left records that a page is away. If it has ended its game, the port is closed.
func (r *Relay) left(p *passage, page *pageEnd, ended bool) {
	r.mu.Lock()
	current := p.page == page
	if current {
		p.page = nil
		p.given.Reset(returnTime)
	}
	r.mu.Unlock()
	if current && ended {
		r.expire(p)
	}
}

// expire closes the port of a page that is away.
func (r *Relay) expire(p *passage) {
	r.mu.Lock()
	port := p.listener.Port()
	away := p.page == nil && r.open[port] == p
	if away {
		delete(r.open, port)
		p.given.Stop()
	}
	r.mu.Unlock()
	if away {
		_ = p.listener.Close()
	}
}

// Close closes all ports.
func (r *Relay) Close() {
	r.mu.Lock()
	r.closed = true
	open := r.open
	r.open = nil
	for _, p := range open {
		p.given.Stop()
		if p.page != nil {
			p.page.stop()
		}
	}
	r.mu.Unlock()
	for _, p := range open {
		_ = p.listener.Close()
	}
}

func (r *Relay) pass(p *passage, conn Conn) {
	r.mu.Lock()
	page := p.page
	r.mu.Unlock()
	if page == nil {
		return
	}
	n, c := page.enter(conn)
	if c == nil {
		return
	}
	defer page.leave(n)
	ctx, stop := context.WithCancel(page.ctx)
	defer stop()
	go func() {
		for {
			select {
			case text := <-c.out:
				if conn.Write(ctx, []byte(text)) != nil {
					stop()
					return
				}
				page.send(n, passedTaken, "")
			case <-ctx.Done():
				return
			}
		}
	}()
	page.send(n, passedArrives, conn.Remote())
	for {
		message, err := conn.Read(ctx)
		if err != nil {
			break
		}
		page.send(n, passedMessage, string(message))
		select {
		case <-c.taken:
			continue
		case <-c.done:
		case <-ctx.Done():
		}
		break
	}
	page.send(n, passedEnds, "")
	select {
	case <-c.done:
	case <-page.ctx.Done():
	}
}

// enter gives a connection a number, or returns nil if the page has too many unfinished ones.
func (e *pageEnd) enter(conn Conn) (int, *passed) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.passing) >= mostPassed {
		return 0, nil
	}
	e.last++
	c := &passed{conn: conn, out: make(chan string, 1), taken: make(chan struct{}, 1), done: make(chan struct{})}
	e.passing[e.last] = c
	return e.last, c
}

func (e *pageEnd) leave(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.passing, n)
}

func (e *pageEnd) send(n int, what byte, text string) { e.write(strconv.Itoa(n) + string(what) + text) }

// write sends a message to the page, and ends the connection if the page does not take it.
func (e *pageEnd) write(text string) {
	patient, cancel := context.WithTimeout(e.ctx, writeTime)
	defer cancel()
	if e.ws.Write(patient, websocket.MessageText, []byte(text)) != nil {
		e.stop()
	}
}

// read handles the messages of the page until the connection ends, and reports whether the page has ended its game.
func (e *pageEnd) read() (ended bool) {
	defer e.stop()
	for {
		_, message, err := e.ws.Read(e.ctx)
		if err != nil {
			return websocket.CloseStatus(err) == websocket.StatusNormalClosure
		}
		n, what, text, ok := splitPassed(string(message))
		if !ok {
			return false
		}
		e.mu.Lock()
		c := e.passing[n]
		e.mu.Unlock()
		if c == nil {
			continue
		}
		switch what {
		case passedMessage:
			select {
			case c.out <- text:
			default: // the page has sent too soon
				return false
			}
		case passedTaken:
			select {
			case c.taken <- struct{}{}:
			default:
			}
		case passedJoins:
			joined(c.conn, asWatcher)
		case passedEnds:
			go c.end.Do(func() {
				c.conn.Close(text) // before anything else can end it, so that the other side gets the reason
				close(c.done)
			})
		}
	}
}

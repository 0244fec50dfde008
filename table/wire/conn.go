package wire

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"attic/internal/phrase"
)

// Conn carries messages, as encoded by Encode, to another machine and back, in order. One goroutine may read while another writes; any goroutine may
// call Close and Remote.
type Conn interface {
	// Read returns the next message. If ctx ends first, the connection ends too.
	Read(ctx context.Context) ([]byte, error)
	// Write sends a message of at most MostBytes. Write may return before the message has arrived. If ctx ends first, the connection ends too.
	Write(ctx context.Context, message []byte) error
	// Close sends everything written so far and a reason, cut to 123 bytes, then ends the connection. It waits at most a second for the other side.
	Close(reason string) error
	// Remote returns the address of the other end: an IP address, with a port unless a proxy has named it.
	Remote() string
}

// standing is the way in which somebody has joined.
type standing int

const (
	asWatcher standing = iota // watches, or plays against a host, whose ID many people may have
	asPlayer                  // at a hall, with the link of a seat, and has made no move yet
	asKeyed                   // with the key of a seat, or has made a move
)

// joined tells conn in what way somebody has joined over it, or that its player has made a move. It returns false if too many people at the same
// address have joined in the same way.
func joined(conn Conn, as standing) bool {
	c, ok := conn.(interface{ joined(as standing) bool })
	return !ok || c.joined(as)
}

// ErrNotAttic means that something other than attic answers Dial.
var ErrNotAttic = errors.New("something other than attic answers there")

// ClosedError is the error of Read and Write after the other side closed the connection properly or after Close.
type ClosedError struct {
	Reason string // the reason given to Close, in printable characters
}

// Error returns a sentence with the Reason.
func (e *ClosedError) Error() string {
	if e.Reason == "" {
		return "the connection is closed"
	}
	return "the connection is closed: " + e.Reason
}

// closed returns a ClosedError with a reason that may come from another machine.
func closed(reason string) *ClosedError { return &ClosedError{Reason: phrase.Printable(reason)} }

// write sends messages, each within messageTime.
func write(ctx context.Context, conn Conn, list ...[]byte) error {
	for _, raw := range list {
		within, cancel := context.WithTimeout(ctx, messageTime)
		err := conn.Write(within, raw)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// RelayPath is the path at which a Relay answers.
const RelayPath = "/host"

// The protocol between a page and a Relay.
const (
	relayProtocol = "attic-host." // followed by the key
	relayTaken    = "taken "      // followed by the reason: another port may work
	relayRefuses  = "no "         // followed by the reason

	passedArrives = '+' // followed by the address of the other side
	passedMessage = ':' // followed by a message
	passedTaken   = '=' // the message has been taken, or forwarded
	passedJoins   = '*' // somebody has joined on the connection
	passedEnds    = '-' // followed by a reason

	mostFrame  = MostBytes + 32 // bytes of a message between page and Relay
	mostPassed = 1024           // connections at the same time
)

// splitPassed splits a message into the number of a connection, the kind of the message, and its content.
func splitPassed(message string) (n int, what byte, text string, ok bool) {
	at := strings.IndexAny(message, "+:=*-")
	if at < 0 {
		return 0, 0, "", false
	}
	n, err := strconv.Atoi(message[:at])
	return n, message[at], message[at+1:], err == nil
}

// pipeQueue is the number of messages that wait in each direction of a pipe before Write blocks.
const pipeQueue = 64

// Pipe returns the two ends of a connection within this process: the host's end, whose Remote returns the parameter from, and the guest's. It needs
// neither goroutines nor time. Messages written before Close can still be read at the other end.
func Pipe(from string) (host, guest Conn) {
	there, back := make(chan []byte, pipeQueue), make(chan []byte, pipeQueue)
	both := &ending{done: make(chan struct{})}
	return &end{in: back, out: there, remote: from, ending: both}, &end{in: there, out: back, remote: "localhost", ending: both}
}

// end is a Conn: one end of a pipe.
type end struct {
	in, out chan []byte
	remote  string
	*ending
}

// ending is the closed state of a pipe, shared by both ends.
type ending struct {
	once   sync.Once
	done   chan struct{}
	reason string
	by     *end
}

func (p *end) close(reason string) {
	p.once.Do(func() {
		p.reason, p.by = reason, p
		close(p.done)
	})
}

// Read implements Conn.
func (p *end) Read(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		p.close("")
		return nil, err
	}
	select {
	case message := <-p.in:
		return message, nil
	case <-p.done:
		if p.by != p {
			select {
			case message := <-p.in:
				return message, nil
			default:
			}
		}
		return nil, closed(p.reason)
	case <-ctx.Done():
		p.close("")
		return nil, ctx.Err()
	}
}

// Write implements Conn.
func (p *end) Write(ctx context.Context, message []byte) error {
	if len(message) > MostBytes {
		p.close("")
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	if err := ctx.Err(); err != nil {
		p.close("")
		return err
	}
	select {
	case <-p.done:
		return closed(p.reason)
	default:
	}
	select {
	case p.out <- append([]byte(nil), message...):
		return nil
	case <-p.done:
		return closed(p.reason)
	case <-ctx.Done():
		p.close("")
		return ctx.Err()
	}
}

// Close implements Conn.
func (p *end) Close(reason string) error {
	p.close(reason)
	return nil
}

// Remote implements Conn.
func (p *end) Remote() string { return p.remote }

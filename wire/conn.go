package wire

import (
	"context"
	"fmt"
	"sync"

	"attic/internal/phrase"
)

// Conn carries messages, as Encode makes them, to another machine and back, in order. One goroutine may read while another
// one writes; any goroutine may call Close and Remote.
type Conn interface {
	// Read returns the next message. If ctx ends first, the connection ends too.
	Read(ctx context.Context) ([]byte, error)
	// Write sends a message of at most MostBytes. It may return before the message has arrived. If ctx ends first, the
	// connection ends too.
	Write(ctx context.Context, message []byte) error
	// Close ends the connection after everything that was written, and sends the other side a reason, cut to 123 bytes. It
	// waits for the other side for at most a second.
	Close(reason string) error
	// Remote returns who is at the other end: an IP address with a port, or "pipe".
	Remote() string
}

// ClosedError is the error of Read and Write after the other side closed the connection properly, or Close was called.
type ClosedError struct {
	Reason string // as given to Close, made printable
}

// Error returns a sentence with the Reason.
func (e *ClosedError) Error() string {
	if e.Reason == "" {
		return "the connection is closed"
	}
	return "the connection is closed: " + e.Reason
}

// closed returns the error for a reason that may come from another machine.
func closed(reason string) *ClosedError { return &ClosedError{Reason: phrase.Printable(reason)} }

// pipeQueue is the number of messages that wait in each direction of a Pipe before Write blocks.
const pipeQueue = 64

// Pipe returns the two ends of a connection within this process, for tests. It needs neither goroutines nor time, so it can be
// used under testing/synctest. Messages written before Close can still be read at the other end.
func Pipe() (Conn, Conn) {
	there, back := make(chan []byte, pipeQueue), make(chan []byte, pipeQueue)
	both := &ending{done: make(chan struct{})}
	return &pipe{in: back, out: there, ending: both}, &pipe{in: there, out: back, ending: both}
}

type pipe struct {
	in, out chan []byte
	*ending
}

// ending is the end of a pipe, which both of its Conns share.
type ending struct {
	once   sync.Once
	done   chan struct{}
	reason string
	by     *pipe
}

func (p *pipe) end(reason string) {
	p.once.Do(func() {
		p.reason, p.by = reason, p
		close(p.done)
	})
}

func (p *pipe) Read(ctx context.Context) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		p.end("")
		return nil, err
	}
	select {
	case message := <-p.in:
		return message, nil
	default:
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
		p.end("")
		return nil, ctx.Err()
	}
}

func (p *pipe) Write(ctx context.Context, message []byte) error {
	if len(message) > MostBytes {
		p.end("")
		return fmt.Errorf("not sent: %w", ErrLarge)
	}
	if err := ctx.Err(); err != nil {
		p.end("")
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
		p.end("")
		return ctx.Err()
	}
}

func (p *pipe) Close(reason string) error {
	p.end(reason)
	return nil
}

// pipeName is the Remote of a pipe.
const pipeName = "pipe"

func (p *pipe) Remote() string { return pipeName }

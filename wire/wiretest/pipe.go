// Package wiretest provides connections for tests of games between two machines.
package wiretest

import (
	"context"
	"fmt"
	"sync"
)

// Queue is the number of messages that wait in each direction of a Pipe before Write blocks.
const Queue = 64

// Pipe returns the two ends of a connection within this process. It needs neither goroutines nor time, so it can be used under
// testing/synctest. Messages written before Close can still be read at the other end. limits are those of package wire.
func Pipe(limits Limits) (*End, *End) {
	there, back := make(chan []byte, Queue), make(chan []byte, Queue)
	both := &ending{Limits: limits, done: make(chan struct{})}
	return &End{in: back, out: there, ending: both}, &End{in: there, out: back, ending: both}
}

// Limits are the bounds and errors of connections. They are passed in, not imported, so that tests inside package wire can use pipes.
type Limits struct {
	Bytes  int                       // the length of the longest message
	Large  error                     // the error for a longer one
	Closed func(reason string) error // returns the error for a connection that was closed
}

// End is one end of a pipe, a wire.Conn.
type End struct {
	in, out chan []byte
	*ending
}

// ending is the closed state of a pipe, which both of its Ends share.
type ending struct {
	Limits
	once   sync.Once
	done   chan struct{}
	reason string
	by     *End
}

func (p *End) end(reason string) {
	p.once.Do(func() {
		p.reason, p.by = reason, p
		close(p.done)
	})
}

// Read implements wire.Conn.
func (p *End) Read(ctx context.Context) ([]byte, error) {
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
		return nil, p.Closed(p.reason)
	case <-ctx.Done():
		p.end("")
		return nil, ctx.Err()
	}
}

// Write implements wire.Conn.
func (p *End) Write(ctx context.Context, message []byte) error {
	if len(message) > p.Bytes {
		p.end("")
		return fmt.Errorf("not sent: %w", p.Large)
	}
	if err := ctx.Err(); err != nil {
		p.end("")
		return err
	}
	select {
	case <-p.done:
		return p.Closed(p.reason)
	default:
	}
	select {
	case p.out <- append([]byte(nil), message...):
		return nil
	case <-p.done:
		return p.Closed(p.reason)
	case <-ctx.Done():
		p.end("")
		return ctx.Err()
	}
}

// Close implements wire.Conn.
func (p *End) Close(reason string) error {
	p.end(reason)
	return nil
}

// Remote implements wire.Conn: a pipe leads to this machine.
func (p *End) Remote() string { return "localhost" }

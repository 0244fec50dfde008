package wire

import (
	"context"
	"fmt"
	"sync"
)

// pipeQueue is the number of messages that wait in each direction of a pipe before Write blocks.
const pipeQueue = 64

// Pipe returns the two ends of a connection within this process: the one of the host, for which the guest is at the address from, and the one of the
// guest. It needs neither goroutines nor time. Messages written before Close can still be read at the other end.
func Pipe(from string) (host, guest Conn) {
	there, back := make(chan []byte, pipeQueue), make(chan []byte, pipeQueue)
	both := &ending{done: make(chan struct{})}
	return &end{in: back, out: there, remote: from, ending: both}, &end{in: there, out: back, remote: "localhost", ending: both}
}

// end is one end of a pipe, a Conn.
type end struct {
	in, out chan []byte
	remote  string
	*ending
}

// ending is the closed state of a pipe, which both of its ends share.
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

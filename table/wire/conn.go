package wire

import (
	"context"
	"errors"

	"attic/internal/phrase"
)

// Conn carries messages in the form that Encode returns to another machine and back, in order. One goroutine may read while another writes;
// any goroutine may call Close and Remote.
type Conn interface {
	// Read returns the next message. If ctx ends first, the connection ends too.
	Read(ctx context.Context) ([]byte, error)
	// Write sends a message of at most MostBytes. It may return before the message has arrived. If ctx ends first, the
	// connection ends too.
	Write(ctx context.Context, message []byte) error
	// Close ends the connection after everything written before has been sent, and gives the other side a reason, cut to 123 bytes. It
	// waits at most a second for the other side.
	Close(reason string) error
	// Remote returns the address of the other end: an IP address, with a port unless a proxy has named it.
	Remote() string
}

// standing says how somebody has joined.
type standing int

const (
	asWatcher standing = iota // or plays at a host that plays too, whose ID many may have
	asPlayer                  // at a hall, with the link of a seat, and has made no move yet
	asKeyed                   // with the key of a seat, or has made a move
)

// joined tells a connection how somebody has joined on it, or that its player has made a move. It returns false if too many people from
// their address have joined in that way.
func joined(conn Conn, as standing) bool {
	c, ok := conn.(interface{ joined(as standing) bool })
	return !ok || c.joined(as)
}

// ErrNotAttic is the error of Dial if something other than attic answers.
var ErrNotAttic = errors.New("something other than attic answers there")

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

package jet

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"attic/internal/phrase"
	"attic/table/wire"
)

// conn is one end of a connection with another process. Its messages are numbered in each direction, and at most window of them may be unread.
type conn struct {
	o       *others
	key     connKey
	remote  string
	missing int // how many heartbeats of the other process did not mention it; guarded by others.mu

	writing sync.Mutex // held while a number is assigned and its frame is sent
	sent    uint64

	mu     sync.Mutex
	open   bool     // the other process has accepted the connection
	in     [][]byte // the messages that have not been read yet
	got    uint64   // how many have arrived
	taken  uint64   // how many were read
	told   uint64   // how many of the read messages the other process knows about
	passed uint64   // how many the other process has read
	end    *wire.ClosedError
	ended  chan struct{}
	filled chan struct{} // holds one value if there may be something to read
	freed  chan struct{} // holds one value if there may be room to write
}

func wake(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}

// Remote implements wire.Conn. At the end that was accepted, it returns the address of the client; at the end that dialed, the name of the other process.
func (c *conn) Remote() string { return c.remote }

// Read implements wire.Conn.
func (c *conn) Read(ctx context.Context) ([]byte, error) {
	for {
		if err := ctx.Err(); err != nil {
			_ = c.Close("")
			return nil, err
		}
		message, tell, err := c.next()
		if tell > 0 {
			_ = c.o.send(c.key, frameTaken, tell, nil) // if it is lost, the next heartbeat repeats it
		}
		if message != nil || err != nil {
			return message, err
		}
		select {
		case <-c.filled:
		case <-c.ended:
		case <-ctx.Done():
		}
	}
}

// next returns the next message, or an error if there will be no more. The result tell is the number of messages read if the other process should be
// told, otherwise 0.
func (c *conn) next() (message []byte, tell uint64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.in) == 0 {
		if c.end != nil {
			return nil, 0, c.end
		}
		return nil, 0, nil
	}
	message, c.in = c.in[0], c.in[1:]
	if len(c.in) == 0 {
		c.in = nil
	}
	if c.taken++; c.taken-c.told >= window/2 && c.end == nil {
		c.told, tell = c.taken, c.taken
	}
	return message, tell, nil
}

// Write implements wire.Conn.
func (c *conn) Write(ctx context.Context, message []byte) error {
	if len(message) > wire.MostBytes {
		_ = c.Close("")
		return fmt.Errorf("not sent: %w", wire.ErrLarge)
	}
	for {
		if err := ctx.Err(); err != nil {
			_ = c.Close("")
			return err
		}
		if ok, err := c.write(message); ok || err != nil {
			return err
		}
		select {
		case <-c.freed:
		case <-c.ended:
		case <-ctx.Done():
		}
	}
}

// write sends a message, if there is room.
func (c *conn) write(message []byte) (ok bool, err error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	end, room := c.end, c.sent < c.passed+window
	c.mu.Unlock()
	switch {
	case end != nil:
		return false, end
	case !room:
		return false, nil
	}
	c.sent++
	if err := c.o.send(c.key, frameMessage, c.sent, message); err != nil {
		c.finish("")
		return false, &wire.ClosedError{}
	}
	return true, nil
}

// Close implements wire.Conn. It does not wait for the other side.
func (c *conn) Close(reason string) error {
	if len(reason) > mostReason {
		reason = strings.ToValidUTF8(reason[:mostReason], "")
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	c.mu.Lock()
	ended := c.end != nil
	c.in = nil
	c.mu.Unlock()
	if !ended {
		_ = c.o.send(c.key, frameEnd, c.sent, []byte(reason)) // if it is lost, the next heartbeat reports it
		c.finish(reason)
	}
	return nil
}

// finish ends the connection at this side. Messages that have arrived can still be read.
func (c *conn) finish(reason string) {
	c.mu.Lock()
	first := c.end == nil
	if first {
		c.end = &wire.ClosedError{Reason: phrase.Printable(reason)}
		close(c.ended)
	}
	c.mu.Unlock()
	if first {
		c.o.remove(c)
	}
}

// lost ends the connection because a message was lost, and tells the other side.
func (c *conn) lost() {
	_ = c.o.send(c.key, frameEnd, 0, nil)
	c.finish("")
}

func (c *conn) take(f frame) {
	switch f.kind {
	case frameMessage:
		c.mu.Lock()
		ok := f.number == c.got+1 && len(c.in) < window
		if ok && c.end == nil {
			c.got++
			c.in = append(c.in, f.data)
		}
		c.mu.Unlock()
		if !ok {
			c.lost()
			return
		}
		wake(c.filled)
	case frameTaken:
		c.pass(f.number)
	case frameEnd:
		c.mu.Lock()
		whole := c.got == f.number
		c.mu.Unlock()
		if whole {
			c.finish(string(f.data))
		} else {
			c.finish("")
		}
	}
}

// pass records how many messages the other process has read.
func (c *conn) pass(taken uint64) {
	c.mu.Lock()
	c.passed = max(c.passed, taken)
	c.mu.Unlock()
	wake(c.freed)
}

// counts returns how many messages were sent and read, and whether the other process knows the connection.
func (c *conn) counts() (sent, taken uint64, open bool) {
	c.writing.Lock()
	sent = c.sent
	c.writing.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = c.taken
	return sent, c.taken, c.open
}

// compare handles the numbers of messages that the other process has sent and read.
func (c *conn) compare(sent, taken uint64) {
	c.mu.Lock()
	lost := sent > c.got
	c.mu.Unlock()
	if lost {
		c.lost()
		return
	}
	c.pass(taken)
}

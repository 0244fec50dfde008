package wire

import (
	"context"
	"time"
)

// outgoing is the queue of messages to be written on a connection. The viewer's lock protects it.
type outgoing struct {
	conn   Conn
	queue  [][]byte
	parts  int           // the largest number of parts of a whole table that may be in the queue
	every  time.Duration // between two pings of the client
	filled bell          // rings when the queue is not empty, or is closed
	closed bool
}

// told returns the member of a table that tells the client how often to ping.
func (o *outgoing) told() int64 {
	if o.every == pingEvery {
		return 0
	}
	return o.every.Milliseconds()
}

// bell wakes one goroutine that waits for it, now or later.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

func (v *viewer) queue(m Message) {
	if raw, err := Encode(m); err == nil {
		v.queueRaw(raw)
	} else {
		v.drop()
	}
}

func (v *viewer) queueRaw(raw []byte) {
	switch {
	case v.conn == nil:
	case len(v.conn.queue) >= mostOutgoing+v.conn.parts: // the client is not reading
		if no, err := Encode(No{CodeRate, "your client does not read its messages"}); err == nil {
			v.conn.queue = append(v.conn.queue, no)
		}
		v.drop()
	default:
		v.conn.queue = append(v.conn.queue, raw)
		v.conn.filled.ring()
	}
}

// drop ends the connection. A viewer who comes back receives what is missing.
func (v *viewer) drop() {
	if v.conn != nil {
		v.conn.closed = true
		v.conn.filled.ring()
		v.conn = nil
	}
}

// finish ends a connection after everything queued has been written.
func (v *viewer) finish(o *outgoing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	o.closed = true
	o.filled.ring()
}

// next empties the queue, returns its messages, and reports whether there may be more later.
func (v *viewer) next(o *outgoing) (list [][]byte, more bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	list, o.queue = o.queue, nil
	return list, !o.closed
}

// write writes queued messages until the queue is closed or ctx ends. When the hosting ends, it also writes the rest of the queue.
func (v *viewer) write(ctx context.Context, o *outgoing) {
	for last := false; ; {
		list, more := v.next(o)
		if write(ctx, o.conn, list...) != nil {
			_ = o.conn.Close("")
			return
		}
		if !more || last && len(list) == 0 {
			_ = o.conn.Close(v.host.reason())
			return
		}
		select {
		case <-o.filled:
		case <-v.host.open.Done():
			last = true
		case <-ctx.Done():
			return
		}
	}
}

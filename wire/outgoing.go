package wire

import "context"

// outgoing is what is to be written on a connection. The viewer's lock guards it.
type outgoing struct {
	conn   Conn
	queue  [][]byte
	parts  int           // of a whole table in the queue at most
	filled chan struct{} // something is in the queue, or it is closed
	closed bool
}

// ring wakes the writer.
func (o *outgoing) ring() {
	select {
	case o.filled <- struct{}{}:
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
	case len(v.conn.queue) >= mostOutgoing+v.conn.parts: // it does not read
		if no, err := Encode(Message{T: KindNo, Code: CodeRate, Err: "you do not read what is sent to you"}); err == nil {
			v.conn.queue = append(v.conn.queue, no)
		}
		v.drop()
	default:
		v.conn.queue = append(v.conn.queue, raw)
		v.conn.ring()
	}
}

// drop ends the connection; who comes back gets what is missing.
func (v *viewer) drop() {
	if v.conn != nil {
		v.conn.closed = true
		v.conn.ring()
		v.conn = nil
	}
}

// finish ends a connection after what is queued.
func (v *viewer) finish(o *outgoing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	o.closed = true
	o.ring()
}

// next takes what is queued, and reports whether more may come.
func (v *viewer) next(o *outgoing) (list [][]byte, more bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	list, o.queue = o.queue, nil
	return list, !o.closed
}

// write writes what is queued until the queue is closed or ctx ends, and at the end of the hosting what is left in it.
func (v *viewer) write(ctx context.Context, o *outgoing) {
	for last := false; ; {
		list, more := v.next(o)
		for _, raw := range list {
			within, cancel := context.WithTimeout(ctx, messageTime)
			err := o.conn.Write(within, raw)
			cancel()
			if err != nil {
				_ = o.conn.Close("")
				return
			}
		}
		if !more || last && len(list) == 0 {
			_ = o.conn.Close(v.host.reason())
			return
		}
		select {
		case <-o.filled:
		case <-v.host.done:
			last = true
		case <-ctx.Done():
			return
		}
	}
}

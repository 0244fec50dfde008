package jet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"attic/internal/phrase"
	"attic/server/keep"
	"attic/table/wire"
)

// Processes send each other messages over core NATS, which does not store messages and may lose them.
const (
	askPrefix  = "attic.ask."  // requests; the name of a process follows
	dialPrefix = "attic.dial." // the client of a new connection; the name of a process follows
	linkPrefix = "attic.link." // frames of connections; the name of a process follows
	tellAll    = "attic.tell"
)

const (
	mostAnswers = 256             // requests that are answered at the same time
	window      = 64              // messages of a connection that are on their way or not read yet
	mostReason  = 123             // bytes, see wire.Conn
	linkBeat    = 2 * time.Second // between two heartbeats of processes that have connections with each other
	mostSilent  = 5               // heartbeats without an answer, after which a process counts as gone
	mostMissing = 2               // heartbeats of the other process that do not mention a connection, after which the connection counts as ended there
	nameLength  = 16              // letters in the name of a process
)

var errGone = errors.New("that process of the hall has ended")

type others struct {
	p    *Storage
	self string

	mu    sync.Mutex
	last  uint64 // the number of the last connection that this process has dialed
	conns map[connKey]*conn
	peers map[string]*peer
}

// peer is another process with which this one has connections.
type peer struct {
	conns  int
	heard  bool // since the last heartbeat of this process
	silent int  // the number of heartbeats of this process since something was heard
}

// connKey names a connection by the other process, the number of the connection, and which of the two processes has dialed.
type connKey struct {
	peer   string
	n      uint64
	dialed bool // this process has dialed
}

// newOthers returns the other processes that use the storage.
func newOthers(p *Storage, self string) *others {
	return &others{p: p, self: self, conns: map[connKey]*conn{}, peers: map[string]*peer{}}
}

// Others implements keep.Storage.
func (p *Storage) Others() keep.Others { return p.others }

// Self implements keep.Others.
func (o *others) Self() string { return o.self }

// Serve implements keep.Others.
func (o *others) Serve(answer func(request []byte) []byte, hear func(from string, message []byte), accept func(wire.Conn)) {
	answers := make(chan struct{}, mostAnswers)
	take := func(subject string, how func(*nats.Msg)) {
		if _, err := o.p.nc.Subscribe(subject, how); err != nil {
			o.p.c.Log.Error("other processes of the hall cannot reach this one", "event", "nats", "error", err)
		}
	}
	take(tellAll, func(m *nats.Msg) {
		if len(m.Data) >= nameLength && string(m.Data[:nameLength]) != o.self {
			hear(string(m.Data[:nameLength]), m.Data[nameLength:])
		}
	})
	take(linkPrefix+o.self, func(m *nats.Msg) {
		if f, ok := parseFrame(m.Data); ok {
			o.take(f)
		}
	})
	take(dialPrefix+o.self, func(m *nats.Msg) {
		if f, ok := parseFrame(m.Data); ok {
			o.accept(f, accept)
			_ = m.Respond(nil)
		}
	})
	take(askPrefix+o.self, func(m *nats.Msg) { // this comes last, so that whoever gets an answer can reach this process on all subjects
		answers <- struct{}{}
		go func() {
			defer func() { <-answers }()
			_ = m.Respond(answer(m.Data))
		}()
	})
	_ = o.p.nc.FlushTimeout(requestTime) // if this takes longer, the other processes learn about this one later
	go o.run()
}

// run sends heartbeats until the storage is closed.
func (o *others) run() {
	every := time.NewTicker(linkBeat)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			o.beat()
		case <-o.p.ctx.Done():
			return
		}
	}
}

// Ask implements keep.Others.
func (o *others) Ask(ctx context.Context, process string, request []byte) ([]byte, error) {
	return o.request(ctx, askPrefix, process, request)
}

func (o *others) request(ctx context.Context, prefix, process string, request []byte) ([]byte, error) {
	if !isToken(process) {
		return nil, errGone
	}
	answer, err := o.p.nc.RequestWithContext(ctx, prefix+process, request)
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return nil, errGone
	case err != nil:
		return nil, fmt.Errorf("another process of the hall does not answer: %w", err)
	}
	return answer.Data, nil
}

// Tell implements keep.Others.
func (o *others) Tell(message []byte) {
	_ = o.p.nc.Publish(tellAll, append([]byte(o.self), message...))
}

// Dial implements keep.Others.
func (o *others) Dial(ctx context.Context, process, from string) (wire.Conn, error) {
	o.mu.Lock()
	o.last++
	c := o.add(connKey{process, o.last, true}, process)
	o.mu.Unlock()
	if _, err := o.request(ctx, dialPrefix, process, o.frame(c.key, 0, 0, []byte(from))); err != nil {
		c.finish("")
		return nil, err
	}
	c.mu.Lock()
	c.open = true
	c.mu.Unlock()
	return c, nil
}

// accept handles a connection that another process has dialed.
func (o *others) accept(f frame, accept func(wire.Conn)) {
	o.mu.Lock()
	c := o.conns[f.key]
	if c == nil {
		c = o.add(f.key, phrase.Printable(string(f.data)))
		c.open = true
		go accept(c)
	}
	o.mu.Unlock()
}

// add adds a connection. The caller holds mu.
func (o *others) add(key connKey, remote string) *conn {
	c := &conn{o: o, key: key, remote: remote, ended: make(chan struct{}), filled: make(chan struct{}, 1), freed: make(chan struct{}, 1)}
	o.conns[key] = c
	p := o.peers[key.peer]
	if p == nil {
		p = &peer{heard: true}
		o.peers[key.peer] = p
	}
	p.conns++
	return c
}

func (o *others) remove(c *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.conns[c.key] != c {
		return
	}
	delete(o.conns, c.key)
	p := o.peers[c.key.peer]
	if p.conns--; p.conns == 0 {
		delete(o.peers, c.key.peer)
	}
}

func (o *others) end() {
	o.mu.Lock()
	var all []*conn
	for _, c := range o.conns {
		all = append(all, c)
	}
	o.mu.Unlock()
	for _, c := range all {
		_ = c.Close("")
	}
	_ = o.p.nc.FlushTimeout(time.Second)
}

// The kinds of a frame. Each has a number.
const (
	frameMessage = 'm' // the number of the message, from 1
	frameTaken   = 't' // how many messages were read
	frameEnd     = 'e' // how many messages were sent; the data are the reason
	frameBeat    = 'b' // no number; the data are those of beat
)

// frame is a message between processes about a connection.
type frame struct {
	kind   byte
	key    connKey // the name of the connection at the process that gets the frame
	number uint64
	data   []byte
}

// frame returns a frame of a connection as bytes: its kind, the process that has dialed, the name of this process, and the numbers.
func (o *others) frame(key connKey, kind byte, number uint64, data []byte) []byte {
	b := make([]byte, 0, 2+nameLength+2*binary.MaxVarintLen64+len(data))
	dialed := byte(0)
	if key.dialed {
		dialed = 1
	}
	b = append(b, kind, dialed)
	b = append(b, o.self...)
	b = binary.AppendUvarint(b, key.n)
	b = binary.AppendUvarint(b, number)
	return append(b, data...)
}

func parseFrame(b []byte) (f frame, ok bool) {
	if len(b) < 2+nameLength {
		return f, false
	}
	f.kind, f.key.dialed, f.key.peer = b[0], b[1] == 0, string(b[2:2+nameLength])
	numbers, ok := uvarints(b[2+nameLength:], 2)
	if !ok {
		return f, false
	}
	f.key.n, f.number, f.data = numbers.n[0], numbers.n[1], numbers.rest
	return f, true
}

// parsed holds numbers that were read, and the bytes after them.
type parsed struct {
	n    [4]uint64
	rest []byte
}

// uvarints reads as many numbers as the parameter count says, at most 4.
func uvarints(b []byte, count int) (p parsed, ok bool) {
	for i := range count {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			return p, false
		}
		p.n[i], b = n, b[size:]
	}
	p.rest = b
	return p, true
}

func (o *others) send(key connKey, kind byte, number uint64, data []byte) error {
	return o.p.nc.Publish(linkPrefix+key.peer, o.frame(key, kind, number, data))
}

// take handles a frame. It never waits, because all connections share the goroutine that calls it.
func (o *others) take(f frame) {
	o.mu.Lock()
	c := o.conns[f.key]
	if p := o.peers[f.key.peer]; p != nil {
		p.heard = true
	}
	o.mu.Unlock()
	switch {
	case f.kind == frameBeat:
		o.compare(f.key.peer, f.data)
	case c != nil:
		c.take(f)
	case f.kind == frameMessage:
		_ = o.send(f.key, frameEnd, 0, nil) // the connection has ended here
	}
}

// beat sends each process that has connections with this one the numbers of messages sent and read on each. So the other process notices if the last
// message, or the end of a connection, was lost. beat also ends the connections with a silent process.
func (o *others) beat() {
	o.mu.Lock()
	lists := map[string][]byte{}
	silent := map[string]bool{}
	var gone []*conn
	for name, p := range o.peers {
		if p.silent++; p.heard {
			p.silent = 0
		}
		p.heard = false
		silent[name] = p.silent >= mostSilent
		lists[name] = nil
	}
	all := make([]*conn, 0, len(o.conns))
	for key, c := range o.conns {
		if silent[key.peer] {
			gone = append(gone, c)
		} else {
			all = append(all, c)
		}
	}
	o.mu.Unlock()
	for _, c := range gone {
		c.finish("")
	}
	for _, c := range all {
		if sent, taken, open := c.counts(); open {
			b := lists[c.key.peer]
			dialed := uint64(0)
			if c.key.dialed {
				dialed = 1
			}
			for _, n := range []uint64{dialed, c.key.n, sent, taken} {
				b = binary.AppendUvarint(b, n)
			}
			lists[c.key.peer] = b
		}
	}
	for name, list := range lists {
		_ = o.send(connKey{peer: name}, frameBeat, 0, list)
	}
}

// compare compares the connections in the heartbeat of another process with those of this one.
func (o *others) compare(name string, list []byte) {
	there := map[connKey]bool{}
	for len(list) > 0 {
		p, ok := uvarints(list, 4)
		if !ok {
			return
		}
		list = p.rest
		key := connKey{name, p.n[1], p.n[0] == 0}
		there[key] = true
		o.mu.Lock()
		c := o.conns[key]
		o.mu.Unlock()
		if c == nil {
			_ = o.send(key, frameEnd, 0, nil)
			continue
		}
		c.compare(p.n[2], p.n[3])
	}
	o.mu.Lock()
	var gone []*conn
	for key, c := range o.conns {
		if key.peer != name {
			continue
		}
		if c.missing++; there[key] {
			c.missing = 0
		}
		if c.missing >= mostMissing {
			gone = append(gone, c)
		}
	}
	o.mu.Unlock()
	for _, c := range gone {
		c.lost()
	}
}

package wire

import (
	"context"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/table"
)

// feed is the stream of messages to all viewers who may know the same things: everybody in an open game; otherwise one player, or the spectators. Its
// lock protects its viewers too.
type feed struct {
	host *Host
	eyes *table.Person // sees what the viewers may know
	done chan struct{} // closed when the last viewer has gone

	mu      sync.Mutex
	viewers []*viewer
	log     []sealed // events after base
	base    sealed   // the last whole table, or the last event dropped from log: its number and hash are the start of the log
	hash    Hash     // after the last event
	n       uint64   // number of the last event
	began   uint64   // the number of the event that began the game, or 0
}

// sealed is an event as it was sent, with its number and the hash after it.
type sealed struct {
	n     uint64
	hash  Hash
	bytes []byte
}

// newFeed returns a feed of the events that eyes gets from now on.
func (h *Host) newFeed(eyes *table.Person) *feed {
	f := &feed{host: h, eyes: eyes, done: make(chan struct{})}
	_, now := eyes.Look()
	f.restart(table.Event{What: table.Loaded, Sight: now})
	go func() {
		for {
			select {
			case <-eyes.Ready():
				_ = rescue.Run(func() {
					f.mu.Lock()
					defer f.mu.Unlock()
					f.collect()
				})
			case <-f.done:
				return
			}
		}
	}()
	return f
}

func (f *feed) end() {
	close(f.done)
	f.eyes.Close()
}

// collect sends the new events of the table, and returns the present Sight of the viewers.
func (f *feed) collect() table.Sight {
	events, now := f.eyes.Look()
	for _, e := range events {
		if slices.ContainsFunc(f.viewers, func(v *viewer) bool { return v.conn != nil }) {
			round, commit := f.commitment(e)
			for _, v := range f.viewers {
				v.commit(round, commit)
			}
		}
		if e.What == table.Began {
			f.began = e.N
		}
		f.tell(e)
		f.reveal(e, f.viewers...)
	}
	return now
}

// tell sends an event to all viewers. Viewers who are away get it when they come back, unless it is a note.
func (f *feed) tell(e table.Event) {
	if e.What == table.Began || e.What == table.Loaded {
		f.restart(e)
		for _, v := range f.viewers {
			v.whole(e)
		}
		return
	}
	m, err := f.message(e)
	var raw []byte
	var hash Hash
	switch m := m.(type) {
	case nil:
		if err == nil {
			return
		}
	case Note:
		if raw, err = Encode(m); err == nil {
			for _, v := range f.viewers {
				v.note(m, raw)
			}
			return
		}
	case Event:
		if err == nil {
			raw, hash, err = f.hash.Seal(m)
		}
	}
	if err != nil { // the event cannot be sent, but perhaps the whole table can when the viewers come back
		f.forget(e.N)
		for _, v := range f.viewers {
			v.drop()
		}
		return
	}
	f.hash, f.n = hash, e.N
	if len(f.log) == mostLogged {
		f.base = sealed{n: f.log[0].n, hash: f.log[0].hash}
		f.log = f.log[1:]
	}
	f.log = append(f.log, sealed{e.N, hash, raw})
	for _, v := range f.viewers {
		v.queueRaw(raw)
	}
}

// restart begins the log again after an event that is sent as a whole table. The log then starts with the hash of the table for a player at the
// second place.
func (f *feed) restart(e table.Event) {
	f.forget(e.N)
	if list, err := f.parts(e, table.Second); err == nil {
		f.hash = tableHash(list)
		f.base.hash = f.hash
	}
}

// forget begins the log again with a hash that was sent to nobody.
func (f *feed) forget(n uint64) {
	f.log, f.n, f.hash = nil, n, Hash(random(hashDigits/2))
	f.base = sealed{n: n, hash: f.hash}
}

// since returns the events after number n and hash h, or false if the whole table is needed. Numbers can be skipped, because some changes are not
// sent.
func (f *feed) since(n uint64, h Hash) ([]sealed, bool) {
	if n == 0 {
		return nil, false
	}
	for i, s := range append([]sealed{f.base}, f.log...) {
		if s.hash.Equal(h) && s.n <= n && (i == len(f.log) || n < f.log[i].n) {
			return f.log[i:], true
		}
	}
	return nil, false
}

// connect replaces the viewer's connection with a new one, opened by the join message m, and sends everything that the client has not seen.
func (v *viewer) connect(conn Conn, m Join) *outgoing {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drop()
	now := table.Event{What: table.Loaded, Sight: v.collect()} // earlier events are not sent to this viewer
	out := &outgoing{conn: conn, every: v.every(m), filled: newSignal()}
	v.conn, v.pledged, v.revealed = out, "", 0
	round, commit := v.commitment(now)
	if missing, ok := v.since(m.N, m.H); ok {
		v.queue(Table{
			N: m.N, H: m.H, V: Version, Game: v.host.game.Info().Name, Watching: v.key == "", Hall: now.Situation.Hall, Every: out.told(),
		})
		v.commit(round, commit)
		for _, s := range missing {
			v.queueRaw(s.bytes)
		}
	} else {
		v.seen = 0
		if 0 < m.N && m.N < v.began {
			now.What = table.Began
		}
		v.whole(now)
		v.commit(round, commit)
	}
	v.reveal(now, v)
	for seat := range now.Situation.Places {
		v.news(table.Event{What: table.Presence, By: seat, Sight: now.Sight})
	}
	if now.Sight.Situation.Offer != table.NoOffer {
		v.news(table.Event{What: table.Offered, By: now.Situation.OfferBy, Offer: now.Sight.Situation.Offer})
	}
	if now.Situation.Aids != nil {
		v.news(table.Event{What: table.Aided, By: game.Nobody, Sight: now.Sight})
	}
	if now.Situation.Watchers > 0 {
		v.news(table.Event{What: table.Watched, By: game.Nobody, Sight: now.Sight})
	}
	return out
}

// news sends the note of an event to the viewer alone.
func (v *viewer) news(e table.Event) {
	m, _ := v.message(e)
	if note, ok := m.(Note); ok {
		if raw, err := Encode(note); err == nil {
			v.note(note, raw)
		}
	}
}

// note sends a note, encoded as raw; a spectator does not get notes that are only for players.
func (v *viewer) note(m Note, raw []byte) {
	if m.What != NoteWatched || v.key != "" {
		v.queueRaw(raw)
	}
}

// whole sends the whole table in its state after an event.
func (v *viewer) whole(e table.Event) {
	list, err := v.parts(e, v.place)
	if err != nil { // it cannot be sent now, but perhaps when the viewer comes back
		v.drop()
		return
	}
	info := v.host.game.Info()
	first := &list[0]
	first.V, first.Game, first.Edition = Version, info.Name, info.Edition
	first.Key, first.Watching, first.H = v.key, v.key == "", v.hash
	if v.key != "" {
		first.Seat = e.SeatAt(v.place)
	}
	if v.conn != nil {
		v.conn.parts = len(list)
		first.Every = v.conn.told()
	}
	for _, m := range list {
		v.queue(m)
	}
}

// outgoing is the queue of messages waiting to be written to a connection. The viewer's lock protects it.
type outgoing struct {
	conn   Conn
	queue  [][]byte
	parts  int           // the most parts of a whole table that may be in the queue
	every  time.Duration // between two pings of the client
	filled signal        // set when the queue is not empty, or is closed
	closed bool
}

// told returns the value for Table.Every, which tells the client how often to ping.
func (o *outgoing) told() int64 {
	if o.every == pingEvery {
		return 0
	}
	return o.every.Milliseconds()
}

// signal wakes one goroutine, even if the goroutine starts to wait only later.
type signal chan struct{}

func newSignal() signal { return make(signal, 1) }

func (s signal) set() {
	select {
	case s <- struct{}{}:
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
		v.conn.filled.set()
	}
}

// drop ends the connection. A viewer who comes back receives what is missing.
func (v *viewer) drop() {
	if v.conn != nil {
		v.conn.closed = true
		v.conn.filled.set()
		v.conn = nil
	}
}

// finish ends a connection after everything queued has been written.
func (v *viewer) finish(o *outgoing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	o.closed = true
	o.filled.set()
}

// write writes queued messages until the queue is closed or ctx ends. When the hosting ends, it also writes the rest of the queue.
func (v *viewer) write(ctx context.Context, o *outgoing) {
	for last := false; ; {
		v.mu.Lock()
		list, more := o.queue, !o.closed
		o.queue = nil
		v.mu.Unlock()
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

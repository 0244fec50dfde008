package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Times of the protocol.
const (
	joinTime    = 10 * time.Second // for the first message of a connection to arrive
	pingEvery   = 2 * time.Second  // between two pings of a client that does not say what it can do, and of a player
	watchEvery  = 20 * time.Second // between two pings of a spectator
	mostEvery   = 24 * time.Second // the longest time between two pings
	farewell    = time.Second      // how long a host that leaves waits for the other side to see the last event
	messageTime = 5 * time.Second  // to send one message
)

const (
	mostLogged   = 256 // the number of events kept for a viewer who reconnects
	mostOutgoing = 512 // the number of messages, besides a whole table, that may wait to be written; beyond it, the connection is dropped
	mostWatchers = 200
)

// HostConfig holds the settings of a Host.
type HostConfig struct {
	Table *table.Table
	ID    string // the game's ID: whoever knows it may join; "": a new one
	Port  int    // the port on which the host listens, for the journal of the game
	Again bool   // continue the game that was hosted with this ID before
	Guest string // with Again: match.KeyHash of the key with which the guest reclaims the seat, or ""
	TLS   bool   // whether connections are encrypted
	Watch bool   // whether others may watch
	// Invite is what the other side needs in order to join, such as ID@HOST. It is shown in place of the ID.
	Invite string
	Link   string   // the same for a browser, or ""
	Others []string // the same with other addresses of this machine
	Closed func()   // called at the end of Close, or nil
	Chat   bool     // whether chat lines are passed on
	Clock  table.ClockRule

	// Guard counts what comes from an address, for all tables of a server; nil: for this one alone. Rate limits the messages of one connection; zero:
	// 1,000 at once, then 500 a second. JoinRate limits how many people join this table without the key of a seat; zero: no limit.
	Guard          *Guard
	Rate, JoinRate table.Rate

	// Every and WatchEvery are the times between two pings of a player and of a spectator whose programs can do that; 0: 2 s and 20 s. At least 2 s, at
	// most 24 s. The other side counts as away after two and a half times as long.
	Every, WatchEvery time.Duration
}

// Host lets a player on another machine play at a table, and others watch. Its methods may be called by several goroutines.
type Host struct {
	HostConfig
	game    game.Game
	mu      sync.Mutex
	guest   *viewer   // nil before a guest has joined
	viewers []*viewer // spectators
	closed  bool
	serving sync.WaitGroup
	open    context.Context // until Close
	shut    context.CancelFunc
}

// viewer is a person on another machine: the guest, or a spectator.
type viewer struct {
	host   *Host
	person *table.Person
	key    string
	gone   chan struct{} // closed when the viewer will not come back

	mu   sync.Mutex
	conn *outgoing // nil while the viewer is away
	log  []sealed  // events after base
	base sealed    // the last whole table, or the last event dropped from log: the start of the log, with its number and hash
	hash Hash      // after the last event
	n    uint64    // number of the last event
	seen uint64    // number of the last event that was acknowledged
	news bell

	pledged  string // the last commitment sent on conn
	revealed int    // the last round revealed on conn
	began    uint64 // the number of the event that began the game, or 0
}

// sealed is an event as it was sent, with its number and the hash after it.
type sealed struct {
	n     uint64
	hash  Hash
	bytes []byte
}

// NewHost opens the table's game to one guest, until the guest leaves for good or Close is called, as Table.Leave does.
func NewHost(c HostConfig) (*Host, error) {
	if c.ID == "" {
		c.ID = NewID()
	}
	if err := CheckID(c.ID); err != nil {
		return nil, err
	}
	if c.Invite == "" {
		c.Invite = c.ID
	}
	if c.Guard == nil {
		c.Guard = &Guard{}
	}
	c.Every, c.WatchEvery = cmp.Or(c.Every, pingEvery), cmp.Or(c.WatchEvery, watchEvery)
	if c.Rate == (table.Rate{}) {
		c.Rate = messageRate
	}
	h := &Host{HostConfig: c, game: c.Table.Game()}
	h.open, h.shut = context.WithCancel(context.Background())
	sights := ""
	if c.Watch && c.Link != "" {
		sights = c.Link + Watching
	}
	err := c.Table.Share(c.Again, table.Hosting{
		Invite: c.Invite, Others: c.Others, Link: c.Link, Sights: sights, Hosted: h.hosted(), Chat: c.Chat, Clock: c.Clock,
		Leave: func(why error) { h.close(c.Table.Side(), why) },
		Rest:  h.rest,
	})
	return h, err
}

// hosted returns the description of the hosting for the journal of the game.
func (h *Host) hosted() match.Hosted {
	return match.Hosted{ID: h.ID, Port: h.Port, Guest: h.Guest, Watch: h.Watch, Silent: !h.Chat, TLS: h.TLS}
}

// Close ends the hosting: within a second, it sends every viewer the events they have not seen, and a last message. Then the table is no
// longer shared; seat is the seat that left.
func (h *Host) Close(seat int) { h.close(seat, nil) }

func (h *Host) close(seat int, why error) {
	h.end(func(v *viewer) { v.push(Message{T: KindBye, Why: hostLeftText}) }, func() { h.Table.Part(seat, why) })
}

// rest ends the hosting as a kill would, except that it first sends every viewer the events they have not seen: the viewers regard the host
// as away, and the same game can be hosted again.
func (h *Host) rest() { h.end(func(*viewer) {}, func() {}) }

// end ends the hosting unless it has already ended. It calls bid for each viewer, then part.
func (h *Host) end(bid func(*viewer), part func()) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.closed = true
	all := h.all()
	h.mu.Unlock()
	deadline := time.Now().Add(farewell)
	for _, v := range all {
		v.collect()
		v.awaitSeen(deadline)
		bid(v)
	}
	part()
	h.shut()
	h.serving.Wait()
	for _, v := range all {
		v.end()
	}
	if h.Closed != nil {
		h.Closed()
	}
}

func (h *Host) all() []*viewer {
	if h.guest == nil {
		return slices.Clone(h.viewers)
	}
	return append([]*viewer{h.guest}, h.viewers...)
}

// awaitSeen waits until the viewer has acknowledged everything or is disconnected, or until the deadline.
func (v *viewer) awaitSeen(deadline time.Time) {
	late := time.NewTimer(time.Until(deadline))
	defer late.Stop()
	for {
		v.mu.Lock()
		finished := v.conn == nil || v.seen >= v.n
		v.mu.Unlock()
		if finished {
			return
		}
		select {
		case <-v.news:
		case <-late.C:
			return
		}
	}
}

func (v *viewer) end() {
	select {
	case <-v.gone:
	default:
		close(v.gone)
		v.person.Close()
	}
}

// no returns the error for a client that cannot join.
func no(code Code, format string, args ...any) error {
	return &RefusedError{code, fmt.Sprintf(format, args...)}
}

// Serve handles one connection until it ends, and closes it.
func (h *Host) Serve(ctx context.Context, conn Conn) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		_ = conn.Close(hostLeftText)
		return
	}
	h.serving.Add(1)
	h.mu.Unlock()
	defer h.serving.Done()
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	first, cancel := context.WithTimeout(ctx, joinTime)
	forget := context.AfterFunc(h.open, cancel) // do not let a client that has not joined yet delay the end
	raw, err := conn.Read(first)
	forget()
	cancel()
	if err != nil {
		_ = conn.Close("no join arrived")
		return
	}
	v, m, err := h.admit(conn, raw)
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		if answer, err := Encode(Message{T: KindNo, Code: refused.Code, Err: refused.Why}); err == nil {
			_ = write(ctx, conn, answer)
		}
		_ = conn.Close(string(refused.Code))
		return
	}
	v.person.Limit(func() bool { return h.Guard.Talk(conn.Remote(), time.Now()) })
	out := v.connect(conn, m)
	written := make(chan struct{})
	go func() {
		defer close(written)
		v.write(ctx, out)
	}()
	if v.key != "" { // the guest
		if !h.TLS && !local(conn.Remote()) {
			h.Table.Unencrypted()
		}
		h.Table.Met(table.Present)
	}
	why := h.listen(ctx, v, out)
	if why != "" && why != leftText { // the reason has not been written yet
		v.finish(out)
		<-written
	}
	stop()
	<-written
	_ = conn.Close(why)
	h.lost(v, out, why == leftText)
}

// Reasons for ending a connection.
const (
	leftText     = "left"
	hostLeftText = "the host has left"
)

// lost records that a connection has ended; left means that the viewer will not come back.
func (h *Host) lost(v *viewer, out *outgoing, left bool) {
	v.mu.Lock()
	current := v.conn == out
	if current {
		v.conn = nil
	}
	v.mu.Unlock()
	v.news.ring()
	h.mu.Lock()
	guest, closed := v == h.guest, h.closed
	if !guest {
		h.viewers = slices.DeleteFunc(h.viewers, func(x *viewer) bool { return x == v })
	}
	h.mu.Unlock()
	switch {
	case !guest:
		v.end()
	case closed || !current:
	case left:
		go h.Close(v.person.Now().Seat)
	default:
		h.Table.Met(table.Away)
	}
}

// admit returns the viewer that joins with raw, the first message of a connection; the error may be a refusal.
func (h *Host) admit(conn Conn, raw []byte) (*viewer, Message, error) {
	m, err := Decode(raw)
	switch {
	case err != nil:
		return nil, m, no(CodeBad, "%v", err)
	case m.T != KindJoin:
		return nil, m, no(CodeBad, "the first message must be a join")
	case m.V != Version:
		return nil, m, no(CodeVersion, "this host speaks version %d of the protocol, not %d: both need the same version of attic", Version, m.V)
	}
	if err := h.guarded(conn.Remote(), m); err != nil {
		return nil, m, err
	}
	switch {
	case m.Game != "" && m.Game != h.game.Info().Name:
		return nil, m, no(CodeGame, "This host plays %s: use attic join ID@HOST", h.game.Info().Title)
	case m.Edition != 0 && m.Edition != h.game.Info().Edition:
		return nil, m, no(CodeRules, "the host plays %s by different rules: both need the same version of attic", h.game.Info().Title)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
		return nil, m, no(CodeID, wrongID)
	case h.guest == nil && h.hosted().Knows(m.Key):
		joined(conn, true)
		h.guest = h.newViewer(h.Table.Guest(), m.Key)
		return h.guest, m, nil
	case m.Key != "" && h.guest != nil && EqualID(m.Key, h.guest.key):
		joined(conn, true)
		return h.guest, m, nil
	case h.guest == nil && h.Guest == "" && !m.Watch:
		if !joined(conn, false) {
			return nil, m, no(CodeBusy, crowded)
		}
		h.guest = h.newViewer(h.Table.Guest(), NewKey())
		h.Table.Joined(table.Second, match.KeyHash(h.guest.key)) // without it, a restarted host would accept whoever joins first
		seat := h.guest.person.Now().Seat
		if m.Name != "" {
			_ = h.guest.person.Do(table.Name(seat, m.Name)).Err() // ignore an invalid name
		}
		return h.guest, m, nil
	case !h.Watch && m.Watch:
		return nil, m, no(CodeFull, "the host lets nobody watch this game: ask them to host it with spectators allowed")
	case !h.Watch:
		return nil, m, no(CodeFull, takenSides)
	case len(h.viewers) >= mostWatchers:
		return nil, m, no(CodeBusy, "too many people are watching this game: try again later")
	case !joined(conn, false):
		return nil, m, no(CodeBusy, crowded)
	}
	v := h.newViewer(h.Table.Join(0), "")
	h.viewers = append(h.viewers, v)
	return v, m, nil
}

// Why somebody cannot join: with an ID that no game here has, perhaps one that is over, with that of a game that two people play already, and
// from an address at which there are many others.
const (
	wrongID    = "no game with this ID is hosted here now; ask the host for the link or ID of the game that is open"
	takenSides = "both sides of this game are taken; if you took one, go on in the browser or program in which you did"
	crowded    = "too many people have joined from your address: try again when one of them has left"
)

// guarded refuses a wrong ID, and any ID while the guard blocks the address. Whoever has both the ID and the key of the seat passes the
// guard. A wrong key counts as a wrong ID, but does not shut anybody out: it may be the key of an earlier game with this ID.
func (h *Host) guarded(addr string, m Message) error {
	id, key := EqualID(m.ID, h.ID), h.holds(m.Key)
	switch now := time.Now(); {
	case id && key:
		return nil
	case !h.Guard.Allow(addr, now):
		return no(CodeRate, "too many wrong IDs came from your address: try again in a minute")
	case !id || m.Key != "":
		h.Guard.Wrong(addr, now)
	}
	if !id {
		return no(CodeID, wrongID)
	}
	return h.paced(addr)
}

// paced refuses somebody without the key of a seat if too many join from their address or at this table.
func (h *Host) paced(addr string) error {
	now := time.Now()
	if !h.Guard.Join(addr, now) {
		return no(CodeRate, "too many people join from your address at the moment: try again in a few seconds")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.JoinRate.Allow(now) {
		return no(CodeRate, "too many people join this game at the moment: try again in a few seconds")
	}
	return nil
}

// holds reports, in constant time, whether key is the key of the guest's seat.
func (h *Host) holds(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.guest == nil {
		return h.hosted().Knows(key)
	}
	return key != "" && EqualID(key, h.guest.key)
}

// newViewer returns a new viewer, whose events are collected from now on.
func (h *Host) newViewer(p *table.Person, key string) *viewer {
	v := &viewer{host: h, person: p, key: key, gone: make(chan struct{}), news: newBell()}
	go func() {
		for {
			select {
			case <-p.Ready():
				v.collect()
			case <-v.gone:
				return
			}
		}
	}()
	return v
}

// collect sends the events that have happened at the table.
func (v *viewer) collect() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.collectNow()
}

func (v *viewer) collectNow() {
	for _, e := range v.person.Take() {
		v.commit(e)
		if e.What == table.Began {
			v.began = e.N
		}
		v.tell(e)
		v.reveal(e)
	}
}

// tell sends an event. A viewer who is away gets it when they come back.
func (v *viewer) tell(e table.Event) {
	list, err := v.messages(e)
	if err != nil { // it cannot be sent; when the viewer comes back, the whole table may be
		v.drop()
		return
	}
	for _, m := range list {
		switch m.T {
		case KindNote:
			v.queue(m)
		case KindTable:
			if m.First { // before a restart, the host may have sent another table with the same number
				info := v.host.game.Info()
				m.V, m.Game, m.Edition = Version, info.Name, info.Edition
				m.Seat, m.Key = max(v.person.Now().Seat, 0), v.key
				m.H = tableHash(list)
				v.hash, v.log, v.n = m.H, nil, m.N
				v.base = sealed{n: m.N, hash: m.H}
				if v.conn != nil {
					v.conn.parts = len(list)
					m.Every = v.conn.told()
				}
			}
			v.queue(m)
		default:
			raw, hash, err := v.hash.Seal(m)
			if err != nil {
				v.drop()
				return
			}
			v.hash, v.n = hash, m.N
			if len(v.log) == mostLogged {
				v.base = sealed{n: v.log[0].n, hash: v.log[0].hash}
				v.log = v.log[1:]
			}
			v.log = append(v.log, sealed{m.N, hash, raw})
			v.queueRaw(raw)
		}
	}
}

func (v *viewer) push(m Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.queue(m)
}

// reason returns the reason with which connections end: that the host has left, or "".
func (h *Host) reason() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return hostLeftText
	}
	return ""
}

// listen answers messages until the connection ends, and returns why it ended, or "".
func (h *Host) listen(ctx context.Context, v *viewer, out *outgoing) string {
	rate := h.Rate
	refuse := func(code Code, why string) string {
		v.push(Message{T: KindNo, Code: code, Err: why})
		return string(code)
	}
	for {
		within, cancel := context.WithTimeout(ctx, silenceOf(out.every))
		raw, err := out.conn.Read(within)
		cancel()
		if err != nil {
			return ""
		}
		m, err := Decode(raw)
		switch {
		case !rate.Allow(time.Now()):
			return refuse(CodeRate, "too many messages")
		case err != nil:
			return refuse(CodeBad, err.Error())
		}
		switch m.T {
		case KindAct:
			v.act(m)
		case KindSeen:
			v.mu.Lock()
			v.seen = max(v.seen, min(m.N, v.n))
			v.mu.Unlock()
			v.news.ring()
		case KindPing:
			if v.key != "" { // the guest
				v.host.Table.Slept(m.Asleep, time.Now())
			}
			v.push(Message{T: KindPong, At: m.At})
		case KindBye:
			return leftText
		default:
			return refuse(CodeBad, fmt.Sprintf("a client does not send %q", m.T))
		}
	}
}

// every returns the time between two pings of the viewer's client, which has joined with m.
func (v *viewer) every(m Message) time.Duration {
	wish := v.host.Every
	if v.key == "" {
		wish = v.host.WatchEvery
	}
	return everyOf(min(wish.Milliseconds(), m.Every))
}

// everyOf returns the time between two pings that a message says, within the limits.
func everyOf(ms int64) time.Duration {
	return min(max(time.Duration(ms)*time.Millisecond, pingEvery), mostEvery)
}

// silenceOf returns how long nothing may arrive on a connection with pings every so often before the other side counts as away.
func silenceOf(every time.Duration) time.Duration { return every * 5 / 2 }

// act carries out the act that a client asks for. The events it causes are sent before the answer.
func (v *viewer) act(m Message) {
	err := v.person.Do(table.Act{
		ID: m.ID, Verb: table.Verb(m.Do), Seat: m.Seat, Text: m.Text, After: m.After,
		Made: time.Now().Add(-time.Duration(m.Ago) * time.Millisecond), Waited: time.Duration(m.Waited) * time.Millisecond,
	}).Err()
	answer := Message{T: KindAnswer, ID: m.ID, N: v.person.Now().N}
	if err != nil {
		answer.Code, answer.Err = Code(table.CodeOf(err)), plainLine(err.Error())
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.collectNow()
	v.queue(answer)
}

package wire

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Time limits of the protocol.
const (
	joinTime    = 10 * time.Second // how long the first message of a connection may take to arrive
	pingEvery   = 2 * time.Second  // between two pings of a player, or of a client whose join has no member "every"
	watchEvery  = 20 * time.Second // between two pings of a spectator
	mostEvery   = 24 * time.Second // the longest time between two pings
	farewell    = 3 * time.Second  // how long a leaving host waits for the other side to see the last event
	messageTime = 5 * time.Second  // how long sending one message may take
)

const (
	mostLogged   = 256 // the most events that are kept for a viewer who reconnects
	mostOutgoing = 512 // the most messages, besides a whole table, that may wait to be written; with more, the connection is dropped
	mostWatchers = 200
)

// HostConfig holds the settings of a Host.
type HostConfig struct {
	Table *table.Table
	ID    string // the game's ID: whoever knows it may join; "": a new one
	Port  int    // the host's port, for the journal of the game
	Again bool   // continue the game that was hosted with this ID before
	Guest string // with Again: match.KeyHash of the key with which the guest reclaims the seat, or ""
	TLS   bool   // whether connections are encrypted
	Watch bool   // whether others may watch
	// Invite is the argument of "attic join" for the other side, such as ID@HOST. It is shown in place of the ID.
	Invite string
	Link   string   // the link for a browser, or ""
	Others []string // Invite with other addresses of this machine
	Closed func()   // called at the end of Close, or nil
	Chat   bool     // whether chat lines are passed on
	Hints  bool     // whether the players may use hints and other help; both are told of each use
	Single bool     // see match.Hosted.Single
	Clock  table.ClockRule

	// At a hall, both players are guests, and nobody plays on the table's machine: ID and Guest belong to the player at the second place, First to
	// the player at the first. Watchers is the spectators' ID. A player who leaves counts as away, and the game continues. See HallConfig.
	First    match.Ticket
	Watchers string
	Ran      time.Time // with Again: when the clock stopped; see table.Hosting

	// Refuses returns why no player can do something at present, or nil. It is asked each time. The field nil stands for a function that returns nil.
	Refuses func(table.Verb) error

	// Guard counts joins and messages by address, for all tables of a server; nil: for this table alone. Rate limits the messages of one connection;
	// zero: 1,000 in a row, then 500 a second. JoinRate limits how many people join this table without the key of a seat; zero: no limit.
	Guard          *Guard
	Rate, JoinRate table.Rate

	// Every and WatchEvery are the times between two pings of a player and of a spectator, unless their programs ask for more frequent pings; 0: 2 s
	// and 20 s. They must be between 2 s and 24 s. The other side counts as away after two and a half times as long.
	Every, WatchEvery time.Duration
}

// Host lets players on other machines play at a table, and others watch. Its methods may be called by several goroutines.
type Host struct {
	HostConfig
	game              game.Game
	mu                sync.Mutex
	seats             []*seat
	viewers           []*viewer // spectators
	everyone, gallery *feed     // the feed of all viewers in an open game, and of the spectators in any other; nil before the first viewer
	closed            bool
	bid               func(*viewer) // says goodbye to a viewer; nil while the host is open
	serving           sync.WaitGroup
	open              context.Context // done at Close
	shut              context.CancelFunc
}

// seat is a seat for a player on another machine.
type seat struct {
	place  table.Place
	ticket match.Ticket
	viewer *viewer // nil before the player has joined
}

// viewer is a person on another machine: a player, or a spectator.
type viewer struct {
	*feed
	person *table.Person // the player; for a spectator, the field eyes of the feed
	place  table.Place   // the place of a player
	key    string        // the key of a player; "" for a spectator
	conn   *outgoing     // nil while the viewer is away
	seen   uint64        // number of the last event that was acknowledged
	told   signal        // set when seen or conn has changed
	talk   table.Rate    // the rate of a player at a hall, in addition to the rate of their address

	pledged  string // the last commitment sent on conn
	revealed int    // the last round revealed on conn
}

// NewHost opens the table's game to one guest. It stays open until the guest leaves for good or the host calls Close or Table.Leave.
func NewHost(c HostConfig) (*Host, error) {
	if c.ID == "" {
		c.ID = NewID()
	}
	for _, id := range []string{c.ID, cmp.Or(c.First.ID, c.ID), cmp.Or(c.Watchers, c.ID)} {
		if err := CheckID(id); err != nil {
			return nil, err
		}
	}
	if c.Invite == "" {
		c.Invite = c.ID
	}
	if c.Guard == nil {
		c.Guard = &Guard{}
	}
	if c.Refuses == nil {
		c.Refuses = func(table.Verb) error { return nil }
	}
	c.Every, c.WatchEvery = cmp.Or(c.Every, pingEvery), cmp.Or(c.WatchEvery, watchEvery)
	if c.Rate == (table.Rate{}) {
		c.Rate = messageRate
	}
	h := &Host{HostConfig: c, game: c.Table.Game()}
	h.seats = []*seat{{place: table.Second, ticket: h.hosted().Second()}}
	if h.hosted().Hall() {
		h.seats = append(h.seats, &seat{place: table.First, ticket: c.First})
	}
	h.open, h.shut = context.WithCancel(context.Background())
	sights := ""
	if c.Watch && c.Link != "" {
		sights = c.Link + Watching
	}
	hosting := table.Hosting{
		Invite: c.Invite, Others: c.Others, Link: c.Link, Sights: sights, Hosted: h.hosted(), Chat: c.Chat && c.Refuses(table.Say("").Verb) == nil, Clock: c.Clock, Ran: c.Ran,
		Leave: func(why error) { h.close(c.Table.Side(), hostLeftText, why) },
		Rest:  h.Rest,
	}
	return h, c.Table.Share(c.Again, hosting)
}

// HallConfig returns the settings for continuing the game of a table at a hall, or the zero value if the game was not at a hall.
func HallConfig(t *table.Table) HostConfig {
	was := t.Hosted()
	if !was.Hall() {
		return HostConfig{}
	}
	return HostConfig{Table: t, Again: true, ID: was.ID, Guest: was.Guest, First: was.First, Watchers: was.Watchers, Watch: was.Watch, Chat: !was.Silent, TLS: was.TLS, Hints: was.Hints, Single: was.Single}
}

// hosted returns the description of the hosting for the journal of the game.
func (h *Host) hosted() match.Hosted {
	return match.Hosted{ID: h.ID, Port: h.Port, Guest: h.Guest, First: h.First, Watchers: h.Watchers, Watch: h.Watch, Silent: !h.Chat, TLS: h.TLS, Hints: h.Hints, Single: h.Single}
}

// Close ends the hosting: within a second, it sends every viewer the events they have not seen, and a last message. Then the table is no
// longer shared; seat is the seat that left.
func (h *Host) Close(seat int) { h.close(seat, hostLeftText, nil) }

// CloseFor is like Close, but tells the viewers the given reason.
func (h *Host) CloseFor(why string) { h.close(game.Nobody, why, nil) }

func (h *Host) close(seat int, text string, why error) {
	h.end(func(v *viewer) { v.push(Bye{text}) }, func() { h.Table.Part(seat, why) })
}

// Rest first sends every viewer the events they have not seen, and then ends the hosting as a kill would: the viewers regard the host as away, and
// the same game can be hosted again.
func (h *Host) Rest() { h.end(func(*viewer) {}, func() {}) }

// end ends the hosting unless it has already ended. It calls the function bid for each viewer, then the function part.
func (h *Host) end(bid func(*viewer), part func()) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.closed, h.bid = true, bid
	all := h.all()
	h.mu.Unlock()
	deadline := time.Now().Add(farewell)
	for _, v := range all {
		v.mu.Lock()
		v.collect()
		v.mu.Unlock()
		v.awaitSeen(deadline)
		bid(v)
	}
	part()
	h.shut()
	h.serving.Wait()
	for _, v := range all {
		v.end()
	}
	for _, f := range []*feed{h.everyone, h.gallery} {
		if f != nil {
			f.end()
		}
	}
	if h.Closed != nil {
		h.Closed()
	}
}

func (h *Host) all() []*viewer {
	list := slices.Clone(h.viewers)
	for _, c := range h.seats {
		if c.viewer != nil {
			list = append(list, c.viewer)
		}
	}
	return list
}

// Attended reports whether anybody is connected, whether a player is, and the number of spectators connected.
func (h *Host) Attended() (anybody, player bool, watching int) {
	h.mu.Lock()
	all := h.all()
	watching = len(h.viewers)
	h.mu.Unlock()
	for _, v := range all {
		v.mu.Lock()
		here := v.conn != nil
		v.mu.Unlock()
		anybody, player = anybody || here, player || here && v.key != ""
	}
	return anybody, player, watching
}

// Reissue takes a place at a hall's table away from its player. The first person to join with the new ID gets the place and a new key. Everybody at
// the table is told the reason. Without a reason, another device of the player takes the place, and nobody else is told.
func (h *Host) Reissue(place table.Place, id, why string) error {
	if err := CheckID(id); err != nil {
		return err
	}
	h.mu.Lock()
	i := slices.IndexFunc(h.seats, func(c *seat) bool { return c.place == place })
	if h.closed || i < 0 || !h.hosted().Hall() {
		h.mu.Unlock()
		return table.ErrClosed
	}
	c := h.seats[i]
	v := c.viewer
	c.viewer, c.ticket = nil, match.Ticket{ID: id}
	h.Table.Issue(place, c.ticket)
	others := h.all()
	h.mu.Unlock()
	if v != nil {
		v.person.Met(table.Away)
		v.push(Bye{cmp.Or(why, "this seat has been taken over elsewhere, with a new link")})
		v.mu.Lock()
		v.drop()
		v.mu.Unlock()
		v.end()
	}
	for _, other := range others {
		if why != "" {
			other.push(Note{What: NoteHall, Text: why})
		}
	}
	return nil
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
		case <-v.told:
		case <-late.C:
			return
		}
	}
}

// end closes the resources of this viewer alone.
func (v *viewer) end() {
	v.mu.Lock()
	v.viewers = slices.DeleteFunc(v.viewers, func(x *viewer) bool { return x == v })
	v.mu.Unlock()
	if v.person != v.eyes {
		v.person.Close()
	}
	if f := v.feed; f != v.host.everyone && f != v.host.gallery {
		f.end()
	}
}

// The function no returns the refusal for a client that cannot join.
func no(code Code, format string, args ...any) *RefusedError {
	return &RefusedError{code, fmt.Sprintf(format, args...)}
}

// Serve handles one connection until it ends, and closes it.
func (h *Host) Serve(ctx context.Context, conn Conn) {
	if !h.enter() {
		_ = conn.Close(hostLeftText)
		return
	}
	defer h.serving.Done()
	if m, ok := firstOf(ctx, h.open, conn); ok {
		h.serve(ctx, conn, m)
	}
}

// enter reports whether the host is open, and keeps it from ending until serving.Done.
func (h *Host) enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.serving.Add(1)
	}
	return !h.closed
}

// refuse tells a client why it cannot join, and closes the connection.
func refuse(ctx context.Context, conn Conn, why *RefusedError) {
	if answer, err := Encode(No{why.Code, why.Why}); err == nil {
		_ = write(ctx, conn, answer)
	}
	_ = conn.Close(string(why.Code))
}

// serve handles a connection that begins with the join m.
func (h *Host) serve(ctx context.Context, conn Conn, m Join) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	v, refused := h.admit(conn, m)
	if refused != nil {
		refuse(ctx, conn, refused)
		return
	}
	h.attend(ctx, stop, conn, m, v)
}

// attend handles a connection of the viewer whom the join m has admitted.
func (h *Host) attend(ctx context.Context, stop func(), conn Conn, m Join, v *viewer) {
	out := v.connect(conn, m)
	h.mu.Lock()
	bid := h.bid
	h.mu.Unlock()
	if bid != nil { // end may have called it before the viewer was connected
		bid(v)
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		v.write(ctx, out)
	}()
	if v.key != "" {
		v.person.Limit(func() bool { // the table makes these calls one after another
			now := time.Now()
			return h.Guard.Talk(conn.Remote(), now) || h.hosted().Hall() && v.talk.Allow(now)
		})
		if !h.TLS && !local(conn.Remote()) {
			h.Table.Unencrypted()
		}
		v.person.Met(table.Present)
	}
	why := h.listen(ctx, v, out)
	switch why {
	case "":
	case leftText: // the guest waits for the answer, which stop might prevent
		_ = conn.Close(why)
	default: // the reason has not been written yet
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
	v.told.set()
	h.mu.Lock()
	player, closed := v.key != "", h.closed
	if !player {
		h.viewers = slices.DeleteFunc(h.viewers, func(x *viewer) bool { return x == v })
		v.eyes.Fill(len(h.viewers))
	}
	h.mu.Unlock()
	switch {
	case !player:
		v.end()
	case closed || !current:
	case left && !h.hosted().Hall():
		go h.Close(v.person.Now().Seat)
	default:
		v.person.Met(table.Away)
	}
}

func (v *viewer) push(m Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.queue(m)
}

// reason returns the reason that connections get when they end: that the host has left, or "".
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
		v.push(No{code, why})
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
		case !h.Guard.counted(rate.Allow(time.Now())):
			return refuse(CodeRate, "too many messages")
		case err != nil:
			return refuse(CodeBad, err.Error())
		}
		switch m := m.(type) {
		case Act:
			if v.act(m, h.Refuses(table.Verb(m.Do))) && m.Do == "play" && h.hosted().Hall() {
				joined(out.conn, asKeyed)
			}
		case Seen:
			v.mu.Lock()
			v.seen = max(v.seen, min(m.N, v.n))
			v.mu.Unlock()
			v.told.set()
		case Ping:
			if v.key != "" {
				v.person.Slept(m.Asleep, time.Now())
			}
			v.push(Pong{m.At})
		case Bye:
			return leftText
		default:
			return refuse(CodeBad, fmt.Sprintf("a client does not send %q", kindOf(m)))
		}
	}
}

// The method every returns the time between two pings of the viewer's client, which joined with m.
func (v *viewer) every(m Join) time.Duration {
	wish := v.host.Every
	if v.key == "" {
		wish = v.host.WatchEvery
	}
	return everyOf(min(wish.Milliseconds(), m.Every))
}

// everyOf returns the time between two pings for which a message asks, clamped to the limits.
func everyOf(ms int64) time.Duration {
	return min(max(time.Duration(ms)*time.Millisecond, pingEvery), mostEvery)
}

// silenceOf returns the silence after which the other side counts as away. The parameter is the time between two pings.
func silenceOf(every time.Duration) time.Duration { return every * 5 / 2 }

// act carries out a client's act unless refused says why not, and reports whether it was done. The events of the act are sent before the answer.
func (v *viewer) act(m Act, refused error) bool {
	err := refused
	if err == nil {
		err = v.person.Do(table.Act{
			ID: m.ID, Verb: table.Verb(m.Do), Seat: m.Seat, Text: m.Text, After: m.After,
			Made: time.Now().Add(-time.Duration(m.Ago) * time.Millisecond), Waited: time.Duration(m.Waited) * time.Millisecond,
		}).Err()
	}
	answer := Answer{ID: m.ID, N: v.person.Now().N}
	if err != nil {
		answer.Code, answer.Err = Code(table.CodeOf(err)), plainLine(err.Error())
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.collect()
	v.queue(answer)
	return err == nil
}

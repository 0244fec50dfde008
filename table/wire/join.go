package wire

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"hash/maphash"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"attic/match"
	"attic/table"
)

// firstOf returns the join at the start of a connection. After any other first message, it closes the connection and returns false. A client that has
// not joined yet does not delay the end of open.
func firstOf(ctx, open context.Context, conn Conn) (Join, bool) {
	first, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	defer context.AfterFunc(open, cancel)()
	raw, err := conn.Read(first)
	if err != nil {
		_ = conn.Close("no join message arrived")
		return Join{}, false
	}
	m, err := Decode(raw)
	join, joins := m.(Join)
	var refused *RefusedError
	switch {
	case err != nil:
		refused = no(CodeBad, "%s", err)
	case !joins:
		refused = no(CodeBad, "the first message must be a join")
	case join.V != Version:
		refused = no(CodeVersion, "this host speaks version %d of the protocol, not %d: both need the same version of attic", Version, join.V)
	default:
		return join, true
	}
	refuse(ctx, conn, refused)
	return join, false
}

// admit returns the viewer who joins with m on a connection, or the reason why nobody can join with m.
func (h *Host) admit(conn Conn, m Join) (*viewer, *RefusedError) {
	if refused := h.guarded(conn.Remote(), m); refused != nil {
		return nil, refused
	}
	switch {
	case m.Game != "" && m.Game != h.game.Info().Name:
		return nil, no(CodeGame, "This host plays %s: use attic join ID@HOST", h.game.Info().Title)
	case m.Edition != 0 && m.Edition != h.game.Info().Edition:
		return nil, no(CodeRules, "the host plays %s by different rules: both need the same version of attic", h.game.Info().Title)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.seatOf(m.ID)
	if h.Refuses(table.Name(0, "").Verb) != nil {
		m.Name = ""
	}
	switch {
	case h.closed:
		return nil, no(CodeID, wrongID)
	case c != nil && c.knows(m) != "":
		joined(conn, asKeyed)
		if c.viewer == nil {
			if h.seat(c, c.knows(m)); c.nameless() && h.hosted().Hall() {
				c.named(m.Name) // a hall that has restarted has forgotten the name
			}
		}
		return c.viewer, nil
	case c != nil && c.ticket.Key == "" && !m.Watch:
		as := asWatcher
		if h.hosted().Hall() { // only the player and the maker of the table know the ID
			as = asPlayer
		}
		if !joined(conn, as) {
			return nil, no(CodeBusy, crowded)
		}
		key := cmp.Or(m.Secret, NewKey())                       // with a secret, the same join opens the seat again if the answer was lost
		if h.Table.Joined(c.place, match.KeyHash(key)) != nil { // otherwise the next process to open the game would not know that somebody has joined, and would accept anybody
			return nil, no(CodeBusy, "the host cannot keep your seat at the moment: try again in a few seconds")
		}
		h.seat(c, key)
		c.ticket.Key = match.KeyHash(key)
		if c.nameless() || !h.hosted().Hall() { // a name that the hall has given stays
			c.named(m.Name)
		}
		c.viewer.person.Met(table.Present) // before the join is answered, because the client may move immediately after the answer
		return c.viewer, nil
	case !h.Watch && m.Watch:
		return nil, no(CodeFull, "the host does not allow spectators in this game: ask them to host it with spectators allowed")
	case !h.Watch, c != nil && h.hosted().Hall() && !m.Watch:
		return nil, no(CodeFull, takenSides)
	case len(h.viewers) >= mostWatchers:
		return nil, no(CodeBusy, "too many people are watching this game: try again later")
	case !joined(conn, asWatcher):
		return nil, no(CodeBusy, crowded)
	}
	v := h.newViewer(&h.gallery, nil)
	h.viewers = append(h.viewers, v)
	v.eyes.Fill(len(h.viewers))
	return v, nil
}

func (c *seat) nameless() bool {
	now := c.viewer.person.Now()
	return now.Players[now.Seat].Name == ""
}

// named gives the player in the seat the name from the join, unless it is "".
func (c *seat) named(name string) {
	if name != "" {
		p := c.viewer.person
		_ = p.Do(table.Name(p.Now().Seat, name)).Err() // ignore an invalid name
	}
}

// knows returns the key of the seat if the key or the secret of a join equals it, otherwise "".
func (c *seat) knows(m Join) string {
	for _, key := range []string{m.Key, m.Secret} {
		if c.ticket.Knows(key) {
			return key
		}
	}
	return ""
}

// seatOf returns the seat to which an ID leads, or nil.
func (h *Host) seatOf(id string) (found *seat) {
	for _, c := range h.seats { // all seats, so that the time taken reveals nothing
		if EqualID(id, c.ticket.ID) {
			found = c
		}
	}
	return found
}

func (h *Host) seat(c *seat, key string) {
	c.viewer = h.newViewer(nil, h.Table.Player(c.place))
	c.viewer.place, c.viewer.key, c.viewer.talk = c.place, key, seatTalk
}

// newViewer returns a new viewer. It is the given player or, if player is nil, a spectator. In an open game all viewers share one feed. Otherwise the
// viewer shares the feed in *at or, if at is nil, has its own.
func (h *Host) newViewer(at **feed, player *table.Person) *viewer {
	v := &viewer{place: table.Second, person: player, told: newSignal()}
	if h.game.Info().Open {
		at = &h.everyone
	}
	switch {
	case at == nil:
		v.feed = h.newFeed(player)
	case *at == nil:
		*at = h.newFeed(h.Table.Gallery())
		fallthrough
	default:
		v.feed = *at
	}
	if player == nil {
		v.person = v.eyes
	} else if v.eyes != player {
		player.Deafen()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.feed.viewers = append(v.feed.viewers, v)
	return v
}

// Reasons why somebody cannot join: no game here has their ID, perhaps because the game is over; two people already play that game; or too many
// people have joined from their address.
const (
	wrongID    = "no game with this ID is hosted here now; ask the host for the link or ID of the game that is open"
	takenSides = "both sides of this game are taken; if one of them is yours, continue in the browser or program where you took it"
	crowded    = "too many people have joined from your address: try again when one of them has left or made a move"
)

var tooMany = &RefusedError{CodeRate, "too many wrong IDs came from your address: try again in a minute"}

// guarded refuses a wrong ID, and any ID while the guard blocks the address. A join with both the ID and the key of a seat always passes; at a hall,
// where IDs cannot be guessed, the ID is enough. A wrong key counts as a wrong ID but is not refused: it may belong to an earlier game with this ID.
func (h *Host) guarded(addr string, m Join) *RefusedError {
	id, place, key := h.knows(m)
	switch now := time.Now(); {
	case id && key:
		return nil
	case !(id && h.hosted().Hall()) && !h.Guard.Allow(addr, now):
		return tooMany
	case !id || m.Key != "":
		h.Guard.Wrong(addr, m.tried(), now)
	}
	if !id {
		return no(CodeID, wrongID)
	}
	if place {
		return nil
	}
	return h.paced(addr)
}

// tried returns the ID and the key of a join as the guess for Guard.Wrong.
func (m Join) tried() string { return m.ID + " " + m.Key }

// paced refuses somebody without a key if too many people are joining from their address or at this table.
func (h *Host) paced(addr string) *RefusedError {
	now := time.Now()
	if !h.Guard.Join(addr, now) {
		return no(CodeRate, "too many people are joining from your address at the moment: try again in a few seconds")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.Guard.counted(h.JoinRate.Allow(now)) {
		return no(CodeRate, "too many people are joining this game at the moment: try again in a few seconds")
	}
	return nil
}

// knows reports whether a join has an ID of this game; whether the ID belongs to a place, so that only one player knows it; and whether the join has
// the key of the seat with this ID.
func (h *Host) knows(m Join) (id, place, key bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.seatOf(m.ID)
	id = c != nil || h.Watchers != "" && EqualID(m.ID, h.Watchers)
	return id, c != nil && h.hosted().Hall(), c != nil && c.knows(m) != ""
}

const (
	mostWrong  = 10 // different wrong IDs per network within guardTime
	guardTime  = time.Minute
	mostGuards = 10_000 // the number of networks that a Guard remembers
)

// messageRate is how often a connection may send messages, unless HostConfig.Rate says otherwise.
var messageRate = table.Rate{Burst: 1000, Steady: 500}

// seatTalk is how often a player at a hall may always send a chat line, make an offer or change a name, even if others at the same address have used
// up its TalkRate.
var seatTalk = table.Rate{Burst: 3, Steady: 0.05}

// Guard counts, for each network, wrong IDs and keys and the actions that JoinRate and TalkRate limit. A network is an IPv4 address or the first 64
// bits of an IPv6 address. The zero value is ready to use, and safe for concurrent use. A Guard remembers 10,000 networks; beyond that, it forgets
// the networks that have been quiet the longest.
type Guard struct {
	JoinRate table.Rate // limits joins without the key of a seat; zero: no limit
	TalkRate table.Rate // limits chat lines, offers and names; zero: no limit

	refused atomic.Uint64

	mu    sync.Mutex
	known map[string]*list.Element
	by    list.List // the values are *network; the one that has been quiet the longest comes first
}

// network holds the last wrong IDs from a network, and the network's rates.
type network struct {
	name        string
	last        [mostWrong]guess
	next        int // the index of the oldest guess in last
	joins, talk table.Rate
}

type guess struct {
	id   uint64 // its hash
	when time.Time
}

var guesses = maphash.MakeSeed()

// Allow reports whether a client at addr may try an ID now: false after ten different wrong IDs within the last minute. addr is an IP address with or
// without a port, as from Conn.Remote; any other text is compared unchanged.
func (g *Guard) Allow(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	e := g.known[NetworkOf(addr)]
	if e == nil {
		return true
	}
	n := e.Value.(*network)
	return g.counted(!n.last[n.next].recent(now))
}

// counted counts a refusal if ok is false, and returns ok.
func (g *Guard) counted(ok bool) bool {
	if !ok {
		g.refused.Add(1)
	}
	return ok
}

// Refused returns how often Allow, Join and Talk have returned false.
func (g *Guard) Refused() uint64 { return g.refused.Load() }

// recent reports whether a guess still counts at the time now.
func (w guess) recent(now time.Time) bool { return !w.when.IsZero() && now.Sub(w.when) < guardTime }

// Wrong records that a client at addr has tried a wrong ID, or an ID with a wrong key. The same ID and key are counted once a minute. A client that
// keeps trying to rejoin a vanished game is not guessing, and must not shut out others at its address.
func (g *Guard) Wrong(addr, id string, now time.Time) {
	hash := maphash.String(guesses, id)
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.network(addr)
	for _, w := range n.last {
		if w.id == hash && w.recent(now) {
			return
		}
	}
	n.last[n.next] = guess{hash, now}
	n.next = (n.next + 1) % mostWrong
}

// Join reports whether somebody at addr may join now without the key of a seat.
func (g *Guard) Join(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.JoinRate.Burst == 0 || g.counted(g.network(addr).joins.Allow(now))
}

// Talk reports whether somebody at addr may now send a chat line, make an offer or change a name.
func (g *Guard) Talk(addr string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.TalkRate.Burst == 0 || g.counted(g.network(addr).talk.Allow(now))
}

// network returns the network of an address, and marks it as just active.
func (g *Guard) network(addr string) *network {
	if g.known == nil {
		g.known = map[string]*list.Element{}
	}
	name := NetworkOf(addr)
	e := g.known[name]
	if e == nil {
		for g.by.Len() >= mostGuards {
			delete(g.known, g.by.Remove(g.by.Front()).(*network).name)
		}
		e = g.by.PushBack(&network{name: name, joins: g.JoinRate, talk: g.TalkRate})
		g.known[name] = e
	}
	g.by.MoveToBack(e)
	return e.Value.(*network)
}

// NetworkOf returns the network of an address, under which its wrong IDs are counted.
func NetworkOf(addr string) string {
	ip, ok := addressIn(addr)
	if !ok {
		return addr
	}
	if ip.Is4() {
		return ip.String()
	}
	prefix, err := ip.Prefix(64)
	if err != nil {
		return addr
	}
	return prefix.String()
}

// addressIn reads an IP address with or without a port, an IPv6 address with or without brackets.
func addressIn(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	ip, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return ip.Unmap().WithZone(""), err == nil
}

// HallHeader is the header with the identity of a hall. A client keeps each seat or phrase for one hall, and sends it to no other hall.
const HallHeader = "Attic-Hall"

// Router connects the clients of one port to many tables, each with its own Host.
type Router struct {
	// Find returns the open host for an ID of a player's place or of the spectators. It may have to open the table. It returns nil if there is no
	// such ID. The error is an *Elsewhere if another process has the table open, or a *RefusedError for the client if the table cannot be opened now.
	// Find is called by several goroutines, even for wrong IDs.
	Find func(ctx context.Context, id string) (*Host, error)
	// Knows reports whether an ID is known, without asking others, to lead to a table. Such an ID passes the guard: it has 80 random bits, and must
	// not be refused because somebody at the same address tries wrong IDs. nil: every ID is unknown.
	Knows func(id string) bool
	Guard *Guard // counts wrong IDs; must be the Guard of the hosts too
}

// Elsewhere is the error of Find for a table that another process has open.
type Elsewhere struct {
	Dial func(ctx context.Context, from string) (Conn, error) // connects a client, whose address is the parameter from, to that process
}

// Error implements error.
func (*Elsewhere) Error() string { return "another process has this table open" }

// mostFinds is how often a Router looks for the host of an ID. It looks again if the table was just being closed.
const mostFinds = 3

// Reasons why somebody cannot come to a table.
const (
	later   = "this game cannot be opened at the moment: try again later"
	moving  = "the table is moving to another process of the hall"
	noTable = "there is no table with this ID at this hall now; ask whoever sent you the link, or look at the list of tables"
)

// Serve handles one connection until it ends, and closes it.
func (h *Router) Serve(ctx context.Context, conn Conn) {
	m, ok := firstOf(ctx, ctx, conn)
	switch {
	case !ok:
		return
	case m.Key == "" && (h.Knows == nil || !h.Knows(m.ID)) && !h.Guard.Allow(conn.Remote(), time.Now()):
		refuse(ctx, conn, tooMany)
		return
	}
	for range mostFinds {
		host, err := h.Find(ctx, m.ID)
		there, passes := errors.AsType[*Elsewhere](err)
		refused, told := errors.AsType[*RefusedError](err)
		switch {
		case passes && !joined(conn, passedAs(m)): // the other process checks the key
			refuse(ctx, conn, no(CodeBusy, crowded))
			return
		case passes:
			there.pass(ctx, conn, m)
			return
		case told:
			refuse(ctx, conn, refused)
			return
		case err != nil:
			refuse(ctx, conn, no(CodeBusy, later))
			return
		case host == nil:
			now := time.Now()
			if !h.Guard.Allow(conn.Remote(), now) {
				refuse(ctx, conn, tooMany)
				return
			}
			h.Guard.Wrong(conn.Remote(), m.tried(), now)
			refuse(ctx, conn, no(CodeID, noTable))
			return
		case host.enter():
			defer host.serving.Done()
			host.serve(ctx, conn, m)
			return
		}
	}
	refuse(ctx, conn, no(CodeBusy, later))
}

// passedAs returns how a client joins at another process.
func passedAs(m Join) standing {
	switch {
	case m.Key != "":
		return asKeyed
	case m.Watch:
		return asWatcher
	}
	return asPlayer
}

// pass forwards a connection that began with m to the other process, until one side ends it.
func (e *Elsewhere) pass(ctx context.Context, conn Conn, m Join) {
	dialing, cancel := context.WithTimeout(ctx, messageTime) // the other process may just have ended
	far, err := e.Dial(dialing, conn.Remote())
	cancel()
	if err == nil {
		var raw []byte
		if raw, err = Encode(m); err == nil {
			err = write(ctx, far, raw)
		}
		if err != nil {
			_ = far.Close("")
		}
	}
	if err != nil { // the client comes back; by then the table may be open elsewhere
		_ = conn.Close(moving)
		return
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		copyTo(ctx, conn, far)
	}()
	copyTo(ctx, far, conn)
	<-ended
}

// copyTo forwards messages until one of the connections ends, and then ends the other one.
func copyTo(ctx context.Context, to, from Conn) {
	for {
		raw, err := from.Read(ctx)
		if err == nil {
			err = write(ctx, to, raw)
		}
		if err != nil {
			why, _ := errors.AsType[*ClosedError](err)
			reason := moving
			if why != nil {
				reason = why.Reason
			}
			_, _ = to.Close(reason), from.Close(reason)
			return
		}
	}
}

package wire

import (
	"cmp"
	"context"
	"time"

	"attic/match"
	"attic/table"
)

// firstOf returns the join with which a connection begins. It closes a connection that begins with anything else, and returns false. A client that has
// not joined yet does not delay the end of open.
func firstOf(ctx, open context.Context, conn Conn) (Join, bool) {
	first, cancel := context.WithTimeout(ctx, joinTime)
	defer cancel()
	defer context.AfterFunc(open, cancel)()
	raw, err := conn.Read(first)
	if err != nil {
		_ = conn.Close("no join arrived")
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

// admit returns the viewer that joins with m on a connection, or why it cannot join.
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
	switch {
	case h.closed:
		return nil, no(CodeID, wrongID)
	case c != nil && c.knows(m) != "":
		joined(conn, asKeyed)
		if c.viewer == nil {
			h.seat(c, c.knows(m))
		}
		if now := c.viewer.person.Now(); now.Players[now.Seat].Name == "" {
			c.named(m.Name) // a hall that was started again has forgotten it
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
		key := cmp.Or(m.Secret, NewKey())                       // of a secret, the same join again opens the seat, if the answer is lost
		if h.Table.Joined(c.place, match.KeyHash(key)) != nil { // without it, whoever opens the game next would say that nobody has joined, and accept whoever joins first
			return nil, no(CodeBusy, "the host cannot keep your seat at the moment: try again in a few seconds")
		}
		h.seat(c, key)
		c.ticket.Key = match.KeyHash(key)
		c.named(m.Name)
		c.viewer.person.Met(table.Present) // before the join is answered: whoever knows of it may move, and is not told that nobody has joined yet
		return c.viewer, nil
	case !h.Watch && m.Watch:
		return nil, no(CodeFull, "the host lets nobody watch this game: ask them to host it with spectators allowed")
	case !h.Watch, c != nil && h.hosted().Hall() && !m.Watch:
		return nil, no(CodeFull, takenSides)
	case len(h.viewers) >= mostWatchers:
		return nil, no(CodeBusy, "too many people are watching this game: try again later")
	case !joined(conn, asWatcher):
		return nil, no(CodeBusy, crowded)
	}
	v := h.newViewer(&h.gallery, nil)
	h.viewers = append(h.viewers, v)
	h.count(v)
	return v, nil
}

// named gives the player in the seat the name with which they join, if they have one.
func (c *seat) named(name string) {
	if name != "" {
		p := c.viewer.person
		_ = p.Do(table.Name(p.Now().Seat, name)).Err() // ignore an invalid name
	}
}

// knows returns the key of the seat if a join has it, as its key or as its secret, otherwise "".
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
	for _, c := range h.seats { // all of them, so that the time tells nothing
		if EqualID(id, c.ticket.ID) {
			found = c
		}
	}
	return found
}

// seat makes the viewer of a seat.
func (h *Host) seat(c *seat, key string) {
	c.viewer = h.newViewer(nil, h.Table.Player(c.place))
	c.viewer.place, c.viewer.key, c.viewer.talk = c.place, key, seatTalk
}

// newViewer returns a new viewer: a spectator who shares the feed at, or a player.
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

// Why somebody cannot join: no game here has their ID, perhaps because it is over; two people already play that game; or too many others have
// joined from their address.
const (
	wrongID    = "no game with this ID is hosted here now; ask the host for the link or ID of the game that is open"
	takenSides = "both sides of this game are taken; if one of them is yours, continue in the browser or program where you took it"
	crowded    = "too many people have joined from your address: try again when one of them has left, or has made a move"
)

var tooMany = &RefusedError{CodeRate, "too many wrong IDs came from your address: try again in a minute"}

// guarded refuses a wrong ID, and any ID while the guard blocks the address. Whoever has both the ID and the key of the seat passes the
// guard, and at a hall, where IDs cannot be guessed, whoever has the ID. A wrong key counts as a wrong ID, but does not shut anybody out: it may be the key of
// an earlier game with this ID.
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

// tried returns what a join tries, as Guard.Wrong takes it.
func (m Join) tried() string { return m.ID + " " + m.Key }

// paced refuses a stranger if too many are joining from their address or at this table.
func (h *Host) paced(addr string) *RefusedError {
	now := time.Now()
	if !h.Guard.Join(addr, now) {
		return no(CodeRate, "too many people join from your address at the moment: try again in a few seconds")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.Guard.counted(h.JoinRate.Allow(now)) {
		return no(CodeRate, "too many people join this game at the moment: try again in a few seconds")
	}
	return nil
}

// knows reports whether a join has an ID of this game, whether that is the ID of a place, which only one player knows, and whether its key is that of the
// seat with this ID.
func (h *Host) knows(m Join) (id, place, key bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.seatOf(m.ID)
	id = c != nil || h.Watchers != "" && EqualID(m.ID, h.Watchers)
	return id, c != nil && h.hosted().Hall(), c != nil && c.knows(m) != ""
}

// count tells the table how many spectators there are. v is the one who has come or gone.
func (h *Host) count(v *viewer) { v.eyes.Fill(len(h.viewers)) }

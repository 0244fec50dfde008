package wire

import (
	"slices"

	"attic/game"
	"attic/table"
)

// connect replaces the viewer's connection with a new one, opened by the join message m, and sends everything that the client has not seen.
func (v *viewer) connect(conn Conn, m Message) *outgoing {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.drop()
	out := &outgoing{conn: conn, every: v.every(m), filled: newBell()}
	v.conn = out
	v.collectBefore()
	v.pledged, v.revealed = "", 0
	now := table.Event{What: table.Loaded, Sight: v.person.Sight()}
	if missing, ok := v.since(m.N, m.H); ok {
		v.queue(Message{T: KindTable, N: m.N, H: m.H, V: Version, Game: v.host.game.Info().Name, Watching: v.key == "", Every: out.told()})
		v.commit(now)
		for _, s := range missing {
			v.queueRaw(s.bytes)
		}
	} else {
		v.seen = 0
		if 0 < m.N && m.N < v.began {
			now.What = table.Began
		}
		v.tell(now)
		v.commit(now)
	}
	v.reveal(now)
	if now.Sight.Offer != table.NoOffer {
		v.tell(table.Event{What: table.Offered, By: now.OfferBy, Offer: now.Sight.Offer})
	}
	if now.Watchers > 0 && v.key != "" {
		v.tell(table.Event{What: table.Watched, By: game.Nobody, Sight: now.Sight})
	}
	return out
}

// collectBefore collects the events that happened while nobody was connected, without sending them.
func (v *viewer) collectBefore() {
	out := v.conn
	v.conn = nil
	v.collectNow()
	v.conn = out
}

// since returns the events after the one with number n and hash h, or false if the whole table is needed.
func (v *viewer) since(n uint64, h Hash) ([]sealed, bool) {
	if n == 0 || v.n == 0 {
		return nil, false
	}
	if v.base.n == n && v.base.hash.Equal(h) {
		return v.log, true
	}
	i := slices.IndexFunc(v.log, func(s sealed) bool { return s.n == n && s.hash.Equal(h) })
	if i < 0 {
		return nil, false
	}
	return v.log[i+1:], true
}

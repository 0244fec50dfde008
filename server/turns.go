package server

import (
	"slices"
	"strings"
	"time"

	"attic/game"
	"attic/match"
	"attic/table"
)

// turn is the seat for which a game waits. It is stored when the game begins or ends and when the table is put away; a write for each move would
// double the disk's work. After a kill, the hall opens the tables that were open, and finds the turn in their games.
type turn struct {
	Seat  int   `json:"seat"`  // the seat in the first game
	Ply   int   `json:"ply"`   // the ply of the position
	Since int64 `json:"since"` // in seconds since 1970

	Told bool `json:"told,omitempty"` // the player has been at the table in this turn, or a push about it was sent
}

// waits records the player for whom the game of an open table waits now. If that player has changed, the wait begins at the time at. waits reports
// whether somebody has joined, or has to join again. The caller holds the lock of the tables.
func (s *seated) waits(sight table.Sight, at time.Time) bool {
	now := sight.Now
	var awaited []int
	for seat, other := range now.Situation.Places {
		if now.Side != s.entry.Side {
			seat = (seat + 1) % len(s.entry.Seats)
		}
		if other == table.Awaited {
			awaited = append(awaited, seat)
		}
	}
	slices.Sort(awaited)
	changed := !slices.Equal(awaited, s.awaited)
	s.awaited = awaited
	if !s.begun {
		s.begun = now.Round > 1 || slices.ContainsFunc(sight.History(), func(e match.Entry) bool { return e.Number > 0 })
	}
	turned := changed
	if s.side != now.Side || s.toMove != now.ToMove || s.ply != sight.Ply || s.since == 0 {
		s.side, s.toMove, s.ply, s.since = now.Side, now.ToMove, sight.Ply, at.Unix()
		turned = true
	}
	if turned {
		s.told, s.met, s.absent = false, false, time.Now()
	}
	if s.toMove >= 0 && s.toMove < len(now.Situation.Places) {
		s.met = s.met || now.Situation.Places[s.toMove] == table.Present
	}
	s.told = s.told || s.met
	return changed
}

// alone reports whether the person in a seat of the first game waits for another person to join. The caller holds the lock of the tables.
func (s *seated) alone(seat int) bool { return len(s.awaited) == 1 && s.awaited[0] != seat }

// waitsFor returns the seat for which the game waits, or nil. The caller holds the lock of the tables.
func (s *seated) waitsFor() *turn {
	if s.toMove == game.Nobody {
		return nil
	}
	t := &turn{s.entry.Side, s.ply, s.since, s.told}
	if s.toMove != s.side {
		t.Seat = (s.entry.Side + 1) % len(s.entry.Seats)
	}
	return t
}

// sees records the state of a table's game in the entry. Call it after waits. The caller holds the lock of the tables.
func (e *entry) sees(s *seated, sight table.Sight) {
	over := ""
	if sight.Over {
		over = sight.Outcome.Text
	}
	if over != e.Over {
		if e.Over, e.Done = over, 0; over != "" {
			e.Done = time.Now().Unix()
		}
	}
	if e.Begun, e.Turn, e.Awaited = s.begun, s.waitsFor(), s.awaited; e.Cup != nil && e.Cup.Result == "" {
		result := won
		if e.Cup.Deal {
			result = e.scored
		}
		e.awards(result(sight))
	}
}

// awards sets the result of a table of a tournament.
func (e *entry) awards(result string) {
	if e.Cup != nil {
		cup := *e.Cup // others may read it
		cup.Result = result
		e.Cup = &cup
	}
}

// remembers restores the state of a table that no process has open from its entry. The caller holds the lock of the tables.
func (s *seated) remembers() {
	if s.begun = s.begun || s.entry.Begun; s.live != nil || s.from != "" {
		return
	}
	s.absent = time.Now()
	s.awaited = s.entry.Awaited
	if s.toMove = game.Nobody; s.entry.Turn != nil {
		t := s.entry.Turn
		s.side, s.toMove, s.ply, s.since, s.told, s.met = s.entry.Side, t.Seat, t.Ply, t.Since, t.Told, false
	}
}

// leaves updates the entry of a table that is being put away: it stores the player for whom the game waits. If a seat is free, it also stores the
// parameter left: when the table's maker was last there, or zero if the maker was not there.
func (s *seated) leaves(sight table.Sight, left time.Time) error {
	h := s.hall
	h.tables.mu.Lock()
	s.waits(sight, time.Now())
	e, was := s.entry, s.entry
	e.sees(s, sight)
	same := e.Over == was.Over && e.Begun == was.Begun && (e.Turn == nil) == (was.Turn == nil) && (e.Turn == nil || *e.Turn == *was.Turn) && slices.Equal(e.Awaited, was.Awaited)
	same = same && (left.IsZero() || e.free() < 0) || h.tables.all[s.id] != s || e.Closed != ""
	h.tables.mu.Unlock()
	if same {
		return nil
	}
	return h.tables.edits(s, func(e *entry) error {
		if e.sees(s, sight); !left.IsZero() && e.free() >= 0 {
			e.Left = left.Unix()
		}
		return nil
	}, true)
}

// own is a table as the holder of a seat's link sees it.
type own struct {
	shown
	Seat  int    `json:"seat"`
	Turn  bool   `json:"turn"`            // it is their turn
	State string `json:"state"`           // the state in words
	Since int64  `json:"since,omitempty"` // when the game began to wait for them, or for the other side, in seconds since 1970
	Until int64  `json:"until,omitempty"` // when the table ends, unless somebody comes or moves

	Gone    bool   `json:"gone,omitempty"`    // the table no longer exists
	Why     string `json:"why,omitempty"`     // the reason, if Gone is set and the reason is known
	Unknown string `json:"unknown,omitempty"` // why it is unknown whether the table exists

	Tournament *ofTournament `json:"tournament,omitempty"`
}

// own returns the table as the person in a seat sees it. The caller holds the lock of the tables.
func (s *seated) own(seat int) own {
	o := own{shown: s.shown(), Seat: seat, Turn: s.turn(seat), Tournament: s.hall.tournaments.of(s.entry)}
	switch {
	case o.Over != "":
		o.State = o.Over
	case s.entry.free() >= 0, s.alone(seat):
		o.State, o.Turn = table.WaitingForPlayer.Title(), false
	case o.Turn:
		o.State = table.YourMove.Title()
	default:
		o.State = table.TheirMove.Title()
	}
	if s.entry.Closed != "" {
		o.Gone, o.Why = true, s.entry.Closed
		return o
	}
	if o.Until, _ = s.hall.deadlines.end(s); s.toMove >= 0 {
		o.Since = s.since
	}
	return o
}

// own returns the tables of the links whose IDs are ids, in the same order.
func (h *Hall) own(ids []string, from string) (map[string][]own, error) {
	if len(ids) > mostOwn {
		return nil, refuse("bad", "at most %d links per request", mostOwn)
	}
	now := time.Now()
	list, wrong := []own{}, 0
	whole := func() bool {
		return !slices.ContainsFunc(ids, func(id string) bool { _, ok := h.tables.seats[match.KeyHash(id)]; return !ok })
	}
	o := own{Gone: true}
	if !h.tables.has(whole) && !h.guards.asks.Allow(from, now) { // requests with links that are known here pass
		o = own{Unknown: errLinks.Why}
	} else if err := h.tables.finds(errNoLink, whole); err != nil && err != errNoLink {
		o = own{Unknown: err.Error()}
	}
	h.tables.mu.Lock()
	for _, id := range ids {
		at, ok := h.tables.seats[match.KeyHash(id)]
		if !ok {
			list = append(list, o)
			wrong++
			continue
		}
		if at.why != "" {
			list = append(list, own{shown: shown{ID: at.at.id, Game: at.at.entry.Game}, Gone: true, Why: at.why})
			continue
		}
		list = append(list, at.at.own(at.seat))
	}
	h.tables.mu.Unlock()
	switch {
	case wrong > 0 && o.Gone: // all links are counted as one, because somebody with many closed tables would otherwise be refused
		h.guards.asks.Wrong(from, strings.Join(ids, " "), now)
	case o.Unknown == errLinks.Why && wrong == len(ids):
		return nil, errLinks
	}
	return map[string][]own{"tables": list}, nil
}

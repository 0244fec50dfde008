package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"attic/match"
	"attic/table/wire"
)

// Several processes can serve the same tables. Each table is open in one of them at most: whoever comes to another process is passed on to that one,
// and what needs the open table is asked of it.

const (
	askTime    = 5 * time.Second  // how long another process may take to answer
	silentTime = 10 * time.Second // after which a process that says nothing has nobody at its tables
	mostTold   = 500              // tables in one message
	tellEvery  = 2 * time.Second  // from one message to the next

	// A process that has sent no heartbeat for currentTime may have lost its tables: others wait for ten seconds before they take them.
	currentTime = 8 * time.Second
)

// elsewhere is the error for a table that another process has open.
type elsewhere struct{ owner string }

func (*elsewhere) Error() string { return "another process of the hall has this table open" }

func isElsewhere(err error) bool {
	_, ok := errors.AsType[*elsewhere](err)
	return ok
}

// request is what is to be done at an open table.
type request struct {
	Do    string `json:"do"` // take, reissue, ban or withdraw
	Table string `json:"table"`
	Seat  int    `json:"seat"`
	Hash  string `json:"hash,omitempty"`  // of the phrase of the person who takes a seat
	Name  string `json:"name,omitempty"`  // of that person
	Taker string `json:"taker,omitempty"` // as a place has it
	ID    string `json:"id,omitempty"`    // of the new link of a seat
	Why   string `json:"why,omitempty"`   // the operator's reason
}

// reply is the answer to a request.
type reply struct {
	Seat    Seat     `json:"seat"`
	Refusal *Refusal `json:"refusal,omitempty"`
	Moved   bool     `json:"moved,omitempty"` // another process has the table open by now
}

var errSilent = refuse("busy", "this table cannot be reached at the moment: try again in a few seconds")

// ask has a request carried out by the process that has the table open, or opens it.
func (s *seated) ask(r request) (Seat, error) {
	h := s.hall
	for range mostTries {
		seat, err := s.do(r)
		e, ok := errors.AsType[*elsewhere](err)
		if !ok {
			return seat, err
		}
		r.Table = s.id
		within, cancel := context.WithTimeout(context.Background(), askTime)
		text, err := h.others.Ask(within, e.owner, encoded(r))
		cancel()
		var answer reply
		if err != nil || json.Unmarshal(text, &answer) != nil {
			return Seat{}, errSilent
		}
		switch {
		case answer.Refusal != nil:
			return Seat{}, answer.Refusal
		case !answer.Moved:
			return answer.Seat, nil
		}
	}
	return Seat{}, errSilent
}

// do carries out a request in this process.
func (s *seated) do(r request) (Seat, error) {
	l, err := s.open()
	if err != nil {
		return Seat{}, err
	}
	switch r.Do {
	case "take":
		return s.take(l, r)
	case "reissue":
		return s.reissue(l, r.Seat, r.ID, "")
	case "ban":
		return Seat{}, s.ban(l, r.Seat, r.Why)
	case "withdraw":
		s.hall.mu.Lock()
		begun := s.begun
		s.hall.mu.Unlock()
		if begun {
			return Seat{}, refuse("begun", "this game has begun; resign it at its table")
		}
		return Seat{}, s.close(r.Seat)
	}
	return Seat{}, refuse("bad", "another version of atticd asks for %q", r.Do)
}

// answer carries out the request of another process.
func (h *Hall) answer(text []byte) []byte {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return encoded(reply{Refusal: refuse("bad", "another version of atticd asks in another way")})
	}
	s, err := h.at(r.Table)
	var to reply
	if err == nil {
		to.Seat, err = s.do(r)
	}
	switch refusal, ok := errors.AsType[*Refusal](err); {
	case ok:
		to.Refusal = refusal
	case isElsewhere(err):
		to.Moved = true
	case err != nil:
		to.Refusal = refuse("busy", "%v", err)
	}
	return encoded(to)
}

// serveHere handles a connection that another process passes on.
func (h *Hall) serveHere(conn wire.Conn) {
	find := func(ctx context.Context, id string) (*wire.Host, error) {
		host, err := h.host(ctx, id)
		if _, again := errors.AsType[*wire.Elsewhere](err); again {
			err = errSilent
		}
		return host, err
	}
	h.serve(conn, find)
}

// told is what a process tells all others. A message may be lost, when a server of NATS ends or a process is connected to another one. So they are
// counted, and who misses one asks for all.
type told struct {
	N        uint64 `json:"n,omitempty"`     // counts the messages of the process; 0 in older versions
	Hello    bool   `json:"hello,omitempty"` // it wants to know all
	Verifies bool   `json:"verifies,omitempty"`
	Part     int    `json:"part,omitempty"`  // from 1, of Parts: together they tell all tables that it has open
	Parts    int    `json:"parts,omitempty"` // 0: only what has changed is told
	Seen     []seen `json:"seen,omitempty"`
}

// heard is what another process has last told of itself.
type heard struct {
	at       time.Time
	verifies bool
	n        uint64          // of its last message
	whole    bool            // nothing is missing since it told all
	all      map[string]bool // the tables in the parts so far; nil: they are not told now, or a part is missing
}

// telling is what this process has told.
type telling struct {
	n     uint64 // of the last message
	again bool   // somebody asks for all
	asks  bool   // this process should ask for all
}

// seen is what a process sees of a table that it has open, or has just put away.
type seen struct {
	Table    string `json:"table"`
	Attended bool   `json:"attended,omitempty"`
	Begun    bool   `json:"begun,omitempty"`
	Watchers int    `json:"watchers,omitempty"`
	Side     int    `json:"side"`
	ToMove   int    `json:"to_move"`
	Ply      int    `json:"ply,omitempty"`
	Since    int64  `json:"since,omitempty"`   // as in seated
	Here     bool   `json:"here,omitempty"`    // as in seated
	Network  string `json:"network,omitempty"` // as in seated
}

// freshen notes that the others do not know what a table that is open here looks like. The caller holds mu.
func (h *Hall) freshen(s *seated) {
	if h.others != nil {
		h.fresh[s] = true
	}
}

// spreads tells the other processes all that happens at the open tables, until the hall is closed. It waits for no disk and no answer, for others would
// take this process for gone.
func (h *Hall) spreads() {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			h.spread(false)
		case <-h.ending:
			return
		}
	}
}

// spread tells the other processes what has changed at the open tables, and that this one is there.
func (h *Hall) spread(hello bool) {
	if h.others == nil {
		return
	}
	h.mu.Lock()
	all := h.telling.again
	if h.telling.again = false; all {
		for s := range h.open {
			h.fresh[s] = true
		}
	}
	list := []told{{}}
	for s := range h.fresh {
		if last := len(list) - 1; len(list[last].Seen) == mostTold {
			list = append(list, told{})
		}
		last := &list[len(list)-1]
		last.Seen = append(last.Seen, seen{s.id, s.attended, s.begun, s.watchers, s.side, s.toMove, s.ply, s.since, s.here, s.network})
	}
	clear(h.fresh)
	hello = hello || h.telling.asks
	h.telling.asks = false
	silent := map[string]bool{}
	for from, last := range h.heard {
		if time.Since(last.at) > silentTime {
			silent[from] = true
			delete(h.heard, from)
		} else if !last.whole && last.n > 0 {
			hello = true
		}
	}
	h.loseSight(func(s *seated) bool {
		if silent[s.from] {
			h.unsure[s] = true
		}
		return silent[s.from]
	})
	for i := range list {
		h.telling.n++
		list[i].N, list[i].Hello, list[i].Verifies = h.telling.n, hello && i == 0, h.verify != nil
		if all {
			list[i].Part, list[i].Parts = i+1, len(list)
		}
	}
	h.mu.Unlock()
	for _, t := range list {
		h.others.Tell(encoded(t))
	}
}

// loseSight forgets who is at the tables of other processes for which gone holds; their entries tell whom their games wait for. The caller holds mu.
func (h *Hall) loseSight(gone func(*seated) bool) {
	changed := false
	for _, s := range h.all {
		if s.from != "" && gone(s) {
			s.from, s.attended, s.here, s.watchers = "", false, false, 0
			if !h.unsure[s] {
				s.remembers()
			}
			h.shelve(s)
			changed = true
		}
	}
	if changed {
		h.news.change()
	}
}

// hear takes what another process tells.
func (h *Hall) hear(from string, message []byte) {
	var t told
	if json.Unmarshal(message, &t) != nil { // another version; only the lobby knows less
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	last, known := h.heard[from]
	if !known || t.N != last.n+1 {
		last.whole, last.all = false, nil
	}
	last.at, last.verifies, last.n = time.Now(), t.Verifies, t.N
	h.telling.again = h.telling.again || t.Hello
	for _, see := range t.Seen {
		s := h.all[see.Table]
		if s == nil || s.live != nil {
			continue
		}
		s.from, s.attended, s.begun, s.watchers, s.side, s.toMove = from, see.Attended, see.Begun, see.Watchers, see.Side, see.ToMove
		s.ply, s.since, s.here, s.network = see.Ply, see.Since, see.Here, cmp.Or(see.Network, s.network)
		h.shelve(s)
	}
	if t.Part == 1 {
		last.all = map[string]bool{}
	}
	if t.Part > 0 && last.all != nil {
		for _, see := range t.Seen {
			last.all[see.Table] = true
		}
		if t.Part == t.Parts {
			h.loseSight(func(s *seated) bool { return s.from == from && !last.all[s.id] })
			last.whole, last.all = true, nil
		}
	}
	h.heard[from] = last
	if len(t.Seen) > 0 {
		h.news.change()
	}
}

// shared returns the ledger of a game at the table, which notices when another process has written to it.
func (s *seated) shared(l match.Ledger) match.Ledger {
	if s.hall.others == nil {
		return l
	}
	return &sharedLedger{l, s}
}

// sharedLedger is a ledger to which another process may have written, because this one was silent for too long.
type sharedLedger struct {
	match.Ledger
	at *seated
}

// Append writes lines. If another process was first, the table is put away, so that its players come to that process.
func (l *sharedLedger) Append(after uint64, lines ...string) (uint64, error) {
	last, err := l.Ledger.Append(after, lines...)
	if errors.Is(err, match.ErrMoved) {
		l.at.loses()
	}
	return last, err
}

// Past returns what the ledger records besides the match.
func (l *sharedLedger) Past() (past match.Past) {
	if p, ok := l.Ledger.(interface{ Past() match.Past }); ok {
		past = p.Past()
	}
	return past
}

// loses puts a table away that another process has.
func (s *seated) loses() {
	h := s.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.live == nil || h.closed || s.lost {
		return
	}
	s.lost = true
	h.counts.lost.Add(1)
	h.serves.Go(func() { _ = s.rest() })
}

package server

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"attic/match"
	"attic/table"
)

// Several processes can serve the same tables. A table is open in at most one of them. The other processes forward connections to that process, and
// ask it for everything that needs the open table.

const (
	askTime    = 5 * time.Second  // how long another process may take to answer
	silentTime = 10 * time.Second // a process silent for this long counts as having nobody at its tables
	mostTold   = 500              // tables in one message
	tellEvery  = 2 * time.Second  // the time from one message to the next

	// A process that has sent no heartbeat for currentTime may soon lose its tables: others take them after ten seconds.
	currentTime = 8 * time.Second
)

// elsewhere is the error for a table that another process has open.
type elsewhere struct{ owner string }

func (*elsewhere) Error() string { return "another process of the hall has this table open" }

func isElsewhere(err error) bool {
	_, ok := errors.AsType[*elsewhere](err)
	return ok
}

// request asks for something to be done at an open table.
type request struct {
	Do    string `json:"do"` // take, reissue, ban, expel or withdraw
	Table string `json:"table"`
	Seat  int    `json:"seat"`
	Hash  string `json:"hash,omitempty"`  // the hash of the phrase of the person who takes a seat
	Name  string `json:"name,omitempty"`  // the name of that person
	Taker string `json:"taker,omitempty"` // see place.Taker
	ID    string `json:"id,omitempty"`    // the ID of the new link of a seat
	Why   string `json:"why,omitempty"`   // the operator's reason
}

type reply struct {
	Seat    Seat     `json:"seat"`
	Refusal *Refusal `json:"refusal,omitempty"`
	Moved   bool     `json:"moved,omitempty"` // another process now has the table open
}

var errSilent = refuse("busy", "this table cannot be reached at the moment: try again in a few seconds")

// ask carries out a request: in the process that has the table open, or else here, after opening the table.
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
	case "expel":
		return Seat{}, s.expel(l)
	case "withdraw":
		if s.hall.tables.has(func() bool { return s.entry.Cup != nil }) {
			return Seat{}, refuse("begun", "this table belongs to a tournament: you can leave the tournament, and your game stays")
		}
		if s.hall.tables.has(func() bool { return s.begun }) {
			return Seat{}, refuse("begun", "this game has begun; resign it at its table")
		}
		return Seat{}, s.close(r.Seat)
	}
	return Seat{}, refuse("bad", "another version of atticd asks for %q", r.Do)
}

func (h *Hall) answer(text []byte) []byte {
	var r request
	if err := json.Unmarshal(text, &r); err != nil {
		return encoded(reply{Refusal: refuse("bad", "this request of another version of atticd cannot be read")})
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

// spread tells the other processes about changes at the open tables, and that this process is alive. If hello is set, it asks them for everything.
func (h *Hall) spread(hello bool) {
	if h.others == nil {
		return
	}
	all, asks, silent := h.peers.due()
	seen := h.tables.changed(all, silent)
	for _, t := range h.peers.tell(seen, all, hello || asks, h.verifier.when != nil) {
		h.others.Tell(encoded(t))
	}
}

func (h *Hall) receive(from string, message []byte) {
	var t told
	if json.Unmarshal(message, &t) == nil { // otherwise the message is from another version; the only effect is that the lobby shows less
		h.tables.receive(from, t.Seen, h.peers.receive(from, t))
	}
}

// mine reports whether this process verifies the games of a table. If several processes verify games, each takes its share.
func (h *Hall) mine(table string) bool {
	return h.others == nil || h.peers.first(h.others.Self(), table)
}

// ledger is the ledger of a game at a table. Its writes are counted. If this process was silent for too long, another may have written to the ledger.
type ledger struct {
	match.Ledger
	at     *seated
	unsure bool // it is unknown whether an earlier Append succeeded
}

// Append writes lines. If another process has written first, the table is put away, so that its players reconnect to that process.
func (l *ledger) Append(after uint64, lines ...string) (uint64, error) {
	began := time.Now()
	last, err := l.Ledger.Append(after, lines...)
	l.at.hall.operator.counts.wrote(time.Since(began), lines, err)
	moved := errors.Is(err, match.ErrMoved)
	if moved && !l.unsure && l.at.hall.others != nil { // otherwise this process's own write may have been first
		l.at.loses()
	}
	l.unsure = errors.Is(err, match.ErrUnknown) || l.unsure && err != nil && !moved
	return last, err
}

// Past returns everything that the ledger records besides the match.
func (l *ledger) Past() (past match.Past) {
	if p, ok := l.Ledger.(interface{ Past() match.Past }); ok {
		past = p.Past()
	}
	return past
}

// Keep implements table.Keeper.
func (l *ledger) Keep() error {
	if k, ok := l.Ledger.(table.Keeper); ok {
		return k.Keep()
	}
	return nil
}

// News implements table.Keeper.
func (l *ledger) News() string {
	if k, ok := l.Ledger.(table.Keeper); ok {
		return k.News()
	}
	return ""
}

// loses puts away a table that another process has taken over.
func (s *seated) loses() {
	h := s.hall
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	if s.live == nil || h.tables.closing() || s.lost {
		return
	}
	s.lost = true
	h.operator.counts.lost.Add(1)
	h.serves.Go(func() { _ = s.rest() })
}

package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"time"

	"attic/game"
)

// entry is what the hall keeps of a table beside its games. It holds neither names nor addresses, and of each link only the hash of its ID.
type entry struct {
	ID      string  `json:"id"` // of the table: whoever has it may watch
	Game    string  `json:"game"`
	Options string  `json:"options,omitempty"` // of the setup
	Clock   string  `json:"clock,omitempty"`   // as table.ParseClock reads it
	Level   int     `json:"level"`             // of the computer, if it has a seat
	Seats   []place `json:"seats"`             // in the order of the game's seats, as the people sat down in the first game
	Side    int     `json:"side"`              // the seat of who made the table
	Listed  bool    `json:"listed,omitempty"`  // shown in the lobby
	Hints   bool    `json:"hints,omitempty"`   // the players may use hints and other help
	Made    int64   `json:"made"`              // in seconds since 1970
	Over    string  `json:"over,omitempty"`    // the result of its last game as a sentence; "" while that goes on
	Rated   bool    `json:"rated,omitempty"`   // its last game has changed the ratings of the players
	Due     *due    `json:"due,omitempty"`     // its last game, until the ratings of both players hold it
	Damaged string  `json:"damaged,omitempty"` // why nobody plays at the table any more, until the operator opens it again

	Begun   bool   `json:"begun,omitempty"`   // a seat has acted
	Turn    *turn  `json:"turn,omitempty"`    // whom its game waited for when it was put away; nil: nobody, or it is not known
	Awaited []int  `json:"awaited,omitempty"` // the seats that nobody had joined then
	Left    int64  `json:"left,omitempty"`    // when its maker was last there, or somebody took its free seat; 0: when it was made
	Done    int64  `json:"done,omitempty"`    // when its last game was over
	Closed  string `json:"closed,omitempty"`  // why the hall has closed it and removed its games; Done says when

	version uint64 // in the list of tables
}

// place is a seat of a table.
type place struct {
	Hash     string `json:"hash,omitempty"` // match.KeyHash of the ID of the person's link
	Computer bool   `json:"computer,omitempty"`
	Free     bool   `json:"free,omitempty"`    // for whoever takes it in the lobby; nobody has the link yet
	Deleted  bool   `json:"deleted,omitempty"` // the person has deleted everything
	Banned   string `json:"banned,omitempty"`  // why the operator has taken it away; "": that has not happened
	Was      string `json:"was,omitempty"`     // match.KeyHash of the ID of the link that was taken away
	Taker    string `json:"taker,omitempty"`   // what idOf returns for the secret of the request by which it was taken in the lobby

	Earlier []string `json:"earlier,omitempty"` // what earlier returns for links of the seat that were replaced, the newest last
}

// errAsItIs is returned to edit by a change that leaves an entry as it is.
var errAsItIs = errors.New("it stays as it is")

// encoded returns a value of a list, or what one process sends another, as JSON.
func encoded(l any) []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // no field of one can fail
	}
	return text
}

// decode reads a value of a list.
func decode(value []byte, to any) error {
	if !bytes.HasSuffix(bytes.TrimSpace(value), []byte("}")) {
		return errors.New("its line does not match the hash at its end")
	}
	return json.Unmarshal(value, to)
}

var (
	errBroken = refuse("busy", "some data of this hall is damaged, perhaps this too; the operator knows, so keep your links")
	errLags   = refuse("busy", "the hall is catching up: try again in a few seconds")
)

// follow takes a change of a table that another process has made, or what was there at the start.
func (h *Hall) follow(id string, version uint64, value []byte) {
	h.tables.mu.Lock()
	s := cmp.Or(h.tables.all[id], h.tables.making[id])
	switch {
	case value == nil:
		delete(h.tables.removed, id)
		delete(h.tables.broken, id)
		if s != nil {
			h.tables.forget(s)
		}
	case h.tables.removed[id]: // here, and the news of that is on its way
	case s == nil, version > s.entry.version:
		if s == nil {
			s = &seated{hall: h, id: id, toMove: game.Nobody}
		}
		if err := h.tables.learn(s, value, version); err != nil {
			h.operator.log.Error(err.Error(), "event", "damaged", "table", id)
		}
	}
	if s == nil || s.live == nil {
		h.tables.mu.Unlock()
		return
	}
	l, e := s.live, s.entry
	h.tables.mu.Unlock()
	switch {
	case e.Closed != "":
		l.host.CloseFor(e.gone())
	case value == nil:
		l.host.Close(game.Nobody)
	case e.Damaged == "":
		return
	}
	_ = s.rest()
}

// gone says that the hall has closed the table, and why.
func (e entry) gone() string { return "this table is gone: " + e.Closed }

// ends notes that the hall closes the table at the time now, and why.
func (e *entry) ends(why string, now time.Time) {
	e.Closed, e.Done, e.Listed, e.Damaged, e.Turn = why, now.Unix(), false, "", nil
	for i := range e.Seats {
		e.Seats[i].Free = false
	}
}

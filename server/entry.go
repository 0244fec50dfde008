package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"time"

	"attic/game"
)

// entry is what the hall stores about a table besides its games. It contains no names and no addresses, and only the hash of each link's ID.
type entry struct {
	ID      string  `json:"id"` // the ID of the table: whoever has it may watch
	Game    string  `json:"game"`
	Options string  `json:"options,omitempty"` // the options of the setup
	Clock   string  `json:"clock,omitempty"`   // in the form that table.ParseClock reads
	Level   int     `json:"level"`             // the code of the level of the computer, if it has a seat; see game.Graded
	Seats   []place `json:"seats"`             // in the order of the game's seats, as occupied in the first game
	Side    int     `json:"side"`              // the seat of the table's maker
	Listed  bool    `json:"listed,omitempty"`  // shown in the lobby
	Hints   bool    `json:"hints,omitempty"`   // the players may use hints and other help
	Made    int64   `json:"made"`              // in seconds since 1970
	Over    string  `json:"over,omitempty"`    // the result of its last game as a sentence; "" while the game is in progress
	Rated   bool    `json:"rated,omitempty"`   // its last game has changed the ratings of the players
	Due     *due    `json:"due,omitempty"`     // its last game, until the ratings of both players include it
	Damaged string  `json:"damaged,omitempty"` // why the table is closed for play, until the operator reopens it

	Begun   bool   `json:"begun,omitempty"`   // a seat has acted
	Turn    *turn  `json:"turn,omitempty"`    // the player for whom its game waited when the table was put away; nil: nobody, or unknown
	Awaited []int  `json:"awaited,omitempty"` // the seats that nobody had joined when the table was put away
	Left    int64  `json:"left,omitempty"`    // when its maker was last there, or its free seat was taken; 0: when it was made
	Done    int64  `json:"done,omitempty"`    // when its last game was over
	Closed  string `json:"closed,omitempty"`  // why the hall has closed the table and removed its games; Done says when

	Cup *cupTable `json:"cup,omitempty"` // the tournament of the table; nil: none

	version uint64 // the version of the entry in the list of tables
}

type place struct {
	Hash     string `json:"hash,omitempty"` // match.KeyHash of the ID of the person's link
	Computer bool   `json:"computer,omitempty"`
	Free     bool   `json:"free,omitempty"`    // anybody may take the seat in the lobby; nobody has the link yet
	Deleted  bool   `json:"deleted,omitempty"` // the person has deleted their name and phrase
	Banned   string `json:"banned,omitempty"`  // why the operator has taken the seat away; "": not taken away
	Was      string `json:"was,omitempty"`     // match.KeyHash of the ID of the link that was taken away
	Taker    string `json:"taker,omitempty"`   // what idOf returns for the secret in the request that took the seat in the lobby

	Earlier []string `json:"earlier,omitempty"` // what the function earlier returns for the seat's replaced links, the newest last
}

// errAsItIs is returned by a function passed to edit to leave the entry unchanged.
var errAsItIs = errors.New("it stays as it is")

// encoded returns l, a value of a list or a message to another process, as JSON.
func encoded(l any) []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // no field of such a value can make this fail
	}
	return text
}

func decode(value []byte, to any) error {
	if !bytes.HasSuffix(bytes.TrimSpace(value), []byte("}")) {
		return errors.New("its line does not match the hash at its end")
	}
	return json.Unmarshal(value, to)
}

var (
	errBroken = refuse("busy", "some data of this hall is damaged, perhaps including this; the operator has been told, so keep your links")
	errLags   = refuse("busy", "the hall is catching up: try again in a few seconds")
)

// follow handles a change to a table by another process, or an entry that existed at the start.
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
	case h.tables.removed[id]: // this process has removed it, and the list will report the removal
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

// gone returns a sentence that says that the hall has closed the table, and why.
func (e entry) gone() string { return "this table is gone: " + e.Closed }

// ends records that the hall closes the table at the time now, and why.
func (e *entry) ends(why string, now time.Time) {
	e.Closed, e.Done, e.Listed, e.Damaged, e.Turn = why, now.Unix(), false, "", nil
	for i := range e.Seats {
		e.Seats[i].Free = false
	}
}

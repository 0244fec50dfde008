// Package server is a hall: any number of tables under one address. Each seat of a table has its own link, with which one person plays; each table has a link
// with which others watch. A table is read from the disk when the first person comes, and put away (closed, but kept on the disk) when nobody is there.
//
// The [Hall] connects parts that have their own state and lock and do not know the hall: the directory of tables, people with their names, the lobby with its
// lists and those who wait for changes, ladders, deadlines, guards, peers (the other processes), the verifier and the operator. docs/inside.md gives the order
// in which they lock. seated.go has a table with its people, which calls the hall; requests.go has the requests of people.
package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
	"attic/server/keep"
	"attic/table"
	"attic/table/wire"
)

// Config holds the settings of a Hall.
type Config struct {
	Storage keep.Storage // where the hall keeps everything; the hall closes it
	Games   []game.Game
	TLS     bool         // whether connections are encrypted, here or by a proxy
	Loose   bool         // any number of tables may be made from one address, and there are no rate limits
	Log     *slog.Logger // for what an operator should know, with the fields event and table; nil: nothing is logged

	Verify *Verify // nil: no verification

	NoTournaments bool // nobody can make a tournament

	Keep time.Duration // how long the games of a table are kept after the last one was over; 0: forever

	Address string // the address of the lobby, for messages to other machines, such as "https://games.example/"; "": unknown
	Webhook string // the address to which news of the lobby are posted as JSON; "": none
}

const (
	mostShown   = 100              // tables of one kind in the lobby
	lagTime     = time.Second      // how long a change by another process may take to be known here
	mostQueued  = 64               // hints that wait for a processor
	tableBudget = 10 * time.Second // search time per minute at one table
	idLetters   = 16               // letters of a link's ID: 80 random bits
	mostMaking  = 8                // tables being made at the same time; if there were more, the disk might not finish each in time
	makeTime    = 5 * time.Second  // how long a request may wait until its table is made
)

// Hall is an open hall.
type Hall struct {
	offers      catalogue
	place       keep.Storage
	tables      *directory
	others      keep.Others   // nil: no other process has these tables
	self        string        // the identity
	ending      chan struct{} // closed by Close
	news        *news
	people      *people
	tournaments *tournaments
	ladders     ladders
	operator    *operator
	guards      *guards
	peers       *peers
	lobby       *lobby
	deadlines   *deadlines
	beats       int // only watch uses it
	verifier    *verifier
	pool        *table.Pool
	herald      *herald

	serves        sync.WaitGroup
	noTournaments bool       // nobody can make one
	exporting     sync.Mutex // held while the games of a tournament are read
}

type held struct {
	at   *seated
	seat int
	why  string // why the operator has taken the seat from whoever has the link; "": not taken
}

// Open opens the hall kept in c.Storage. The error is one line for people.
func Open(c Config) (h *Hall, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	ending, news, others := make(chan struct{}), newNews(), c.Storage.Others()
	h = &Hall{
		offers: c.Games, place: c.Storage, ending: ending, news: news, others: others, pool: newPool(),
		operator: newOperator(c.Log), guards: newGuards(c.Loose, c.TLS), peers: newPeers(),
		tables: newDirectory(link{c.Storage.Tables(), others != nil, ending, news}),
	}
	h.verifier = &verifier{when: c.Verify, place: h.place, find: h.offers.find, tables: h.tables, operator: h.operator, mine: h.mine, close: func(f Fault) {
		if s, err := h.at(f.Table); err == nil {
			s.damage(f)
		}
	}}
	fresh := newID()
	if h.self, err = c.Storage.Identity(fresh); err != nil {
		return nil, err
	}
	h.deadlines = &deadlines{times: c.Storage.Times(), keeps: c.Keep, tables: h.tables, tried: map[string]time.Time{}}
	h.people = newPeople(link{c.Storage.People(), others != nil, ending, news}, h.self)
	h.herald = newHerald(h.tables, h.people, h.operator, c)
	h.tournaments = newTournaments(link{c.Storage.Tournaments(), others != nil, ending, news}, h.people)
	h.noTournaments = c.NoTournaments
	h.lobby = newLobby(h.tables, h.people, h.deadlines)
	if h.others != nil {
		h.others.Serve(h.answer, h.receive, func(conn wire.Conn) { h.serve(conn, true) })
	}
	if err := h.tables.list.Follow(h.follow); err != nil {
		return nil, fmt.Errorf("the list of tables cannot be read: %w", err)
	}
	if h.self == fresh && len(h.tables.ids()) > 0 {
		h.operator.log.Info("this hall had no identity, so it got a new one; if it had one before, restore the earlier file named hall, or players' browsers will take this for a different hall", "event", "identity")
	}
	if err := h.people.list.Follow(h.followPerson); err != nil {
		return nil, fmt.Errorf("the list of people cannot be read: %w", err)
	}
	if err := h.tournaments.list.Follow(func(id string, version uint64, value []byte) { followTournament(h, id, version, value) }); err != nil {
		return nil, fmt.Errorf("the list of tournaments cannot be read: %w", err)
	}
	clocks := h.tables.where(func(s *seated) bool {
		return !h.deadlines.times.Whole() && s.entry.Clock != "" && s.entry.Over == "" && s.entry.free() < 0
	})
	if len(clocks) > 0 {
		h.operator.log.Warn("the times of the tables are missing or damaged: each table with a clock is opened", "event", "damaged")
	}
	h.spread(true)
	look := h.look()
	h.serves.Go(func() { every(ending, lookEvery, look) })
	h.serves.Go(func() { every(ending, lookEvery, func(now time.Time) { conduct(h, now) }) })
	// spread must not wait for a disk or an answer between two messages, because the other processes would then consider this one gone.
	h.serves.Go(func() { every(ending, tellEvery, func(time.Time) { h.spread(false) }) })
	h.serves.Go(h.owed)
	h.herald.run(h)
	h.serves.Go(func() { h.sweep(clocks) })
	if c.Verify != nil {
		h.operator.counts.last.Store(uint64(time.Now().Unix()))
		h.serves.Go(h.verifier.nightly)
	}
	return h, nil
}

// Serve handles one connection of a player or a spectator until it ends.
func (h *Hall) Serve(conn wire.Conn) {
	h.operator.counts.connections.Add(1)
	defer h.operator.counts.connections.Add(-1)
	h.serve(conn, false)
}

// serve handles a connection. If passed is set, another process has forwarded it, and serve does not forward it again.
func (h *Hall) serve(conn wire.Conn, passed bool) {
	find := func(ctx context.Context, id string) (*wire.Host, error) {
		host, err := h.host(ctx, id)
		if _, again := errors.AsType[*wire.Elsewhere](err); again && passed {
			err = errSilent
		}
		return host, err
	}
	broken := rescue.Run(func() {
		(&wire.Router{Find: find, Knows: h.tables.knows, Guard: &h.guards.wrong}).Serve(context.Background(), conn)
	})
	if broken != nil {
		_ = conn.Close(broken.Error()) // the client comes back
	}
}

// Identity returns the identity of the hall: 16 letters, which are stored with its data.
func (h *Hall) Identity() string { return h.self }

// at returns the table with an ID.
func (h *Hall) at(id string) (s *seated, err error) {
	id = folded(id)
	found := func() bool { s = h.tables.all[id]; return s != nil }
	if h.others != nil && !h.tables.await(found) {
		if value, version, err := h.tables.list.Get(id); err == nil && value != nil {
			h.follow(id, version, value)
		}
	}
	return s, h.tables.finds(errNoTable, found)
}

var errNoTable = refuse("id", "there is no such table")

// folded returns the form in which IDs are compared: lower case.
func folded(id string) string { return strings.ToLower(id) }

var errLinks = refuse("rate", "too many wrong links came from your address: try again in a minute")

var errClosing = refuse("busy", "the hall is closing; it will be back")

// newID returns the ID of a table or of a seat: 80 random bits.
func newID() string { return strings.ToLower(rand.Text()[:idLetters]) }

// Wish is a request for a table.
type Wish struct {
	Game    string `json:"game"`
	Options string `json:"options"`
	Clock   string `json:"clock"`
	With    With   `json:"with"`
	Side    int    `json:"side"`   // the seat of the person who asks; game.Nobody: a random seat
	Level   int    `json:"level"`  // the level of the computer; -1: the default
	Hidden  bool   `json:"hidden"` // the lobby does not offer the table to spectators
	Hints   bool   `json:"hints"`  // the players may use hints and other help; both are told of each use
	To      string `json:"to"`     // the name of the person who is challenged
	Phrase  string `json:"phrase"` // the phrase of the person who asks; "": they have none
	Secret  string `json:"secret"` // the same wish with the same secret gets the same answer; "": each wish makes another table
}

// With says who takes the other seat.
type With string

// The person who takes the other seat: whoever gets the link, whoever takes it in the lobby, the person who is challenged by name, or the computer.
const (
	Friend   With = "friend"
	Anybody  With = "anybody"
	Person   With = "person"
	Computer With = "computer"
)

// Seat is the answer to a person who now has a seat.
type Seat struct {
	Table  string `json:"table"` // the ID with which others watch
	Seat   int    `json:"seat"`
	ID     string `json:"id"`               // the ID with which the person plays
	Friend string `json:"friend,omitempty"` // the ID with which a friend plays
}

// Make makes a table. The error is a *Refusal, or the reason why the table cannot be stored.
func (h *Hall) Make(w Wish, from string) (Seat, error) {
	repeats := w.Secret != ""
	var err error
	if w.Secret, err = secretOf(w.Secret); err != nil {
		return Seat{}, err
	}
	if repeats {
		defer h.guards.alone(idOf(w.Secret, "table"))()
	}
	if mine, err := h.made(w, from); err != nil || mine.Table != "" {
		return mine, err
	}
	g, ok := h.offers.find(w.Game)
	if !ok {
		return Seat{}, refuse("game", "there is no game %q here", w.Game)
	}
	setup, err := options(g, w.Options)
	if err != nil {
		return Seat{}, err
	}
	rule, clock, err := clock(w.Clock)
	if err != nil {
		return Seat{}, err
	}
	info := g.Info()
	e := entry{
		ID: idOf(w.Secret, "table"), Game: info.Name, Options: setup, Clock: clock, Seats: make([]place, len(info.Seats)), Side: w.Side, Listed: !w.Hidden, Made: time.Now().Unix(),
		Hints: w.Hints && w.With != Computer,
	}
	if e.Side < 0 || e.Side >= len(e.Seats) {
		e.Side = mathrand.IntN(len(e.Seats))
	}
	if w.With == Computer {
		if w.Clock != "" {
			return Seat{}, refuse("game", "games against the computer have no clock")
		}
		if e.Level, err = level(g, w.Level); err != nil {
			return Seat{}, err
		}
		e.Level = game.LevelCode(g, e.Level)
		if fixed := slices.IndexFunc(info.Seats, func(s game.Seat) bool { return s.Fixed }); fixed >= 0 { // the computer plays only this seat
			e.Side = (fixed + 1) % len(e.Seats)
		}
	}
	other := (e.Side + 1) % len(e.Seats)
	mine, theirs := w.seat(e.Side), newID() // a person who takes a seat in the lobby gets a link that the table's maker cannot know
	if w.With == Friend {
		theirs = mine.Friend
	}
	e.Seats[e.Side].Hash, e.Seats[other].Hash = match.KeyHash(mine.ID), match.KeyHash(theirs)
	switch w.With {
	case Friend:
	case Anybody:
		e.Listed, e.Seats[other].Free = true, true
	case Person:
		e.Seats[other].Free = true
	case Computer:
		e.Seats[other] = place{Computer: true}
	default:
		return Seat{}, refuse("bad", "the member \"with\" must be friend, anybody, person or computer")
	}
	who, err := h.wants(w.Phrase, from, newTables)
	if err != nil {
		return Seat{}, err
	}
	if w.With == Person {
		h.guards.challenging.Lock() // so that several requests at the same time do not exceed the limits
		defer h.guards.challenging.Unlock()
		if e.Seats[other].For, err = challenged(h, who, w.To); err != nil {
			return Seat{}, err
		}
	}
	s := &seated{hall: h, id: e.ID, entry: e, toMove: game.Nobody, repeats: repeats, network: wire.NetworkOf(from)}
	err = s.make(g, opening{mine: mine.ID, theirs: theirs, name: who.Name, rule: rule, chat: w.With == Friend})
	if errors.Is(err, errMade) || isElsewhere(err) { // another process has been asked before
		if _, err = h.at(e.ID); err != nil {
			return Seat{}, errSilent
		}
		return h.made(w, from)
	}
	if err != nil {
		return Seat{}, err
	}
	if w.With == Anybody {
		h.herald.offered(s, who.Name)
	}
	return mine, h.sits(who.Hash, mine, repeats)
}

// make makes a new table. If the table exists already, the error is errMade.
func (s *seated) make(g game.Game, of opening) error {
	h := s.hall
	select {
	case h.guards.maker <- struct{}{}:
		defer func() { <-h.guards.maker }()
	case <-time.After(makeTime):
		return errSlow
	}
	if err := s.begin(g, of); err != nil {
		return err
	}
	h.tables.mu.Lock()
	h.tables.making[s.id] = s
	h.tables.mu.Unlock()
	err := h.tables.edit(s, func(e *entry) error {
		e.Turn, e.Awaited = s.waitsFor(), s.awaited
		return nil
	})
	h.tables.mu.Lock()
	delete(h.tables.making, s.id)
	h.tables.mu.Unlock()
	if err != nil {
		_ = s.unmake() // whatever remains is removed when the client repeats the request
	}
	return err
}

var errSlow = refuse("busy", "many tables are being made, and the disk is slow: try again in a minute")

// Take gives a free seat of a table in the lobby to the first person who asks.
func (h *Hall) Take(id, phrase, secret, from string) (Seat, error) {
	if _, err := secretOf(secret); err != nil {
		return Seat{}, err
	}
	who, err := h.wants(phrase, from, newTables)
	if err != nil {
		return Seat{}, err
	}
	s, err := h.at(id)
	if err != nil {
		return Seat{}, err
	}
	r := request{Do: "take", Hash: who.Hash, Name: who.Name}
	if secret != "" {
		r.Taker = idOf(secret, "taker")
	}
	return s.ask(r)
}

// take gives the free seat of an open table to the person of a request.
func (s *seated) take(l *live, r request) (Seat, error) {
	mine := Seat{Table: s.id, ID: l.table.Hosted().ID} // the maker has the first place
	err := s.hall.tables.edit(s, func(e *entry) error {
		if mine.Seat = e.takenBy(r.Taker); mine.Seat >= 0 {
			if p := e.Seats[mine.Seat]; p.Hash != match.KeyHash(mine.ID) || len(p.Earlier) > 0 {
				return errReplaced
			}
			return errAsItIs
		}
		mine.Seat = e.free()
		switch {
		case !e.Listed && e.challenged() == "":
			return errNoTable
		case mine.Seat < 0:
			return refuse("taken", "somebody else has just taken that seat")
		}
		if err := admits(s.hall.people.at(s.id, e.Side), *e, r); err != nil {
			return err
		}
		e.Left = time.Now().Unix()
		e.Seats[mine.Seat].Free, e.Seats[mine.Seat].For, e.Seats[mine.Seat].Taker = false, "", r.Taker
		return nil
	})
	if err != nil && !errors.Is(err, errAsItIs) {
		return Seat{}, err
	}
	if err = s.hall.sits(r.Hash, mine, r.Taker != ""); err != nil {
		return Seat{}, err
	}
	s.recall(mine.Seat, r.Name)
	return mine, nil
}

// Withdraw closes a table for good, at the request of the person who plays with the link id. It refuses if anybody has moved.
func (h *Hall) Withdraw(id, from string) error {
	var at held
	hash, now := match.KeyHash(id), time.Now() // links are found by their hashes, so the time that this takes reveals nothing about a link
	found := func() (ok bool) { at, ok = h.tables.seats[hash]; return ok }
	if !h.tables.has(found) && !h.guards.asks.Allow(from, now) { // a valid link passes even if many wrong ones have come from its address
		return errLinks
	}
	switch err := h.tables.finds(errNoLink, found); {
	case err == errNoLink:
		h.guards.asks.Wrong(from, id, now)
		return err
	case err != nil:
		return err
	case at.why != "":
		return refuse("closed", "%s", at.why)
	}
	_, err := at.at.ask(request{Do: "withdraw", Seat: at.seat})
	return err
}

var errNoLink = refuse("id", "this link belongs to no table here")

// free returns the seat that anybody may take, or game.Nobody.
func (e entry) free() int {
	return slices.IndexFunc(e.Seats, func(p place) bool { return p.Free })
}

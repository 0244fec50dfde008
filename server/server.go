// Package server is a hall: any number of tables under one address. Each seat of a table has a link of its own, with which one person plays, and
// each table one with which others watch. A table is read from the disk when the first person comes, and put away when nobody is there.
//
// seated.go is a table with people; turns.go, sweep.go and ends.go say whom it waits for, when it is opened by itself, and how long it is kept. entry.go and
// lists.go are what the lobby shows, streams.go tells it of changes, api.go answers its requests (docs/hall.md). people.go is names and phrases, ladder.go
// ratings. check.go, stock.go and verify.go check and copy a hall, admin.go and metrics.go answer its operator.
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
	"sync/atomic"
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
	Place keep.Place // where the hall keeps everything; the hall closes it
	Games []game.Game
	TLS   bool         // whether connections are encrypted, here or by a proxy
	Loose bool         // any number of tables may be made from one address, and nothing is too fast
	Log   *slog.Logger // for what an operator should know, with the fields event and table; nil: nothing is logged

	Verify *Verify // nil: no verification

	Keep time.Duration // how long the games of a table are kept after the last one was over; 0: for ever
}

const (
	mostShown   = 100              // tables of one kind in the lobby
	lagTime     = time.Second      // how long what another process has written may take to be known here
	mostQueued  = 64               // hints that wait for a processor
	tableBudget = 10 * time.Second // of search a minute and table
	idLetters   = 16               // of a link's ID: 80 random bits
	mostMaking  = 8                // tables that are made at once: so that the disk finishes each in time
	makeTime    = 5 * time.Second  // how long somebody may wait until theirs is made
)

// makeRate is how often people at one address may make a table or take a seat: a class of a school at once.
var makeRate = table.Rate{Burst: 40, Steady: 0.5}

// knownRate is the same for one person who has a seat, on top of the rate of their address.
var knownRate = table.Rate{Burst: 10, Steady: 0.1}

// readRate is how often people at one address may read the finished games of a table.
var readRate = table.Rate{Burst: 40, Steady: 2}

// Rates of joining without a key and of talking, of one address, at which a class of a school may be; of joining one table, to which a link may lead many at
// once; and of the messages on one connection: more than a person makes, and at first as many as confirm all events that a client has missed.
var (
	joinRate    = table.Rate{Burst: 100, Steady: 2}
	talkRate    = table.Rate{Burst: 60, Steady: 4}
	crowdRate   = table.Rate{Burst: 100, Steady: 5}
	messageRate = table.Rate{Burst: 400, Steady: 20}
)

// Hall is a hall that is open. Its methods may be called by several goroutines.
type Hall struct {
	offers   []game.Game
	place    counted
	tables   keep.List
	times    keep.Times
	others   keep.Others // nil: no other process has these tables
	tls      bool
	self     string        // the identity
	ending   chan struct{} // closed by Close
	news     *news
	lobby    lobby
	audience audience
	log      *slog.Logger
	counts   counts
	beats    int                       // only watch uses it
	beaten   atomic.Pointer[time.Time] // the last heartbeat
	verify   *Verify
	pool     *table.Pool
	figures  []figure
	keeps    time.Duration // Config.Keep
	maker    chan struct{} // has room for mostMaking
	loose    bool
	guard    wire.Guard // counts wrong IDs at tables, and those who join and talk
	asks     wire.Guard // counts wrong links and phrases in the lobby, which a client with an old link does not shut out
	makes    wire.Guard // counts new tables, and seats taken
	known    wire.Guard // counts the same of people who have a seat, each by themselves
	reads    wire.Guard // counts finished games that are read from the disk

	peopling sync.Mutex          // held while a person changes; before mu
	asked    [1024]chan struct{} // each has room for one; see alone

	mu      sync.Mutex
	people  map[string]person   // by the hashes of their phrases
	names   map[taken]string    // those hashes by seat
	called  map[string][]string // those hashes by what lookOf returns for their names, whoever had the name first in front
	marred  map[string]person   // people whose entries are damaged: their hashes, and names as far as they can be read
	claims  map[string]claim    // by what claimKey returns
	ranks   map[string][]ranked // the ladders, by game, since a person or a game of theirs changed last
	all     map[string]*seated  // by the ID of the table
	seats   map[string]held     // by the hash of the link's ID
	open    map[*seated]bool    // the open tables
	making  map[string]*seated  // tables that are being made
	removed map[string]bool     // tables and people that were removed here; the news of that comes back from the list
	fresh   map[*seated]bool    // open tables of which the other processes are told soon
	heard   map[string]heard    // by the names of other processes
	telling telling             // to them
	free    shelf               // tables at which a seat is free for whoever takes it in the lobby, and somebody is
	patient shelf               // such tables that are offered also while nobody is there, for a time
	playing shelf               // games that can be watched
	damaged map[*seated]bool    // tables that are closed because their games do not add up
	unsure  map[*seated]bool    // tables whose entry may not tell whom their games wait for; they are opened
	untold  map[*seated]string  // what went wrong at a table since the last look
	broken  map[string]string   // by the keys of tables and people: what is wrong with their entries, which cannot be read
	failing map[string]bool     // kinds of requests that could not be carried out, as the operator was told
	why     string              // why nothing can be written, as the operator was told; "": it can
	closed  bool
	serves  sync.WaitGroup
}

// held is a seat at a table.
type held struct {
	at   *seated
	seat int
	why  string // why the operator has taken it from whoever has the link; "": that has not happened
}

// Open opens the hall that is kept in a place. The error is one line for people.
func Open(c Config) (h *Hall, err error) {
	h = &Hall{
		offers: c.Games, tables: c.Place.Tables(), times: c.Place.Times(), others: c.Place.Others(), tls: c.TLS, loose: c.Loose, ending: make(chan struct{}),
		people: map[string]person{}, names: map[taken]string{}, all: map[string]*seated{}, seats: map[string]held{}, open: map[*seated]bool{}, making: map[string]*seated{},
		called: map[string][]string{}, marred: map[string]person{}, claims: map[string]claim{}, ranks: map[string][]ranked{},
		removed: map[string]bool{}, fresh: map[*seated]bool{}, heard: map[string]heard{}, damaged: map[*seated]bool{}, unsure: map[*seated]bool{}, untold: map[*seated]string{},
		broken: map[string]string{}, failing: map[string]bool{}, audience: audience{waiters: map[string]map[*waiter]bool{}}, keeps: c.Keep, maker: make(chan struct{}, mostMaking),
		news: newNews(), reads: wire.Guard{JoinRate: readRate}, log: c.Log, verify: c.Verify, pool: newPool(),
	}
	for i := range h.asked {
		h.asked[i] = make(chan struct{}, 1)
	}
	h.place = counted{c.Place, &h.counts}
	if !c.Loose {
		h.makes.JoinRate, h.known.JoinRate = makeRate, knownRate
		h.guard.JoinRate, h.guard.TalkRate = joinRate, talkRate
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	began := time.Now()
	h.beaten.Store(&began)
	fresh := newID()
	if h.self, err = c.Place.Identity(fresh); err != nil {
		return nil, err
	}
	if h.others != nil {
		h.others.Serve(h.answer, h.hear, h.serveHere)
	}
	if err := h.tables.Follow(h.follow); err != nil {
		return nil, fmt.Errorf("the list of tables cannot be read: %w", err)
	}
	h.mu.Lock()
	if h.self == fresh && len(h.all) > 0 {
		h.log.Info("this hall had no identity and has a new one; if it had one before, put the earlier file hall back, or players' browsers take it for another hall", "event", "identity")
	}
	h.mu.Unlock()
	if err := c.Place.People().Follow(h.followPerson); err != nil {
		return nil, fmt.Errorf("the list of people cannot be read: %w", err)
	}
	var clocks []*seated
	h.mu.Lock()
	if !h.times.Whole() {
		for _, s := range h.all {
			if e := s.entry; e.Clock != "" && e.Over == "" && e.free() < 0 {
				clocks = append(clocks, s)
			}
		}
	}
	h.mu.Unlock()
	if len(clocks) > 0 {
		h.log.Warn("the times of the tables are missing or damaged: each table with a clock is opened", "event", "damaged")
	}
	h.spread(true)
	h.serves.Go(h.watch)
	h.serves.Go(h.spreads)
	h.serves.Go(h.owed)
	h.serves.Go(func() { h.sweep(clocks) })
	if h.verify != nil {
		h.counts.last.Store(uint64(time.Now().Unix()))
		h.serves.Go(h.verifyNightly)
	}
	return h, nil
}

// Serve handles one connection of a player or a spectator until it ends.
func (h *Hall) Serve(conn wire.Conn) {
	h.counts.connections.Add(1)
	defer h.counts.connections.Add(-1)
	h.serve(conn, h.host)
}

// serve handles a connection, for which find finds the table.
func (h *Hall) serve(conn wire.Conn, find func(ctx context.Context, id string) (*wire.Host, error)) {
	broken := rescue.Run(func() { (&wire.Hall{Find: find, Knows: h.knows, Guard: &h.guard}).Serve(context.Background(), conn) })
	if broken != nil {
		_ = conn.Close(broken.Error()) // the client comes back
	}
}

// put adds a table, or changes its entry. The caller holds mu.
func (h *Hall) put(s *seated, e entry) {
	h.unlink(s)
	s.entry = e
	h.all[s.id] = s
	s.remembers()
	if e.Damaged == "" {
		delete(h.damaged, s)
	} else {
		h.damaged[s] = true
	}
	h.shelve(s)
	h.news.change()
	for i, place := range s.entry.Seats {
		if place.Hash != "" {
			h.seats[place.Hash] = held{s, i, ""}
		}
		if place.Was != "" {
			h.seats[place.Was] = held{s, i, place.Banned}
		}
	}
}

// unlink forgets the links of the seats of a table. The caller holds mu.
func (h *Hall) unlink(s *seated) {
	for _, place := range s.entry.Seats {
		delete(h.seats, place.Hash)
		delete(h.seats, place.Was)
	}
}

// Identity returns the identity of the hall, which is kept with its data: 16 letters.
func (h *Hall) Identity() string { return h.self }

// forget removes a table of which the entry is gone. The caller holds mu.
func (h *Hall) forget(s *seated) {
	delete(h.all, s.id)
	delete(h.damaged, s)
	delete(h.unsure, s)
	h.shelve(s)
	h.news.change()
	h.unlink(s)
}

// at returns the table with an ID. The caller does not hold mu.
func (h *Hall) at(id string) (s *seated, err error) {
	id = folded(id)
	found := func() bool { s = h.all[id]; return s != nil }
	if h.others != nil && !h.await(found) {
		if value, version, err := h.tables.Get(id); err == nil && value != nil {
			h.follow(id, version, value)
		}
	}
	return s, h.finds(h.tables, errNoTable, found)
}

// finds returns nil if found returns true, which is called with mu held, and otherwise absent, or a refusal that says why a table or a person of the list
// may exist nevertheless. The caller does not hold mu.
func (h *Hall) finds(list keep.List, absent error, found func() bool) error {
	h.mu.Lock()
	here := found()
	h.mu.Unlock()
	if here {
		return nil
	}
	lags := h.others != nil && list.Lags() != nil // if not, all that was written before is here by now
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case found():
		return nil
	case len(h.broken) > 0:
		return errBroken
	case lags:
		return errLags
	}
	return absent
}

// await reports whether found returns true, which is called with mu held. Where other processes use the same tables, what one of them has just written
// may not be here yet, so it waits a little.
func (h *Hall) await(found func() bool) bool {
	var late <-chan time.Time
	for {
		h.mu.Lock()
		ok := found()
		_, news := h.news.last()
		h.mu.Unlock()
		if ok || h.others == nil {
			return ok
		}
		if late == nil {
			late = time.After(lagTime)
		}
		select {
		case <-news:
		case <-late:
			return false
		case <-h.ending:
			return false
		}
	}
}

var errNoTable = refuse("id", "there is no such table")

// folded returns an ID as IDs are compared: in lower case.
func folded(id string) string { return strings.ToLower(id) }

var errLinks = refuse("rate", "too many wrong links came from your address: try again in a minute")

var errClosing = refuse("busy", "the hall is closing; it will be back")

// newID returns the ID of a table or of a seat: 80 random bits.
func newID() string { return strings.ToLower(rand.Text()[:idLetters]) }

// Wish is a table as somebody wants it.
type Wish struct {
	Game    string `json:"game"`
	Options string `json:"options"`
	Clock   string `json:"clock"`
	With    With   `json:"with"`
	Side    int    `json:"side"`   // the seat of the person who asks; game.Nobody: by chance
	Level   int    `json:"level"`  // of the computer; -1: the default
	Hidden  bool   `json:"hidden"` // the lobby does not offer the table to spectators
	Hints   bool   `json:"hints"`  // the players may use hints and other help; both are told of each use
	Phrase  string `json:"phrase"` // of the person who asks; "": they have none
	Secret  string `json:"secret"` // the same wish with the same secret gets the same answer; "": it makes another table
}

// With says who takes the other seat.
type With string

// Who takes the other seat: whoever gets the link, whoever takes it in the lobby, or the computer.
const (
	Friend   With = "friend"
	Anybody  With = "anybody"
	Computer With = "computer"
)

// Seat is what a person gets who has a seat now.
type Seat struct {
	Table  string `json:"table"` // with this ID others watch
	Seat   int    `json:"seat"`
	ID     string `json:"id"`               // with this ID the person plays
	Friend string `json:"friend,omitempty"` // with this ID a friend plays
}

// Make makes a table. The error is a *Refusal, or says why the table cannot be kept.
func (h *Hall) Make(w Wish, from string) (Seat, error) {
	repeats := w.Secret != ""
	var err error
	if w.Secret, err = secretOf(w.Secret); err != nil {
		return Seat{}, err
	}
	if repeats {
		defer h.alone(idOf(w.Secret, "table"))()
	}
	if mine, err := h.made(w, from); err != nil || mine.Table != "" {
		return mine, err
	}
	g, ok := h.find(w.Game)
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
			return Seat{}, refuse("game", "there is no clock against the computer")
		}
		if e.Level, err = level(g, w.Level); err != nil {
			return Seat{}, err
		}
		if fixed := slices.IndexFunc(info.Seats, func(s game.Seat) bool { return s.Fixed }); fixed >= 0 { // the only seat that it plays
			e.Side = (fixed + 1) % len(e.Seats)
		}
	}
	other := (e.Side + 1) % len(e.Seats)
	mine, theirs := w.seat(e.Side), newID() // whoever takes a seat in the lobby has a link that its maker cannot know
	if w.With == Friend {
		theirs = mine.Friend
	}
	e.Seats[e.Side].Hash, e.Seats[other].Hash = match.KeyHash(mine.ID), match.KeyHash(theirs)
	switch w.With {
	case Friend:
	case Anybody:
		e.Listed, e.Seats[other].Free = true, true
	case Computer:
		e.Seats[other] = place{Computer: true}
	default:
		return Seat{}, refuse("bad", "with is friend, anybody or computer")
	}
	who, err := h.wants(w.Phrase, from)
	if err != nil {
		return Seat{}, err
	}
	select {
	case h.maker <- struct{}{}:
		defer func() { <-h.maker }()
	case <-time.After(makeTime):
		return Seat{}, errSlow
	}
	s := &seated{hall: h, id: e.ID, entry: e, toMove: game.Nobody, repeats: repeats, network: wire.NetworkOf(from)}
	err = s.begin(g, mine.ID, theirs, who.Name, rule, w.With == Friend)
	if err == nil {
		h.mu.Lock()
		h.making[s.id] = s
		h.mu.Unlock()
		err = h.edit(s, func(e *entry) error {
			e.Turn = s.waitsFor()
			return nil
		})
		h.mu.Lock()
		delete(h.making, s.id)
		h.mu.Unlock()
		if err != nil {
			_ = s.unmake() // what is left is removed when the client asks again
		}
	}
	if errors.Is(err, errMade) || isElsewhere(err) { // another process was asked before
		if _, err = h.at(e.ID); err != nil {
			return Seat{}, errSilent
		}
		return h.made(w, from)
	}
	if err != nil {
		return Seat{}, err
	}
	return mine, h.sits(who.Hash, mine, repeats)
}

var errSlow = refuse("busy", "many tables are being made, and the disk is slow: try again in a minute")

// Take gives a free seat of a table in the lobby to whoever asks first.
func (h *Hall) Take(id, phrase, secret, from string) (Seat, error) {
	if _, err := secretOf(secret); err != nil {
		return Seat{}, err
	}
	who, err := h.wants(phrase, from)
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
	err := s.hall.edit(s, func(e *entry) error {
		if mine.Seat = e.takenBy(r.Taker); mine.Seat >= 0 {
			if p := e.Seats[mine.Seat]; p.Hash != match.KeyHash(mine.ID) || len(p.Earlier) > 0 {
				return errReplaced
			}
			return errAsItIs
		}
		mine.Seat = e.free()
		switch {
		case !e.Listed:
			return errNoTable
		case mine.Seat < 0:
			return refuse("taken", "somebody else has just taken that seat")
		}
		e.Left = time.Now().Unix()
		e.Seats[mine.Seat].Free, e.Seats[mine.Seat].Taker = false, r.Taker
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

// wants returns the person with a phrase who wants a seat, or nobody if it is "", and counts that.
func (h *Hall) wants(phrase, from string) (who person, err error) {
	if phrase != "" {
		if who, err = h.who(phrase, from); err != nil {
			return who, err
		}
	}
	if !h.paced(who, from) {
		return who, refuse("rate", "too many new tables came from your address: try again in a minute")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	who.Name = h.nameOf(who)
	return who, nil
}

// Withdraw closes a table for good, for the person who plays with the link id, as long as nobody has made the first move.
func (h *Hall) Withdraw(id, from string) error {
	at, err := h.held(id, from)
	if err != nil {
		return err
	}
	_, err = at.at.ask(request{Do: "withdraw", Seat: at.seat})
	return err
}

// held returns the seat to which a link leads. Links are found by their hashes, so the time this takes tells nothing about a link.
func (h *Hall) held(id, from string) (held, error) {
	now := time.Now()
	h.mu.Lock()
	at, here := h.seats[match.KeyHash(id)]
	h.mu.Unlock()
	switch {
	case here && at.why != "":
		return held{}, refuse("closed", "%s", at.why)
	case here: // it passes, from whatever address wrong ones come
		return at, nil
	case !h.asks.Allow(from, now):
		return held{}, errLinks
	}
	err := h.finds(h.tables, errNoLink, func() (ok bool) { at, ok = h.seats[match.KeyHash(id)]; return ok })
	if err == errNoLink {
		h.asks.Wrong(from, id, now)
	}
	return at, err
}

var errNoLink = refuse("id", "this link belongs to no table here")

// free returns the seat that anybody may take, or game.Nobody.
func (e entry) free() int {
	return slices.IndexFunc(e.Seats, func(p place) bool { return p.Free })
}

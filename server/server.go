// Package server is a hall: any number of tables under one address. Each seat of a table has a link of its own, with which one person plays, and
// each table one with which others watch. A table is read from the disk when the first person comes, and put away when nobody is there.
package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"attic/game"
	"attic/match"
	"attic/store"
	"attic/table"
	"attic/wire"
)

// Config holds the settings of a Hall.
type Config struct {
	Dir   string // the folder with everything that the hall keeps; it need not exist
	Games []game.Game
	TLS   bool              // whether connections are encrypted, here or by a proxy
	Loose bool              // any number of tables may be made from one address, and nothing is too fast
	Tell  func(text string) // is told what an operator should know; nil: nobody is
}

const (
	mostShown   = 100                // tables of one kind in the lobby
	mostWait    = 1000               // browsers that wait for changes
	openFor     = 7 * 24 * time.Hour // how long a table without a clock, or with days, waits in the lobby for a second player
	mostQueued  = 64                 // hints that wait for a processor
	tableBudget = 10 * time.Second   // of search a minute and table
	idLetters   = 16                 // of a link's ID: 80 random bits
	folderMode  = 0o700
)

// makeRate is how often people at one address may make a table or take a seat: a class of a school at once.
var makeRate = table.Rate{Burst: 40, Steady: 0.5}

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
	offers []game.Game
	dir    string
	tls    bool
	lock   *flock.Flock
	ending chan struct{} // closed by Close
	tell   func(string)
	pool   *table.Pool
	silent bool // the operator knows that the folder cannot be written; only watch uses it
	times  *store.Times
	loose  bool
	guard  wire.Guard // counts wrong IDs at tables, and those who join and talk
	asks   wire.Guard // counts wrong links and phrases in the lobby, which a client with an old link does not shut out
	makes  wire.Guard // counts new tables, and seats taken
	reads  wire.Guard // counts finished games that are read from the disk

	mu      sync.Mutex
	kept    *list[entry]
	persons *list[person]
	people  map[string]person  // by the hashes of their phrases
	names   map[taken]string   // those hashes by seat
	all     map[string]*seated // by the ID of the table
	seats   map[string]held    // by the hash of the link's ID
	open    map[*seated]bool   // the open tables
	free    shelf              // tables at which a seat is free for whoever takes it in the lobby, and somebody is
	patient shelf              // such tables that are offered also while nobody is there, for a time
	playing shelf              // games that can be watched
	waiting int                // browsers that wait for changes
	closed  bool
	n       uint64 // the number of the last change of the lists
	text    []byte // the lists as text; nil: they have changed since
	news    chan struct{}
	serves  sync.WaitGroup
}

// held is a seat at a table.
type held struct {
	at   *seated
	seat int
}

// Open opens the hall that is kept in a folder. The error is one line for people.
func Open(c Config) (h *Hall, err error) {
	if err := os.MkdirAll(c.Dir, folderMode); err != nil {
		return nil, fmt.Errorf("the folder of the hall cannot be made: %w", store.Plain(err))
	}
	lock := flock.New(filepath.Join(c.Dir, "lock"))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("the folder of the hall cannot be used: %w", store.Plain(err))
	case !ok:
		return nil, errors.New("another atticd is using this folder")
	}
	var kept *list[entry]
	var persons *list[person]
	defer func() {
		if err != nil {
			_, _, _ = kept.close(), persons.close(), lock.Unlock()
		}
	}()
	kept, tables, err := openList[entry](filepath.Join(c.Dir, "tables"), "tables", spareLines)
	if err != nil {
		return nil, err
	}
	persons, people, err := openList[person](filepath.Join(c.Dir, "people"), "people", 1) // a kill may have left a name that was deleted
	if err != nil {
		return nil, err
	}
	times, whole, err := store.OpenTimes(filepath.Join(c.Dir, "times"), time.Now())
	if err != nil {
		return nil, fmt.Errorf("the times of the tables cannot be kept: %w", err)
	}
	h = &Hall{
		persons: persons, people: make(map[string]person, len(people)), names: map[taken]string{},
		offers: c.Games, dir: c.Dir, tls: c.TLS, loose: c.Loose, lock: lock, ending: make(chan struct{}), kept: kept,
		all: make(map[string]*seated, len(tables)), seats: make(map[string]held, 2*len(tables)), open: map[*seated]bool{},
		news: make(chan struct{}), n: 1, reads: wire.Guard{JoinRate: readRate}, tell: c.Tell, pool: newPool(), times: times,
	}
	if !c.Loose {
		h.makes.JoinRate = makeRate
		h.guard.JoinRate, h.guard.TalkRate = joinRate, talkRate
	}
	if h.tell == nil {
		h.tell = func(string) {}
	}
	for _, p := range people {
		h.people[p.Hash] = p
		for _, t := range p.Seats {
			h.names[t] = p.Hash
		}
	}
	var clocks []*seated
	for _, e := range tables {
		s := &seated{hall: h, id: e.ID, entry: e, toMove: game.Nobody}
		h.put(s)
		if !whole && e.Clock != "" && e.Over == "" && e.free() < 0 {
			clocks = append(clocks, s)
		}
	}
	h.serves.Go(h.watch)
	h.serves.Go(func() { h.sweep(clocks) })
	return h, nil
}

// sweep opens the tables in list, whose clocks may run, and from then on those at which a time is nearly over, so that it runs out although nobody comes.
// It tries one that cannot be opened again later.
func (h *Hall) sweep(list []*seated) {
	tried := map[string]time.Time{}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		for _, s := range list {
			select {
			case <-h.ending:
				return
			default:
			}
			if _, err := s.open(); err != nil { // the operator is told
				tried[s.id] = time.Now()
			}
		}
		select {
		case now := <-tick.C:
			list = h.due(now, tried)
		case <-h.ending:
			return
		}
	}
}

// due returns the tables that sweep should open now.
func (h *Hall) due(now time.Time, tried map[string]time.Time) (list []*seated) {
	ids := h.times.Due(now, lookEvery) // the table itself is exact
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range ids {
		switch s := h.all[id]; {
		case s == nil:
			_ = h.times.Set(store.Running{ID: id, Seat: game.Nobody})
		case now.Sub(tried[id]) >= tryAgain:
			list = append(list, s)
		}
	}
	return list
}

// Serve handles one connection of a player or a spectator until it ends.
func (h *Hall) Serve(conn wire.Conn) {
	(&wire.Hall{Find: h.host, Guard: &h.guard}).Serve(context.Background(), conn)
}

// put adds a table, or the seats that were taken at it. The caller holds mu, or nobody else knows h yet.
func (h *Hall) put(s *seated) {
	h.all[s.entry.ID] = s
	h.shelve(s)
	for i, place := range s.entry.Seats {
		if place.Hash != "" {
			h.seats[place.Hash] = held{s, i}
		}
	}
}

// Close puts all tables away, and tells everybody who is at one that the host is away: they come back when the hall is open again.
func (h *Hall) Close() error {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil
	}
	h.closed = true
	close(h.ending)
	all := slices.Collect(maps.Keys(h.open))
	h.mu.Unlock()
	var resting sync.WaitGroup
	for _, s := range all {
		resting.Go(func() { _ = s.rest() }) // the players know what could not be written
	}
	resting.Wait()
	h.serves.Wait()
	return errors.Join(h.times.Close(time.Now()), h.kept.close(), h.persons.close(), h.lock.Unlock())
}

// newPool returns the pool of the computer's moves at all tables.
func newPool() *table.Pool {
	p := table.NewPool(runtime.GOMAXPROCS(0))
	p.Queue, p.Budget = mostQueued, tableBudget
	return p
}

// find returns the game called name.
func (h *Hall) find(name string) (game.Game, bool) {
	for _, g := range h.offers {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}

// forget removes a table of which the entry is gone. The caller holds mu.
func (h *Hall) forget(s *seated) {
	delete(h.all, s.entry.ID)
	h.shelve(s)
	for _, place := range s.entry.Seats {
		delete(h.seats, place.Hash)
	}
}

// at returns the table with an ID. The caller does not hold mu.
func (h *Hall) at(id string) (*seated, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.all[folded(id)]; s != nil {
		return s, nil
	}
	return nil, refuse("id", "there is no such table")
}

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
	Phrase  string `json:"phrase"` // of the person who asks; "": they have none
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
	g, ok := h.find(w.Game)
	if !ok {
		return Seat{}, refuse("game", "there is no game %q here", w.Game)
	}
	setup, err := options(g, w.Options)
	if err != nil {
		return Seat{}, err
	}
	rule, err := clock(w.Clock)
	if err != nil {
		return Seat{}, err
	}
	info := g.Info()
	e := entry{
		ID: newID(), Game: info.Name, Options: setup, Clock: w.Clock, Seats: make([]place, len(info.Seats)), Side: w.Side, Listed: !w.Hidden, Made: time.Now().Unix(),
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
	mine, theirs := Seat{Table: e.ID, Seat: e.Side, ID: newID()}, newID()
	e.Seats[e.Side].Hash, e.Seats[other].Hash = match.KeyHash(mine.ID), match.KeyHash(theirs)
	switch w.With {
	case Friend:
		mine.Friend = theirs
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
	s := &seated{hall: h, id: e.ID, entry: e, toMove: game.Nobody}
	if err := s.begin(g, mine.ID, theirs, who.Name, rule, w.With == Friend); err != nil {
		_ = os.RemoveAll(h.folderOf(e.ID))
		return Seat{}, err
	}
	h.mu.Lock()
	if err = h.keep(s, e); err == nil {
		h.sits(who.Hash, mine)
	}
	h.mu.Unlock()
	if err != nil {
		_ = s.rest()
		_ = os.RemoveAll(h.folderOf(e.ID))
		return Seat{}, err
	}
	return mine, nil
}

// level checks a level of the computer; -1 stands for the default.
func level(g game.Game, n int) (int, error) {
	bots, ok := g.(game.Bots)
	if !ok {
		return 0, refuse("game", "the computer does not play this game")
	}
	lowest, highest, usual := bots.Levels()
	if n == -1 {
		n = usual
	}
	if n < lowest || n > min(highest, lowest+mostLevels-1) {
		return 0, refuse("game", "the computer has no level %d here", n)
	}
	return n, nil
}

// keep writes the new entry of a table to the disk, then shows it. The caller holds mu.
func (h *Hall) keep(s *seated, e entry) error {
	if h.closed {
		return errClosing
	}
	if err := h.kept.keep(e); err != nil {
		return fmt.Errorf("the list of tables cannot be written: %w", err)
	}
	s.entry = e
	h.put(s)
	h.change()
	return nil
}

// Take gives a free seat of a table in the lobby to whoever asks first.
func (h *Hall) Take(id, phrase, from string) (Seat, error) {
	who, err := h.wants(phrase, from)
	if err != nil {
		return Seat{}, err
	}
	s, err := h.at(id)
	if err != nil {
		return Seat{}, err
	}
	l, err := s.open()
	if err != nil {
		return Seat{}, err
	}
	theirs := l.table.Hosted().ID // the maker has the first place
	mine, err := h.take(s, theirs, who.Hash)
	if err == nil {
		s.recall(mine.Seat, who.Name)
	}
	return mine, err
}

// take gives the free seat of a table, the ID of whose link is id, to the person with a phrase of that hash.
func (h *Hall) take(s *seated, id, who string) (Seat, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := s.entry
	seat := e.free()
	switch {
	case e.Gone || !e.Listed:
		return Seat{}, refuse("id", "there is no such table")
	case seat < 0:
		return Seat{}, refuse("taken", "somebody else has just taken that seat")
	}
	e.Seats = slices.Clone(e.Seats)
	e.Seats[seat].Free = false
	if err := h.keep(s, e); err != nil {
		return Seat{}, err
	}
	mine := Seat{Table: e.ID, Seat: seat, ID: id}
	h.sits(who, mine)
	return mine, nil
}

// wants returns the person with a phrase who wants a seat, or nobody if it is "", and counts that.
func (h *Hall) wants(phrase, from string) (person, error) {
	if !h.makes.Join(from, time.Now()) {
		return person{}, refuse("rate", "too many new tables from your address: try again in a minute")
	}
	if phrase == "" {
		return person{}, nil
	}
	return h.who(phrase, from)
}

// Withdraw closes a table for good, for the person who plays with the link id, as long as nobody has made the first move.
func (h *Hall) Withdraw(id, from string) error {
	at, err := h.held(id, from)
	if err != nil {
		return err
	}
	return at.at.withdraw(at.seat)
}

// own is a table as a person sees it who holds the link of a seat.
type own struct {
	shown
	Seat int  `json:"seat"`
	Turn bool `json:"turn"` // it is their turn
	Gone bool `json:"gone,omitempty"`
}

// own returns the tables to which the links of a person lead, in their order.
func (h *Hall) own(ids []string, from string) (map[string][]own, error) {
	now := time.Now()
	if !h.asks.Allow(from, now) {
		return nil, errLinks
	}
	list, wrong := []own{}, false
	h.mu.Lock()
	for _, id := range ids {
		at, ok := h.seats[match.KeyHash(id)]
		if !ok {
			list, wrong = append(list, own{Gone: true}), true
			continue
		}
		list = append(list, own{shown: at.at.shown(), Seat: at.seat, Turn: at.at.turn(at.seat)})
	}
	h.mu.Unlock()
	if wrong { // once for all, or somebody with many tables that are gone could not ask any more
		h.asks.Wrong(from, strings.Join(ids, " "), now)
	}
	return map[string][]own{"tables": list}, nil
}

// held returns the seat to which a link leads. Links are found by their hashes, so the time this takes tells nothing about a link.
func (h *Hall) held(id, from string) (held, error) {
	now := time.Now()
	if !h.asks.Allow(from, now) {
		return held{}, errLinks
	}
	h.mu.Lock()
	at, ok := h.seats[match.KeyHash(id)]
	h.mu.Unlock()
	if !ok {
		h.asks.Wrong(from, id, now)
		return held{}, refuse("id", "this link belongs to no table here")
	}
	return at, nil
}

// free returns the seat that anybody may take, or game.Nobody.
func (e entry) free() int {
	return slices.IndexFunc(e.Seats, func(p place) bool { return p.Free })
}

package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	cryptorand "crypto/rand"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
	"attic/server/keep"
	"attic/table"
	"attic/table/wire"
)

const (
	lookEvery = 2 * time.Second  // between two looks at the open tables
	idleTime  = 30 * time.Second // how long a table stays open when nobody is there
	soonTime  = 10 * time.Minute // a table stays open if a player's time is over sooner than this
	tryAgain  = 10 * time.Minute // between two attempts to open a table because of its clock

	unsureTime = 10 * time.Second // between two attempts to open a table whose entry may be outdated

	readyBeats = 5 // beats between two checks whether the storage can be written, unless a write has failed
)

// seated is a table of the hall, open or not.
type seated struct {
	hall *Hall
	id   string // the ID of the table

	repeats bool // the client may repeat the request for this new table

	opening sync.Mutex // held while the table is opened or put away
	editing sync.Mutex // held while the entry changes; locked before the lock of the tables

	// The fields below are guarded by the lock of the tables.
	entry    entry
	live     *live // nil while the table is put away
	attended bool  // somebody is there
	here     bool  // a player is there
	begun    bool  // a seat has acted
	watchers int
	network  string // the network of the maker, if this process has made the table; it is never stored
	side     int    // the seat of the table's maker, in the present game
	toMove   int    // game.Nobody: unknown
	ply      int    // the ply of the position, if toMove is known
	since    int64  // when the game began to wait for toMove, in seconds since 1970; 0: unknown
	awaited  []int  // the seats of the first game that nobody is known to have joined
	from     string // the process that has reported that it has the table open; "": none
	lost     bool   // another process has written to its game
	accepted bool   // the operator has opened the table in spite of its truncated file

	told   bool      // the player for whom the game waits has been there in this turn, or a push about it was sent
	met    bool      // the player has been there in this turn
	absent time.Time // when the present turn began, somebody joined, or this process learned of the turn
}

// live holds the parts of an open table.
type live struct {
	table *table.Table
	host  *wire.Host
	eye   *table.Person // sees the table for the hall
	stop  func()        // ends the moves of the computer
	idle  time.Time     // since when nobody has been there; zero: somebody is there. Only Hall.look uses this field
	left  time.Time     // when a player was last there; zero: no player was. The lock of the tables guards this field
	gone  chan struct{}

	seeing sync.Mutex  // held by seated.see
	unseen atomic.Bool // seated.see could not write something
}

// now returns the open table, or nil if it is not open, and its entry.
func (s *seated) now() (*live, entry) {
	s.hall.tables.mu.Lock()
	defer s.hall.tables.mu.Unlock()
	return s.live, s.entry
}

func (s *seated) games() keep.Games { return s.hall.place.Games(s.id) }

// config returns the settings of the table for m; journal is the journal of m, or nil.
func (s *seated) config(m match.Match, journal match.Ledger) table.Config {
	var key [32]byte
	_, _ = cryptorand.Read(key[:]) // never fails
	chance := rand.NewChaCha8(key).Uint64
	return table.Config{
		Match: m, Journal: journal, MustKeep: true, Current: s.current, Chance: chance, Public: chance, Pool: s.hall.pool,
		Begin: func() (match.Ledger, error) {
			l, err := s.games().Begin(m.Game().Info().Name)
			if err != nil {
				return nil, err
			}
			return &ledger{Ledger: l, at: s}, nil
		},
	}
}

// opening is the beginning of a table.
type opening struct {
	mine, theirs string // the link IDs of the table's maker and of the other person
	name         string // of the table's maker
	rule         table.ClockRule
	chat         bool         // chat is allowed
	deal         *match.Match // the game, of which the table has no other; nil: a new one
}

// begin makes the first game of a new table, and its journal.
func (s *seated) begin(g game.Game, of opening) error {
	s.opening.Lock()
	defer s.opening.Unlock()
	setup, err := game.ParseSetup(s.entry.Options)
	if err != nil {
		return err
	}
	if _, err := s.claim(); err != nil {
		return err
	}
	if s.repeats {
		if err := s.firstHere(); err != nil {
			s.hall.deadlines.times.Unclaim(s.id)
			return err
		}
	}
	c := s.config(match.Match{}, nil)
	if !g.Info().Open {
		setup.Seed = c.Chance()
		setup = game.Shuffled(g, setup, c.Public)
	}
	var m match.Match
	if of.deal != nil {
		m = *of.deal
	} else {
		m, err = match.New(g, setup.With(g.Info().Started))
	}
	if err != nil {
		s.hall.deadlines.times.Unclaim(s.id)
		return refuse("game", "%v", err)
	}
	m.Side, m.Players = s.entry.Side, slices.Clone(m.Players)
	for seat := range m.Players {
		m.Players[seat] = match.Player{Program: s.entry.Seats[seat].Computer, Level: m.Players[seat].Level}
		if level, ok := game.LevelOf(g, s.entry.Level); ok && m.Players[seat].Program {
			m.Players[seat].Level = level
		}
	}
	m.Players[m.Side].Name = of.name
	t := table.New(s.config(m, nil))
	host, err := s.hall.guards.host(wire.HostConfig{
		Table: t, First: match.Ticket{ID: of.mine}, ID: of.theirs, Watchers: s.id, Watch: true, Chat: of.chat, Hints: s.entry.Hints, Single: of.deal != nil, Clock: of.rule, Refuses: refuses(s.hall),
	})
	if err != nil {
		_, _ = t.Close(), s.games().Remove()
		s.hall.deadlines.times.Unclaim(s.id)
		return err
	}
	_, err = s.opened(t, host)
	return err
}

// claim records that this process has the table open, and returns when its clock last ran. If another process has the table open, the error is an
// elsewhere. The caller does not hold the lock of the tables.
func (s *seated) claim() (ran time.Time, err error) {
	ran, owner, err := s.hall.deadlines.times.Claim(s.id, true, time.Now())
	if err == nil && owner != "" {
		err = &elsewhere{owner}
	}
	return ran, err
}

// open returns the open table; a table that is put away is read from the disk. The operator is told of an error. Nobody can play at a table whose file is
// truncated.
func (s *seated) open() (*live, error) {
	l, err := s.opens()
	if short, ok := errors.AsType[*shortError](err); ok {
		s.damage(Fault{Table: s.id, Why: short.why})
		err = errDamaged
	}
	return l, err
}

// opens is like open, but does not tell the operator that a file is truncated.
func (s *seated) opens() (*live, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	l, e := s.now()
	switch {
	case l != nil:
		return l, nil
	case s.hall.tables.closing():
		return nil, errClosing
	case e.Damaged != "":
		return nil, errDamaged
	case e.Closed != "":
		return nil, refuse("id", "%s", e.gone())
	}
	ran, err := s.claim()
	if isElsewhere(err) {
		return nil, err
	}
	if err == nil {
		if err = rescue.Try(func() (err error) { l, err = s.resume(ran); return err }); err != nil {
			s.hall.deadlines.times.Unclaim(s.id)
		}
	}
	if _, short := errors.AsType[*shortError](err); err != nil && !short {
		s.hall.operator.failed(s.id, fmt.Sprintf("table %s cannot be opened: %v", s.id, err))
	}
	return l, err
}

// resume opens the last game of the table. The parameter ran is when its clock last ran. The caller holds opening.
func (s *seated) resume(ran time.Time) (*live, error) {
	kept, m, err := s.games().Resume()
	if err != nil {
		return nil, err
	}
	journal := &ledger{Ledger: kept, at: s}
	if news := journal.News(); news != "" && !s.hall.tables.has(func() bool { return s.accepted }) {
		return nil, errors.Join(&shortError{news}, journal.Archive())
	}
	s.call(&m)
	t := table.New(s.config(m, journal))
	c := wire.HallConfig(t)
	c.Ran, c.Refuses = ran, refuses(s.hall)
	host, err := s.hall.guards.host(c)
	if err != nil {
		_ = t.Close()
		return nil, err
	}
	return s.opened(t, host)
}

// opened makes an open table known or, if the hall is closed, puts the table away. The caller holds opening.
func (s *seated) opened(t *table.Table, host *wire.Host) (*live, error) {
	l := &live{table: t, host: host, eye: t.Gallery(), gone: make(chan struct{})}
	h := s.hall
	l.stop = t.Go(context.Background())
	h.tables.mu.Lock()
	if h.tables.closing() {
		h.tables.mu.Unlock()
		return nil, errors.Join(errClosing, s.away(l))
	}
	s.live, h.tables.open[s], s.absent = l, true, time.Now()
	h.serves.Go(func() {
		for {
			select {
			case <-l.eye.Ready():
				s.see(l, l.eye.Take()...)
			case <-l.gone:
				return
			}
		}
	})
	s.from = ""
	h.tables.mu.Unlock()
	h.operator.opened(s.id)
	s.see(l)
	return l, nil
}

// away stops serving an open table, as a kill would, closes its journal, and records when a player's time is over.
func (s *seated) away(l *live) error {
	l.host.Rest()
	s.hall.tables.mu.Lock()
	left, lost := l.left, s.lost
	if s.here {
		left = time.Now()
	}
	s.hall.tables.mu.Unlock()
	if lost || s.leaves(l.eye.Sight(), left) != nil { // the journal still shows this when the table is opened again
		s.hall.tables.doubts(s)
	}
	r := keep.Running{Table: s.id, Seat: game.Nobody}
	if due := l.table.Deadline(); !due.IsZero() {
		r.Seat, r.Due = l.eye.Sight().Clock.Runs, due
	}
	close(l.gone)
	l.eye.Close()
	err := l.table.Close()
	l.stop()
	s.hall.tables.mu.Lock()
	rule, _ := table.ParseClock(s.entry.Clock) // none without a clock
	if s.lost && s.entry.Clock != "" {         // whoever opens the table next knows whose clock runs
		r.Seat, r.Due = 0, time.Now()
	}
	s.lost = false
	s.hall.tables.mu.Unlock()
	r.Days = r.Seat >= 0 && rule.RunsOn()
	if s.hall.deadlines.times.Rest(r) != nil { // the next heartbeat reports an error to the operator
		s.hall.tables.doubts(s)
	}
	return err
}

// see updates what the lobby shows of a table after events there, and rates a game that is over.
func (s *seated) see(l *live, events ...table.Event) {
	l.seeing.Lock() // otherwise a game could be rated twice
	defer l.seeing.Unlock()
	sight := l.eye.Sight()
	now := sight.Now
	h := s.hall
	h.tables.mu.Lock()
	if s.live != l {
		h.tables.mu.Unlock()
		return
	}
	at := time.Now()
	if len(events) == 0 && !l.host.Ran.IsZero() {
		at = l.host.Ran // it has just been opened: nobody has moved since
	}
	if s.waits(sight, at) && s.attended { // if nobody is there, no list shows the game
		h.tables.arrange(s)
		h.news.change()
	}
	h.tables.freshen(s)
	e := s.entry
	if !now.Over && e.Over != "" && fewest(sight) < leastMoves/2 { // this is another game, not one whose end was taken back
		e.Rated = false
	}
	if now.Over && !e.Rated && s.counts(sight) {
		e.owes(now)
	}
	e.sees(s, sight)
	over := e.Over != s.entry.Over && e.Over != ""
	same := e.Over == s.entry.Over && e.Rated == s.entry.Rated && e.Begun == s.entry.Begun && e.Due == nil || h.tables.all[s.id] != s || e.Closed != ""
	h.tables.mu.Unlock()
	if slices.ContainsFunc(events, func(e table.Event) bool { return e.What == table.Seated }) {
		recallNames(s, e)
	}
	if same {
		return
	}
	err := h.tables.edit(s, func(to *entry) error { // if the disk refuses this, the journal still has it when the table is opened again
		to.Rated, to.Due = e.Rated, e.Due
		to.sees(s, sight)
		return nil
	})
	if err == nil && over {
		h.herald.concluded(s, e, now.Side, e.Over)
	}
	if err == nil && e.Due != nil {
		err = h.rate(s)
	}
	if err != nil {
		l.unseen.Store(true)
		h.operator.failed(s.id, fmt.Sprintf("table %s: its data for the lobby cannot be written: %v", s.id, err))
	}
}

// Pool returns the pool of the computer's moves at all tables.
func (h *Hall) Pool() *table.Pool { return h.pool }

// newPool returns the pool of the computer's moves at all tables.
func newPool() *table.Pool {
	p := table.NewPool(runtime.GOMAXPROCS(0))
	p.Queue, p.Budget = mostQueued, tableBudget
	return p
}

// turn reports whether the person who had a seat in the first game is to move. The caller holds the lock of the tables.
func (s *seated) turn(seat int) bool {
	if seat != s.entry.Side {
		return s.toMove >= 0 && s.toMove != s.side
	}
	return s.toMove >= 0 && s.toMove == s.side
}

// rest puts the table away, if it is open. Clients of people who are there reconnect immediately, and so open it again.
func (s *seated) rest() error {
	s.opening.Lock()
	defer s.opening.Unlock()
	h := s.hall
	h.tables.mu.Lock()
	l, lost := s.live, s.lost
	h.tables.mu.Unlock()
	if l == nil {
		return nil
	}
	err := s.away(l)
	h.tables.mu.Lock()
	s.live, s.attended, s.here, s.watchers = nil, false, false, 0
	delete(h.tables.open, s)
	delete(h.tables.fresh, s)
	if lost {
		h.peers.ask("")
	} else {
		h.tables.freshen(s)
	}
	h.tables.arrange(s)
	h.news.change()
	h.tables.mu.Unlock()
	return err
}

// host returns the open table to which an ID leads, or nil.
func (h *Hall) host(_ context.Context, id string) (*wire.Host, error) {
	var s *seated
	var watched entry // of a table to be watched
	why := ""
	err := h.tables.finds(errNoTable, func() bool {
		if s = h.tables.all[folded(id)]; s != nil {
			watched = s.entry
		}
		if at, ok := h.tables.seats[match.KeyHash(id)]; ok {
			s, why, watched = at.at, at.why, entry{}
		}
		if s != nil && s.entry.Closed != "" {
			why = s.entry.gone()
		}
		return s != nil
	})
	if hides := h.tournaments.hidden(watched); hides != nil && why == "" {
		why = hides.Error()
	}
	if why != "" {
		return nil, &wire.RefusedError{Code: wire.CodeClosed, Why: why}
	}
	switch err {
	case nil:
	case errNoTable:
		return nil, nil
	default:
		return nil, &wire.RefusedError{Code: wire.CodeBusy, Why: err.Error()}
	}
	l, err := s.open()
	if e, ok := errors.AsType[*elsewhere](err); ok {
		return nil, &wire.Elsewhere{Dial: func(ctx context.Context, from string) (wire.Conn, error) {
			h.operator.counts.passed.Add(1)
			return h.others.Dial(ctx, e.owner, from)
		}}
	}
	if why, ok := errors.AsType[*Refusal](err); ok && why != errClosing {
		return nil, &wire.RefusedError{Code: wire.Code(why.Code), Why: why.Why} // id or busy
	}
	if err != nil {
		return nil, err
	}
	return l.host, nil
}

// end closes a table for good; result is the result in its tournament, or "". Everybody who is there, has a seat or comes later is told why. If another process has the table open, it closes the
// table when it learns of this.
func (s *seated) end(why, result string) error {
	return s.endIf(why, result, func(entry) error { return nil })
}

// endIf is like end, unless so returns an error for the entry of the table.
func (s *seated) endIf(why, result string, so func(entry) error) error {
	err := s.hall.tables.edit(s, func(e *entry) error {
		if e.Closed != "" {
			return errNoTable
		}
		if err := so(*e); err != nil {
			return err
		}
		if e.ends(why, time.Now()); result != "" {
			e.awards(result)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if l, e := s.now(); l != nil {
		l.host.CloseFor(e.gone())
		_ = s.rest()
	}
	return s.games().Remove()
}

// close removes a table for good; seat is the seat that has left, or game.Nobody. If another process has the table open, it closes the table when it learns of
// this.
func (s *seated) close(seat int) error {
	if err := s.remove(); err != nil {
		return err
	}
	if l, _ := s.now(); l != nil {
		l.host.Close(seat)
		_ = s.rest()
	}
	return s.games().Remove()
}

func (s *seated) remove() error {
	h := s.hall
	h.tables.mu.Lock()
	if h.tables.closing() {
		h.tables.mu.Unlock()
		return errClosing
	}
	h.tables.removes(s.id)
	version := s.entry.version
	h.tables.mu.Unlock()
	s.editing.Lock()
	err := h.tables.list.Remove(s.id, version)
	for range mostTries {
		if !errors.Is(err, match.ErrMoved) && !errors.Is(err, match.ErrUnknown) {
			break
		}
		var value []byte
		if value, version, err = h.tables.list.Get(s.id); value == nil || err != nil {
			break
		}
		err = h.tables.list.Remove(s.id, version)
	}
	s.editing.Unlock()
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	if err == nil {
		h.tables.forget(s)
	} else {
		delete(h.tables.removed, s.id)
	}
	return err
}

package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	cryptorand "crypto/rand"

	"attic/game"
	"attic/match"
	"attic/store"
	"attic/table"
	"attic/wire"
)

const (
	lookEvery = 2 * time.Second  // between two looks at the open tables
	idleTime  = 30 * time.Second // how long a table stays open when nobody is there
	soonTime  = 10 * time.Minute // a table stays open when the time of a player is over in less
	tryAgain  = 10 * time.Minute // between two tries to open a table because of its clock
)

// seated is a table of the hall, open or not.
type seated struct {
	hall *Hall
	id   string // of the table

	opening sync.Mutex // held while the table is opened or put away

	// What follows is guarded by the mutex of the hall.
	entry    entry
	live     *live // nil while the table is put away
	attended bool  // somebody is there
	begun    bool  // a seat has acted
	watchers int
	side     int // the seat of who made the table, in the present game
	toMove   int // or game.Nobody if it is not known
}

// live is what an open table consists of.
type live struct {
	table *table.Table
	host  *wire.Host
	eye   *table.Person // sees the table for the hall
	stop  func()        // ends the moves of the computer
	idle  time.Time     // since when nobody has been there; zero: somebody is. Only Hall.look uses it
	gone  chan struct{}
}

// folder returns the folder of the games of a table.
func (s *seated) folder() store.Store {
	return store.Open(s.hall.folderOf(s.id), s.hall.find)
}

// folderOf returns the folder of a table. There are at most 1,024 in the folder above, and as many tables in each as the disk holds.
func (h *Hall) folderOf(id string) string { return filepath.Join(h.dir, "games", id[:2], id) }

// config returns the settings of the table for m; journal is the journal of m, or nil.
func (s *seated) config(m match.Match, journal match.Ledger) table.Config {
	var key [32]byte
	_, _ = cryptorand.Read(key[:]) // never fails
	chance := rand.NewChaCha8(key).Uint64
	games := s.folder()
	return table.Config{
		Match: m, Journal: journal, MustKeep: true, Chance: chance, Public: chance, Pool: s.hall.pool,
		Begin: func() (match.Ledger, error) { return games.Begin(m.Game().Info().Name, time.Now()) },
	}
}

// begin makes the first game of a new table, and its journal. mine is the ID of who made the table, called name, theirs that of the other person. chat says whether they may talk.
func (s *seated) begin(g game.Game, mine, theirs, name string, rule table.ClockRule, chat bool) error {
	s.opening.Lock()
	defer s.opening.Unlock()
	setup, err := game.ParseSetup(s.entry.Options)
	if err != nil {
		return err
	}
	info := g.Info()
	c := s.config(match.Match{}, nil)
	if !info.Open {
		setup.Seed = c.Chance()
		setup = game.Shuffled(g, setup, c.Public)
	}
	m, err := match.New(g, setup.With(info.Started))
	if err != nil {
		return refuse("game", "%v", err)
	}
	m.Side = s.entry.Side
	for seat := range m.Players {
		m.Players[seat] = match.Player{Program: s.entry.Seats[seat].Computer, Level: m.Players[seat].Level}
		if m.Players[seat].Program {
			m.Players[seat].Level = s.entry.Level
		}
	}
	m.Players[m.Side].Name = name
	t := table.New(s.config(m, nil))
	host, err := s.hall.opens(wire.HostConfig{Table: t, First: match.Ticket{ID: mine}, ID: theirs, Watchers: s.id, Watch: true, Chat: chat, Clock: rule})
	if err != nil {
		_ = t.Close()
		return err
	}
	_, err = s.opened(t, host)
	return err
}

// opens returns the host of a table, with what all tables of the hall have in common.
func (h *Hall) opens(c wire.HostConfig) (*wire.Host, error) {
	c.TLS, c.Guard = h.tls, &h.guard
	if !h.loose {
		c.Rate, c.JoinRate = messageRate, crowdRate
	}
	return wire.NewHost(c)
}

// open returns the table, which is read from the disk unless it is open. The operator is told of an error.
func (s *seated) open() (*live, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	s.hall.mu.Lock()
	l, closed := s.live, s.hall.closed
	s.hall.mu.Unlock()
	switch {
	case l != nil:
		return l, nil
	case closed:
		return nil, errClosing
	}
	l, err := s.resume()
	if err != nil {
		s.hall.tell(fmt.Sprintf("table %s cannot be opened: %v", s.id, err))
	}
	return l, err
}

// resume opens the last game of the table. The caller holds opening.
func (s *seated) resume() (*live, error) {
	games := s.folder()
	list, err := games.Games("")
	if err == nil && len(list) == 0 {
		err = errors.New("it has no game")
	}
	if err != nil {
		return nil, err
	}
	kept, err := games.Find(list[0].Number)
	if err != nil {
		return nil, err
	}
	journal, m, err := games.Resume(kept, time.Now())
	if err != nil {
		return nil, err
	}
	s.call(&m)
	t := table.New(s.config(m, journal))
	c := wire.HallConfig(t)
	c.Ran = s.hall.times.Ran(s.id, time.Now())
	host, err := s.hall.opens(c)
	if err != nil {
		_ = t.Close()
		return nil, err
	}
	return s.opened(t, host)
}

// opened makes an open table known, unless the hall is closed: then it puts the table away. The caller holds opening.
func (s *seated) opened(t *table.Table, host *wire.Host) (*live, error) {
	l := &live{table: t, host: host, eye: t.Gallery(), gone: make(chan struct{})}
	h := s.hall
	l.stop = t.Go(context.Background())
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, errors.Join(errClosing, s.away(l))
	}
	s.live, h.open[s] = l, true
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
	timed := s.entry.Clock != ""
	h.mu.Unlock()
	if timed {
		_ = h.times.Set(store.Running{ID: s.id, Open: true}) // the next heartbeat tells the operator of an error
	}
	s.see(l)
	return l, nil
}

// away ends the serving of an open table, as a kill would, closes its journal, and notes when the time of a player is over.
func (s *seated) away(l *live) error {
	l.host.Rest()
	r := store.Running{ID: s.id, Seat: game.Nobody}
	if due := l.table.Deadline(); !due.IsZero() {
		r.Seat, r.Due = l.eye.Sight().Clock.Runs, due
	}
	close(l.gone)
	l.eye.Close()
	err := l.table.Close()
	l.stop()
	s.hall.mu.Lock()
	rule, _ := clock(s.entry.Clock)
	s.hall.mu.Unlock()
	r.Days = r.Seat >= 0 && rule.RunsOn()
	_ = s.hall.times.Set(r) // the next heartbeat tells the operator of an error
	return err
}

// see notes what the lobby shows of an open table after events there, and rates a game that is over.
func (s *seated) see(l *live, events ...table.Event) {
	sight := l.eye.Sight()
	now := sight.Now
	over := ""
	if now.Over {
		over = now.Outcome.Text
	}
	s.hall.mu.Lock()
	defer s.hall.mu.Unlock()
	if s.live != l {
		return
	}
	if !s.begun {
		s.begun = now.Round > 1 || slices.ContainsFunc(sight.History(), func(e match.Entry) bool { return e.Number > 0 })
	}
	s.side, s.toMove = now.Side, now.ToMove
	e := s.entry
	if slices.ContainsFunc(events, func(e table.Event) bool { return e.What == table.Began || e.What == table.Round }) {
		e.Rated = false
	}
	rates := over != "" && !e.Rated && s.counts(sight)
	e.Over, e.Rated = over, e.Rated || rates
	if e.Over == s.entry.Over && e.Rated == s.entry.Rated || e.Gone {
		return
	}
	err := s.hall.keep(s, e) // if the disk refuses it, the journal of the game tells it when the table is opened again
	if err == nil && rates {
		err = s.hall.rate(s, now)
	}
	if err != nil {
		s.hall.tell(fmt.Sprintf("table %s: what the lobby shows of it cannot be written: %v", s.id, err))
	}
}

// turn reports whether the person who had a seat in the first game is to move. The caller holds the mutex of the hall.
func (s *seated) turn(seat int) bool {
	if seat != s.entry.Side {
		return s.toMove >= 0 && s.toMove != s.side
	}
	return s.toMove >= 0 && s.toMove == s.side
}

// rest puts the table away, if it is open. Whoever is there comes back at once, and opens it again.
func (s *seated) rest() error {
	s.opening.Lock()
	defer s.opening.Unlock()
	h := s.hall
	h.mu.Lock()
	l := s.live
	h.mu.Unlock()
	if l == nil {
		return nil
	}
	err := s.away(l)
	h.mu.Lock()
	s.live, s.attended, s.watchers = nil, false, 0
	delete(h.open, s)
	h.shelve(s)
	h.change()
	h.mu.Unlock()
	return err
}

// beat keeps the time at which the hall is open, and the times of the tables.
func (h *Hall) beat(now time.Time) {
	err := h.times.Beat(now)
	if err != nil && !h.silent {
		h.tell("the folder of the hall cannot be written: " + err.Error())
	}
	h.silent = err != nil
}

// soon reports whether a table whose clock runs until due is worth keeping open.
func soon(due, now time.Time) bool { return !due.IsZero() && due.Sub(now) < soonTime }

// look looks at the open tables: it notes who is there, and puts those away at which nobody has been for a while.
func (h *Hall) look(now time.Time) {
	h.mu.Lock()
	open := make(map[*seated]*live, len(h.open))
	for s := range h.open {
		open[s] = s.live
	}
	h.mu.Unlock()
	changed := false
	for s, l := range open {
		idle, watchers := !l.host.Attended(), l.host.Watching()
		switch {
		case !idle || soon(l.table.Deadline(), now):
			l.idle = time.Time{}
		case l.idle.IsZero():
			l.idle = now
		case now.Sub(l.idle) >= idleTime:
			_ = s.rest() // what it could not write now, it could not write before either, and the players know
			continue
		}
		h.mu.Lock()
		if s.attended == idle || s.watchers != watchers {
			s.attended, s.watchers, changed = !idle, watchers, true
			h.shelve(s)
		}
		h.mu.Unlock()
	}
	if changed {
		h.mu.Lock()
		h.change()
		h.mu.Unlock()
	}
}

// watch looks at the open tables until the hall is closed.
func (h *Hall) watch() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			h.beat(now)
			h.look(now)
		case <-h.ending:
			return
		}
	}
}

// host returns the open table to which an ID leads, or nil.
func (h *Hall) host(_ context.Context, id string) (*wire.Host, error) {
	h.mu.Lock()
	s := h.all[folded(id)]
	if at, ok := h.seats[match.KeyHash(id)]; ok {
		s = at.at
	}
	h.mu.Unlock()
	if s == nil {
		return nil, nil
	}
	l, err := s.open()
	if err != nil {
		return nil, err
	}
	return l.host, nil
}

// withdraw closes a table for good at which no seat has acted yet.
func (s *seated) withdraw(seat int) error {
	if _, err := s.open(); err != nil {
		return err
	}
	s.hall.mu.Lock()
	begun := s.begun
	s.hall.mu.Unlock()
	if begun {
		return refuse("begun", "this game has begun; resign it at its table")
	}
	return s.close(seat)
}

// close closes a table for good; seat is the seat that has left, or game.Nobody.
func (s *seated) close(seat int) error {
	h := s.hall
	h.mu.Lock()
	e := s.entry
	e.Gone = true
	err := h.keep(s, e)
	if err == nil {
		h.forget(s)
	}
	l := s.live
	h.mu.Unlock()
	if err != nil {
		return err
	}
	if l != nil {
		l.host.Close(seat)
		_ = s.rest()
	}
	return os.RemoveAll(h.folderOf(e.ID))
}

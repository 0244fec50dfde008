package server

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/server/keep"
)

// A table ends by itself when it looks abandoned: the hall removes its games and keeps the entry for a time, to tell the people who had a seat why.
const (
	offeredFor  = 24 * time.Hour      // how long a table with a free seat lasts after its maker was last there
	unplayedFor = 14 * 24 * time.Hour // how long any other table lasts at which nobody has moved, after it was made or its free seat was taken
	closedFor   = 30 * 24 * time.Hour // how long the entry of a table is kept after the table has ended

	endEvery = time.Minute
	mostEnds = 200 // the most tables that end together
)

// ends holds the times in seconds after which tables end; 0: never.
type ends struct {
	Offered  int64 `json:"offered"`
	Unplayed int64 `json:"unplayed"`
	Finished int64 `json:"finished"`
}

// deadlines decides when tables end, and which tables are opened because a player's time is nearly over.
type deadlines struct {
	times  keep.Times
	keeps  time.Duration // Config.Keep
	tables *directory
	tried  map[string]time.Time // when opening a table last failed; only Hall.sweep uses it
}

func (d *deadlines) ends() ends {
	return ends{int64(offeredFor.Seconds()), int64(unplayedFor.Seconds()), int64(d.keeps.Seconds())}
}

// end returns when a table ends unless somebody comes or moves, in seconds since 1970, and why; 0 means never. The caller holds the lock of the tables.
func (d *deadlines) end(s *seated) (at int64, why string) {
	e := s.entry
	left := max(e.Made, e.Left)
	switch {
	case e.Closed != "":
		return e.Done + int64(closedFor.Seconds()), ""
	case e.Over != "" && d.keeps > 0 && e.Done > 0:
		return e.Done + int64(d.keeps.Seconds()), fmt.Sprintf("this hall deletes games %s after they end", phrase.Count(int(d.keeps/(24*time.Hour)), "day"))
	case e.Over != "" || s.begun || e.Begun || e.Damaged != "":
		return 0, ""
	case e.free() >= 0:
		if s.here {
			left = time.Now().Unix()
		}
		return left + int64(offeredFor.Seconds()), "nobody took the free seat, and the table's maker had been away for a day"
	}
	return left + int64(unplayedFor.Seconds()), "nobody made the first move within two weeks"
}

// over returns the tables that end now, and tables of an earlier version that did not record when their games were over.
func (d *deadlines) over(now time.Time) (due, undated []*seated) {
	rests := func(s *seated) bool { return s.live == nil && s.from == "" }
	due = d.tables.where(func(s *seated) bool { at, _ := d.end(s); return rests(s) && at > 0 && at <= now.Unix() })
	undated = d.tables.where(func(s *seated) bool { return rests(s) && d.keeps > 0 && s.entry.Over != "" && s.entry.Done == 0 })
	return due[:min(len(due), mostEnds)], undated[:min(len(undated), mostEnds)]
}

// due returns the tables that sweep should open now.
func (d *deadlines) due(now time.Time) (list []*seated) {
	maps.DeleteFunc(d.tried, func(_ string, at time.Time) bool { return now.Sub(at) >= tryAgain })
	d.tables.mu.Lock()
	for s := range d.tables.unsure {
		if now.Sub(d.tried[s.id]) >= unsureTime {
			list = append(list, s)
		}
	}
	d.tables.mu.Unlock()
	for _, id := range d.times.Due(now, lookEvery) { // these times may be rough; an open table has exact times
		if s := d.tables.get(id); s != nil {
			if d.tried[id].IsZero() {
				list = append(list, s)
			}
		} else if _, owner, err := d.times.Claim(id, false, now); owner == "" && err == nil { // the table is gone
			_ = d.times.Rest(keep.Running{Table: id, Seat: game.Nobody})
		}
	}
	return list
}

func (h *Hall) tidy(now time.Time) {
	forgetTournaments(h, now)
	due, undated := h.deadlines.over(now)
	for _, s := range undated { // these come from an earlier version: their time runs from now on
		_ = h.tables.edit(s, func(e *entry) error {
			if e.Done != 0 {
				return errAsItIs
			}
			e.Done = now.Unix()
			return nil
		})
	}
	for _, s := range due {
		if err := s.finish(now); err != nil && !isElsewhere(err) && !errors.Is(err, errAsItIs) && !errors.Is(err, errClosing) {
			h.operator.failed(s.id, fmt.Sprintf("table %s cannot be ended: %v", s.id, err))
		}
	}
}

// finish ends a table that is not open, or forgets a table that has ended.
func (s *seated) finish(now time.Time) error {
	h := s.hall
	s.opening.Lock()
	defer s.opening.Unlock()
	l, e := s.now()
	switch {
	case l != nil:
		return nil
	case e.Closed != "":
		return errors.Join(s.remove(), s.games().Remove())
	}
	if _, err := s.claim(); err != nil {
		return err
	}
	defer func() { _ = h.deadlines.times.Rest(keep.Running{Table: s.id, Seat: game.Nobody}) }()
	played, err := false, error(nil)
	if !e.Begun && e.Over == "" { // earlier versions did not set Begun
		played, err = s.played()
	}
	if err != nil {
		return err
	}
	err = h.tables.edit(s, func(e *entry) error {
		at, why := h.deadlines.end(s)
		switch {
		case e.Closed != "" || at == 0 || at > now.Unix():
			return errAsItIs
		case played:
			e.Begun = true
			return nil
		}
		e.ends(why, now)
		return nil
	})
	if err != nil || played {
		return err
	}
	return s.games().Remove()
}

// played reports whether anybody has moved at the table.
func (s *seated) played() (played bool, err error) {
	err = s.games().Texts(func(t keep.Text) error {
		r, err := match.ReadRecord(bytes.NewReader(t.Journal), s.hall.offers.find)
		played = played || t.Number > 1 || r.Match.Game() != nil && (r.Match.Round() > 1 || slices.ContainsFunc(r.Match.History(), func(e match.Entry) bool { return e.Number > 0 }))
		return err
	})
	return played, err
}

// sweep opens the tables in list, whose clocks may be running. Later it opens each table where a player's time is nearly over, so that the time can run out
// with nobody there, and each table whose entry may be outdated. If a table cannot be opened, sweep tries again later.
func (h *Hall) sweep(list []*seated) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	list = append(list, h.deadlines.due(time.Now())...)
	for {
		for _, s := range list {
			select {
			case <-h.ending:
				return
			default:
			}
			l, err := s.open()
			other, taken := errors.AsType[*elsewhere](err)
			_, refused := errors.AsType[*Refusal](err)
			if err != nil && !taken { // the method open has told the operator
				h.deadlines.tried[s.id] = time.Now()
			}
			taken = taken && h.peers.ask(other.owner) // otherwise the owner may be gone
			h.tables.mu.Lock()
			if err == nil {
				l.left = time.Now() // its maker may have been there
			}
			if err == nil || refused || taken {
				delete(h.tables.unsure, s)
			}
			h.tables.mu.Unlock()
		}
		select {
		case now := <-tick.C:
			list = h.deadlines.due(now)
		case <-h.ending:
			return
		}
	}
}

// shortError is the error for a game whose file is truncated, with a sentence about it.
type shortError struct{ why string }

func (e *shortError) Error() string { return e.why }

// soon reports whether a table whose clock runs until due is worth keeping open.
func soon(due, now time.Time) bool { return !due.IsZero() && due.Sub(now) < soonTime }

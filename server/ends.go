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
	offeredFor  = 24 * time.Hour      // a table with a free seat, after its maker was last there
	unplayedFor = 14 * 24 * time.Hour // another one at which nobody has moved, after it was made or its free seat was taken
	closedFor   = 30 * 24 * time.Hour // the entry of a table that has ended

	endEvery = time.Minute
	mostEnds = 200 // at once
)

// ends says after how many seconds tables end; 0: never.
type ends struct {
	Offered  int64 `json:"offered"`
	Unplayed int64 `json:"unplayed"`
	Finished int64 `json:"finished"`
}

func (h *Hall) ends() ends {
	return ends{int64(offeredFor.Seconds()), int64(unplayedFor.Seconds()), int64(h.keeps.Seconds())}
}

// end returns when a table ends unless somebody comes or moves, in seconds since 1970, and why; 0 if it does not. The caller holds mu.
func (h *Hall) end(s *seated) (at int64, why string) {
	e := s.entry
	left := max(e.Made, e.Left)
	switch {
	case e.Closed != "":
		return e.Done + int64(closedFor.Seconds()), ""
	case e.Over != "" && h.keeps > 0 && e.Done > 0:
		return e.Done + int64(h.keeps.Seconds()), fmt.Sprintf("this hall deletes games %s after they end", phrase.Count(int(h.keeps/(24*time.Hour)), "day"))
	case e.Over != "" || s.begun || e.Begun || e.Damaged != "":
		return 0, ""
	case e.free() >= 0:
		if s.here {
			left = time.Now().Unix()
		}
		return left + int64(offeredFor.Seconds()), "nobody took the free seat, and its maker had been away for a day"
	}
	return left + int64(unplayedFor.Seconds()), "nobody made the first move within two weeks"
}

// tidy ends the tables whose time has come.
func (h *Hall) tidy(now time.Time) {
	var due, undated []*seated
	h.mu.Lock()
	for _, s := range slices.Collect(maps.Values(h.all)) {
		switch at, _ := h.end(s); {
		case s.live != nil || s.from != "" || len(due)+len(undated) >= mostEnds:
		case at > 0 && at <= now.Unix():
			due = append(due, s)
		case h.keeps > 0 && s.entry.Over != "" && s.entry.Done == 0:
			undated = append(undated, s)
		}
	}
	h.mu.Unlock()
	for _, s := range undated { // of an earlier version: the time runs from now on
		_ = h.edit(s, func(e *entry) error {
			if e.Done != 0 {
				return errAsItIs
			}
			e.Done = now.Unix()
			return nil
		})
	}
	for _, s := range due {
		if err := s.finish(now); err != nil && !isElsewhere(err) && !errors.Is(err, errAsItIs) && !errors.Is(err, errClosing) {
			h.failed(s, fmt.Sprintf("table %s cannot be ended: %v", s.id, err))
		}
	}
}

// finish ends a table that is not open, or forgets a table that has ended.
func (s *seated) finish(now time.Time) error {
	h := s.hall
	s.opening.Lock()
	defer s.opening.Unlock()
	h.mu.Lock()
	open, closed, begun := s.live != nil, s.entry.Closed != "", s.entry.Begun || s.entry.Over != ""
	h.mu.Unlock()
	if open {
		return nil
	}
	if closed {
		return errors.Join(s.remove(), s.games().Remove())
	}
	if _, err := s.claim(); err != nil {
		return err
	}
	defer func() { _ = h.times.Rest(keep.Running{Table: s.id, Seat: game.Nobody}) }()
	played, err := false, error(nil)
	if !begun { // an earlier version did not note it
		played, err = s.played()
	}
	if err != nil {
		return err
	}
	err = h.edit(s, func(e *entry) error {
		at, why := h.end(s)
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
		r, err := match.ReadRecord(bytes.NewReader(t.Journal), s.hall.find)
		played = played || t.Number > 1 || r.Match.Game() != nil && (r.Match.Round() > 1 || slices.ContainsFunc(r.Match.History(), func(e match.Entry) bool { return e.Number > 0 }))
		return err
	})
	return played, err
}

package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"attic/game"
	"attic/internal/rescue"
	"attic/match"
	"attic/match/store"
	"attic/server/keep"
)

// Verify says when and how an open hall reads and checks the games of all tables.
type Verify struct {
	Hour, Minute int    // the time of day, by the clock of this machine
	Rate         int    // the most games read per second
	Archive      string // a folder to which finished games are copied, each in a file; "": none
}

var errDamaged = refuse("busy", "this table is closed because its saved games are damaged; the operator has been told")

// next returns the first time after now at which the games are verified.
func (v *Verify) next(now time.Time) time.Time {
	at := time.Date(now.Year(), now.Month(), now.Day(), v.Hour, v.Minute, 0, 0, now.Location())
	if !at.After(now) {
		at = time.Date(now.Year(), now.Month(), now.Day()+1, v.Hour, v.Minute, 0, 0, now.Location())
	}
	return at
}

// verifier reads and checks the games at all tables. It closes no table itself: it calls close for the first fault in a game at each table.
type verifier struct {
	when     *Verify // nil: never
	place    keep.Storage
	find     Find
	tables   *directory
	operator *operator
	mine     func(table string) bool // whether this process verifies the table; processes that verify games share the tables
	close    func(Fault)

	// The fields below belong to the present run.
	pace                  <-chan time.Time // one game is read for each tick
	archive               string           // the folder; "": none, or it cannot be written
	games, faults, copied int
}

// nightly verifies the games each day, until the hall is closed.
func (v *verifier) nightly() {
	next := v.when.next(time.Now())
	every(v.tables.ending, time.Minute, func(now time.Time) { // checked every minute, because a machine may sleep, or its clock may be set
		if !now.Round(0).Before(next) {
			v.all()
			next = v.when.next(time.Now())
		}
	})
}

// all reads the games at all tables, or at this process's share of them, and copies finished games to the archive.
func (v *verifier) all() {
	pace := time.NewTicker(time.Second / time.Duration(max(1, v.when.Rate)))
	defer pace.Stop()
	v.pace, v.archive, v.games, v.faults, v.copied = pace.C, v.when.Archive, 0, 0, 0
	tables := 0
	for _, id := range v.tables.ids() {
		if e, ok := v.tables.entry(id); !ok || !v.mine(id) { // the table has been closed, or another process verifies it
			continue
		} else if tables++; !v.verify(e) {
			return
		}
	}
	v.operator.counts.last.Store(uint64(time.Now().Unix()))
	text := fmt.Sprintf("games were verified (tables: %d, games: %d): %s", tables, v.games, Checked{Faults: v.faults}.found())
	if v.archive != "" {
		text += fmt.Sprintf("; new in the archive: %d", v.copied)
	}
	v.operator.log.Info(text, "event", "verified")
}

// verify checks the games of a table. It returns false if the hall is closed, or nothing can be read.
func (v *verifier) verify(e entry) bool {
	before := v.games
	faults, ok := v.read(e)
	if len(faults) > 0 && ok { // the game may just have been written
		v.games = before
		e, _ = v.tables.entry(e.ID)
		faults, ok = v.read(e)
	}
	if _, there := v.tables.entry(e.ID); !there || !ok || len(faults) == 0 {
		return ok
	}
	if err := v.place.Ready(context.Background()); err != nil {
		v.operator.log.Warn("the verification of the games was given up: "+err.Error(), "event", "fault")
		return false
	}
	v.faults += len(faults)
	v.operator.counts.faults.Add(uint64(len(faults)))
	for _, f := range faults {
		v.operator.log.Error(f.String(), "event", "fault", "table", e.ID)
	}
	if i := slices.IndexFunc(faults, func(f Fault) bool { return f.Game > 0 }); i >= 0 {
		v.close(faults[i])
	}
	return true
}

// read reads the games of a table, and copies finished games to the archive. It returns false if the hall is closed.
func (v *verifier) read(e entry) (faults []Fault, ok bool) {
	ok = true
	broken := rescue.Run(func() {
		faults = checkGames(e, v.place.Games(e.ID), v.find, func(t keep.Text, r match.Record, wrong error) {
			v.games++
			v.operator.counts.checked.Add(1)
			if wrong == nil && r.Match.ToMove() == game.Nobody && v.archive != "" {
				n, err := archive(v.archive, e.ID, t.Number, r.Match)
				if v.copied += n; err != nil {
					v.operator.log.Warn(fmt.Sprintf("finished games cannot be copied to the archive: %v", err), "event", "archive")
					v.archive = ""
				}
			}
			select {
			case <-v.pace:
			case <-v.tables.ending:
				ok = false
			}
		})
	})
	if broken != nil {
		faults = append(faults, Fault{Table: e.ID, Why: "its games cannot be checked: " + broken.Error()})
	}
	return faults, ok
}

// damage closes the table for play because of a fault.
func (s *seated) damage(f Fault) {
	h := s.hall
	err := h.tables.edit(s, func(e *entry) error {
		if e.Damaged != "" {
			return errAsItIs
		}
		if e.Damaged = f.Why; f.Game > 0 {
			e.Damaged = fmt.Sprintf("game %d: %s", f.Game, f.Why)
		}
		return nil
	})
	switch {
	case err == nil:
		_ = s.rest()
		h.operator.log.Error(fmt.Sprintf("%s; nobody can play at the table until its games are sound and the operator reopens it", f), "event", "closed", "table", s.id)
	case !errors.Is(err, errAsItIs):
		h.operator.log.Error(fmt.Sprintf("play at table %s cannot be stopped: %v", s.id, err), "event", "fault", "table", s.id)
	}
}

// mend reopens a table that the method damage has closed for play, if its games have no faults any more.
func (s *seated) mend() error {
	h := s.hall
	_, e := s.now()
	if e.Damaged == "" {
		return refuse("bad", "this table is not closed")
	}
	if faults := checkGames(e, s.games(), h.offers.find, func(keep.Text, match.Record, error) {}); len(faults) > 0 {
		return refuse("bad", "%s", faults[0])
	}
	return h.tables.edit(s, func(e *entry) error {
		e.Damaged, s.accepted = "", true
		return nil
	})
}

// archive writes a finished game of a table to a file in a folder. It returns 1, or 0 if the same file exists already.
func archive(dir, table string, number int, m match.Match) (int, error) {
	var text bytes.Buffer
	if err := m.Save(&text); err != nil {
		return 0, err
	}
	dir = filepath.Join(dir, table[:min(2, len(table))])
	path := filepath.Join(dir, fmt.Sprintf("%s-%d-%s%s", table, number, m.Game().Info().Name, store.SavedSuffix))
	if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, text.Bytes()) {
		return 0, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, store.Plain(err)
	}
	return 1, store.Replace(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	})
}

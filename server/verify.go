package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
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

// Verify says when the games of all tables are read and checked while the hall is open.
type Verify struct {
	Hour, Minute int    // of the day, by the clock of this machine
	Rate         int    // how many games a second are read at most
	Archive      string // a folder to which finished games are copied, each in a file; "": none
}

var errDamaged = refuse("busy", "this table is closed: what is kept of its games does not add up, and the operator knows")

// next returns the first time after now at which the games are verified.
func (v *Verify) next(now time.Time) time.Time {
	at := time.Date(now.Year(), now.Month(), now.Day(), v.Hour, v.Minute, 0, 0, now.Location())
	if !at.After(now) {
		at = time.Date(now.Year(), now.Month(), now.Day()+1, v.Hour, v.Minute, 0, 0, now.Location())
	}
	return at
}

// verifyNightly verifies the games each day, until the hall is closed.
func (h *Hall) verifyNightly() {
	tick := time.NewTicker(time.Minute) // a machine may sleep meanwhile, or its clock be set
	defer tick.Stop()
	next := h.verify.next(time.Now())
	for {
		select {
		case now := <-tick.C:
			if now = now.Round(0); now.Before(next) {
				continue
			}
			h.verifyAll()
			next = h.verify.next(time.Now())
		case <-h.ending:
			return
		}
	}
}

// mine reports whether this process verifies the games of a table. Of several that verify games, each takes its share.
func (h *Hall) mine(table string) bool {
	if h.others == nil {
		return true
	}
	rank := func(name string) uint64 {
		sum := fnv.New64a()
		_, _ = io.WriteString(sum, table+" "+name)
		return sum.Sum64()
	}
	own := rank(h.others.Self())
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, last := range h.heard {
		if last.verifies && rank(name) < own {
			return false
		}
	}
	return true
}

// verifyAll reads the games at all tables, or at the share of this process, closes those tables for play at which one does not add up, and copies finished games to the archive.
func (h *Hall) verifyAll() {
	h.mu.Lock()
	ids := slices.Sorted(maps.Keys(h.all))
	h.mu.Unlock()
	pace := time.NewTicker(time.Second / time.Duration(max(1, h.verify.Rate)))
	defer pace.Stop()
	v := verification{pace: pace.C, archive: h.verify.Archive}
	tables := 0
	for _, id := range ids {
		s, err := h.at(id)
		if err != nil || !h.mine(id) { // closed meanwhile, or another process does it
			continue
		}
		if tables++; !s.verify(&v) {
			return
		}
	}
	h.counts.last.Store(uint64(time.Now().Unix()))
	text := fmt.Sprintf("games were verified (tables: %d, games: %d): %s", tables, v.games, Checked{Faults: v.faults}.found())
	if v.archive != "" {
		text += fmt.Sprintf("; new in the archive: %d", v.copied)
	}
	h.log.Info(text, "event", "verified")
}

// verification is what verifyAll does.
type verification struct {
	pace                  <-chan time.Time // one game for each tick
	archive               string           // "": none, or it cannot be written
	games, faults, copied int
}

// verify checks the games of a table. It returns false if the hall is closed, or nothing can be read.
func (s *seated) verify(v *verification) bool {
	h := s.hall
	before := v.games
	faults, ok := s.faults(v)
	if len(faults) > 0 && ok { // it may have been written just now
		v.games = before
		faults, ok = s.faults(v)
	}
	if _, err := h.at(s.id); err != nil || !ok || len(faults) == 0 {
		return ok
	}
	if err := h.place.Ready(context.Background()); err != nil {
		h.log.Warn("the verification of the games was given up: "+err.Error(), "event", "fault")
		return false
	}
	v.faults += len(faults)
	h.counts.faults.Add(uint64(len(faults)))
	for _, f := range faults {
		h.log.Error(f.String(), "event", "fault", "table", s.id)
	}
	if i := slices.IndexFunc(faults, func(f Fault) bool { return f.Game > 0 }); i >= 0 {
		s.damage(faults[i])
	}
	return true
}

// faults reads the games of a table, and copies to the archive what is over.
func (s *seated) faults(v *verification) (faults []Fault, ok bool) {
	h := s.hall
	h.mu.Lock()
	e := s.entry
	h.mu.Unlock()
	ok = true
	broken := rescue.Run(func() {
		faults = checkGames(e, s.games(), h.find, func(t keep.Text, r match.Record, wrong error) {
			v.games++
			h.counts.checked.Add(1)
			if wrong == nil && r.Match.ToMove() == game.Nobody && v.archive != "" {
				n, err := archive(v.archive, e.ID, t.Number, r.Match)
				if v.copied += n; err != nil {
					h.log.Warn(fmt.Sprintf("finished games cannot be copied to the archive: %v", err), "event", "archive")
					v.archive = ""
				}
			}
			select {
			case <-v.pace:
			case <-h.ending:
				ok = false
			}
		})
	})
	if broken != nil {
		faults = append(faults, Fault{Table: e.ID, Why: "its games cannot be checked: " + broken.Error()})
	}
	return faults, ok
}

// damage closes the table for play.
func (s *seated) damage(f Fault) {
	h := s.hall
	err := h.edit(s, func(e *entry) error {
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
		h.log.Error(fmt.Sprintf("%s; it is closed for play until its games add up and the operator opens it again", f), "event", "closed", "table", s.id)
	case !errors.Is(err, errAsItIs):
		h.log.Error(fmt.Sprintf("table %s cannot be closed for play: %v", s.id, err), "event", "fault", "table", s.id)
	}
}

// mend opens a table for play again that damage has closed, if its games add up now.
func (s *seated) mend() error {
	h := s.hall
	h.mu.Lock()
	e := s.entry
	h.mu.Unlock()
	if e.Damaged == "" {
		return refuse("bad", "this table is not closed")
	}
	if faults := checkGames(e, s.games(), h.find, func(keep.Text, match.Record, error) {}); len(faults) > 0 {
		return refuse("bad", "%s", faults[0])
	}
	return h.edit(s, func(e *entry) error {
		e.Damaged, s.accepted = "", true
		return nil
	})
}

// archive writes a finished game at a table to a file in a folder, and returns 1 unless it is there already.
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

package server

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"attic/games"
	"attic/server/files"
	"attic/server/keep"
	"attic/table"
)

// deaf is a storage whose list of tables cannot be written for a while.
type deaf struct {
	keep.Storage
	no atomic.Bool
}

func (d *deaf) Tables() keep.List { return deafList{d.Storage.Tables(), d} }

type deafList struct {
	keep.List
	of *deaf
}

func (l deafList) Put(key string, after uint64, value []byte) (uint64, error) {
	if l.of.no.Load() {
		return 0, errors.New("the list cannot be written")
	}
	return l.List.Put(key, after, value)
}

// If the list of tables cannot be written when something happens, it is written later, even if nothing more happens at the table.
func TestAResultIsToldLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		place, err := files.Open(t.TempDir(), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		d := &deaf{Storage: place}
		h, err := Open(Config{Storage: d, Games: games.All(), Loose: true})
		if err != nil {
			t.Fatal(err)
		}
		s, there := played(t, h, "a7-b6", "g7-f6")
		over := func() string {
			synctest.Wait()
			h.tables.mu.Lock()
			defer h.tables.mu.Unlock()
			return s.entry.Over
		}
		d.no.Store(true)
		if err := there[0].Do(table.Resign()).Err(); err != nil {
			t.Fatal(err)
		}
		if text := over(); text != "" {
			t.Errorf("while the list cannot be written, it says %q", text)
		}
		<-time.After(2 * lookEvery)
		d.no.Store(false)
		<-time.After(2 * lookEvery)
		if over() == "" {
			t.Error("the list does not say that the game is over")
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

package table

import (
	"errors"
	"slices"
	"testing"

	"attic/game"
)

// library makes the journals of a table and returns them.
func library(tb *Table) *[]*pages {
	var books []*pages
	tb.begin = func() (Journal, error) {
		books = append(books, &pages{})
		return books[len(books)-1], nil
	}
	return &books
}

// A game that a guest has played is kept at both machines, however it ends, and so is the one before it.
func TestAGuestsGamesAreKept(t *testing.T) {
	for _, end := range []struct {
		name string
		do   func(w *wire)
		want string
	}{
		{"it is over and the guest's program is closed", func(w *wire) {
			must(t, w.do(Resign()))
			must(t, w.copy.Close())
		}, "Red wins."},
		{"it is over and the host leaves", func(w *wire) {
			must(t, w.here.Do(Resign()).Err())
			w.deliver()
			w.copy.Part(0, nil)
			w.host.Part(0, nil)
		}, "Blue wins."},
		{"the guest leaves", func(w *wire) {
			must(t, w.copy.Close())
			w.host.Part(1, nil)
		}, "No result."},
		{"a program is at the guest's seat", func(w *wire) {
			must(t, w.there.Do(ProgramIn(1)).Err())
			must(t, w.here.Do(Resign()).Err())
			w.deliver()
			must(t, w.copy.Close())
		}, "Blue wins."},
	} {
		w := apart(t, "ataxx", "start")
		guests, hosts := library(w.copy), library(w.host)
		must(t, w.here.Do(Play("b6")).Err())
		w.deliver()
		must(t, w.do(Play("f6")))
		if len(*guests) != 0 {
			t.Errorf("%s: the guest keeps a game that the host keeps", end.name)
		}
		end.do(w)
		if len(*guests) != 1 || len(*hosts) != 1 {
			t.Fatalf("%s: %d games are kept by the guest, %d by the host", end.name, len(*guests), len(*hosts))
		}
		a, _ := (*guests)[0].again(t)
		b, _ := (*hosts)[0].again(t)
		if a.ToMove() != game.Nobody || a.Outcome().Text != end.want || !slices.Equal(a.History(), b.History()) && end.want != "No result." || a.Side != 1 || b.Side != 0 {
			t.Errorf("%s: the guest keeps %q %+v, the host %q", end.name, a.Outcome().Text, a.History(), b.Outcome().Text)
		}
	}
}

func TestAGuestsGameBeforeARematchIsKept(t *testing.T) {
	w := apart(t, "ataxx", "start")
	guests := library(w.copy)
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Resign()))
	must(t, w.do(Ask(AgainOffer)))
	must(t, w.here.Do(Accept()).Err())
	w.deliver()
	w.same()
	if len(*guests) != 1 {
		t.Fatalf("%d games are kept", len(*guests))
	}
	if m, _ := (*guests)[0].again(t); m.Ply() != 3 || m.Outcome().Winner != 0 {
		t.Errorf("kept is %+v", m.History())
	}
	must(t, w.copy.Close()) // nothing was played since
	if len(*guests) != 1 {
		t.Errorf("%d games are kept", len(*guests))
	}
	w = apart(t, "ataxx", "start")
	w.copy.begin = func() (Journal, error) { return &pages{full: errors.New("no space left on device")}, nil }
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Resign()))
	must(t, w.copy.Close()) // it cannot be kept, and that is all
}

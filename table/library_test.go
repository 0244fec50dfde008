package table

import (
	"errors"
	"slices"
	"testing"

	"attic/game"
)

// library makes tb keep its games in memory and returns the list of their journals.
func library(tb *Table) *[]*pages {
	var books []*pages
	tb.begin = func() (Journal, error) {
		books = append(books, &pages{})
		return books[len(books)-1], nil
	}
	return &books
}

// A game between two machines is kept on both, however it ends. The guest's machine keeps it only once it has ended.
func TestAGuestsGamesAreKept(t *testing.T) {
	for _, end := range []struct {
		name string
		do   func(w *wire)
		want string
	}{
		{"the game is over and the guest quits", func(w *wire) {
			must(t, w.do(Resign()))
			must(t, w.copy.Close())
		}, "Red wins."},
		{"the game is over and the host leaves", func(w *wire) {
			must(t, w.here.Do(Resign()).Err())
			w.deliver()
			w.copy.Part(0, nil)
			w.host.Part(0, nil)
		}, "Blue wins."},
		{"the guest leaves", func(w *wire) {
			must(t, w.copy.Close())
			w.host.Part(1, nil)
		}, "No result."},
		{"the computer plays for the guest", func(w *wire) {
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
			t.Errorf("%s: the guest keeps a game that is not over", end.name)
		}
		end.do(w)
		if len(*guests) != 1 || len(*hosts) != 1 {
			t.Fatalf("%s: the guest keeps %d games, the host %d", end.name, len(*guests), len(*hosts))
		}
		a, _ := (*guests)[0].again(t)
		b, _ := (*hosts)[0].again(t)
		if a.ToMove() != game.Nobody || a.Outcome().Text != end.want || !slices.Equal(a.History(), b.History()) && end.want != "No result." || a.Side != 1 || b.Side != 0 {
			t.Errorf("%s: the guest keeps %q %+v, the host %q", end.name, a.Outcome().Text, a.History(), b.Outcome().Text)
		}
	}
}

// A guest keeps the game that was played before a rematch. A journal that cannot be written does no harm.
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
		t.Fatalf("the guest keeps %d games", len(*guests))
	}
	if m, _ := (*guests)[0].again(t); m.Ply() != 3 || m.Outcome().Winner != 0 {
		t.Errorf("the guest keeps %+v", m.History())
	}
	must(t, w.copy.Close()) // nothing has been played since the rematch began
	if len(*guests) != 1 {
		t.Errorf("the guest keeps %d games", len(*guests))
	}
	w = apart(t, "ataxx", "start")
	w.copy.begin = func() (Journal, error) { return &pages{full: errors.New("no space left on device")}, nil }
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Resign()))
	must(t, w.copy.Close()) // the game cannot be kept, which is no error
}

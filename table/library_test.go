package table

import (
	"errors"
	"slices"
	"testing"

	"attic/game"
	"attic/match"
)

// library makes tb keep its games in memory, and returns the list of their journals, which grows with each game.
func library(tb *Table) *[]*pages {
	var books []*pages
	tb.kept.begin = func() (match.Ledger, error) {
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
			w.copy.Leave()
			w.host.Part(1, nil)
		}, "No result."},
		{"the computer plays for the guest", func(w *wire) {
			must(t, w.there.Do(ProgramIn(1)).Err())
			must(t, w.here.Do(Resign()).Err())
			w.deliver()
			must(t, w.copy.Close())
		}, "Blue wins."},
	} {
		w := shared(t, "ataxx", "start")
		guests, hosts := library(w.copy), library(w.host)
		w.host.peer.hosting.Hosted.Hints = true // so that the computer may play for the guest
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

// A guest who quits in the middle of a game may come back, so the game is in no library yet. If games are not kept, or before the first move, the
// guest cannot come back.
func TestAGameRestsWhenAGuestQuits(t *testing.T) {
	for _, c := range []struct {
		name  string
		do    func(w *wire)
		rests bool
	}{
		{"in the middle", func(*wire) {}, true},
		{"the host is away", func(w *wire) { w.copy.Met(Away) }, true},
		{"without a library", func(w *wire) { w.copy.kept.begin = nil; w.copy.Met(Away) }, false},
		{"when it is over", func(w *wire) { must(t, w.do(Resign())) }, false},
	} {
		w := shared(t, "ataxx", "start")
		guests := library(w.copy)
		must(t, w.here.Do(Play("b6")).Err())
		w.deliver()
		c.do(w)
		if now := w.there.Now(); now.Situation.Rests != c.rests {
			t.Errorf("%s: rests %v", c.name, now.Situation.Rests)
		}
		kept := len(*guests)
		must(t, w.copy.Close())
		if w.rested != c.rests || c.rests && len(*guests) != kept {
			t.Errorf("%s: rested %v, and the guest keeps %d games", c.name, w.rested, len(*guests))
		}
	}
	if w := shared(t, "ataxx", "start"); w.there.Now().Situation.Rests {
		t.Error("a game rests although nothing was played")
	}
}

// After a host quits, the hosting stays recorded in the journal, and the guest is not told that the host has left.
func TestAGameRestsWhenItsHostQuits(t *testing.T) {
	w := shared(t, "ataxx", "start")
	hosts, rests, left := library(w.host), 0, 0
	w.host.peer.hosting.Rest, w.host.peer.hosting.Leave = func() { rests++ }, func(error) { left++ }
	w.host.kept.hosted = match.Hosted{ID: "held27", Port: 7117}
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	if w.here.Now().Situation.Rests {
		t.Error("a game rests although no guest can come back to it")
	}
	w.host.Joined(Second, match.KeyHash("key"))
	must(t, w.do(Play("f6")))
	if !w.here.Now().Situation.Rests {
		t.Error("the game does not rest")
	}
	must(t, w.host.Close())
	_, past := (*hosts)[0].again(t)
	if rests != 1 || left != 0 || past.Kept.Hosted.ID != "held27" || !past.Kept.Hosted.Second().Knows("key") {
		t.Errorf("rested %d times, left %d times; the journal has %+v", rests, left, past.Kept.Hosted)
	}
}

// The game before a rematch is kept on the guest's machine. A journal that cannot be written does no harm, and is reported.
func TestAGuestsGameBeforeARematchIsKept(t *testing.T) {
	w := shared(t, "ataxx", "start")
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
	w = shared(t, "ataxx", "start")
	w.copy.kept.begin = func() (match.Ledger, error) {
		full := &pages{}
		full.full(true)
		return full, nil
	}
	must(t, w.here.Do(Play("b6")).Err())
	w.deliver()
	must(t, w.do(Resign()))
	if lost, ok := errors.AsType[*UnsavedError](w.copy.Close()); !ok || lost.Error() != "this game is not saved: no space left on device" || len(lost.Games) != 1 {
		t.Errorf("a game that cannot be kept: %v", lost)
	}
}

package table_test

import (
	"testing"

	"attic/table"
)

// Sight.Match returns the match of an open game, and false in a game with hidden information.
func TestMatch(t *testing.T) {
	tb := open(t, "atom4", "person person")
	must(t, set(tb, table.Play("i10")))
	if m, ok := tb.Here().Sight().Match(); !ok || m.Ply() != 1 {
		t.Errorf("after one move Match returns %d plies, %v", m.Ply(), ok)
	}
	if m, ok := open(t, "atommaster#1", "person person").Here().Sight().Match(); ok || m.Players != nil {
		t.Errorf("with hidden atoms Match returns %+v", m)
	}
}

// Wake makes Ready fire without an event, any number of times. Two calls in a row make Ready fire once.
func TestWake(t *testing.T) {
	w := open(t, "atom4", "person person").Here()
	defer w.Close()
	for range 2 {
		w.Wake()
		w.Wake()
		<-w.Ready()
		select {
		case <-w.Ready():
			t.Error("Ready fires twice")
		default:
		}
		if events := w.Take(); len(events) > 0 {
			t.Errorf("Take returns %+v", events)
		}
	}
}

package table_test

import (
	"testing"

	"attic/table"
)

// The match of a table can be had where nothing is hidden in it.
func TestMatch(t *testing.T) {
	tb := open(t, "atom4", "person person")
	must(t, set(tb, table.Play("i10")))
	if m, ok := tb.Here().Sight().Match(); !ok || m.Ply() != 1 {
		t.Errorf("after one move it has %d, %v", m.Ply(), ok)
	}
	if m, ok := open(t, "atommaster#1", "person person").Here().Sight().Match(); ok || m.Players != nil {
		t.Errorf("with hidden atoms it is %+v", m)
	}
}

// Whoever waits for events can be woken, again and again, and finds none.
func TestWake(t *testing.T) {
	w := open(t, "atom4", "person person").Here()
	defer w.Close()
	for range 2 {
		w.Wake()
		w.Wake()
		<-w.Ready()
		select {
		case <-w.Ready():
			t.Error("it is woken twice")
		default:
		}
		if events := w.Take(); len(events) > 0 {
			t.Errorf("it finds %+v", events)
		}
	}
}

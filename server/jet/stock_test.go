package jet

import (
	"slices"
	"testing"

	"attic/match"
	"attic/server/keep"
)

// A storage keeps its mark when it is opened again, and reports which tables have games, including those that are in no list.
func TestStock(t *testing.T) {
	c := node(t)
	var p keep.Stock = open(t, c)
	journal := []byte(match.Sealed(match.JournalHead, "game ataxx", "round"))
	for _, table := range []string{"b", "a", "b"} {
		n := 0
		must(t, p.Games(table).Texts(func(keep.Text) error { n++; return nil }))
		must(t, p.Games(table).Put(keep.Text{Number: n + 1, Name: "ataxx", Journal: journal}))
	}
	for _, why := range []string{"", "everything was moved", ""} {
		must(t, p.Mark(why))
		must(t, p.Close())
		p = open(t, c)
		if got, err := p.Marked(); got != why || err != nil {
			t.Errorf("the note is %q, %v, want %q", got, err, why)
		}
	}
	var tables []string
	must(t, p.Played(func(table string) error {
		tables = append(tables, table)
		return nil
	}))
	slices.Sort(tables)
	if !slices.Equal(slices.Compact(tables), []string{"a", "b"}) {
		t.Errorf("there are games at %q", tables)
	}
	must(t, p.Close())
}

package jet

import (
	"slices"
	"testing"

	offered "attic/games"
	"attic/match"
	"attic/server/keep"
)

// A place is marked, also when it is opened again, and tells which tables have games, also those that are in no list.
func TestStock(t *testing.T) {
	dir := t.TempDir()
	open := func() keep.Stock {
		t.Helper()
		p, err := Embedded(Config{Dir: dir, Find: offered.Find})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p := open()
	journal := []byte(match.Sealed(match.JournalHead, "game ataxx", "round"))
	for _, table := range []string{"b", "a", "b"} {
		n := 0
		must(p.Games(table).Texts(func(keep.Text) error { n++; return nil }))
		must(p.Games(table).Put(keep.Text{Number: n + 1, Name: "ataxx", Journal: journal}))
	}
	for _, why := range []string{"", "everything was moved", ""} {
		must(p.Mark(why))
		must(p.Close())
		p = open()
		if got, err := p.Marked(); got != why || err != nil {
			t.Errorf("the note is %q, %v, want %q", got, err, why)
		}
	}
	var tables []string
	must(p.Played(func(table string) error {
		tables = append(tables, table)
		return nil
	}))
	slices.Sort(tables)
	if !slices.Equal(slices.Compact(tables), []string{"a", "b"}) {
		t.Errorf("there are games at %q", tables)
	}
	must(p.Close())
}

package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"attic/game"
	"attic/server/keep"
)

type lists struct {
	N       uint64  `json:"n"`
	Free    []shown `json:"free"`    // tables at which a seat is free: first those whose maker is there, then the newest
	Playing []shown `json:"playing"` // games that can be watched, the newest first
}

// bare returns a hall that stores nothing.
func bare(others keep.Others) *Hall {
	news := newNews()
	to := link{nil, others != nil, nil, news}
	h := &Hall{
		others: others, news: news, operator: newOperator(slog.New(slog.DiscardHandler)), guards: newGuards(true, false), peers: newPeers(),
		tables: newDirectory(to), people: newPeople(to, ""), verifier: &verifier{},
	}
	h.deadlines = &deadlines{tables: h.tables}
	h.lobby = newLobby(h.tables, h.people, h.deadlines)
	return h
}

// crowded returns a hall with n tables at which a seat is free, and n open ones at which people play, the oldest first.
func crowded(n int) (h *Hall) {
	h = bare(nil)
	began := time.Now().Unix() - int64(2*n)
	for i := range 2 * n {
		e := entry{ID: fmt.Sprintf("%016d", i), Game: "ataxx", Seats: make([]place, 2), Listed: true, Made: began + int64(i)}
		e.Seats[1].Free = i < n
		s := &seated{hall: h, id: e.ID, attended: true, here: true, toMove: game.Nobody}
		h.tables.put(s, e)
		if i >= n {
			h.tables.open[s] = true
		}
	}
	return h
}

// The lobby shows the newest tables and games.
func TestTheLobbyShowsAHundred(t *testing.T) {
	const n = 3 * mostShown
	text := crowded(n).lobby.listing()
	var l lists
	if err := json.Unmarshal(text, &l); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		list []shown
		id   func(i int) int
	}{
		"free":    {l.Free, func(i int) int { return n - 1 - i }},
		"playing": {l.Playing, func(i int) int { return 2*n - 1 - i }},
	} {
		var got, want []string
		for i := range mostShown {
			want = append(want, fmt.Sprintf("%016d", c.id(i)))
		}
		for _, s := range c.list {
			got = append(got, s.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
}

// Tables that were made in the same second are ordered by ID, as docs/hall.md says and clients of hall/live do.
func TestTablesOfOneSecond(t *testing.T) {
	h := crowded(0)
	for i := range 12 {
		e := entry{ID: fmt.Sprintf("%016d", i*7%12), Seats: make([]place, 2), Listed: true, Made: int64(i%4/2 + 1)}
		e.Seats[1].Free = i%2 == 0
		h.tables.put(&seated{hall: h, id: e.ID, attended: true, here: true}, e)
	}
	var l lists
	if err := json.Unmarshal(h.lobby.listing(), &l); err != nil || len(l.Free) != 6 || len(l.Playing) != 6 {
		t.Fatal(l, err)
	}
	for _, list := range [][]shown{l.Free, l.Playing} {
		if !slices.IsSortedFunc(list, func(a, b shown) int { return cmp.Or(cmp.Compare(b.Made, a.Made), cmp.Compare(a.ID, b.ID)) }) {
			t.Errorf("the list is %+v", list)
		}
	}
}

// BenchmarkTheLists measures how long the lists take after a change, in a hall with 100,000 tables.
func BenchmarkTheLists(b *testing.B) {
	h := crowded(50_000)
	for b.Loop() {
		h.tables.mu.Lock()
		h.news.change()
		h.tables.mu.Unlock()
		h.lobby.listing()
	}
}

// If somebody fills the list from a few addresses, the others keep their shares of the list. Each person with a name has a share, and at each address
// the people without a name have one together.
func TestEachHasAShareOfTheList(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	ada, err := h.Join("Ada", "", "192.0.2.8:1")
	if err != nil {
		t.Fatal(err)
	}
	phrase := ""
	wish := func(from string) string {
		t.Helper()
		seat, err := h.Make(Wish{Game: "ataxx", With: Anybody, Side: 0, Phrase: phrase}, from)
		if err != nil {
			t.Fatal(err)
		}
		return seat.Table
	}
	first := wish("192.0.2.9:1")
	phrase = ada
	named := wish("192.0.2.0:1") // at the address of somebody who fills the list
	phrase = ""
	for i := range 3 {
		for range 39 {
			wish(fmt.Sprintf("192.0.2.%d:%d", i, 7000+i))
		}
	}
	last := wish("192.0.2.9:2")
	var ids []string
	for _, s := range listed(t, lobby).Free {
		ids = append(ids, s.ID)
	}
	for what, id := range map[string]string{"the first": first, "that of somebody with a name": named, "the last": last} {
		if !slices.Contains(ids, id) {
			t.Errorf("of %d tables that are shown none is %s", len(ids), what)
		}
	}
	if len(ids) != mostShown {
		t.Errorf("%d tables are shown", len(ids))
	}
}

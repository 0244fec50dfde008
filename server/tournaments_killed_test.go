package server

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"attic/games"
	"attic/server/files"
	"attic/server/keep"
)

func (d *dying) Tournaments() keep.List { return dyingList{d.Storage.Tournaments(), d} }

// A hall is killed before or after any of its writes while a round is paired, played and paired again. Afterwards everybody has exactly one game or bye in each
// round, each table exists once, and each result counts once.
func TestAKilledTournament(t *testing.T) {
	for writes := 0; ; writes++ {
		dir := t.TempDir()
		h, lobby := opened(t, dir)
		c := gathers(t, h, lobby, 5, `"rounds":2,"auto":true`)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		d := &dying{Storage: place, left: writes}
		h, err = Open(Config{Storage: d, Games: games.All(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		c.hall, c.lobby = h, httptest.NewServer(h.Handler())
		status, _ := post(t, c.lobby, c.path("pair"), fmt.Sprintf(`{"organiser":%q,"round":1}`, c.organiser))
		if status == 200 && !d.over() {
			c.plays(1, 1, 0)
			conduct(h, time.Now())
			c.plays(1, 2, 1)
			conduct(h, time.Now())
		}
		whole := !d.over()
		c.lobby.Close()
		_ = h.Close()

		c.hall, c.lobby = opened(t, dir)
		c.pairs(1)
		conduct(c.hall, time.Now())
		for b, result := range c.results(1) {
			if result == "" {
				if s := c.comes(1, b+1); won(s.live.eye.Sight()) == "" { // otherwise it was over, which the table tells when it is opened
					c.plays(1, b+1, b)
				}
			}
		}
		conduct(c.hall, time.Now())
		conduct(c.hall, time.Now())
		is := c.seen()
		if len(is.Pairings) != 2 {
			t.Fatalf("after %d writes there are the rounds %+v", writes, is.Pairings)
		}
		c.wants(fmt.Sprintf("after %d writes, the results", writes), c.results(1), []string{"0-1", "1-0"})
		for i := range 5 {
			_, of := post(t, c.lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[i]))
			byes := 0
			for _, r := range is.Pairings {
				if slices.ContainsFunc(r.Byes, func(b bye) bool { return b.Player == i+1 }) {
					byes++
				}
			}
			if n := len(of["tables"].([]any)); n+byes != 2 {
				t.Errorf("after %d writes %s has %d tables and %d byes", writes, names[i], n, byes)
			}
		}
		if whole {
			if writes < 10 {
				t.Errorf("it took only %d writes", writes)
			}
			return
		}
	}
}

// over reports whether the storage has refused a write.
func (d *dying) over() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.left < 0
}

// While the disk refuses writes, a round has no tables or seats. They are made once, as soon as it takes writes again.
func TestATournamentOnAFullDisk(t *testing.T) {
	folder, err := files.Open(t.TempDir(), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	place := &refusing{Storage: folder}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	lobby := httptest.NewServer(h.Handler())
	defer lobby.Close()
	c := gathers(t, h, lobby, 4, `"rounds":2`)
	seated := func() (list []int) {
		for i := range 4 {
			_, is := post(t, lobby, "people/find", fmt.Sprintf(`{"phrase":%q}`, c.phrases[i]))
			list = append(list, len(is["tables"].([]any)))
		}
		return list
	}
	for _, full := range []*atomic.Bool{&place.tables, &place.people} {
		before := seated()
		full.Store(true)
		c.pairs(len(c.seen().Pairings) + 1)
		c.wants("the seats on a full disk", seated(), before)
		b := c.seen().Pairings[len(c.seen().Pairings)-1].Boards[0]
		c.fails("busy", "people/seat", fmt.Sprintf(`"phrase":%q,"table":%q`, c.phrases[b.Players[0]-1], b.Table))
		full.Store(false)
		c.asks("people/seat", fmt.Sprintf(`"phrase":%q,"table":%q`, c.phrases[b.Players[0]-1], b.Table)) // it is made for whoever asks first
		for range 2 {
			conduct(h, time.Now())
			for i := range before {
				before[i] = len(c.seen().Pairings)
			}
			c.wants("the seats afterwards", seated(), before)
		}
	}
}

// Two processes of a hall conduct the same tournament: nothing is paired or counted twice, and each shows everything.
func TestATournamentOfTwoProcesses(t *testing.T) {
	list := processes(t, 2)
	a, b := list[0], list[1]
	c := gathers(t, a.hall, a.lobby, 4, `"rounds":2,"absent":10`)
	other := &club{T: t, hall: b.hall, lobby: b.lobby, phrases: c.phrases, id: c.id, organiser: c.organiser}
	other.joins(0)
	done := make(chan int)
	for _, at := range []*club{c, other} {
		go func() {
			status, _ := post(t, at.lobby, at.path("pair"), fmt.Sprintf(`{"organiser":%q,"round":1}`, at.organiser))
			done <- status
		}()
	}
	c.wants("pairing", []int{<-done, <-done}, []int{200, 200})
	c.wants("the pairings", fmt.Sprint(other.seen().Pairings), fmt.Sprint(c.seen().Pairings))
	for _, at := range c.seen().Pairings[0].Boards {
		b.until("the table "+at.Table, func(h *Hall) bool { return h.tables.all[at.Table] != nil })
	}
	owner := c
	if _, err := a.hall.tables.get(c.seen().Pairings[0].Boards[0].Table).open(); isElsewhere(err) {
		owner = other
	}
	owner.plays(1, 1, 1)
	for _, p := range list {
		p.until("the result", func(h *Hall) bool {
			id, _ := present(h, c.id).table(0, 0)
			return h.tables.all[id].entry.Cup.Result == "1-0"
		})
		conduct(p.hall, later(11*time.Minute))
	}
	for _, p := range list {
		p.until("the forfeit", func(h *Hall) bool {
			id, _ := present(h, c.id).table(0, 1)
			return h.tables.all[id].entry.Cup.Result == "-/-"
		})
		conduct(p.hall, time.Now())
	}
	for _, at := range []process{a, b} {
		at.until("both results", func(h *Hall) bool { return !present(h, c.id).Paired[0].waits() })
	}
	c.wants("the results", c.results(1), []string{"1-0", "-/-"})
	c.wants("in the other process", other.results(1), []string{"1-0", "-/-"})
	other.pairs(2)
	a.until("the second round", func(h *Hall) bool { return len(present(h, c.id).Paired) == 2 })
}

// present returns a tournament as a hall knows it.
func present(h *Hall, id string) *tournament {
	h.tournaments.mu.Lock()
	defer h.tournaments.mu.Unlock()
	return h.tournaments.all[id]
}

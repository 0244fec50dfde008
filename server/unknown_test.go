package server

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/server/keep"
	"attic/table/wire"
)

// A single unreadable entry does not affect anything else: the hall opens and the other tables continue. If a table or person is not found, the hall
// says that they may exist.
func TestOneDamagedEntry(t *testing.T) {
	dir, said := t.TempDir(), &notes{}
	h := openedAt(t, dir)
	var seats []Seat
	for range 2 {
		seat, err := h.Make(Wish{Game: "ataxx", With: Friend, Side: 0}, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, seat)
	}
	ada, err := h.Join("Ada", "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	damage := func(name, old, with string) {
		t.Helper()
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, bytes.ReplaceAll(text, []byte(old), []byte(with)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	damage("tables", `"id":"`+seats[0].Table+`","game":"ataxx"`, `"id":"`+seats[0].Table+`","game":"atavx"`)
	open := func() {
		t.Helper()
		place, err := files.Open(dir, games.Find)
		if err != nil {
			t.Fatal(err)
		}
		if h, err = Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(said, nil))}); err != nil {
			t.Fatal(err)
		}
	}
	open()
	if list := said.take(t); len(list) != 1 || list[0].Event != "damaged" || list[0].Table != seats[0].Table {
		t.Errorf("the operator was told %v", list)
	}
	if o := h.seenBy(t, seats[0].ID); o.Gone || o.Unknown != errBroken.Why {
		t.Errorf("the damaged one: %+v", o)
	}
	if o := h.seenBy(t, seats[1].ID); o.ID != seats[1].Table {
		t.Errorf("the other one: %+v", o)
	}
	for _, id := range []string{seats[0].ID, seats[0].Table, "nothing"} {
		_, err := h.host(t.Context(), id)
		if why, ok := errors.AsType[*wire.RefusedError](err); !ok || why.Code != wire.CodeBusy {
			t.Errorf("whoever comes with %s is told %v", id, err)
		}
	}
	if _, err := h.Take(seats[0].Table, "", "", "192.0.2.1"); err != errBroken {
		t.Errorf("whoever takes its seat is told %v", err)
	}
	if _, text := ask(h, "GET", "/tables"); !strings.Contains(text, `"damaged":"the entry of table `+seats[0].Table) {
		t.Error(text)
	}
	if _, text := ask(h, "GET", "/metrics"); parsed(t, text)["attic_tables_damaged"] != 1 {
		t.Error(text)
	}
	if _, err := h.Find(ada, "192.0.2.1"); err != nil {
		t.Errorf("a person: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	damage("people", `"hash":"`+phraseHash(ada)[:1], `"hash":"`+map[bool]string{true: "1", false: "0"}[phraseHash(ada)[0] == '0'])
	place, err := files.OpenStock(dir, games.Find, false)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	Check(place, games.Find, func(f Fault) { faults = append(faults, f.String()) })
	if text := strings.Join(faults, "\n"); strings.Count(text, "does not match the hash at its end") != 2 {
		t.Errorf("fsck says %s", text)
	}
	damage("tables", `"game":"atavx"`, `"game":"ataxx"`)
	open()
	defer h.Close()
	if o := h.seenBy(t, seats[0].ID); o.ID != seats[0].Table {
		t.Errorf("it was mended: %+v", o)
	}
	if _, err := h.Find(ada, "192.0.2.1"); err != errBroken {
		t.Errorf("a person whose hash has changed: %v", err)
	}
	if _, err := h.Join("ADA", "", "192.0.2.1"); err != errNamed {
		t.Errorf("the name in a damaged entry: %v", err)
	}
	bo, err := h.Join("Bo", "", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Find(bo, "192.0.2.1"); err != nil {
		t.Errorf("somebody who joins beside a damaged entry: %v", err)
	}
}

// behind is a storage whose list of tables may not be up to date here.
type behind struct {
	keep.Storage
	others
	lags atomic.Bool
}

type others struct{ keep.Others }

func (others) Self() string                                                     { return "me" }
func (others) Serve(func([]byte) []byte, func(string, []byte), func(wire.Conn)) {}
func (others) Tell([]byte)                                                      {}

func (b *behind) Others() keep.Others { return b.others }
func (b *behind) Tables() keep.List   { return lagging{b.Storage.Tables(), b} }

type lagging struct {
	keep.List
	at *behind
}

func (l lagging) Lags() error {
	if l.at.lags.Load() {
		return errors.New("it lags")
	}
	return nil
}

// If a process lags behind, a table or person that it does not know in time does not count as gone.
func TestNotKnownNowIsNotGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, err := files.Open(t.TempDir(), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		place := &behind{Storage: folder}
		h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t)})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		seat, err := h.Make(Wish{Game: "ataxx", With: Anybody, Side: 0}, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		h.tables.mu.Lock()
		s := h.tables.all[seat.Table]
		e := s.entry
		h.tables.forget(s) // as if another process had made the table, and the news were late
		h.tables.mu.Unlock()
		place.lags.Store(true)
		if o := h.seenBy(t, seat.ID); o.Gone || o.Unknown != errLags.Why {
			t.Errorf("while it lags: %+v", o)
		}
		if err := h.Withdraw(seat.ID, "192.0.2.1"); err != errLags {
			t.Errorf("while it lags, a withdrawal is answered %v", err)
		}
		place.lags.Store(false)
		if o := h.seenBy(t, seat.ID); !o.Gone || o.Unknown != "" {
			t.Errorf("then: %+v", o)
		}
		if found, err := h.at(seat.Table); err != nil || found.entry.ID != e.ID {
			t.Errorf("the list itself was not asked: %v", err)
		}
		if o := h.seenBy(t, seat.ID); o.ID != seat.Table {
			t.Errorf("it is known: %+v", o)
		}
	})
}

// Nobody can play at a table whose file is truncated, since a move that somebody has seen may be lost. The operator and the players are told, and the
// operator can reopen the table.
func TestAGameThatHasLostItsEnd(t *testing.T) {
	dir, said := t.TempDir(), &notes{}
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: slog.New(slog.NewJSONHandler(said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	s, _ := played(t, h, "a7-b6", "g7-f6")
	if err := s.rest(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "games", s.id[:2], s.id, "games", "000001-ataxx.game")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:bytes.Index(text, []byte("move g7-f6"))], 0o600); err != nil {
		t.Fatal(err)
	}
	stock, err := files.OpenStock(dir, games.Find, false)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	Check(stock, games.Find, func(f Fault) { faults = append(faults, f.String()) })
	if want := "table " + s.id + ", game 1: its file is shorter than it was: 1 move is missing at the end"; !slices.Equal(faults, []string{want}) {
		t.Errorf("fsck says %q", faults)
	}
	for range 2 {
		if _, err := h.host(t.Context(), s.id); err == nil || err.Error() != errDamaged.Why {
			t.Errorf("whoever comes is told %v", err)
		}
	}
	if list := said.take(t); len(list) != 1 || list[0].Level != "ERROR" || list[0].Table != s.id || !strings.Contains(list[0].Msg, "is shorter than it was: 1 move is missing at the end") {
		t.Errorf("the operator was told %v", list)
	}
	if status, text := ask(h, "POST", "/tables/"+s.id+"/open"); status != 200 {
		t.Fatal(text)
	}
	if _, err := h.host(t.Context(), s.id); err != nil {
		t.Errorf("it does not continue: %v", err)
	}
}

// slow is a folder on a disk that needs time for each table, one after the other, or accepts nothing.
type slow struct {
	keep.Storage
	each time.Duration
	disk chan struct{}
	full atomic.Bool
}

func (s *slow) Games(table string) keep.Games { return slowGames{s.Storage.Games(table), s} }

type slowGames struct {
	keep.Games
	at *slow
}

func (g slowGames) Begin(name string) (match.Ledger, error) {
	if g.at.full.Load() {
		return nil, syscall.ENOSPC
	}
	g.at.disk <- struct{}{}
	<-time.After(g.at.each)
	<-g.at.disk
	return g.Games.Begin(name)
}

// Sixty tables requested at the same time on a slow disk are all made. If one cannot be made, the operator is told once.
func TestASlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, err := files.Open(t.TempDir(), games.Find)
		if err != nil {
			t.Fatal(err)
		}
		place, said := &slow{Storage: folder, each: 80 * time.Millisecond, disk: make(chan struct{}, 1)}, &notes{}
		h, err := Open(Config{Storage: place, Games: games.All(), Loose: true, Log: slog.New(slog.NewJSONHandler(said, nil))})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		made := make(chan error)
		for range 60 {
			go func() {
				_, err := h.Make(Wish{Game: "ataxx", With: Friend}, "192.0.2.1")
				made <- err
			}()
		}
		for range 60 {
			if err := <-made; err != nil {
				t.Errorf("a table was not made: %v", err)
			}
		}
		var status int
		handler := h.Handler()
		request := func() {
			r, w := httptest.NewRequest("POST", Prefix+"tables", strings.NewReader(`{"game":"ataxx","with":"friend"}`)), httptest.NewRecorder()
			r.Header.Set("Content-Type", "application/json")
			handler.ServeHTTP(w, r)
			status = w.Code
		}
		place.full.Store(true)
		for range 3 {
			if request(); status != 503 {
				t.Errorf("on a full disk: %d", status)
			}
		}
		place.full.Store(false)
		for range 3 {
			if request(); status != 200 {
				t.Errorf("then: %d", status)
			}
		}
		var told []string
		for _, n := range said.take(t) {
			told = append(told, n.Level+" "+n.Event)
		}
		if fmt.Sprint(told) != "[WARN failed INFO failed]" {
			t.Errorf("the operator was told %q", told)
		}
	})
}

// If the list does not report removals, removed keys are forgotten.
func TestWhatWasRemovedIsForgotten(t *testing.T) {
	h, lobby := opened(t, t.TempDir())
	for range 3 {
		_, joined := post(t, lobby, "people/join", `{"name":"Ada"}`)
		phrase := string(encoded(joined["phrase"]))
		_, made := post(t, lobby, "tables", `{"game":"ataxx","with":"computer","phrase":`+phrase+`}`)
		if status, answer := post(t, lobby, "withdraw", `{"id":`+string(encoded(made["id"]))+`}`); status != 200 {
			t.Fatal(answer)
		}
		if status, answer := post(t, lobby, "people/delete", `{"phrase":`+phrase+`}`); status != 200 {
			t.Fatal(answer)
		}
	}
	if n := len(h.tables.removed) + len(h.people.removed) + len(h.tables.all) + len(h.people.all) + len(h.tables.seats) + len(h.people.seats) + len(h.tables.making) + len(h.tables.fresh); n > 0 {
		t.Errorf("%d things are remembered", n)
	}
}

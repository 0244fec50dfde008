package server

import (
	"log/slog"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"attic/dev/jettest"
	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/server/jet"
	"attic/table"
)

// pass lets time pass in a test that has its own clock.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// seenBy returns the table of a link as its holder sees it.
func (h *Hall) seenBy(t *testing.T, id string) own {
	t.Helper()
	all, err := h.own([]string{id}, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	return all["tables"][0]
}

// While a table is put away, after a restart and after a kill, the hall knows whose turn it is, and since when. Only the first move of a game is
// written to the list.
func TestWhoseTurnItIs(t *testing.T) {
	for _, clock := range []string{"", "3d"} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			h := openedAt(t, dir)
			seat, err := h.Make(Wish{Game: "ataxx", With: Friend, Side: 0, Clock: clock}, "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			want := func(what string, mine bool, since time.Time) {
				t.Helper()
				synctest.Wait()
				for id, turn := range map[string]bool{seat.ID: mine, seat.Friend: !mine} {
					o := h.seenBy(t, id)
					if off := o.Since - since.Unix(); o.Turn != turn || off < 0 || off > 2 { // after a kill, the time is only as exact as the heartbeat
						t.Errorf("clock %q, %s: their turn is %t since %v, want %t since %v", clock, what, o.Turn, time.Unix(o.Since, 0), turn, since)
					}
					if said := map[bool]string{true: table.YourMove.Title(), false: table.TheirMove.Title()}[turn]; o.State != said {
						t.Errorf("clock %q, %s: the table is %q, want %q", clock, what, o.State, said)
					}
				}
			}
			sits := func() [2]*table.Person {
				t.Helper()
				l, err := h.tables.all[seat.Table].open()
				if err != nil {
					t.Fatal(err)
				}
				there := [2]*table.Person{l.table.Player(table.First), l.table.Player(table.Second)}
				for i, p := range there {
					l.table.Joined(table.Place(i), match.KeyHash([]string{"0a", "0b"}[i]))
					p.Met(table.Present)
				}
				return there
			}
			move := func(there [2]*table.Person, who int, text string) time.Time {
				t.Helper()
				if err := there[who].Do(table.Play(text)).Err(); err != nil {
					t.Fatal(err)
				}
				return time.Now()
			}
			leave := func(there [2]*table.Person) {
				for _, p := range there {
					p.Met(table.Away)
					p.Close()
				}
			}
			lines := func() int {
				synctest.Wait()
				text, err := os.ReadFile(dir + "/tables")
				if err != nil {
					t.Fatal(err)
				}
				n := 0
				for _, b := range text {
					if b == '\n' {
						n++
					}
				}
				return n
			}
			want("at a new table", true, time.Now())
			there := sits()
			pass(10 * time.Second)
			at := move(there, 0, "a7-b6")
			want("after the first move", false, at)
			before := lines()
			pass(10 * time.Second)
			move(there, 1, "g7-f6")
			pass(10 * time.Second)
			at = move(there, 0, "b6-c5")
			if lines() != before {
				t.Errorf("moves have cost %d lines", lines()-before)
			}
			leave(there)
			pass(3 * idleTime)
			want("put away", false, at)
			restart := func(dir string) {
				t.Helper()
				if err := h.Close(); err != nil {
					t.Error(err)
				}
				pass(time.Hour)
				h = openedAt(t, dir)
			}
			restart(dir)
			want("after a restart", false, at)
			there = sits()
			at = move(there, 1, "f6-e5")
			restart(dir) // while the table is open
			want("after a restart in the middle of the game", true, at)
			there = sits()
			move(there, 0, "c5-b4")
			pass(10 * time.Second) // so that the table is open
			killed := t.TempDir()
			if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			last := time.Now()
			restart(killed)
			pass(time.Second)
			want("after a kill", false, last) // the time of the move was not written
			pass(3 * idleTime)
			want("after a kill, put away", false, last)
			if o := h.seenBy(t, seat.ID); !o.Begun {
				t.Error("the game has not begun")
			}
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Whose turn it is outlives all processes of a hall on NATS servers.
func TestWhoseTurnItIsOnNATS(t *testing.T) {
	url := jettest.Node(t)
	open := func() *Hall {
		t.Helper()
		place, err := jet.Dial(jet.Config{Find: games.Find, URLs: url, Replicas: 1})
		if err != nil {
			t.Fatal(err)
		}
		h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t)})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	h := open()
	seat, err := h.Make(Wish{Game: "ataxx", With: Friend, Side: 0}, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	plays(t, h.tables.all[seat.Table], table.Play("a7-b6"))
	since := time.Now().Unix()
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = open()
	defer h.Close()
	if o := h.seenBy(t, seat.Friend); !o.Turn || !o.Begun || o.Since < since-5 || o.Since > since {
		t.Errorf("after a restart: %+v, it began at %d", o, since)
	}
	if h.tables.list.Lags() != nil {
		t.Error("a list that was just read lags")
	}
}

// If the entry of a table could not be written when the table was put away, the table is opened again until the entry is right. A restarted hall and
// other processes know only the entry.
func TestATurnThatCouldNotBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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
		seat, err := h.Make(Wish{Game: "ataxx", With: Friend, Side: 0}, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		want := func(what string, side, ply int) {
			t.Helper()
			if turn := h.tables.all[seat.Table].entry.Turn; turn == nil || turn.Seat != side || turn.Ply != ply {
				t.Errorf("%s the entry has %+v", what, turn)
			}
		}
		plays(t, h.tables.all[seat.Table], table.Play("a7-b6"))
		pass(2 * idleTime)
		want("after a move", 1, 1)
		if _, err := h.tables.all[seat.Table].open(); err != nil {
			t.Fatal(err)
		}
		place.tables.Store(true)
		plays(t, h.tables.all[seat.Table], table.Play("g7-f6"))
		pass(2 * idleTime)
		want("while it cannot be written", 1, 1)
		place.tables.Store(false)
		pass(2 * idleTime)
		want("then", 0, 2)
		if len(h.tables.unsure) > 0 {
			t.Error("the hall keeps opening it")
		}
	})
}

// Until both players have joined, a game waits for a player and not for a move, and is not listed as being played. The hall knows this even while the
// table is put away, and after a restart.
func TestWhomNobodyHasJoined(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := openedAt(t, dir)
		seat, err := h.Make(Wish{Game: "ataxx", With: Friend, Side: 0}, "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		joins := func(place table.Place) {
			t.Helper()
			l, err := h.tables.all[seat.Table].open()
			if err != nil {
				t.Fatal(err)
			}
			if err := l.table.Joined(place, match.KeyHash([]string{"0a", "0b"}[place])); err != nil {
				t.Fatal(err)
			}
			l.table.Player(place).Met(table.Present)
			synctest.Wait()
		}
		want := func(what, state string, turn, playing bool) {
			t.Helper()
			s := h.tables.all[seat.Table]
			h.tables.mu.Lock()
			was := s.attended
			s.attended = true // as if a browser were connected
			h.tables.arrange(s)
			h.tables.news.change()
			listed := len(h.tables.playing) == 1
			s.attended = was
			h.tables.mu.Unlock()
			if o := h.seenBy(t, seat.ID); o.State != state || o.Turn != turn || listed != playing {
				t.Errorf("%s: %q, turn %t, listed as played %t; want %q, %t, %t", what, o.State, o.Turn, listed, state, turn, playing)
			}
		}
		waits := table.WaitingForPlayer.Title()
		joins(table.First)
		want("one has joined", waits, false, false)
		pass(3 * idleTime)
		want("put away", waits, false, false)
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		h = openedAt(t, dir)
		want("after a restart", waits, false, false)
		joins(table.Second)
		want("both have joined", table.YourMove.Title(), true, true)
		pass(3 * idleTime)
		want("put away again", table.YourMove.Title(), true, true)
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

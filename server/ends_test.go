package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/table"
)

// openedFor returns a hall in a folder that keeps finished games for the given time.
func openedFor(t *testing.T, dir string, keep time.Duration) *Hall {
	t.Helper()
	place, err := files.Open(dir, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	h, err := Open(Config{Storage: place, Games: games.All(), Log: strict(t), Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// there returns the files with the games of a hall.
func there(t *testing.T, dir string) (list []string) {
	t.Helper()
	for _, pattern := range []string{"games/??/*.new", "games/??/*/games/*.game"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	return list
}

// A table ends when its time has come, and not earlier. People with a seat are told in advance when the table ends, and afterwards why it ended, even
// after a restart.
func TestTablesEnd(t *testing.T) {
	const keep = 30 * 24 * time.Hour
	for _, c := range []struct {
		clause string
		wish   Wish
		play   func(t *testing.T, h *Hall, s *seated)
		after  time.Duration // 0: never
		why    string
	}{
		{"offered", Wish{With: Anybody}, nil, offeredFor, "the table's maker had been away for a day"},
		{"offered with a clock", Wish{With: Anybody, Clock: "10+5"}, nil, offeredFor, "the table's maker had been away for a day"},
		{"a friend's link", Wish{With: Friend}, nil, unplayedFor, "nobody made the first move within two weeks"},
		{"against the computer", Wish{With: Computer, Level: -1}, nil, unplayedFor, "nobody made the first move within two weeks"},
		{"taken", Wish{With: Anybody}, func(t *testing.T, h *Hall, s *seated) {
			pass(5 * time.Minute)
			if _, err := h.Take(s.id, "", "", "192.0.2.2"); err != nil {
				t.Error(err)
			}
		}, unplayedFor + 5*time.Minute, "nobody made the first move within two weeks"},
		{"begun", Wish{With: Friend}, func(t *testing.T, h *Hall, s *seated) { plays(t, s, table.Play("a7-b6")) }, 0, ""},
		{"finished", Wish{With: Friend}, func(t *testing.T, h *Hall, s *seated) { plays(t, s, table.Play("a7-b6"), table.Resign()) }, keep, "deletes games 30 days after they end"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				h := openedFor(t, dir, keep)
				later := func(d time.Duration) { // the hall is closed most of the time
					t.Helper()
					if err := h.Close(); err != nil {
						t.Error(err)
					}
					pass(d - settleTime - 2*endEvery)
					h = openedFor(t, dir, keep)
					pass(settleTime + 2*endEvery)
				}
				c.wish.Game = "ataxx"
				seat, err := h.Make(c.wish, "192.0.2.1")
				if err != nil {
					t.Fatal(err)
				}
				made := time.Now()
				if c.play != nil {
					c.play(t, h, h.tables.all[seat.Table])
				}
				pass(2 * idleTime)
				o := h.seenBy(t, seat.ID)
				if want := made.Add(c.after).Unix(); c.after > 0 && o.Until != want || c.after == 0 && o.Until != 0 {
					t.Errorf("it ends at %v, want %v", time.Unix(o.Until, 0), time.Unix(want, 0))
				}
				if c.after == 0 {
					later(400 * 24 * time.Hour)
				} else {
					later(time.Until(made.Add(c.after)) - time.Minute)
				}
				if o := h.seenBy(t, seat.ID); o.Gone || len(there(t, dir)) != 1 {
					t.Errorf("too soon: %+v, %q", o, there(t, dir))
				}
				pass(2*endEvery + 2*lookEvery)
				for range 2 {
					o := h.seenBy(t, seat.ID)
					if o.Gone != (c.after > 0) || !strings.Contains(o.Why, c.why) || (len(there(t, dir)) == 0) != o.Gone {
						t.Errorf("at the end: %+v, %q", o, there(t, dir))
					}
					if n := len(h.tables.free) + len(h.tables.patient); n > 0 {
						t.Errorf("the lobby offers %d tables", n)
					}
					if _, err := h.host(t.Context(), seat.ID); (err == nil) == o.Gone || err != nil && !strings.Contains(err.Error(), c.why) {
						t.Errorf("somebody who comes is told %v", err)
					}
					if err := h.Close(); err != nil {
						t.Error(err)
					}
					h = openedFor(t, dir, keep)
				}
				later(closedFor + 2*endEvery)
				if n := len(h.tables.all); (n == 0) != (c.after > 0) {
					t.Errorf("%d tables are left", n)
				}
				if err := h.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// plays has both players come and act, one after the other.
func plays(t *testing.T, s *seated, acts ...table.Act) {
	t.Helper()
	l := s.live
	people := [2]*table.Person{l.table.Player(table.First), l.table.Player(table.Second)}
	for i, p := range people {
		l.table.Joined(table.Place(i), match.KeyHash([]string{"0a", "0b"}[i]))
		p.Met(table.Present)
		defer p.Close()
	}
	for _, a := range acts {
		p := people[0]
		if now := p.Now(); now.ToMove != now.Seat {
			p = people[1]
		}
		if err := p.Do(a).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// A table of an earlier version, which did not record whether anybody had moved, does not end if somebody has moved. If its game is finished, the
// time for which the game is kept begins now.
func TestEarlierTablesDoNotEndTooSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := openedFor(t, dir, 0)
		var ids []string
		for _, acts := range [][]table.Act{{table.Play("a7-b6")}, {table.Play("a7-b6"), table.Resign()}} {
			seat, err := h.Make(Wish{Game: "ataxx", With: Friend}, "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			plays(t, h.tables.all[seat.Table], acts...)
			ids = append(ids, seat.ID)
		}
		pass(2 * idleTime)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "tables")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var earlier strings.Builder
		for line := range strings.Lines(string(text)) { // the entry as an earlier version wrote it
			var e entry
			if err := json.NewDecoder(strings.NewReader(line)).Decode(&e); err != nil {
				t.Fatal(err)
			}
			e.Begun, e.Turn, e.Left, e.Done = false, nil, 0, 0
			earlier.Write(append(encoded(e), '\n'))
		}
		if err := os.WriteFile(name, []byte(earlier.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		pass(unplayedFor)
		const keep = 10 * 24 * time.Hour
		h = openedFor(t, dir, keep)
		later := func(d time.Duration) {
			t.Helper()
			if err := h.Close(); err != nil {
				t.Error(err)
			}
			pass(d - settleTime - 2*endEvery)
			h = openedFor(t, dir, keep)
			pass(settleTime + 2*endEvery)
		}
		pass(settleTime + 2*endEvery)
		later(keep - time.Hour)
		for _, id := range ids {
			if o := h.seenBy(t, id); o.Gone {
				t.Errorf("it has ended: %+v", o)
			}
		}
		later(2 * time.Hour)
		if o := h.seenBy(t, ids[1]); !o.Gone {
			t.Errorf("a game that was over is there forever: %+v", o)
		}
		if o := h.seenBy(t, ids[0]); o.Gone || o.Until != 0 {
			t.Errorf("a game in progress: %+v", o)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
}

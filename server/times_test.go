package server

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"attic/games"
	"attic/match"
	"attic/server/files"
	"attic/server/keep"
	"attic/table"
)

// A player's time runs out even if nobody is there and the table is put away, and even if the hall is killed in between. In that case, clocks with a
// limit in minutes are credited with the down time, and clocks with days are not. A hall that starts opens only the tables that were open when it was
// killed.
func TestTimesRunOutWhenNobodyIsThere(t *testing.T) {
	const down = 10 * time.Minute
	for _, c := range []struct {
		clause, clock string
		killed        time.Duration // after the last move; 0: never
		opens         int           // the number of tables opened when the hall starts again
		over          time.Duration // after the last move
	}{
		{"put away", "12", 0, 0, 12 * time.Minute},
		{"killed when it was open", "12", 20 * time.Second, 1, 12*time.Minute + down},
		{"killed when it was put away", "12", 90 * time.Second, 0, 12*time.Minute + down},
		{"soon over", "9", 5 * time.Minute, 1, 9*time.Minute + down},
		{"days", "1440", 2 * time.Minute, 0, 24 * time.Hour},
	} {
		t.Run(c.clause, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { runOut(t, c.clock, c.killed, down, c.opens, c.over) })
		})
	}
}

func runOut(t *testing.T, clock string, killed, down time.Duration, opens int, over time.Duration) {
	open := func(dir string) *Hall { return openedAt(t, dir) }
	count := func(h *Hall) int {
		h.tables.mu.Lock()
		defer h.tables.mu.Unlock()
		return len(h.tables.open)
	}
	pass := func(d time.Duration) {
		<-time.After(d)
		synctest.Wait()
	}
	dir := t.TempDir()
	h := open(dir)
	seat, err := h.Make(Wish{Game: "atom4", Clock: clock, With: Friend}, "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	l := h.tables.all[seat.Table].live
	players := [2]*table.Person{l.table.Player(table.First), l.table.Player(table.Second)}
	for place, p := range players {
		l.table.Joined(table.Place(place), match.KeyHash([]string{"0a", "0b"}[place]))
		p.Met(table.Present)
	}
	for range 4 { // the clock of a seat runs from its second move on
		p := players[0]
		if now := p.Now(); now.ToMove != now.Seat {
			p = players[1]
		}
		if err := p.Do(table.Play(p.Sight().Moves()[0].Text)).Err(); err != nil {
			t.Fatal(err)
		}
	}
	moved := time.Now()
	for _, p := range players {
		p.Met(table.Away)
	}
	if killed > 0 {
		pass(killed)
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		pass(down)
		h = open(copied)
		pass(lookEvery + time.Second)
		if n := count(h); n != opens {
			t.Errorf("the hall has opened %d tables, want %d", n, opens)
		}
	}
	defer h.Close()
	result := func() string {
		h.tables.mu.Lock()
		defer h.tables.mu.Unlock()
		return h.tables.all[seat.Table].entry.Over
	}
	if over > time.Hour { // too long for this test
		left := time.Until(moved.Add(over))
		if soon, late := h.deadlines.times.Due(time.Now(), left-time.Second), h.deadlines.times.Due(time.Now(), left+time.Second); len(soon) > 0 || len(late) != 1 {
			t.Errorf("a second before the time is over %q are due, a second later %q", soon, late)
		}
		return
	}
	pass(time.Until(moved.Add(over)) - 10*time.Second)
	if got := result(); got != "" {
		t.Errorf("the game was over too soon: %s", got)
	}
	pass(20 * time.Second)
	if got := result(); got == "" {
		t.Error("the game is not over when the time is")
	}
	pass(2 * idleTime)
	if n := count(h); n != 0 || len(h.deadlines.times.Due(time.Now(), 1000*time.Hour)) > 0 {
		t.Errorf("after the game %d tables are open, or a clock runs", n)
	}
}

// BenchmarkOpen opens a hall with 100,000 tables. At every tenth a clock runs.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	now := time.Now()
	folder, err := files.Open(dir, games.Find)
	if err != nil {
		b.Fatal(err)
	}
	var all bytes.Buffer
	for i := range 100_000 {
		e := entry{ID: newID(), Game: "ataxx", Seats: []place{{Hash: match.KeyHash(newID())}, {Hash: match.KeyHash(newID())}}, Made: now.Unix(), Over: "Red wins."}
		if i%10 == 0 {
			e.Clock, e.Over = "1440", ""
			_ = folder.Times().Rest(keep.Running{Table: e.ID, Due: now.Add(time.Hour), Days: true})
		}
		all.Write(append(encoded(e), '\n'))
	}
	if err := errors.Join(folder.Close(), os.WriteFile(filepath.Join(dir, "tables"), all.Bytes(), 0o600)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		h := openedAt(b, dir)
		if len(h.tables.all) != 100_000 {
			b.Errorf("%d tables", len(h.tables.all))
		}
		if err := h.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

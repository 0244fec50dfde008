//go:build long && unix && !nox

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"attic/dev/wait"
	"attic/game"
	"attic/games"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/table/wire"
)

// hosted is a table that is hosted over WebSocket on this machine.
type hosted struct {
	table   *table.Table
	here    *table.Person
	host    *wire.Host
	address wire.Address
	closed  chan struct{}
}

// newHosted hosts a game whose journal is in dir, or without a journal if dir is "".
func newHosted(t *testing.T, name, dir string) *hosted {
	t.Helper()
	g, _ := games.Find(name)
	h := &hosted{table: newTwo(t, g, dir), closed: make(chan struct{})}
	h.here = h.table.Here()
	ready := make(chan struct{})
	listener, err := wire.Listen(0, wire.Server{}, func(c wire.Conn) {
		<-ready
		h.host.Serve(context.Background(), c)
	})
	check(t, err)
	h.host, err = wire.NewHost(wire.HostConfig{Table: h.table, ID: "held27", Watch: true, Closed: func() {
		_ = listener.Close()
		close(h.closed)
	}})
	check(t, err)
	close(ready)
	h.address = wire.Address{ID: "held27", Host: "127.0.0.1", Port: listener.Port()}
	return h
}

// newTwo returns a table for two people.
func newTwo(t *testing.T, g game.Game, dir string) *table.Table {
	t.Helper()
	m, err := match.New(g, game.Setup{})
	check(t, err)
	for i := range m.Players {
		m.Players[i].Program = false
	}
	config := table.Config{Match: m, Chance: func() uint64 { return 7 }}
	if dir != "" {
		config.Begin = func() (match.Ledger, error) {
			return store.Open(dir, games.Find).Library.Begin(g.Info().Name, time.Now())
		}
	}
	return table.New(config)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// joins lets a guest or a spectator join, and waits until they have arrived.
func (h *hosted) joins(t *testing.T, watch bool) *wire.Guest {
	t.Helper()
	guest, err := wire.NewGuest(wire.GuestConfig{
		ID: "held27", Watch: watch, Find: games.Find, Patience: time.Minute,
		Open: func(g game.Game) (*table.Table, error) { return newTwo(t, g, ""), nil },
		Dial: func(ctx context.Context) (wire.Conn, error) { return wire.Dial(ctx, h.address, nil) },
	})
	check(t, err)
	select {
	case <-guest.Arrived():
	case <-guest.Done():
		t.Fatal(guest.Err())
	}
	return guest
}

// leaves ends the hosting and waits for all goroutines.
func (h *hosted) leaves(t *testing.T, guests ...*wire.Guest) {
	t.Helper()
	h.table.Leave()
	<-h.closed
	for _, g := range guests {
		<-g.Done()
		check(t, g.Table().Close())
	}
	check(t, h.table.Close())
}

// arrives waits until a person sees this number of steps.
func arrives(p *table.Person, ply int) {
	for p.Now().Ply != ply {
		<-p.Ready()
		p.Take()
	}
}

// quantile returns the time that the given share of the times does not exceed.
func quantile(times []time.Duration, of float64) time.Duration {
	slices.Sort(times)
	return times[min(len(times)-1, int(of*float64(len(times))))]
}

func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }

// Prints the figures in docs/performance.md about two machines. Run by "make network".
func TestSpeedOfTheNetwork(t *testing.T) {
	t.Run("moves", func(t *testing.T) {
		dir := t.TempDir()
		h := newHosted(t, "atom4", filepath.Join(dir, "games"))
		guest := h.joins(t, false)
		there := guest.Table().Here()
		file, err := os.Create(filepath.Join(dir, "line"))
		check(t, err)
		var out, back, sync []time.Duration
		for len(out) < 2000 {
			for mine := true; !h.here.Now().Over; mine = !mine {
				who, other, times := h.here, there, &out
				if !mine {
					who, other, times = there, h.here, &back
				}
				ply := who.Now().Ply
				arrives(who, ply)
				began := time.Now()
				check(t, who.Do(table.Play(who.Sight().Moves()[0].Text)).Err())
				arrives(other, ply+1)
				*times = append(*times, time.Since(began))
				arrives(who, ply+1)

				began = time.Now()
				_, err := file.WriteString("move i10\n")
				check(t, err)
				check(t, file.Sync())
				sync = append(sync, time.Since(began))
			}
			check(t, h.here.Do(table.Clear()).Err())
			arrives(there, 0)
		}
		h.leaves(t, guest)
		t.Logf("from the host's move to the guest: p50 %.2f ms, p99 %.2f ms, %d moves", ms(quantile(out, .5)), ms(quantile(out, .99)), len(out))
		t.Logf("from the guest's move to the host: p50 %.2f ms, p99 %.2f ms, %d moves", ms(quantile(back, .5)), ms(quantile(back, .99)), len(back))
		t.Logf("one fsync of a line on the same disk: p50 %.2f ms, p99 %.2f ms", ms(quantile(sync, .5)), ms(quantile(sync, .99)))
		t.Logf("p99 of host to guest is %.1f times that of an fsync", ms(quantile(out, .99))/ms(quantile(sync, .99)))
	})
	t.Run("games", func(t *testing.T) {
		held := func() (kilobytes uint64, goroutines int) {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc >> 10, runtime.NumGoroutine()
		}
		began := time.Now()
		var first uint64
		var before int
		for n := 1; n <= 1000; n++ {
			h := newHosted(t, []string{"atom4", "ataxx", "atommaster"}[n%3], "")
			guest := h.joins(t, false)
			there := guest.Table().Here()
			arrives(there, 0)
			for range 20 {
				who := h.here
				if h.here.Now().Situation.Waits {
					who = there
				}
				moves := who.Sight().Moves()
				if len(moves) == 0 {
					break
				}
				text := moves[0].Text
				if h.here.Now().ToMove == game.Anyone {
					text = "start"
				}
				ply := h.here.Now().Ply
				check(t, who.Do(table.Play(text)).Err())
				arrives(there, ply+1)
				arrives(h.here, ply+1)
			}
			h.leaves(t, guest)
			if n == 100 {
				first, before = held()
			}
		}
		took := time.Since(began)
		last, now := held()
		if last > first+first/2+1024 {
			t.Errorf("%d kB are in use after 1,000 games; after 100 it was %d", last, first)
		}
		wait.Until(t, "goroutines end", func() (any, bool) {
			now = runtime.NumGoroutine()
			return now, now <= before+1 // one is for wait
		})
		t.Logf("1,000 games in %.1f s; after 100 games %d kB and %d goroutines, after 1,000 %d kB and %d", took.Seconds(), first, before, last, now)
	})
	t.Run("spectators", func(t *testing.T) {
		h := newHosted(t, "ataxx", "")
		guests := []*wire.Guest{h.joins(t, false)}
		for range 200 {
			guests = append(guests, h.joins(t, true))
		}
		var people []*table.Person
		for _, g := range guests {
			people = append(people, g.Table().Here())
		}
		check(t, h.here.Do(table.Play("start")).Err())
		for _, p := range people {
			arrives(p, 1)
		}
		var each, all []time.Duration
		for n := range 100 {
			who := []*table.Person{h.here, people[0]}[n%2]
			ply := who.Now().Ply
			text := who.Sight().Moves()[0].Text
			began := time.Now()
			check(t, who.Do(table.Play(text)).Err())
			var mu sync.Mutex
			var wg sync.WaitGroup
			for _, p := range people {
				wg.Go(func() {
					arrives(p, ply+1)
					mu.Lock()
					defer mu.Unlock()
					each = append(each, time.Since(began))
				})
			}
			wg.Wait()
			all = append(all, time.Since(began))
			arrives(h.here, ply+1)
			if h.here.Now().Over {
				break
			}
		}
		h.leaves(t, guests...)
		t.Logf("200 spectators see a move: p50 %.1f ms, p99 %.1f ms; all of them: p50 %.1f ms, p99 %.1f ms", ms(quantile(each, .5)), ms(quantile(each, .99)), ms(quantile(all, .5)), ms(quantile(all, .99)))
	})
	t.Run("program", func(t *testing.T) {
		programs := []string{os.Getenv("BEFORE"), built(t)}
		for i, name := range []string{"before", "now"} {
			if programs[i] == "" {
				continue
			}
			info, err := os.Stat(programs[i])
			check(t, err)
			var starts []time.Duration
			for range 100 {
				began := time.Now()
				out, err := exec.Command(programs[i], "version").Output()
				starts = append(starts, time.Since(began))
				check(t, err)
				if !bytes.HasPrefix(out, []byte("attic")) {
					t.Fatalf("it says %q", out)
				}
			}
			t.Logf("%s: %.2f MB, attic version takes %.1f ms", name, float64(info.Size())/1e6, ms(median(starts)))
		}
	})
}

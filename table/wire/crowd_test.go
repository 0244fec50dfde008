package wire

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/table"
)

// Spectators share the log of sent events, so a spectator at a long game costs little more than a connection.
func TestSpectatorsAreSmall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, find(t, "atom4"))
		here := tb.Here()
		h, err := NewHost(HostConfig{Table: tb, ID: "held27", Watch: true})
		must(t, err)
		ctx, stop := context.WithCancel(t.Context())
		var got atomic.Int64
		watch := func(m flat) Conn {
			a, b := Pipe("localhost")
			go h.Serve(ctx, b)
			raw, err := encodeFlat(m)
			must(t, err)
			must(t, a.Write(ctx, raw))
			go func() {
				for {
					if _, err := a.Read(ctx); err != nil {
						return
					}
					got.Add(1)
				}
			}()
			synctest.Wait()
			return a
		}
		guest := watch(flat{T: "join", V: Version, ID: "held27", Name: "Bo"})
		measure := func() uint64 {
			runtime.GC()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc + m.StackInuse
		}
		before := measure()
		for range mostWatchers {
			watch(flat{T: "join", V: Version, ID: "held27", Watch: true})
		}
		joined := got.Load()
		const moves = 120
		for n := range moves {
			now := here.Now()
			m, _ := here.Sight().FullMatch()
			move := table.Play(game.MovesOf(m.State())[0].Text)
			if n%2 == 1 {
				raw, err := encodeFlat(flat{T: "act", ID: NewAct(), Do: "play", Text: move.Text})
				must(t, err)
				must(t, guest.Write(ctx, raw))
			} else {
				must(t, here.Do(move).Err())
			}
			synctest.Wait()
			if here.Now().Ply != now.Ply+1 {
				t.Fatalf("move %d, %s, was not played", n, move.Text)
			}
			here.Take()
		}
		each := (measure() - before) / mostWatchers
		t.Logf("a spectator takes %d bytes after %d moves", each, moves)
		if each > 45_000 { // it was 67,000 when each spectator had their own log
			t.Error("that is too much")
		}
		if events := got.Load() - joined; events < moves*mostWatchers {
			t.Errorf("the spectators were sent %d messages", events)
		}
		stop()
		h.Close(0)
		here.Close()
		must(t, tb.Close())
	})
}

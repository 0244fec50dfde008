package table_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/match"
	"attic/table"
)

// far returns a table of Atommaster with plies steps behind it, for two persons.
func far(b *testing.B, plies int) *table.Table {
	m, err := match.New(atommaster.Game{}, game.Setup{Seed: 5})
	if err != nil {
		b.Fatal(err)
	}
	m.Players[1].Program = false
	for n := range plies {
		text := []string{"set e5", "set d4"}[n%2]
		if n < 2 {
			text = []string{"start", "fire 12"}[n]
		}
		if m, _, err = m.Play(text); err != nil {
			b.Fatal(err)
		}
	}
	return table.New(table.Config{Match: m, Chance: chance})
}

// lengths are the plies at which things are measured.
var lengths = []int{10, 1_000, 40_000}

func BenchmarkNow(b *testing.B) {
	for _, plies := range lengths {
		tb := far(b, plies)
		for _, who := range []struct {
			name string
			seat int
		}{{"spectator", game.Nobody}, {"here", table.Here}} {
			b.Run(fmt.Sprintf("%s/%d", who.name, plies), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					tb.Now(who.seat)
				}
			})
		}
	}
}

// A move, which is taken back, at a table with a hundred watchers.
func BenchmarkPlayAndUndo(b *testing.B) {
	for _, plies := range lengths {
		b.Run(fmt.Sprint(plies), func(b *testing.B) {
			tb := far(b, plies)
			watches := make([]*table.Watch, 100)
			for i := range watches {
				watches[i] = tb.Watch(game.Nobody)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := tb.Play("set c3"); err != nil {
					b.Fatal(err)
				}
				if err := tb.Undo(); err != nil {
					b.Fatal(err)
				}
				for _, w := range watches {
					w.Take()
				}
			}
		})
	}
}

// Looking back one step at a time, as the arrow keys do.
func BenchmarkAt(b *testing.B) {
	for _, plies := range lengths {
		b.Run(fmt.Sprint(plies), func(b *testing.B) {
			tb := far(b, plies)
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				tb.At(table.Here, plies-n%8)
				n++
			}
		})
	}
}

// played returns a table of a game, between persons, at which 40 moves were made by chance; the game goes on.
func played(tb testing.TB, g game.Game, rng *rand.Rand) *table.Table {
	m, err := match.New(g, game.Setup{Seed: rng.Uint64()})
	if err != nil {
		tb.Fatal(err)
	}
	for seat := range m.Players {
		m.Players[seat].Program = false
	}
	t := table.New(table.Config{Match: m, Chance: rng.Uint64})
	if err := t.Play("start"); err != nil && g.Info().Name != "atom4" {
		tb.Fatal(err)
	}
	for n := 0; n < 40; {
		moves := t.Moves()
		if len(moves) == 0 { // somebody has won early
			return played(tb, g, rng)
		}
		move := moves[rng.IntN(len(moves))]
		if len(move.Spots) == 0 && len(moves) > 1 {
			continue // such as to give up
		}
		if err := t.Play(move.Text); err != nil {
			tb.Fatal(err)
		}
		n++
	}
	return t
}

// bytesEach returns how much memory a game of 40 moves takes, with its table.
func bytesEach(tb testing.TB, g game.Game, games int) int {
	rng := rand.New(rand.NewPCG(1, 2))
	tables := make([]*table.Table, games)
	var before, after runtime.MemStats
	played(tb, g, rng) // what is made once
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range tables {
		tables[i] = played(tb, g, rng)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(tables)
	return (int(after.HeapAlloc) - int(before.HeapAlloc)) / games
}

func BenchmarkMemory(b *testing.B) {
	for _, g := range []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}} {
		b.Run(g.Info().Name, func(b *testing.B) {
			each := 0
			for b.Loop() {
				each = bytesEach(b, g, 5_000)
			}
			b.ReportMetric(float64(each), "B/game")
		})
	}
}

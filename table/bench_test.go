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

// far returns a table for two people, with a game of Atommaster that has had plies steps.
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

// lengths are the numbers of steps after which the benchmarks measure.
var lengths = []int{10, 1_000, 40_000}

func BenchmarkNow(b *testing.B) {
	for _, plies := range lengths {
		tb := far(b, plies)
		for _, who := range []struct {
			name string
			sit  func() *table.Person
		}{{"spectator", func() *table.Person { return tb.Join(0) }}, {"here", tb.Here}} {
			b.Run(fmt.Sprintf("%s/%d", who.name, plies), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					who.sit().Close() // joining computes what the person sees
				}
			})
		}
	}
}

// BenchmarkPlayAndUndo measures a move and its undo at a table with 100 spectators.
func BenchmarkPlayAndUndo(b *testing.B) {
	for _, plies := range lengths {
		b.Run(fmt.Sprint(plies), func(b *testing.B) {
			tb := far(b, plies)
			watches := make([]*table.Person, 100)
			for i := range watches {
				watches[i] = tb.Join(0)
			}
			here := tb.Here()
			b.ReportAllocs()
			for b.Loop() {
				for _, a := range []table.Act{table.Play("set c3"), table.Undo()} {
					if err := here.Do(a).Err(); err != nil {
						b.Fatal(err)
					}
				}
				here.Take()
				for _, w := range watches {
					w.Take()
				}
			}
		})
	}
}

// BenchmarkAt measures stepping back through a match one step at a time, as the arrow keys do.
func BenchmarkAt(b *testing.B) {
	for _, plies := range lengths {
		b.Run(fmt.Sprint(plies), func(b *testing.B) {
			tb := far(b, plies)
			s := tb.Here().Sight()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				s.At(plies - n%8)
				n++
			}
		})
	}
}

// played returns a table with a game of g between two people, after 40 random moves.
func played(tb testing.TB, g game.Game, rng *rand.Rand) *table.Table {
	m, err := match.New(g, game.Setup{Seed: rng.Uint64()})
	if err != nil {
		tb.Fatal(err)
	}
	for seat := range m.Players {
		m.Players[seat].Program = false
	}
	t := table.New(table.Config{Match: m, Chance: rng.Uint64})
	p := t.Here()
	defer p.Close()
	if err := p.Do(table.Play("start")).Err(); err != nil && g.Info().Name != "atom4" {
		tb.Fatal(err)
	}
	for n := 0; n < 40; {
		moves := p.Sight().Moves()
		if len(moves) == 0 { // the game ended too early
			return played(tb, g, rng)
		}
		move := moves[rng.IntN(len(moves))]
		if len(move.Spots) == 0 && len(moves) > 1 {
			continue // such as giving up
		}
		if err := p.Do(table.Play(move.Text)).Err(); err != nil {
			tb.Fatal(err)
		}
		n++
	}
	return t
}

// bytesEach returns the mean heap memory, in bytes, of a table with a game of 40 moves. games is the number of games to measure.
func bytesEach(tb testing.TB, g game.Game, games int) int {
	rng := rand.New(rand.NewPCG(1, 2))
	tables := make([]*table.Table, games)
	var before, after runtime.MemStats
	played(tb, g, rng) // creates the data that all games share
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

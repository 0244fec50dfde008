package rules

import "testing"

// The perft benchmarks make every move of the same trees and report the time for each: eight plies from the start
// and three from each middle-game position. Array, an array board written for speed, is the fair comparison; Plain
// is the board of the tests, written for readability.

func BenchmarkPerftFast(b *testing.B) {
	benchmarkPerft(b, func(p Position, depth int) { Perft(p, depth, true) })
}

func BenchmarkPerftCounted(b *testing.B) {
	benchmarkPerft(b, func(p Position, depth int) { Perft(p, depth, false) })
}

func BenchmarkPerftArray(b *testing.B) {
	benchmarkPerft(b, func(p Position, depth int) { arrayFrom(p).perft(depth) })
}

func BenchmarkPerftPlain(b *testing.B) {
	benchmarkPerft(b, func(p Position, depth int) { plainFrom(p).perft(depth) })
}

func benchmarkPerft(b *testing.B, perft func(p Position, depth int)) {
	for _, set := range []struct {
		name      string
		positions []Position
		depth     int
	}{
		{"start", []Position{Start(1)}, 8},
		{"middle", middleGames(b), 3},
	} {
		moves := uint64(0) // the number of moves made
		for _, p := range set.positions {
			for depth := 1; depth <= set.depth; depth++ {
				leaves, _ := Perft(p, depth, false)
				moves += leaves
			}
		}
		b.Run(set.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range set.positions {
					perft(p, set.depth)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
		})
	}
}

// benchmarkMiddle measures the operations of a search on one middle-game position.
func benchmarkMiddle(b *testing.B, do func(p Position)) {
	positions := middleGames(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		do(positions[i])
		i = (i + 1) % len(positions)
	}
}

func BenchmarkKey(b *testing.B) {
	benchmarkMiddle(b, func(p Position) { p.Key() })
}

func BenchmarkMayWin(b *testing.B) {
	benchmarkMiddle(b, func(p Position) { p.MayWin() })
}

func BenchmarkMoves(b *testing.B) {
	buf := make([]Square, 0, Squares)
	benchmarkMiddle(b, func(p Position) { p.Moves(buf) })
}

func BenchmarkMovesPlain(b *testing.B) {
	var boards []*plainBoard
	for _, p := range middleGames(b) {
		boards = append(boards, plainFrom(p))
	}
	buf := make([]Square, 0, Squares)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		boards[i].moves(buf)
		i = (i + 1) % len(boards)
	}
}

// BenchmarkWinsBy calls WinsBy for every legal move of a position.
func BenchmarkWinsBy(b *testing.B) {
	buf := make([]Square, 0, Squares)
	benchmarkMiddle(b, func(p Position) {
		for _, s := range p.Moves(buf) {
			p.WinsBy(s)
		}
	})
}

func BenchmarkThreats(b *testing.B) {
	benchmarkMiddle(b, func(p Position) { p.Threats(p.Turn()) })
}

// BenchmarkTouched calls Touched for every legal move of a position.
func BenchmarkTouched(b *testing.B) {
	buf := make([]Square, 0, Squares)
	benchmarkMiddle(b, func(p Position) {
		for _, s := range p.Moves(buf) {
			p.Touched(s)
		}
	})
}

package solve

import (
	"testing"

	"attic/games/atom4/rules"
)

// BenchmarkHope asks about every position that is one move after a mined one.
func BenchmarkHope(b *testing.B) {
	positions := mined(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		p := positions[n%len(positions)]
		n++
		for k := 2; k <= foreseen; k++ {
			hope(&p, k)
		}
	}
}

// BenchmarkStart proves that nobody can force a win from the start within 16 plies.
func BenchmarkStart(b *testing.B) {
	s := New(1)
	for b.Loop() {
		clear(s.table)
		s.Solve(b.Context(), rules.Start(1), 16, Result{}, nil)
	}
}

package solve

import "testing"

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

//go:build long

package bot

import (
	"fmt"
	"math"
	"testing"
	"time"

	"attic/dev/lab/ladder"
	"attic/games/atommaster/rules"
)

// TestLadder plays the same GAMES deals (by default 400) with four atoms on 8 by 8 squares at each level, and prints the mean scores as the
// rows of a table (docs/performance.md, "Opponents"). LEVEL restricts the test to one level.
func TestLadder(t *testing.T) {
	games, only := ladder.Number(t, "GAMES", 400), ladder.Number(t, "LEVEL", 0)
	for level := LowestLevel; level <= HighestLevel; level++ {
		if only != 0 && level != only {
			continue
		}
		began := time.Now()
		var sum, squares, beams, missed float64
		for i := range uint64(games) {
			p := playAt(t, level, rules.Deal(rules.Field{W: 8, H: 8}, 4, 2022, i), i)
			sum, squares, beams, missed = sum+float64(p.score), squares+float64(p.score*p.score), beams+float64(p.beams), missed+float64(p.missed)
		}
		n := float64(games)
		mean := sum / n
		fmt.Printf("| %d | %s | %.2f ± %.2f | %.1f | %.2f |\n", level, LevelName(level), mean, 1.96*math.Sqrt(squares/n-mean*mean)/math.Sqrt(n), beams/n, missed/n)
		t.Logf("level %d: %v", level, time.Since(began).Round(time.Second))
	}
}

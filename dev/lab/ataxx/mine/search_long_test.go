//go:build long

package mine

import (
	"os"
	"strings"
	"testing"

	"attic/game/learn"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// TestAllPuzzlesAreFoundBySearching lets the engine search all puzzles with a right move with 300,000 nodes.
func TestAllPuzzlesAreFoundBySearching(t *testing.T) {
	text, err := os.ReadFile("../../../../games/ataxx/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	m, asked := miner{engine: bot.NewEngine(16, 1)}, 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[3] == learn.None {
			continue
		}
		p, err := placed(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		key, err := rules.ParseMove(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		theme, _, _ := strings.Cut(fields[0], "-")
		if asked++; !m.finds(t.Context(), theme, p, key.Canonical()) {
			t.Errorf("%s: the engine does not find the key %s, or not clearly", fields[0], fields[3])
		}
	}
	t.Logf("%d puzzles with a right move", asked)
}

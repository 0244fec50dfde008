//go:build long

package mine

import (
	"os"
	"strings"
	"testing"

	"attic/dev/lab/mining"
	"attic/games/ataxx/bot"
	"attic/games/ataxx/rules"
)

// TestAllPuzzlesHaveTheirLevels lets the reference players try all puzzles again: the levels follow from that, and each player, also those held out, solves
// a smaller share of every level than of the one below.
func TestAllPuzzlesHaveTheirLevels(t *testing.T) {
	text, err := os.ReadFile("../../../../games/ataxx/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := mining.Tried(string(text), People())
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for _, g := range list {
		lines.WriteString(g.String())
	}
	if lines.String() != string(text) {
		t.Error("the levels or the order differ; attic-train puzzles ataxx --grade games/ataxx/puzzles.txt writes them")
	}
	for _, rise := range mining.Rises(list, People()) {
		t.Error(rise)
	}
	t.Log("\n" + mining.Table(list, People()))
}

// TestAllPuzzlesAreFoundBySearching lets the engine search all puzzles with a right move with 300,000 nodes.
func TestAllPuzzlesAreFoundBySearching(t *testing.T) {
	text, err := os.ReadFile("../../../../games/ataxx/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	m, asked := miner{engine: bot.NewEngine(16, 1)}, 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[3] == "none" {
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

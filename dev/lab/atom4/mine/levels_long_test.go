//go:build long

package mine

import (
	"os"
	"strings"
	"testing"

	"attic/dev/lab/mining"
)

// TestAllPuzzlesHaveTheirLevels lets the reference players try all puzzles again: the levels follow from that, and each player, also those held out, solves
// a smaller share of every level than of the one below.
func TestAllPuzzlesHaveTheirLevels(t *testing.T) {
	text, err := os.ReadFile("../../../../games/atom4/puzzles.txt")
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
		t.Error("the levels or the order differ; attic-train puzzles atom4 --grade games/atom4/puzzles.txt writes them")
	}
	for _, rise := range mining.Rises(list, People()) {
		t.Error(rise)
	}
	t.Log("\n" + mining.Table(list, People()))
}

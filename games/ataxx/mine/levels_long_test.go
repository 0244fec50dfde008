//go:build long

package mine

import (
	"os"
	"strings"
	"testing"

	"attic/games/ataxx/bot"
	"attic/learn/mining"
	"attic/search"
)

// TestAllPuzzlesHaveTheirLevels lets the reference players try all puzzles again: the levels follow from that, and each player, also those held out, solves
// a smaller share of every level than of the one below.
func TestAllPuzzlesHaveTheirLevels(t *testing.T) {
	text, err := os.ReadFile("../puzzles.txt")
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

// TestAllPuzzlesAreFoundBySearching lets the engine search all puzzles with a right move, with more and more nodes: that is its move each time.
func TestAllPuzzlesAreFoundBySearching(t *testing.T) {
	text, err := os.ReadFile("../puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	m := miner{engine: bot.NewEngine(16, 1)}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		p, err := placed(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		if fields[3] == "none" {
			continue
		}
		m.engine.Forget()
		for _, n := range []int64{nodes / 100, nodes / 10, nodes} {
			if best := p.GuideText(m.engine.Search(t.Context(), p, search.Limits{Nodes: n}, nil).Best.Canonical()); best != fields[3] {
				t.Errorf("%s: the key is %s, but a search of %d nodes plays %s", fields[0], fields[3], n, best)
			}
		}
	}
}

//go:build long

package mining_test

import (
	"os"
	"strings"
	"testing"

	ataxx "attic/dev/lab/ataxx/mine"
	atom4 "attic/dev/lab/atom4/mine"
	atommaster "attic/dev/lab/atommaster/mine"
	"attic/dev/lab/mining"
)

// TestAllPuzzlesHaveTheirLevels lets the reference players try all puzzles again. The results give the levels, and each player, even one held
// out, solves a smaller share of each level than of the one below.
func TestAllPuzzlesHaveTheirLevels(t *testing.T) {
	for name, people := range map[string]func() []mining.Person{"ataxx": ataxx.People, "atom4": atom4.People, "atommaster": atommaster.People} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("../../../games/" + name + "/puzzles.txt")
			if err != nil {
				t.Fatal(err)
			}
			list, err := mining.Tried(string(text), people())
			if err != nil {
				t.Fatal(err)
			}
			var lines strings.Builder
			for _, g := range list {
				lines.WriteString(g.String())
			}
			if lines.String() != string(text) {
				t.Errorf("the levels or the order differ; attic-train puzzles %[1]s --grade games/%[1]s/puzzles.txt writes them", name)
			}
			for _, rise := range mining.Rises(list, people()) {
				t.Error(rise)
			}
			t.Log("\n" + mining.Table(list, people()))
		})
	}
}

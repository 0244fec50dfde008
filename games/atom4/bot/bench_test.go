package bot

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/atom4/rules"
)

var update = flag.Bool("update", false, "rewrite testdata/bench.txt")

// benchDepth is the depth to which the positions of testdata/bench.txt are searched.
const benchDepth = 6

// The nodes of a fixed set of positions are the signature of the search with this evaluation: a change that is
// not meant to alter the bot's play must not alter them. Each line of the file has a number of nodes, a board and
// the letter of the colour to play; the last line is the sum.
func TestSignature(t *testing.T) {
	const file = "testdata/bench.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var total int64
	positions := 0
	e := NewEngine(8, 1)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		turn, err := rules.ParseColor(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		p, err := rules.ParseBoard(fields[1], turn)
		if err != nil {
			t.Fatal(err)
		}
		e.Forget()
		nodes := e.Search(t.Context(), p, search.Limits{Depth: benchDepth}, nil).Nodes
		fmt.Fprintf(&b, "%d %s %s\n", nodes, fields[1], fields[2])
		total += nodes
		positions++
	}
	fmt.Fprintf(&b, "%d total\n", total)
	if positions != 10 {
		t.Errorf("%d positions, want 10", positions)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if b.String() != string(text) {
		t.Errorf("the nodes are not those of %s (-update rewrites it):\n%s", file, b.String())
	}
}

package bot

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

var update = flag.Bool("update", false, "rewrite testdata/bench.txt")

// benchDepth is the depth of the searches for the signature, in plies.
const benchDepth = 9

// The signature: the nodes, best moves and scores of one thread on positions from the start to the last
// moves, partly with blocks. A change that alters the signature alters the play.
func TestSignature(t *testing.T) {
	e := NewEngine(1, 1)
	var got strings.Builder
	all := int64(0)
	for _, fen := range []string{
		"x5o/7/7/7/7/7/o5x x",
		"x5o/7/2-1-2/7/2-1-2/7/o5x x",
		"1x4o/xx5/xxo4/ox5/oxx4/7/4x2 o",
		"1-1x1-1/3-x2/1x3x1/o1-1-2/oxx4/oxx-3/o-3-1 o",
		"xo4o/xoo4/xoo4/oox1o2/oxxxo2/xxxx3/6x x",
		"3-2o/2-o-oo/ooxoooo/-ox-oo-/o3oxx/2-x-xx/3-oxx x",
		"7/7/xxx4/oxoo3/oxxxx2/oxxxox1/2xxoo1 o",
		"o-2x-x/ox1-1xx/xxo4/xx-o-1x/xxooooo/1xo-1oo/1-3-o x",
		"xxooxx1/xxooxo1/xoooooo/ooooooo/xxxxxx1/xxxxxxo/6o x",
		"1oxxxoo/1oxxxxo/oo1xxxo/ooo1xxo/oxxxxxx/ooooxxx/xxxxxxx o",
	} {
		p, err := rules.ParseFEN(fen, rules.Community)
		if err != nil {
			t.Fatal(err)
		}
		e.Forget()
		r := e.Search(t.Context(), p, search.Limits{Depth: benchDepth}, nil)
		fmt.Fprintf(&got, "%s: %s %d, %d nodes\n", fen, r.Best.UAI(), r.Score, r.Nodes)
		all += r.Nodes
	}
	fmt.Fprintf(&got, "%d nodes\n", all)
	const name = "testdata/bench.txt"
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the program plays differently; if it is meant to, run this test with -update. Now:\n%s", &got)
	}
}

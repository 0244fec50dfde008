package bot

import (
	"fmt"
	"strings"
	"testing"

	"attic/games/ataxx/rules"
	"attic/search"
)

func TestMaterialCountsPieces(t *testing.T) {
	tables := newTables(Material())
	for _, p := range running(t, 20) {
		got := tables.learned(p)
		want := 100 * (p.Own().Count() - p.Theirs().Count())
		if got != want {
			t.Fatalf("%v: %d, want %d", p, got, want)
		}
	}
}

// board returns the seven rows of a position, from the top, as in a FEN but with 1 for each empty square.
func board(p rules.Position) (rows [7][7]byte) {
	for row := range rows {
		for col := range rows[row] {
			rows[row][col] = "1xo-"[p.At(rules.SquareAt(col, 7-row))]
		}
	}
	return rows
}

func fen(rows [7][7]byte, p rules.Position) string {
	var text []string
	for _, row := range rows {
		text = append(text, string(row[:]))
	}
	return fmt.Sprintf("%s %s %d 1", strings.Join(text, "/"), "xo"[p.Turn():][:1], p.Clock())
}

func TestSymmetriesGiveEqualScores(t *testing.T) {
	for _, p := range running(t, 12) {
		want := usual().score(p)
		rows := board(p)
		for symmetry := range 8 {
			var turned [7][7]byte
			for row := range rows {
				for col := range rows[row] {
					r, c := row, col
					if symmetry&1 != 0 {
						r = 6 - r
					}
					if symmetry&2 != 0 {
						c = 6 - c
					}
					if symmetry&4 != 0 {
						r, c = c, r
					}
					turned[r][c] = rows[row][col]
				}
			}
			q := parse(t, fen(turned, p))
			if got := usual().score(q); got != want {
				t.Fatalf("%v scores %d, but turned, %v, %d", p, want, q, got)
			}
		}
	}
}

func TestColoursSwappedScoreTheSameForTheMover(t *testing.T) {
	swap := strings.NewReplacer("x", "o", "o", "x")
	for _, p := range running(t, 12) {
		q := parse(t, swap.Replace(p.FEN()))
		if got, want := usual().score(q), usual().score(p); got != want {
			t.Fatalf("%v scores %d, but with the colours swapped %d", p, want, got)
		}
	}
}

func TestScoresAreSane(t *testing.T) {
	for _, test := range []struct {
		name, better, worse string
	}{
		{"a piece more", "xx5/7/7/3x3/7/7/oo4x x 0 1", "xx5/7/7/7/7/7/oo4x x 0 1"},
		{"a walled-in region is its owner's", "x11----/111----/-------/-------/----ooo/----ooo/----ooo x 0 1", "x------/-------/-------/-------/----ooo/----ooo/----ooo x 0 1"},
		{"and the other's", "o------/-------/-------/-------/----xxx/----xxx/----xxx x 0 1", "o11----/111----/-------/-------/----xxx/----xxx/----xxx x 0 1"},
		{"the other side is bare", "xxx4/7/7/7/7/7/7 x 0 1", "xxx4/7/7/7/7/7/6o x 0 1"},
		{"bare", "xxxx3/7/7/7/7/7/6o o 0 1", "xxxx3/7/7/7/7/7/7 o 0 1"},
	} {
		better, worse := usual().score(parse(t, test.better)), usual().score(parse(t, test.worse))
		if better <= worse {
			t.Errorf("%s: %d, not more than %d", test.name, better, worse)
		}
	}
}

// What a side can reach alone is its own, whatever stands on the rest of the board.
func TestOwned(t *testing.T) {
	for _, test := range []struct {
		fen         string
		own, theirs int
	}{
		{"x5o/7/7/7/7/7/o5x x 0 1", 0, 0},
		{"x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", 0, 0},
		{"x11----/111----/-------/-------/----111/----111/----11o x 0 1", 5, 8},
		{"x11----/111----/-------/-------/----111/----111/----11o o 0 1", 8, 5},
		{"x11----/111----/-------/-------/----111/----111/-----1x o 0 1", 0, 12},
		{"x-----1/-------/-------/-------/-------/-------/------o x 0 1", 0, 0},
		{"x-1-1-1/-------/-------/-------/-------/-------/------o x 0 1", 3, 0},
	} {
		own, theirs := Owned(parse(t, test.fen))
		if own.Count() != test.own || theirs.Count() != test.theirs {
			t.Errorf("%s: %d and %d, want %d and %d", test.fen, own.Count(), theirs.Count(), test.own, test.theirs)
		}
	}
}

func TestWeights(t *testing.T) {
	w, err := DecodeWeights(weights)
	if err != nil {
		t.Fatal(err)
	}
	if string(w.Encode()) != string(weights) {
		t.Error("written again the weights differ")
	}
	featureOf, _ := Features()
	for lane := range Lanes {
		low, high := int(w.Bias[lane]), int(w.Bias[lane])
		for window := range Windows {
			least, most := 0, 0
			for pattern := range Patterns {
				n := int(w.Parts[featureOf[window][pattern]][lane])
				least, most = min(least, n), max(most, n)
			}
			low, high = low+least, high+most
		}
		if low < -1<<15 || high >= 1<<15 {
			t.Errorf("lane %d goes from %d to %d, which 16 bits do not hold", lane, low, high)
		}
	}
	for _, size := range []int{0, len(weights) - 1, len(weights) + 1} {
		if _, err := DecodeWeights(make([]byte, size)); err == nil {
			t.Errorf("%d bytes are taken for weights", size)
		}
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	n := node{openGame(t), usual()}
	buf, looks := make([]rules.Move, 0, rules.MaxMoves), make([]search.Look, 0, rules.MaxMoves)
	if allocated := testing.AllocsPerRun(10, func() {
		moves := n.Moves(buf)
		for _, m := range moves {
			next := n.Play(m)
			next.Score()
			next.Known()
		}
		n.Looks(moves, looks)
	}); allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

// The parts that Explain names add up to the score.
func TestExplain(t *testing.T) {
	for _, p := range running(t, 12) {
		lines := strings.Split(Explain(p), "\n")
		sum, all := 0, 0
		for _, line := range lines[1:] {
			var n int
			if _, err := fmt.Sscanf(line, "%d", &n); err != nil {
				break
			}
			if strings.HasSuffix(line, "in all") {
				all = n
				break
			}
			sum += n
		}
		if want := usual().score(p); all != want && sum != want {
			t.Fatalf("%v, which scores %d:\n%s", p, want, Explain(p))
		} else if all != 0 && sum != all {
			t.Fatalf("%v: the parts make %d, not %d", p, sum, all)
		}
	}
	for _, test := range []struct{ fen, want string }{
		{"x5o/7/7/7/7/7/o5x o 0 1", "for blue, who is to move"},
		{"7/7/7/7/7/7/o5o x 0 1", "no piece is left"},
		{"7/7/7/7/7/7/o5o o 0 1", "cannot play"},
		{"x-1-1-1/-------/-------/-------/-------/-------/------o x 0 1", "+300  empty squares out of the other's reach for good: 3 against 0"},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 1", "the game is over: red wins"},
		{"xxx4/xxx4/xxx4/7/7/7/6o x 0 1", "pieces with no empty square beside them: red 4, blue 0"},
	} {
		if got := Explain(parse(t, test.fen)); !strings.Contains(got, test.want) {
			t.Errorf("%s: no %q in\n%s", test.fen, test.want, got)
		}
	}
}

package bot

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"attic/game/search"
	"attic/games/ataxx/rules"
)

func TestNoNetworkCountsPieces(t *testing.T) {
	var none *net
	for _, p := range running(t, 20) {
		got := none.learned(p)
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

// On boards with blocks, symmetric positions have equal scores. The network for open boards need not be symmetric.
func TestSymmetriesGiveEqualScores(t *testing.T) {
	for _, p := range running(t, 12) {
		if p.Blocks() == 0 {
			continue
		}
		want := usual().of(p).score(p)
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
			if got := usual().of(q).score(q); got != want {
				t.Fatalf("%v scores %d, but turned, %v, %d", p, want, q, got)
			}
		}
	}
}

func TestColoursSwappedScoreTheSameForTheMover(t *testing.T) {
	swap := strings.NewReplacer("x", "o", "o", "x")
	for _, p := range running(t, 12) {
		q := parse(t, swap.Replace(p.FEN()))
		if got, want := usual().of(q).score(q), usual().of(p).score(p); got != want {
			t.Fatalf("%v scores %d, but with the colours swapped %d", p, want, got)
		}
	}
}

func TestScoresAreSane(t *testing.T) {
	for _, test := range []struct {
		name, better, worse string
	}{
		{"a piece more", "xx5/7/7/3x3/7/7/oo4x x 0 1", "xx5/7/7/7/7/7/oo4x x 0 1"},
		{"the other side is bare", "xxx4/7/7/7/7/7/7 x 0 1", "xxx4/7/7/7/7/7/6o x 0 1"},
		{"bare", "xxxx3/7/7/7/7/7/6o o 0 1", "xxxx3/7/7/7/7/7/7 o 0 1"},
	} {
		a, b := parse(t, test.better), parse(t, test.worse)
		better, worse := usual().of(a).score(a), usual().of(b).score(b)
		if better <= worse {
			t.Errorf("%s: %d, not more than %d", test.name, better, worse)
		}
	}
}

// Squares that only one side can reach are its own, whatever is on the rest of the board. They count in addition to the value that a network
// learns; here pieces are counted instead.
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
		p := parse(t, test.fen)
		if got, want := (*net)(nil).score(p), 100*(p.Own().Count()-p.Theirs().Count())+OwnedScore*(test.own-test.theirs); p.Own() != 0 && got != want {
			t.Errorf("%s scores %d, want %d", test.fen, got, want)
		}
		own, theirs := Owned(p)
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
	if !bytes.Equal(w.Encode(), weights) {
		t.Error("written again the weights differ")
	}
	const most = 390_000
	if len(weights) > most {
		t.Errorf("the network has %d bytes, more than %d", len(weights), most)
	}
	one := chance(1, false)
	data := (&Weights{one, one}).Encode()
	changed := func(at int, to ...byte) []byte {
		data := bytes.Clone(data)
		copy(data[at:], to)
		return data
	}
	last := len(data) - 2*2*Buckets - 2 // the last Out
	for _, test := range []struct {
		what, want string
		data       []byte
	}{
		{"nothing", "begins with", nil},
		{"something else", "begins with", []byte("\x7fELF")},
		{"another shape", `"attic ataxx net 3: 16 lanes, 8 buckets"`, []byte("attic ataxx net 3: 16 lanes, 8 buckets\n")},
		{"another version", `"attic ataxx net 2: 32 lanes, 8 buckets"`, []byte("attic ataxx net 2: 32 lanes, 8 buckets\n")},
		{"a byte less", "truncated", data[:len(data)-1]},
		{"a number more", "truncated", append(bytes.Clone(data), 1, 0)},
		{"a number after two networks", "2 bytes too many", append((&Weights{chance(2, false), one}).Encode(), 1, 0)},
		{"a row too small", "-128; it must be from -127 to 127", changed(len(magic), 128)},
		{"an Out too large", "386", changed(last, 130, 1)},
		{"a Per of nothing", "0; it must be from 1", changed(len(data)-2, 0, 0)},
	} {
		if _, err := DecodeWeights(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.what, err)
		}
	}
}

// slow is a plain version of the evaluation: lane by lane, in wide numbers, over the squares of the board.
func slow(w *Weights, p rules.Position) int {
	bits := func(row, col int) int {
		switch p.At(rules.SquareAt(col, 7-row)) {
		case rules.Empty:
			return 0
		case rules.Block:
			return 3
		case rules.RedPiece + rules.Cell(p.Turn()):
			return 1
		default:
			return 2
		}
	}
	n, bucket := w.Open, Bucket(p.Empty())
	if p.Blocks() != 0 {
		n = w.Blocks
	}
	sum := 0
	for symmetry := range Symmetries {
		for lane := range Lanes {
			x := int(n.Bias[lane])
			for window := range Windows {
				pattern := 0
				for cell := range 4 {
					pattern |= bits(window/6+cell/2, window%6+cell%2) << (2 * cell)
				}
				x += int(n.Rows[Row(window, pattern, symmetry)][lane])
			}
			x = min(max(x, 0), One)
			sum += x * x * int(n.Out[bucket][lane])
		}
	}
	return sum*Scale/(One*One*int(n.Per[bucket])) + int(n.Add[bucket])
}

func TestTheNetworkIsAddedUpRight(t *testing.T) {
	one := chance(4, false)
	for _, w := range []*Weights{Usual(), {Open: chance(5, false), Blocks: one}, {Open: one, Blocks: one}} {
		nets := newNets(func() *Weights { return w })
		for _, p := range running(t, 2) {
			if got, want := nets.of(p).learned(p), slow(w, p); got != want {
				t.Fatalf("%v: %d, want %d", p, got, want)
			}
		}
	}
}

func kernels() (all []kernel) {
	for k := plainGo; k <= fastest; k++ {
		all = append(all, k)
	}
	return all
}

// The function with calls the function do while the kernel k is in use.
func with(k kernel, do func()) {
	defer func() { inUse = fastest }()
	inUse = k
	do()
}

// Every valid network gives the same results on every processor.
func FuzzKernelsAgree(f *testing.F) {
	f.Add(uint64(1), false, uint64(0xfe), uint64(0xfe00), uint64(0))
	f.Add(uint64(2), true, ^uint64(0), ^uint64(0), ^uint64(0))
	nets := map[uint64]*net{}
	f.Fuzz(func(t *testing.T, seed uint64, extreme bool, own, theirs, blocks uint64) {
		if seed %= 8; extreme {
			seed += 8
		}
		n := nets[seed]
		if n == nil {
			n = newNet(&Weights{Blocks: chance(seed, extreme)}, false)
			nets[seed] = n
		}
		var p patterns
		p.see(rules.Bitboard(own|blocks)&rules.Board, rules.Bitboard(theirs|blocks)&rules.Board, n.base, &shifts)
		for bucket := range Buckets {
			want := n.plainSum(&p, bucket)
			for _, k := range kernels() {
				with(k, func() {
					if got := n.sum(&p, bucket); got != want {
						t.Fatalf("kernel %d, bucket %d: %d, in plain Go %d", k, bucket, got, want)
					}
				})
			}
		}
	})
}

// chance returns a random network that the decoder accepts; if extreme is true, its numbers are as large as allowed.
func chance(seed uint64, extreme bool) *Network {
	r := rand.New(rand.NewPCG(seed, 36))
	number := func(most int) int16 {
		if extreme {
			return int16(most * (r.IntN(8)/7*-2 + 1))
		}
		return int16(r.IntN(2*most+1) - most)
	}
	n := new(Network)
	for row := range n.Rows {
		for lane := range n.Rows[row] {
			n.Rows[row][lane] = int8(number(MostRow))
		}
	}
	for lane := range n.Bias {
		n.Bias[lane] = number(MostBias)
		for bucket := range n.Out {
			n.Out[bucket][lane] = number(MostOut)
		}
	}
	for bucket := range n.Per {
		n.Per[bucket] = int16(1 + r.IntN(MostPer))
	}
	return n
}

// A search is the same on every processor.
func TestEveryKernelPlaysTheSame(t *testing.T) {
	p := parse(t, "3-2o/2-o-oo/ooxoooo/-ox-oo-/o3oxx/2-x-xx/3-oxx x")
	var first Thought
	for _, k := range kernels() {
		with(k, func() {
			thought := NewEngine(1, 1).Search(t.Context(), p, search.Limits{Nodes: 5000}, nil)
			if thought.Elapsed = 0; k == plainGo {
				first = thought
			}
			if fmt.Sprint(thought) != fmt.Sprint(first) {
				t.Errorf("kernel %d: %v, in plain Go %v", k, thought, first)
			}
		})
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	n := node{openGame(t), usual().open()}
	buf, looks := make([]rules.Move, 0, rules.MaxSourcedMoves), make([]search.Look, 0, rules.MaxSourcedMoves)
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

// The parts that Explain lists add up to the score.
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
		if want := usual().of(p).score(p); all != want && sum != want {
			t.Fatalf("%v, which scores %d:\n%s", p, want, Explain(p))
		} else if all != 0 && sum != all {
			t.Fatalf("%v: the parts make %d, not %d", p, sum, all)
		}
	}
	for _, test := range []struct{ fen, want string }{
		{"x5o/7/7/7/7/7/o5x o 0 1", "for blue, who is to move"},
		{"7/7/7/7/7/7/o5o x 0 1", "no piece is left"},
		{"7/7/7/7/7/7/o5o o 0 1", "cannot move"},
		{"x-1-1-1/-------/-------/-------/-------/-------/------o x 0 1", "+300  empty squares that the other side can never reach: 3 against 0"},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxooo/ooooooo/ooooooo/ooooooo x 0 1", "the game is over: red wins"},
		{"xxx4/xxx4/xxx4/7/7/7/6o x 0 1", "pieces with no empty square beside them: red 4, blue 0"},
	} {
		if got := Explain(parse(t, test.fen)); !strings.Contains(got, test.want) {
			t.Errorf("%s: no %q in\n%s", test.fen, test.want, got)
		}
	}
}

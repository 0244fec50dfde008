package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Random positions and games, the same in every run, are compared with the plain rules.
func TestFastRulesEqualPlainRules(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 150 {
		data := make([]byte, random.IntN(140))
		for i := range data {
			data[i] = byte(random.Uint32())
			if i > 1 && random.IntN(3) == 0 {
				data[i] = 0
			}
		}
		followPlain(t, data)
	}
}

// Nearly full boards contain the rare cases: passes, sides without pieces, and ends of games.
func TestPerftOfCrowdedBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ends := map[End]int{}
	passes := 0
	for range 1500 {
		data := make([]byte, 51)
		data[0] = byte(random.IntN(4)) | 16
		for i := 2; i < len(data); i++ {
			if random.IntN(12) != 0 {
				data[i] = byte(1 + random.IntN(255))
			}
		}
		slow, _ := readPlain(data)
		fast := position(t, slow.fen(), slow.rules)
		comparePerft(t, fast, slow, 1)
		comparePerft(t, fast, slow, 2)
		if Perft(fast, 2, false) < 200 {
			comparePerft(t, fast, slow, 3)
		}
		ends[fast.End()]++
		if !fast.Over() && !fast.CanMove() {
			passes++
		}
	}
	if ends[NotOver] == 0 || ends[NoMoves] == 0 || passes == 0 {
		t.Errorf("ends %v and %d passes: some case never came up", ends, passes)
	}
}

// mapped returns the position with each square moved by the function where.
func mapped(p Position, where func(file, rank int) (int, int)) Position {
	move := func(b Bitboard) Bitboard {
		var out Bitboard
		for ; b != 0; b &= b - 1 {
			out |= SquareAt(where(b.First().File(), b.First().Rank())).bit()
		}
		return out
	}
	p.own, p.theirs, p.free = move(p.own), move(p.theirs), move(p.free)
	return p
}

// randomPosition plays some moves from a start with random blocks.
func randomPosition(random *rand.Rand, rules RuleSet) Position {
	p := Start(rules)
	for range random.IntN(6) {
		if q, err := p.SetBlocks(Letters[random.IntN(len(Letters)):][:1]); err == nil {
			p = q
		}
	}
	for range random.IntN(60) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
	return p
}

func TestSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 150 {
		p := randomPosition(random, RuleSet(i&1))
		want := [...]uint64{Perft(p, 1, false), Perft(p, 2, false), Perft(p, 3, false)}
		same := func(q Position, what string, result Result) {
			t.Helper()
			if got := [...]uint64{Perft(q, 1, false), Perft(q, 2, false), Perft(q, 3, true)}; got != want {
				t.Fatalf("%s: perft %v; %s, %s: %v", p, want, what, q, got)
			}
			if q.Result() != result || q.End() != p.End() {
				t.Fatalf("%s: %v, %v; %s, %s: %v, %v", p, p.Result(), p.End(), what, q, q.Result(), q.End())
			}
		}
		same(mapped(p, func(f, r int) (int, int) { return 6 - f, r }), "left to right", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return f, 8 - r }), "upside down", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return 6 - f, 8 - r }), "half a turn", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return r - 1, f + 1 }), "files for ranks", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return 7 - r, f + 1 }), "a quarter turn", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return r - 1, 7 - f }), "a quarter turn back", p.Result())
		same(mapped(p, func(f, r int) (int, int) { return 7 - r, 7 - f }), "the other diagonal", p.Result())

		swapped := p
		swapped.tally ^= turnBit
		result := map[Result]Result{RedWins: BlueWins, BlueWins: RedWins, Draw: Draw, Running: Running}[p.Result()]
		same(swapped, "red for blue", result)
	}
}

// Moves and SourcedMoves list the same moves, both in the documented order.
func TestSourcedMovesAreTheMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 300 {
		p := randomPosition(random, RuleSet(i&1))
		moves, sourced := p.Moves(nil), p.SourcedMoves(nil)
		if !slices.IsSorted(sourced) {
			t.Fatalf("%s: not in order: %v", p, sourced)
		}
		var found []Move
		for _, m := range sourced {
			legal, err := p.Check(m)
			if err != nil || !slices.Contains(moves, legal) {
				t.Fatalf("%s: %s is refused: %v", p, m, err)
			}
			if m.IsExtension() && !p.Sources(m.To()).Has(m.From()) {
				t.Fatalf("%s: Sources(%s) lacks %s", p, m.To(), m.From())
			}
			if p.Play(m) != p.Play(legal) {
				t.Fatalf("%s: %s and %s lead to different positions", p, m, legal)
			}
			found = append(found, legal)
		}
		firstJump := slices.IndexFunc(moves, Move.IsJump)
		if firstJump < 0 {
			firstJump = len(moves)
		}
		if !slices.IsSorted(moves[:firstJump]) || !slices.IsSorted(moves[firstJump:]) || slices.ContainsFunc(moves[firstJump:], Move.IsExtension) {
			t.Fatalf("%s: not in order: %v", p, moves)
		}
		slices.Sort(found)
		found = slices.Compact(found)
		slices.Sort(moves)
		if !slices.Equal(found, moves) {
			t.Fatalf("%s: moves %v, with sources %v", p, moves, found)
		}
	}
}

const squares = size * size

// maxMoves is an upper limit of the number of moves in any position: a piece can jump between 240 pairs of squares,
// each in only one direction at a time, and extend to fewer than 49 targets.
const maxMoves = 240 + squares - 1

func TestNothingIsAllocated(t *testing.T) {
	p := position(t, "oo5/oo5/3oo2/2oxo2/2ooo2/2o1o2/2xxo2 x 0 1", Guide)
	moves := make([]Move, 0, maxMoves)
	for name, run := range map[string]func(){
		"moves": func() { moves = p.Moves(moves[:0]) },
		"play":  func() { p = p.Play(p.Moves(moves[:0])[0]) },
		"perft": func() { Perft(p, 3, false) },
		"every": func() { Perft(p, 2, true) },
	} {
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// BenchmarkPlayout plays a game of random moves.
func BenchmarkPlayout(b *testing.B) {
	b.ReportAllocs()
	random := rand.New(rand.NewPCG(1, 1))
	moves := make([]Move, 0, maxMoves)
	plies := 0
	for b.Loop() {
		p := Start(Community)
		for {
			moves = p.Moves(moves[:0])
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[random.IntN(len(moves))])
			plies++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
}

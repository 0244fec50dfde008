package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Random rounds, long enough for wins of both players and for draws, are compared with the plain rules.
func TestRandomRoundsEqualPlainRules(t *testing.T) {
	var results [4]int
	for seed := range uint64(120) {
		random := rand.New(rand.NewPCG(seed, 4))
		p := Start(int(seed) + 1)
		if seed%4 == 0 {
			p = avoidWins(random, p)
		}
		b := plainFrom(p)
		for !p.Over() {
			p = stepBoth(t, p, b, uint8(random.UintN(256)))
		}
		results[p.Result()]++
	}
	if results[Win1] == 0 || results[Win2] == 0 || results[Draw] == 0 {
		t.Errorf("results %v; the test needs each of them", results)
	}
}

// avoidWins plays random moves, but no winning ones, until only four vertices are empty.
func avoidWins(random *rand.Rand, p Position) Position {
	for p.Count() < Squares-4 {
		moves := slices.DeleteFunc(p.Moves(nil), p.WinsBy)
		if len(moves) == 0 {
			return p
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
	return p
}

// stepBoth compares a running position with the plain board, plays the move that choice picks on both
// and returns the position after it.
func stepBoth(t *testing.T, p Position, b *plainBoard, choice uint8) Position {
	t.Helper()
	var buf [Squares]Square
	moves := p.Moves(buf[:0])
	want := b.moves(nil)
	if !slices.Equal(moves, want) || len(moves) != p.LegalSet().Count() || len(moves) == 0 {
		t.Fatalf("%s: moves %s; plain %s", p, names(moves), names(want))
	}
	mayWin, wins := p.MayWin(), false
	for _, s := range moves {
		c := *b
		c.play(s)
		won := c.result == Win1 || c.result == Win2
		wins = wins || won
		if p.WinsBy(s) != won {
			t.Fatalf("%s: %s wins %v; plain %s", p, s, p.WinsBy(s), c.result)
		}
		if won != (p.WinningRows(s) != nil) {
			t.Fatalf("%s: %s wins %v; rows %v", p, s, won, p.WinningRows(s))
		}
	}
	if wins && !mayWin {
		t.Fatalf("%s: may not win, but does", p)
	}
	s := moves[int(choice)%len(moves)]
	changes, wantChanges := p.Changes(s, nil), b.changes(s, nil)
	if !slices.Equal(changes, wantChanges) {
		t.Fatalf("%s: %s changes %v; plain %v", p, s, changes, wantChanges)
	}
	q := p.Play(s)
	b.play(s)
	if q.Board() != b.text() || q.Turn() != b.turn || q.Result() != b.result || q.Count() != b.count {
		t.Fatalf("%s: after %s %s, %d pieces; plain %s %s, %s", p, s, q, q.Count(), b.text(), b.turn, b.result)
	}
	for s := range Squares {
		if q.Legal(Square(s)) != b.legal(s%16, s/16) || (q.Check(Square(s)) == nil) != q.Legal(Square(s)) {
			t.Fatalf("%s: %s legal %v, %v", q, Square(s), q.Legal(Square(s)), q.Check(Square(s)))
		}
	}
	return q
}

// A move fills one vertex. It never makes a piece of the other player's goal colour or completes the other
// player's row.
func TestMovesNeverHelpTheOtherGoal(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 5))
		p := Start(int(seed) + 1)
		for !p.Over() {
			moves := p.Moves(nil)
			other := p.Player().Other()
			q := p.Play(moves[random.IntN(len(moves))])
			before, after := p.Vertices(other.Goal()), q.Vertices(other.Goal())
			after.keep(before)
			if after != q.Vertices(other.Goal()) {
				t.Fatalf("%s: a new %s piece in %s", p, other.Goal(), q)
			}
			if winner, ok := q.Result().Winner(); ok && winner == other {
				t.Fatalf("%s: %s", p, q)
			}
			p = q
		}
	}
}

// The rotation maps a round onto the next one with the players swapped.
func TestRotation(t *testing.T) {
	for round := 1; round <= 12; round++ {
		if Start(round).Rotate() != Start(round+1) {
			t.Errorf("round %d: %s; want %s", round, Start(round).Rotate(), Start(round+1))
		}
	}
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 6))
		p := Start(int(seed) + 1)
		for !p.Over() {
			q := p.Rotate()
			for s := range Squares {
				c := p.At(Square(s))
				if c != Empty {
					c = c.Next()
				}
				if q.At(Square(s)) != c {
					t.Fatalf("%s: %s is %s after %s", p, Square(s), q.At(Square(s)), p.At(Square(s)))
				}
			}
			if q.Player() != p.Player().Other() || q.LegalSet() != p.LegalSet() || q.MayWin() != p.MayWin() {
				t.Fatalf("%s: %s", p, q)
			}
			moves := p.Moves(nil)
			s := moves[random.IntN(len(moves))]
			p = p.Play(s)
			if q.Play(s) != p.Rotate() {
				t.Fatalf("%s and %s", q.Play(s), p.Rotate())
			}
		}
		turned := p
		for range 6 {
			turned = turned.Rotate()
		}
		if turned != p {
			t.Fatalf("six steps on the wheel make %s of %s", turned, p)
		}
		w1, won1 := p.Result().Winner()
		w2, won2 := p.Rotate().Result().Winner()
		if won1 != won2 || won1 && w1 == w2 {
			t.Fatalf("%s: %s, rotated %s", p, p.Result(), p.Rotate().Result())
		}
	}
}

// Vertices returns exactly the vertices where At returns the colour.
func TestVertices(t *testing.T) {
	for _, p := range middleGames(t) {
		for c := Black; c <= Empty; c++ {
			set, n := p.Vertices(c), 0
			for s := range Squares {
				if set.Has(Square(s)) != (p.At(Square(s)) == c) {
					t.Errorf("%s: %s on %s: %v", p, c, Square(s), set.Has(Square(s)))
				}
				if set.Has(Square(s)) {
					n++
				}
			}
			if set.Count() != n {
				t.Errorf("%s: %d times %s, counted %d", p, n, c, set.Count())
			}
		}
	}
}

func TestSets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	with := map[bool]int{}
	for i := range 500 {
		var set Set
		for s := range Squares {
			if random.IntN(3+i%12) == 0 {
				set.Add(Square(s))
			}
		}
		for d := range Direction(Directions) {
			var want Set
			for s := range Squares {
				if to, ok := Square(s).Step(d); ok && set.Has(Square(s)) {
					want.Add(to)
				}
			}
			if got := set.Step(d); got != want {
				t.Errorf("%x to the %d: %x; want %x", set, d, got, want)
			}
		}
		four := false
		for d := range Direction(Directions) {
			line := set
			for range 3 {
				line = line.Step(d)
				line.keep(set)
			}
			four = four || line != Set{}
		}
		if set.hasFour() != four {
			t.Errorf("%x: four in line %v; want %v", set, set.hasFour(), four)
		}
		with[four]++
	}
	if with[true] < 100 || with[false] < 100 {
		t.Errorf("sets with four in line: %v", with)
	}
}

// Different positions after a few plies have different keys, equal positions have equal keys.
func TestKeys(t *testing.T) {
	seen := map[uint64]Position{}
	var visit func(p Position, depth int)
	visit = func(p Position, depth int) {
		if q, ok := seen[p.Key()]; ok && q != p {
			t.Fatalf("one key for %s and %s", p, q)
		}
		seen[p.Key()] = p
		if depth == 0 {
			return
		}
		for _, s := range p.Moves(nil) {
			visit(p.Play(s), depth-1)
		}
	}
	for round := 1; round <= 6; round++ {
		visit(Start(round), 5)
	}
	for _, p := range middleGames(t) {
		visit(p, 3)
	}
	if len(seen) < 10000 {
		t.Errorf("%d positions only", len(seen))
	}
	// Each half of both hashes from Keys differs for nearly all positions, as random numbers of 32 bits would.
	var halves [4]map[uint32]bool
	for i := range halves {
		halves[i] = map[uint32]bool{}
	}
	for _, p := range seen {
		a, b := p.Keys()
		for i, half := range [4]uint32{uint32(a >> 32), uint32(a), uint32(b >> 32), uint32(b)} {
			halves[i][half] = true
		}
	}
	n := float64(len(seen))
	for i, half := range halves {
		if alike := len(seen) - len(half); float64(alike) > 10+4*n*n/2/(1<<32) {
			t.Errorf("half %d is the same for %d of %d positions", i, alike, len(seen))
		}
	}
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	p := middleGames(t)[3]
	moves := make([]Square, 0, Squares)
	changes := make([]Change, 0, Directions)
	allocations := testing.AllocsPerRun(100, func() {
		for _, s := range p.Moves(moves) {
			q := p.Play(s)
			if q.WinsBy(s) || q.MayWin() || q.Key() == 0 {
				changes = q.Changes(s, changes[:0])
			}
			changes = p.Changes(s, changes[:0])
		}
		Perft(p, 2, true)
		Perft(p, 2, false)
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// The first byte is the round, or from 128 on a middle-game position; each other byte is a move.
func FuzzFastRulesEqualPlainRules(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{5, 200, 100, 50, 25, 12, 6, 3, 1})
	f.Add([]byte{128, 0, 0, 0, 0, 0})
	f.Add(append([]byte{137}, make([]byte, 250)...))
	middle := middleGames(f)
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) == 0 {
			return
		}
		p := Start(int(choices[0]) + 1)
		if choices[0] >= 128 {
			p = middle[int(choices[0])%len(middle)]
		}
		b := plainFrom(p)
		for _, choice := range choices[1:min(len(choices), 65)] { // the plain board is slow
			if p.Over() {
				break
			}
			p = stepBoth(t, p, b, choice)
		}
	})
}

// keep removes the vertices that are not in the set other.
func (b *Set) keep(other Set) {
	for i := range b {
		b[i] &= other[i]
	}
}

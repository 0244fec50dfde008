package solve

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atom4/rules"
	"attic/games/atom4/rules/rulestest"
)

// recorded returns the positions of the recorded rounds that were won, every round from its start to its end.
func recorded(t testing.TB) (rounds [][]rules.Position) {
	t.Helper()
	for _, g := range rulestest.Games(t, "../rules/testdata/games.jsonl.gz") {
		if g.Last().Won() {
			rounds = append(rounds, g.Positions)
		}
	}
	return rounds
}

// mined returns the positions one, three, five and seven plies before the recorded wins.
func mined(t testing.TB) []rules.Position {
	var list []rules.Position
	for _, round := range recorded(t) {
		for back := 1; back <= 7; back += 2 {
			list = append(list, round[len(round)-1-back])
		}
	}
	if len(list) < 150 {
		t.Fatalf("%d positions; there are 48 won rounds", len(list))
	}
	return list
}

// Every win that the solver finds is played out against every defence, and the solver finds every win that plain
// search finds.
func TestWinsHoldAgainstEveryDefence(t *testing.T) {
	s := New(8)
	found := map[int]int{}
	for _, p := range mined(t) {
		r := s.Win(t.Context(), p, p.Player(), 5, 0)
		if want := plainPlies(p, p.Player(), 3); want != r.Win && (want > 0 || r.Win == 1 || r.Win == 3) {
			t.Errorf("%s: a win in %d plies, plain search says %d", p, r.Win, want)
		}
		found[r.Win]++
		if r.Win == 0 {
			continue
		}
		checkLine(t, p, r)
		defeat(t, s, p, r.Win)
	}
	if found[1] < 48 || found[3] < 5 || found[5] < 2 {
		t.Errorf("wins by their plies: %v; there are more", found)
	}
}

func checkLine(t *testing.T, p rules.Position, r Result) {
	t.Helper()
	if len(r.Line) != r.Win {
		t.Fatalf("%s: a win in %d plies by %v", p, r.Win, r.Line)
	}
	for _, m := range r.Line {
		if err := p.Check(m); err != nil {
			t.Fatalf("%v: %v", r.Line, err)
		}
		p = p.Play(m)
	}
	if winner, won := p.Result().Winner(); !won || winner != r.Winner {
		t.Fatalf("%s: after %v nobody or the other has won", p, r.Line)
	}
}

// defeat plays the solver's win in n plies for the side to move against every defence.
func defeat(t *testing.T, s *Solver, p rules.Position, n int) {
	t.Helper()
	r := s.Win(t.Context(), p, p.Player(), n, 0)
	if r.Win == 0 {
		t.Fatalf("%s: no win within %d plies after all", p, n)
	}
	next := p.Play(r.Line[0])
	if next.Won() {
		return
	}
	for _, m := range next.Moves(nil) {
		after := next.Play(m)
		if after.Over() {
			t.Fatalf("%s: %s ends the round", next, m)
		}
		defeat(t, s, after, r.Win-2)
	}
}

// After a losing move, the other player's win and its line are found.
func TestSolveIsForBothPlayers(t *testing.T) {
	s := New(8)
	lost := 0
	for _, p := range mined(t) {
		r := s.Solve(t.Context(), p, 4, Result{}, nil)
		if r.Win == 0 {
			continue
		}
		checkLine(t, p, r)
		if r.Winner != p.Player() {
			lost++
		}
		if r.Win > 1 {
			m := r.Line[0]
			if after := s.Solve(t.Context(), p.Play(m), 4, Result{}, nil); after.Win != r.Win-1 || after.Winner != r.Winner {
				t.Errorf("%s: a win in %d plies, and after %s in %d", p, r.Win, m, after.Win)
			}
		}
	}
	if lost == 0 {
		t.Error("the player to move never loses, but the test needs losses")
	}
}

// Entries that the table forgets cost time, but do not change results.
func TestTheTableDoesNotChangeResults(t *testing.T) {
	large := New(16)
	for i, p := range mined(t) {
		if i%4 == 3 {
			continue
		}
		tiny := &Solver{table: make(table, 1), search: new(search)}
		a, b := tiny.Win(t.Context(), p, p.Player(), 5, 0), large.Win(t.Context(), p, p.Player(), 5, 0)
		if a.Win != b.Win || a.None != b.None {
			t.Errorf("%s: in %d plies with a table of four entries, %d with a large one", p, a.Win, b.Win)
		}
	}
}

// Rotating the colours or mirroring the board does not change results, with or without the table of earlier searches.
func TestSymmetricPositionsHaveEqualResults(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	s := New(8)
	wins, mirrored := 0, 0
	for i := range 60 {
		p := played(random, 2+random.IntN(5))
		if i%3 == 0 {
			p = scattered(random, 6, 5)
		}
		want := s.Solve(t.Context(), p, 5, Result{}, nil)
		turned := p.Rotate()
		if got := s.Solve(t.Context(), turned, 5, Result{}, nil); got.Win != want.Win {
			t.Errorf("%s: a win in %d plies, but %d with the wheel turned", p, want.Win, got.Win)
		}
		if want.Win > 0 {
			wins++
		}
		m, ok := p.Mirror()
		if !ok || p.LegalSet()[0]&0xffffffff != 0 || p.LegalSet()[3]>>16 != 0 {
			continue
		}
		mirrored++
		for _, s := range []*Solver{s, New(1)} {
			if got := s.Solve(t.Context(), m, 5, Result{}, nil); got.Win != want.Win {
				t.Errorf("%s: a win in %d plies, but %d in the mirror", p, want.Win, got.Win)
			}
		}
	}
	if wins < 5 || mirrored < 5 {
		t.Errorf("%d wins, %d in the mirror; the test needs 5", wins, mirrored)
	}
}

// Near the edge, the mirror image is a different position, and the table must not confuse the two.
func TestTheEdgeIsNotMirrored(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	s := New(8)
	compared := 0
	for range 300 {
		p := scattered(random, 5, 4)
		m, ok := p.Mirror()
		if !ok || p.LegalSet()[0]&0xffffffff == 0 {
			continue
		}
		s.Win(t.Context(), p, p.Player(), 7, 3000)
		m, err := rules.ParseBoard(m.Board(), m.Turn())
		if err != nil {
			t.Fatal(err)
		}
		got, want := s.Win(t.Context(), m, m.Player(), 7, 3000), New(1).Win(t.Context(), m, m.Player(), 7, 3000)
		if got.None < 7 && got.Win == 0 || want.None < 7 && want.Win == 0 {
			continue // not solved within the limit of nodes
		}
		compared++
		if got.Win != want.Win {
			t.Errorf("%s: a win in %d plies, %d after its mirror image", m, want.Win, got.Win)
		}
	}
	if compared < 10 {
		t.Errorf("%d compared; the test needs 10", compared)
	}
}

// Entries of positions near the edge are marked, however they were found.
func TestEntriesNearTheEdgeAreMarked(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	near, far := 0, 0
	for range 300 {
		p := scattered(random, 5, 4)
		if p.Player() != rules.Player1 {
			p = p.Rotate()
		}
		edge := p.LegalSet()[0]&0xffffffff != 0 || p.LegalSet()[3]>>16 != 0
		for _, attacker := range []rules.Player{rules.Player1, rules.Player2} {
			s := New(1)
			s.Win(t.Context(), p, attacker, 6, 1000)
			searched := p
			if attacker == rules.Player2 {
				searched = p.Rotate()
			}
			e, ok := s.table.find(keysOf(&searched))
			switch {
			case !ok:
			case edge && !e.wide:
				t.Errorf("%s: an entry that may be mirrored: %+v", p, e)
			case edge:
				near++
			case !e.wide:
				far++
			}
		}
	}
	if near < 20 || far < 20 {
		t.Errorf("%d entries near the edge, %d not; the test needs 20 of each", near, far)
	}
}

func TestTheStartIsNotWonSoon(t *testing.T) {
	const plies = 15
	first := Result{}
	for round := 1; round <= 2; round++ {
		for range 2 {
			var told []int
			r := New(4).Solve(t.Context(), rules.Start(round), plies, Result{}, func(r Result) { told = append(told, r.None) })
			if r.Win != 0 || r.None != plies || r.Line != nil {
				t.Errorf("round %d: %+v", round, r)
			}
			if len(told) != plies || told[0] != 1 || !slices.IsSorted(told) {
				t.Errorf("round %d: progress %v", round, told)
			}
			if first.Nodes == 0 {
				first = r
			}
			if r.Nodes != first.Nodes {
				t.Errorf("round %d: %d nodes, and %d in another run", round, r.Nodes, first.Nodes)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	s := New(1)
	if r := s.Win(t.Context(), rules.Start(1), rules.Player1, 30, 500); r.Nodes > 501 || r.Win != 0 || r.None < 5 {
		t.Errorf("within 500 nodes: %+v", r)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Solve(cancelled, rules.Start(1), rules.Squares-2, Result{}, nil); r.None >= 20 || r.Nodes > 5000 {
		t.Errorf("cancelled: %+v", r)
	}
	ctx, stop := context.WithCancel(t.Context())
	r := New(1).Solve(ctx, rules.Start(1), rules.Squares-2, Result{}, func(r Result) {
		if r.None == 12 {
			stop()
		}
	})
	if r.Win != 0 || r.None < 12 || r.None > 14 {
		t.Errorf("cancelled after 12 plies: %+v", r)
	}
}

func TestNothingFollowsTheEnd(t *testing.T) {
	s := New(1)
	for _, round := range recorded(t)[:3] {
		if r := s.Solve(t.Context(), round[len(round)-1], 9, Result{}, nil); r.Win != 0 || r.None != 9 || r.Nodes != 0 {
			t.Errorf("%s: %+v", round[len(round)-1], r)
		}
	}
}

func TestNodesDoNotAllocate(t *testing.T) {
	s := New(1)
	positions := mined(t)[:40]
	var cancelled context.Context = t.Context()
	*s.search = search{table: s.table, done: cancelled.Done()}
	if n := testing.AllocsPerRun(3, func() {
		for _, p := range positions {
			s.search.within(p, p.Player(), 5)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

package solve

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"attic/games/atom4/rules"
)

// plainWin reports whether the attacker can force a win within n plies, by making all moves.
func plainWin(p rules.Position, attacker rules.Player, n int) bool {
	if n == 0 || p.Over() {
		return false
	}
	mine := p.Player() == attacker
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		win := plainWin(next, attacker, n-1)
		if winner, won := next.Result().Winner(); won {
			win = winner == attacker
		}
		if win == mine {
			return mine
		}
	}
	return !mine
}

// plainPlies returns the number of plies within which the attacker can force a win, or 0 if it is more than most.
func plainPlies(p rules.Position, attacker rules.Player, most int) int {
	for n := 1; n <= most; n++ {
		if p.Player() == attacker == (n%2 == 1) && plainWin(p, attacker, n) {
			return n
		}
	}
	return 0
}

// compare compares the solver with playing all moves, with each player as the attacker.
func compare(t *testing.T, s *Solver, p rules.Position, most int) (wins int) {
	t.Helper()
	for _, attacker := range []rules.Player{rules.Player1, rules.Player2} {
		got := s.Win(t.Context(), p, attacker, most, 0)
		want := plainPlies(p, attacker, most)
		if got.Win != want {
			t.Fatalf("%s: the solver says %s wins within %d plies, plain search %d (0: not within %d)", p, attacker, got.Win, want, most)
		}
		if got.Win > 0 {
			wins++
		}
	}
	return wins
}

// played returns a position of a round of random moves, or its start if the round is too short. The parameter back
// is the number of plies between the position and the end.
func played(random *rand.Rand, back int) rules.Position {
	round := []rules.Position{rules.Start(1 + random.IntN(6))}
	for p := round[0]; !p.Over(); round = append(round, p) {
		moves := p.Moves(nil)
		p = p.Play(moves[random.IntN(len(moves))])
	}
	return round[max(0, len(round)-1-back)]
}

// scattered returns a board with pieces of any colour, mostly goal colours, on most of the vertices of a small area.
func scattered(random *rand.Rand, width, height int) rules.Position {
	const colors = "KKrgybpcWW"
	for {
		left, top := random.IntN(rules.Side-width+1), random.IntN(rules.Side-height+1)
		var rows []string
		for y := range rules.Side {
			var row strings.Builder
			empty := 0
			for x := range rules.Side {
				inside := x >= left && x < left+width && y >= top && y < top+height
				if !inside || random.IntN(4) == 0 {
					empty++
					continue
				}
				if empty > 0 {
					row.WriteString(strconv.Itoa(empty))
					empty = 0
				}
				row.WriteByte(colors[random.IntN(len(colors))])
			}
			if empty > 0 {
				row.WriteString(strconv.Itoa(empty))
			}
			rows = append(rows, row.String())
		}
		turn := rules.StartColor(1 + random.IntN(6))
		if p, err := rules.ParseBoard(strings.Join(rows, "/"), turn); err == nil {
			return p
		}
	}
}

func TestSolverEqualsPlainSearchInPlay(t *testing.T) {
	s := New(1)
	random := rand.New(rand.NewPCG(1, 1))
	wins := 0
	for range 100 {
		wins += compare(t, s, played(random, 1+random.IntN(6)), 4)
	}
	for range 20 {
		wins += compare(t, s, played(random, 4+random.IntN(4)), 5)
	}
	if wins < 20 {
		t.Errorf("%d wins; the test needs 20", wins)
	}
}

func TestSolverEqualsPlainSearchOnScatteredBoards(t *testing.T) {
	s := New(1)
	random := rand.New(rand.NewPCG(2, 2))
	wins := 0
	for range 500 {
		wins += compare(t, s, scattered(random, 7, 5), 4)
	}
	for range 100 {
		wins += compare(t, s, scattered(random, 5, 4), 5)
	}
	for range 20 {
		wins += compare(t, s, scattered(random, 4, 3), 6)
	}
	if wins < 10 {
		t.Errorf("%d wins; the test needs 10", wins)
	}
}

// With few empty vertices the defender may be forced to help, or the board may fill up first.
func TestSolverEqualsPlainSearchAtTheEnd(t *testing.T) {
	s := New(1)
	random := rand.New(rand.NewPCG(3, 3))
	wins := 0
	for range 600 {
		p := rules.Start(1 + random.IntN(6))
		for p.Count() < rules.Squares-6 {
			moves := slices.DeleteFunc(p.Moves(nil), p.WinsBy)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
		wins += compare(t, s, p, 6)
	}
	if wins < 10 {
		t.Errorf("%d wins; the test needs 10", wins)
	}
}

func FuzzSolverEqualsPlainSearch(f *testing.F) {
	f.Add(rules.Start(1).Board(), uint8(rules.Red))
	for _, p := range mined(f)[:20] {
		f.Add(p.Board(), uint8(p.Turn()))
	}
	random := rand.New(rand.NewPCG(6, 6))
	for range 10 {
		p := scattered(random, 6, 6)
		f.Add(p.Board(), uint8(p.Turn()))
	}
	s := New(1)
	f.Fuzz(func(t *testing.T, board string, turn uint8) {
		if p, err := rules.ParseBoard(board, rules.Color(turn)); err == nil && p.LegalSet().Count() < 40 {
			compare(t, s, p, 3)
			s.Win(t.Context(), p, p.Player(), 7, 300)
		}
	})
}

package atom4_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// asked returns the number in an environment variable, which make claims sets.
func asked(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// startOf returns the start of a round for quick, by the text of the rules.
func startOf(round int) *quick {
	q := &quick{turn: later(1, round-1)}
	for n := range q.at {
		q.at[n] = nothing
	}
	q.at[7*16+7], q.at[7*16+8] = int8(later(q.turn, 2)), int8(later(q.turn, 5))
	return q
}

// within tries all moves and reports whether the player who makes the last of n plies can force a win within them.
func (q *quick) within(n int) bool {
	if n%2 == 1 {
		return q.can((n + 1) / 2)
	}
	return q.lost(n / 2)
}

// TestClaims checks the solver with quick, which shares no code with it: from the start and from each position after three plies, for
// each number of plies up to CLAIMS, counted from the start.
func TestClaims(t *testing.T) {
	most := asked("CLAIMS", 10)
	s, checked := solve.New(16), 0
	var visit func(p rules.Position, q *quick, ply int)
	visit = func(p rules.Position, q *quick, ply int) {
		for n := 1; ply+n <= most; n++ {
			attacker := p.Player()
			if n%2 == 0 {
				attacker = attacker.Other()
			}
			r := s.Win(t.Context(), p, attacker, n, 0)
			if got, want := r.Win > 0, q.within(n); got != want || !got && r.None < n {
				t.Fatalf("%s: %+v, and plain search finds a win within %d plies: %v", p, r, n, want)
			}
			checked++
		}
		if ply == 3 {
			return
		}
		for _, m := range p.Moves(nil) {
			var room [6]change
			list := q.put(int(m), room[:0])
			visit(p.Play(m), q, ply+1)
			q.takeBack(int(m), list)
		}
	}
	for round := 1; round <= 2; round++ {
		visit(rules.Start(round), startOf(round), 0)
	}
	t.Logf("%d claims hold, up to %d plies from the start", checked, most)
}

// TestSamplesOfProofs follows the proof that nobody can force a win within PROOF plies from the start, along SAMPLES lines of play, with
// any moves of the attacker and with replies after which the solver finds no win. When seven or eight plies are left, quick tries all
// moves. With KEPT, the checkpoint of a proof of the first round, the solver knows the results of that proof.
func TestSamplesOfProofs(t *testing.T) {
	plies, samples, rounds := asked("PROOF", 16), asked("SAMPLES", 4), 6
	random := rand.New(rand.NewPCG(38, uint64(plies)))
	s := solve.New(64)
	if kept := os.Getenv("KEPT"); kept != "" {
		in, err := os.Open(kept)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var known solve.Result
		if s, known, err = solve.Load(in, rules.Start(1)); err != nil || known.None < plies {
			t.Fatalf("%+v, %v; want a proof for %d plies", known, err, plies)
		}
		rounds = 1
	}
	for i := range samples {
		last := plies - i%2 // the ply of the attacker's last move
		p, q := rules.Start(1+i%rounds), startOf(1+i%rounds)
		attacker := p.Player()
		if last%2 == 0 {
			attacker = attacker.Other()
		}
		left := last
		for ; left > 8; left-- {
			moves := p.Moves(nil)
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			m := moves[0]
			if p.Player() != attacker {
				m = refutation(t, s, p, attacker, left, moves)
			}
			if p = p.Play(m); p.Over() {
				break
			}
			q.put(int(m), nil)
		}
		if winner, won := p.Result().Winner(); won && winner == attacker || !p.Over() && q.within(left) {
			t.Fatalf("%s: the attacker wins within %d plies after all", p, left)
		}
	}
	t.Logf("%d ways through the proof for %d plies hold", samples, plies)
}

// refutation returns one of the given moves after which the attacker has no win within the number of plies in the parameter left. It
// tries all moves with few nodes before it tries any with many, because only some are in the proof.
func refutation(t *testing.T, s *solve.Solver, p rules.Position, attacker rules.Player, left int, moves []rules.Square) rules.Square {
	for nodes := int64(1000); len(moves) > 0; nodes *= 10 {
		var open []rules.Square
		for _, m := range moves {
			switch r := s.Win(t.Context(), p.Play(m), attacker, left-1, nodes); {
			case r.Win > 0:
			case r.None >= left-1:
				return m
			default:
				open = append(open, m)
			}
		}
		moves = open
	}
	t.Fatalf("%s: after every reply there is a win within %d plies", p, left)
	return 0
}

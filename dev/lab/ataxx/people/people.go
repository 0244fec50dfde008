// Package people holds the reference players for Ataxx, which play like people. Their moves are the measure for the lowest levels of the computer
// and for the levels of the puzzles.
package people

import (
	"cmp"
	"math"
	"math/rand/v2"

	"attic/dev/lab/people"
	"attic/game/search"
	"attic/games/ataxx/rules"
)

// All lists the reference players, weakest first, and then the players held out. The players hasty and tired play like the player answering, except
// where they are careless.
var All = []people.Person[rules.Position, rules.Move]{
	{Name: "blind", Move: blind},
	{Name: "careless", Move: careless},
	{Name: "one-sided", Move: onesided},
	{Name: "greedy", Easy: 1, Move: greedy},
	{Name: "hasty", Move: people.Hasty(careless, answering)},
	{Name: "answering", Easy: 3, Move: answering},
	{Name: "counting", Move: counting},
	{Name: "edging", Held: true, Move: edging},
	{Name: "tired", Held: true, Move: people.Tired(careless, answering, func(p rules.Position) bool { return p.Empty() < 25 })},
}

// gain is the count of a greedy player: the pieces that a move takes, and one more for an extension.
func gain(p rules.Position, m rules.Move) int {
	if m == rules.Pass {
		return 0
	}
	gain := p.Turned(m.To()).Count()
	if m.From() == m.To() {
		gain++
	}
	return gain
}

// greedy takes the most pieces, counting one more for an extension; ties are broken at random.
func greedy(p rules.Position, r *rand.Rand) rules.Move {
	return people.Best(p.Moves(nil), r, func(m rules.Move) int { return gain(p, m) })
}

// careless is greedy 70 % of the time, and otherwise plays a random move, excluding jumps that take nothing.
func careless(p rules.Position, r *rand.Rand) rules.Move {
	if r.IntN(100) < 70 {
		return greedy(p, r)
	}
	moves := search.Without(p.Moves(nil), func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 })
	return moves[r.IntN(len(moves))]
}

// blind does not see captures yet: it plays a random extension or, if there is none, a random jump.
func blind(p rules.Position, r *rand.Rand) rules.Move {
	moves := search.Without(p.Moves(nil), rules.Move.IsJump)
	return moves[r.IntN(len(moves))]
}

// onesided is greedy on the left or right half of the board, where it has more pieces, if it can move there.
func onesided(p rules.Position, r *rand.Rand) rules.Move {
	left := 0
	for b := p.Own(); b != 0; b &= b - 1 {
		left += cmp.Compare(3, b.First().File())
	}
	return people.Best(p.Moves(nil), r, func(m rules.Move) int {
		gain := gain(p, m)
		if left > 0 && m.To().File() > 3 || left < 0 && m.To().File() < 3 {
			gain -= 100
		}
		return gain
	})
}

// answering looks one answer ahead, as the last lesson teaches: it plays the move with the best piece count after the best answer.
func answering(p rules.Position, r *rand.Rand) rules.Move {
	return people.Best(p.Moves(nil), r, func(m rules.Move) int { return balance(p.Play(m), p.Turn(), 1) })
}

// counting looks three plies ahead: its move, the answer, and its next move.
func counting(p rules.Position, r *rand.Rand) rules.Move {
	return people.Best(p.Moves(nil), r, func(m rules.Move) int { return balance(p.Play(m), p.Turn(), 2) })
}

// edging is greedy, but counts a corner as two more pieces and an edge as one more.
func edging(p rules.Position, r *rand.Rand) rules.Move {
	edge := func(n int) int { return map[bool]int{true: 1}[n == 0 || n == 6] }
	return people.Best(p.Moves(nil), r, func(m rules.Move) int {
		return gain(p, m) + edge(m.To().File()) + edge(m.To().Rank())
	})
}

// balance returns the lead of side s in pieces after both sides have played their best moves, plies in all.
func balance(p rules.Position, s rules.Side, plies int) int {
	if plies == 0 || p.Over() {
		return p.Count(s) - p.Count(s.Other())
	}
	sign := 1
	if p.Turn() != s {
		sign = -1
	}
	best := math.MinInt
	for _, m := range p.Moves(nil) {
		best = max(best, sign*balance(p.Play(m), s, plies-1))
	}
	return sign * best
}

package bot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"attic/games/ataxx/rules"
	"attic/internal/ladder"
	"attic/search"
)

// byLevel is the program at a level.
func byLevel(level int) ladder.Player[rules.Position, rules.Move] {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Move {
		got, err := Choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// greedy takes the most pieces, counting one more for an extension; ties are broken at random.
func greedy(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	return most(p, r, (node{Position: p}).gain)
}

// careless is greedy 70 % of the time, and otherwise makes any move except a jump that takes nothing.
func careless(p rules.Position, seed uint64, r *rand.Rand) rules.Move {
	if r.IntN(100) < 70 {
		return greedy(p, seed, r)
	}
	moves := search.Without(p.Moves(nil), func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 })
	return moves[r.IntN(len(moves))]
}

// blind does not see captures yet: it extends anywhere, and jumps anywhere when it cannot.
func blind(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	moves := search.Without(p.Moves(nil), rules.Move.IsJump)
	return moves[r.IntN(len(moves))]
}

// onesided is greedy on the half of the board, left or right, where it has most pieces, if it can move there.
func onesided(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	left := 0
	for b := p.Own(); b != 0; b &= b - 1 {
		left += cmp.Compare(3, b.First().File())
	}
	return most(p, r, func(m rules.Move) int {
		gain := (node{Position: p}).gain(m)
		if left > 0 && m.To().File() > 3 || left < 0 && m.To().File() < 3 {
			gain -= 100
		}
		return gain
	})
}

// answering looks one answer ahead, as the last lesson teaches: it takes the move that gains most, less what the answer then gains.
func answering(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	return most(p, r, func(m rules.Move) int { return balance(p.Play(m), p.Turn(), 1) })
}

// hasty is answering, but makes a move of careless every fourth time.
func hasty(p rules.Position, seed uint64, r *rand.Rand) rules.Move {
	if r.IntN(4) == 0 {
		return careless(p, seed, r)
	}
	return answering(p, seed, r)
}

// counting looks two answers ahead: its move, the answer, its next move.
func counting(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	return most(p, r, func(m rules.Move) int { return balance(p.Play(m), p.Turn(), 2) })
}

// edging is greedy, but would give two pieces to be in a corner and one to be at an edge. No level was made by its results.
func edging(p rules.Position, _ uint64, r *rand.Rand) rules.Move {
	edge := func(n int) int { return map[bool]int{true: 1}[n == 0 || n == 6] }
	return most(p, r, func(m rules.Move) int {
		return (node{Position: p}).gain(m) + edge(m.To().File()) + edge(m.To().Rank())
	})
}

// tired is answering while less than half of the board is full, and careless afterwards. No level was made by its results.
func tired(p rules.Position, seed uint64, r *rand.Rand) rules.Move {
	if p.Empty() < 25 {
		return careless(p, seed, r)
	}
	return answering(p, seed, r)
}

// most returns the move with the highest value; ties are broken at random.
func most(p rules.Position, r *rand.Rand, value func(rules.Move) int) rules.Move {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, top := moves[0], math.MinInt
	for _, m := range moves {
		if n := value(m); n > top {
			best, top = m, n
		}
	}
	return best
}

// balance returns how many more pieces a side has than the other one after the best plies moves for both.
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

// opening returns a position after four random plies, for every other seed on a board with blocks.
func opening(seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 7))
	for {
		p := rules.Start(rules.Guide)
		if seed%2 == 1 {
			pattern := "0"
			for _, letter := range rules.Letters {
				if r.IntN(5) == 0 {
					pattern += string(letter)
				}
			}
			p, _ = p.SetBlocks(pattern) // no letter stands for a corner
		}
		for range 4 {
			if moves := p.Moves(nil); len(moves) > 0 {
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
		if !p.Over() {
			return p
		}
	}
}

// reference holds the reference players, weakest first.
var reference = []ladder.Person[rules.Position, rules.Move]{
	{Name: "blind", Player: blind},
	{Name: "careless", Player: careless},
	{Name: "one-sided", Player: onesided},
	{Name: "greedy", Player: greedy},
	{Name: "hasty", Player: hasty},
	{Name: "answering", Player: answering},
	{Name: "counting", Player: counting},
	{Name: "edging, held out", Player: edging},
	{Name: "tired, held out", Player: tired},
}

// middle is the middle of the ladder: the highest level that makes slips.
const middle = 11

// people returns the matches of the levels up to the middle of the ladder against each other.
func people() *ladder.Ladder[rules.Position, rules.Move] {
	l := &ladder.Ladder[rules.Position, rules.Move]{
		Opening: opening,
		Turn:    func(p rules.Position) int { return int(p.Turn()) },
		Result:  func(p rules.Position) fmt.Stringer { return p.Result() },
		Winner: func(p rules.Position) (int, bool) {
			side, won := p.Result().Winner()
			return int(side), won
		},
		Level: byLevel,
	}
	for n := LowestLevel + 1; n <= middle; n++ {
		l.Meetings = append(l.Meetings, l.Neighbours(n, 63, 80))
	}
	return l
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) {
	people().Repeats(t, reference, UsualLevel, "testdata/people.txt", *update)
}

package bot

import (
	"context"
	"fmt"
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
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, most := moves[0], -1
	for _, m := range moves {
		if gain := (node{Position: p}).gain(m); gain > most {
			best, most = m, gain
		}
	}
	return best
}

// careless is greedy 70 % of the time, and otherwise makes any move except a jump that takes nothing.
func careless(p rules.Position, seed uint64, r *rand.Rand) rules.Move {
	if r.IntN(100) < 70 {
		return greedy(p, seed, r)
	}
	moves := search.Without(p.Moves(nil), func(m rules.Move) bool { return m.IsJump() && p.Turned(m.To()) == 0 })
	return moves[r.IntN(len(moves))]
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

// people returns the matches of reference players against the lowest levels, and of the levels up to the middle of the ladder
// against each other.
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
	l.Meetings = append(l.Meetings,
		l.Against("careless", careless, 1, 40, 60), l.Against("careless", careless, 3, 0, 30), l.Against("greedy", greedy, 1, 60, 100),
		l.Neighbours(2, 63, 75), l.Neighbours(3, 63, 75), l.Neighbours(4, 63, 75), l.Neighbours(5, 63, 75))
	return l
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) { people().Repeats(t, "testdata/people.txt", *update) }

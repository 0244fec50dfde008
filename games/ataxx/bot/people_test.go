package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/dev/lab/ataxx/people"
	"attic/dev/lab/ladder"
	"attic/games/ataxx/rules"
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
func reference() (list []ladder.Person[rules.Position, rules.Move]) {
	for _, who := range people.All {
		name := who.Name
		if who.Held {
			name += ", held out"
		}
		list = append(list, ladder.Person[rules.Position, rules.Move]{Name: name, Player: func(p rules.Position, _ uint64, r *rand.Rand) rules.Move { return who.Move(p, r) }})
	}
	return list
}

// middle is the middle of the ladder: the highest level that makes slips.
const middle = 11

// meetings returns the matches of the levels up to the middle of the ladder against each other.
func meetings() *ladder.Ladder[rules.Position, rules.Move] {
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
	meetings().Repeats(t, reference(), UsualLevel, "testdata/people.txt", *update)
}

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/dev/lab/atom4/people"
	"attic/dev/lab/ladder"
	"attic/games/atom4/rules"
)

// byLevel is the program at a level.
func byLevel(level int) ladder.Player[rules.Position, rules.Square] {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Square {
		got, err := Choose(context.Background(), p, level, seed, nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

// opening returns a position after two random plies.
func opening(seed uint64) rules.Position { return openingOf(seed, 2) }

// openingOf returns a position after random plies, from the starts of all rounds in turn.
func openingOf(seed uint64, plies int) rules.Position {
	r := rand.New(rand.NewPCG(seed, 4))
	p := rules.Start(1 + int(seed%6))
	for range plies {
		list := p.Moves(nil)
		p = p.Play(list[r.IntN(len(list))])
	}
	return p
}

// reference holds the reference players, weakest first.
func reference() (list []ladder.Person[rules.Position, rules.Square]) {
	for _, who := range people.All {
		name := who.Name
		if who.Held {
			name += ", held out"
		}
		list = append(list, ladder.Person[rules.Position, rules.Square]{Name: name, Player: func(p rules.Position, _ uint64, r *rand.Rand) rules.Square { return who.Move(p, r) }})
	}
	return list
}

// middle is the middle of the ladder: the highest level that makes slips.
const middle = 11

// meetings returns the matches of the levels up to the middle of the ladder against each other.
func meetings() *ladder.Ladder[rules.Position, rules.Square] {
	l := &ladder.Ladder[rules.Position, rules.Square]{
		Opening: opening,
		Turn:    func(p rules.Position) int { return int(p.Player()) },
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

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"attic/games/atom4/rules"
	"attic/internal/ladder"
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

// careless wins if it can and makes a random move 30 % of the time. Otherwise it takes the twelve moves that make most
// goal pieces, ties broken at random, and plays the first one that does not let the other player win at once.
func careless(p rules.Position, _ uint64, r *rand.Rand) rules.Square {
	moves := p.Moves(nil)
	r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	if i := slices.IndexFunc(moves, p.WinsBy); i >= 0 {
		return moves[i]
	}
	if r.IntN(100) < 30 {
		return moves[0]
	}
	slices.SortStableFunc(moves, func(a, b rules.Square) int { return makes(p, b) - makes(p, a) })
	for _, m := range moves[:min(12, len(moves))] {
		if next := p.Play(m); next.Threats(next.Turn()) == (rules.Set{}) {
			return m
		}
	}
	return moves[0]
}

// makes returns how many pieces of the mover's goal colour a move makes.
func makes(p rules.Position, m rules.Square) int {
	goal := p.Player().Goal()
	n := 0
	for _, c := range p.Changes(m, nil) {
		if c.New == goal {
			n++
		}
	}
	return n
}

// opening returns a position after two random plies, from the starts of all rounds in turn.
func opening(seed uint64) rules.Position {
	r := rand.New(rand.NewPCG(seed, 4))
	p := rules.Start(1 + int(seed%6))
	for range 2 {
		list := p.Moves(nil)
		p = p.Play(list[r.IntN(len(list))])
	}
	return p
}

// people returns the matches of a reference player against the lowest levels, and of the levels up to the middle of the ladder
// against each other.
func people() *ladder.Ladder[rules.Position, rules.Square] {
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
	l.Meetings = append(l.Meetings,
		l.Against("careless", careless, 0, 40, 60), l.Against("careless", careless, 2, 0, 30),
		l.Neighbours(1, 63, 75), l.Neighbours(2, 63, 75), l.Neighbours(3, 63, 75), l.Neighbours(4, 63, 75), l.Neighbours(5, 63, 75))
	return l
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) { people().Repeats(t, "testdata/people.txt", *update) }

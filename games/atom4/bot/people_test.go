package bot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/dev/lab/atom4/people"
	"attic/dev/lab/ladder"
	"attic/games/atom4/rules"
)

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

var measured = ladder.Ladder[rules.Position, rules.Square]{
	Opening: opening,
	Turn:    func(p rules.Position) int { return int(p.Player()) },
	Result:  func(p rules.Position) fmt.Stringer { return p.Result() },
	Winner: func(p rules.Position) (int, bool) {
		side, won := p.Result().Winner()
		return int(side), won
	},
	Level:  func(level int) ladder.Player[rules.Position, rules.Square] { return ladder.At(level, Choose) },
	People: people.All,
	Lowest: LowestLevel, Middle: 11,
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) {
	measured.Repeats(t, UsualLevel, "testdata/people.txt", *update)
}

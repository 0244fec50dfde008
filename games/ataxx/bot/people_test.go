package bot

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/dev/lab/ataxx/people"
	"attic/dev/lab/ladder"
	"attic/games/ataxx/rules"
)

// opening returns a position after four random plies. For every other seed, the board has blocks.
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

var measured = ladder.Ladder[rules.Position, rules.Move]{
	Opening: opening,
	Turn:    func(p rules.Position) int { return int(p.Turn()) },
	Result:  func(p rules.Position) fmt.Stringer { return p.Result() },
	Winner: func(p rules.Position) (int, bool) {
		side, won := p.Result().Winner()
		return int(side), won
	},
	Level:  func(level int) ladder.Player[rules.Position, rules.Move] { return ladder.At(level, Choose) },
	People: people.All,
	Lowest: LowestLevel, Middle: 11,
}

// Every match begins with the same two games on every machine.
func TestTheLadderRepeats(t *testing.T) {
	measured.Repeats(t, UsualLevel, "testdata/people.txt", *update)
}

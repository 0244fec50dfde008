//go:build long

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/dev/lab/ladder"
	"attic/games/atom4/rules"
	"attic/match/store"
)

// Reference players play against the lowest levels, and each level against the one below; see [ladder.Ladder.Measure]. The
// rows printed belong in docs/performance.md. From shareLevel on, levels search only 1/SHARE of their nodes (by default a tenth).
func TestLadder(t *testing.T) {
	l := meetings()
	l.Measure(t, above(l, ladder.Number(t, "SHARE", 10))...)
}

// Each reference player plays against all levels up to the first one that searches more than two plies, and the one above.
func TestPeopleFindALevel(t *testing.T) { meetings().People(t, reference(), LowestLevel, middle+2) }

// The level follows the results of each reference player.
func TestTheLevelFollows(t *testing.T) {
	meetings().Follow(t, reference(), func() func(int) int {
		lowest := LowestLevel
		wish := store.GameSettings{Level: &lowest}
		return func(by int) int {
			if by != 0 {
				wish = wish.Followed(by, LowestLevel, middle+2)
			}
			return *wish.Level
		}
	})
}

// shareLevel is the level from which games take too long at full strength.
const shareLevel = 13

// above returns the matches above the middle of the ladder.
func above(l *ladder.Ladder[rules.Position, rules.Square], share int) (list []ladder.Meeting[rules.Position, rules.Square]) {
	for n := middle + 1; n <= FullLevel; n++ {
		m := l.Neighbours(n, 50, 100)
		if n >= shareLevel {
			m.Name += fmt.Sprintf(", a %dth of the nodes", share)
			m.A, m.B = byShare(n, share), byShare(n-1, share)
		}
		list = append(list, m)
	}
	return list
}

// byShare is the program at a level with 1/share of its nodes.
func byShare(n, share int) ladder.Player[rules.Position, rules.Square] {
	return func(p rules.Position, seed uint64, _ *rand.Rand) rules.Square {
		got, err := choose(context.Background(), p, n, seed, int64(share), nil)
		if err != nil {
			panic(err)
		}
		return got.Best
	}
}

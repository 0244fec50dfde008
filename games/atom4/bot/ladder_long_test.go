//go:build long

package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"attic/games/atom4/rules"
	"attic/internal/ladder"
)

// Reference players play against the lowest levels, and each level against the one below; see [ladder.Ladder.Measure]. The
// rows printed belong in docs/performance.md. From shareLevel on, levels search only 1/SHARE of their nodes (by default a tenth).
func TestLadder(t *testing.T) {
	l := people()
	l.Measure(t, above(l, ladder.Number(t, "SHARE", 10))...)
}

// shareLevel is the level from which games take too long at full strength.
const shareLevel = 8

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

// middle is the middle of the ladder.
const middle = 5

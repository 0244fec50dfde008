//go:build long

package bot

import (
	"context"
	"testing"

	"attic/dev/lab/ladder"
	"attic/game/search"
	"attic/games/atom4/rules"
)

// Reference players play against the lowest levels, and each level plays against the level below; see [ladder.Ladder.Measure].
// docs/performance.md has the latest scores. From shareLevel on, levels search only 1/SHARE of their nodes (by default a tenth).
func TestLadder(t *testing.T) {
	measured.Measure(t, measured.Above(t, FullLevel, 50, shareLevel, byShare)...)
}

// Each reference player plays against all levels up to the first that searches more than two plies, and against the next one.
func TestPeopleFindALevel(t *testing.T) { measured.MeasurePeople(t) }

// The level follows the results of each reference player.
func TestTheLevelFollows(t *testing.T) { measured.Follow(t) }

// shareLevel is the level from which games take too long at full strength.
const shareLevel = 16

// byShare is the computer at level n with 1/share of the level's nodes.
func byShare(n, share int) ladder.Player[rules.Position, rules.Square] {
	return ladder.At(n, func(ctx context.Context, p rules.Position, n int, seed uint64, tell func(search.Result[rules.Square])) (search.Result[rules.Square], error) {
		return choose(ctx, p, n, seed, int64(share), tell)
	})
}

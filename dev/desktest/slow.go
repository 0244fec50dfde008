package desktest

import (
	"context"
	"testing"

	"attic/game"
	"attic/table"
)

// SlowSeat returns a table of Atom-4 where a slow computer plays seat 2. It reports the depth 3 and the expected moves
// h10 h11 g11, and then thinks until it is told to move.
func SlowSeat(t testing.TB) *table.Table {
	t.Helper()
	return Table(t, slow{find(t, "atom4")}, game.Setup{}, "2", nil)
}

// slow is a game whose bots think until they are told to move. The table then plays the first move that they reported.
type slow struct{ game.Game }

func (slow) Levels() (lowest, highest, usual int) { return 1, 3, 2 }
func (slow) LevelName(level int) string {
	return [...]string{"", "first game", "middle", "expert"}[level]
}
func (slow) NewBot(int, uint64) game.Bot { return slowBot{} }

type slowBot struct{}

func (slowBot) Choose(ctx context.Context, _ game.View, progress func(game.Report)) (string, error) {
	progress(game.Report{Depth: 3, Line: []string{"h10", "h11", "g11"}})
	<-ctx.Done()
	return "", ctx.Err()
}

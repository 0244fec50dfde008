package table_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/internal/wait"
	"attic/table"
)

// A game of 40 moves takes less than 8 kB, so that thousands fit into a server.
func TestGamesAreSmall(t *testing.T) {
	for _, g := range []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}} {
		if each := bytesEach(t, g, 200); each > 8<<10 {
			t.Errorf("%s: %d bytes", g.Info().Name, each)
		}
	}
}

// Tables at which a person is to move have no goroutine.
func TestTablesThatWaitHaveNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before := len(wait.Goroutines(t))
		ctx, stop := context.WithCancel(t.Context())
		var stopped []func()
		for range 100 {
			tb := table.New(table.Config{Match: newMatch(t, bots{choose: script("h8")}, game.Setup{}, "person program"), Chance: chance})
			stopped = append(stopped, tb.Go(ctx))
			must(t, do(t, tb, "i8"))
		}
		synctest.Wait()
		if now := wait.Goroutines(t); len(now) != before {
			t.Errorf("%d goroutines, before there were %d:\n%s", len(now), before, strings.Join(now, "\n\n"))
		}
		stop()
		for _, wait := range stopped {
			wait()
		}
	})
}

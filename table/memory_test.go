package table_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"attic/dev/race"
	"attic/dev/wait"
	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
	"attic/table"
)

// A game of 40 moves takes at most 9 KiB, so thousands fit into a server's memory.
func TestGamesAreSmall(t *testing.T) {
	race.Plain(t)
	for _, g := range []game.Game{atom4.Game{}, ataxx.Game{}, atommaster.Game{}} {
		if each := bytesEach(t, g, 200); each > 9<<10 {
			t.Errorf("%s: a game takes %d bytes", g.Info().Name, each)
		}
	}
}

// A table waiting for a person to move runs no goroutine.
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
			t.Errorf("there are %d goroutines, but there were %d before:\n%s", len(now), before, strings.Join(now, "\n\n"))
		}
		stop()
		for _, wait := range stopped {
			wait()
		}
	})
}

package table_test

import (
	"context"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"attic/game"
	"attic/games/ataxx"
	"attic/games/atom4"
	"attic/games/atommaster"
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
		before := len(bubble(t))
		ctx, stop := context.WithCancel(t.Context())
		var stopped []func()
		for range 100 {
			tb := table.New(table.Config{Match: newMatch(t, bots{choose: script("h8")}, game.Setup{}, "person program"), Chance: chance})
			stopped = append(stopped, tb.Go(ctx))
			must(t, do(t, tb, "i8"))
		}
		synctest.Wait()
		if now := bubble(t); len(now) != before {
			t.Errorf("%d goroutines, before there were %d:\n%s", len(now), before, strings.Join(now, "\n\n"))
		}
		stop()
		for _, wait := range stopped {
			wait()
		}
	})
}

// bubble returns the stacks of the goroutines that belong to this test, which runs in a synctest bubble.
// What other tests left behind may end at any time and so must not be counted.
func bubble(t *testing.T) []string {
	t.Helper()
	all := make([]byte, 1<<20)
	all = all[:runtime.Stack(all, true)]
	stacks := strings.Split(string(all), "\n\n") // the first is this goroutine
	mine := regexp.MustCompile(`synctest bubble \d+\]`).FindString(stacks[0])
	if mine == "" {
		t.Fatalf("not in a bubble:\n%s", stacks[0])
	}
	return slices.DeleteFunc(stacks, func(s string) bool {
		head, _, _ := strings.Cut(s, "\n")
		return !strings.Contains(head, mine)
	})
}

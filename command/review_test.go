package command_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"attic/desk/desktest"
	"attic/game"
	"attic/match"
	"attic/table"
)

// judged is a game whose advisor gives advice as often as answers says, and then blocks until its context ends.
type judged struct {
	game.Advisor
	game.Game
	answers *int
}

func (g judged) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	if *g.answers--; *g.answers < 0 {
		<-ctx.Done()
	}
	return g.Advisor.Advise(ctx, v, nodes)
}

// reviewable returns a table with a finished game, whose advisor gives advice as often as answers says.
func reviewable(t *testing.T, answers int) *table.Table {
	t.Helper()
	m, _ := desktest.Reviewed(t, "atom4", desktest.Atom4Moves, desktest.Atom4Chances...).Here().Sight().Match()
	m, err := match.New(judged{m.Game().(game.Advisor), m.Game(), &answers}, m.Setup())
	must(t, err)
	for _, text := range desktest.Atom4Moves {
		m, _, err = m.Play(text)
		must(t, err)
	}
	m.Players[1].Program = false
	return table.New(table.Config{Match: m})
}

// patient is a person at a terminal who types the next line once all other goroutines of the bubble are waiting.
type patient struct{ terminal }

func (p *patient) ReadLine() (string, error) {
	synctest.Wait()
	return p.terminal.ReadLine()
}

func TestReview(t *testing.T) {
	t.Run("on a pipe it is printed before the next line is read", func(t *testing.T) {
		got := piped(t, reviewable(t, 100), "review;history")
		text, history, _ := strings.Cut(got, "1. i10")
		if !strings.HasPrefix(text, "Atom-4, 9 moves. Player 1 wins.") || !strings.Contains(text, "3  Move 8, Player 2 i11: a blunder, from 60 to 1%.") || history == "" {
			t.Errorf("the output is\n%s", got)
		}
	})
	t.Run("on a terminal it is printed when it is done", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			got := talk(t, reviewable(t, 100), &patient{terminal{lines: []string{"review", "history"}}}, true)
			_, text, _ := strings.Cut(got, "Reviewing; press Enter to stop.\n")
			if !strings.HasPrefix(text, "Atom-4, 9 moves.") || strings.Contains(text, "stopped") || !strings.Contains(text, "1. i10") {
				t.Errorf("the output is\n%s", got)
			}
		})
	})
	t.Run("on a terminal a line stops it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			got := talk(t, reviewable(t, 2), &patient{terminal{lines: []string{"review", "", "history"}}}, true)
			if !strings.Contains(got, "The review was stopped: 2 of 10 positions judged.\n1. i10") {
				t.Errorf("the output is\n%s", got)
			}
		})
	})
	t.Run("stopped at once it has no result", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			got := talk(t, reviewable(t, 0), &patient{terminal{lines: []string{"review", ""}}}, true)
			if !strings.HasSuffix(got, "The review was stopped before anything was judged.\n") {
				t.Errorf("the output is\n%s", got)
			}
		})
	})
	t.Run("the end of input ends it", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			talk(t, reviewable(t, 2), &patient{terminal{lines: []string{"review"}}}, true)
		})
	})
}

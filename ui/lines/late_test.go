package lines_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"attic/desk/command"
	"attic/game"
	"attic/game/example/toy"
	"attic/match"
	"attic/match/store"
	"attic/table"
	"attic/ui/lines"
)

// slowly is a toy whose hints come after a time, and which counts them.
type slowly struct {
	toy.Game
	late   time.Duration
	sought *int
}

func (g slowly) Advise(ctx context.Context, v game.View, nodes int64) (game.Advice, error) {
	*g.sought++
	select {
	case <-time.After(g.late):
	case <-ctx.Done():
		return game.Advice{}, ctx.Err()
	}
	return g.Game.Advise(ctx, v, nodes)
}

// comparing is a toy that also compares moves, slowly.
type comparing struct{ slowly }

func (g comparing) Compare(ctx context.Context, v game.View, _ string, nodes int64) (game.Advice, error) {
	return g.Advise(ctx, v, nodes)
}

func (g comparing) Why(ctx context.Context, v game.View, _ string, nodes int64) (game.Advice, error) {
	return g.Advise(ctx, v, nodes)
}

// A hint comes before the next prompt, or is announced as late. A second request waits for it: no hint is computed twice, and answers come
// in the order of the requests.
func TestHintsComeInOrder(t *testing.T) {
	const first, second = "guess 10: halves what is left, 1 to 20.\n", "Then the middle of what is left.\n"
	for _, c := range []struct {
		what  string
		late  time.Duration
		lines string
		want  []string
	}{
		{"in time", time.Second / 2, "hint", []string{"> Thinking of a hint.\n", first, "> "}},
		{"late", time.Minute, "hint", []string{"> Thinking of a hint.\n", "This is taking longer.", "> "}},
		{"the reasons of the best move", time.Second / 2, "why", []string{"> Looking for the reasons of the best move.\n", first, "> "}},
		{"the reasons of a move", time.Second / 2, "why guess 9", []string{"> Comparing guess 9 with the best move.\n", first, "> "}},
		{"twice", time.Minute, "hint;hint", []string{"> Thinking of a hint.\n", "This is taking longer.", "> ", first, second, "> "}},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sought := 0
				m, err := match.New(comparing{slowly{late: c.late, sought: &sought}}, game.Setup{Seed: 2})
				must(t, err)
				m, _, err = m.Play("start")
				must(t, err)
				m.Players[1].Program = false
				tb := table.New(table.Config{Match: m})
				var out strings.Builder
				s := lines.New(command.Config{Person: tb.Here(), Owner: tb, May: command.Everything, Store: store.Open(t.TempDir(), find), Terminal: true, Listens: true},
					&patient{terminal{lines: strings.Split(c.lines, ";")}}, &out)
				s.Prompt = func(string) { out.WriteString("> ") }
				must(t, s.Run(t.Context()))
				must(t, tb.Close())
				at := strings.Index(out.String(), "> ")
				for _, text := range c.want {
					i := strings.Index(out.String()[at:], text)
					if i < 0 || strings.Contains(out.String()[at:at+i], "> ") {
						t.Fatalf("%q does not come next in\n%s", text, out.String()[at:])
					}
					at += i + len(text)
				}
				if sought != 1 {
					t.Errorf("it was sought %d times", sought)
				}
			})
		})
	}
}

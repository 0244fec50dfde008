package lines_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"attic/dev/desktest"
	"attic/dev/race"
	"attic/game"
	"attic/game/learn"
	"attic/match"
	"attic/table"
)

// judged is a game whose advisor gives advice *answers times. After that, it blocks until its context ends.
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

// reviewable returns a table with a finished game, whose advisor is that of judged with the parameter answers.
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
		if !strings.HasPrefix(text, "Atom-4, 9 moves. Player 1 wins.") || !strings.Contains(text, "3  Move 4 player 2, i11: a blunder; the chance of winning fell from 60 to 1%.") || history == "" {
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
			if !strings.Contains(got, "The review was stopped: 2 of 9 moves judged.\n1. i10") {
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

// themed is a game whose better moves have an idea that the played ones lack.
type themed struct{ judged }

const missed = "far propagator"

func (themed) Themes() []string { return []string{missed} }

func (themed) Theme(game.View, string, string) (name, says string) { return missed, "" }

// A review names the lesson about an idea that was missed, and "lesson" with the name of the idea begins it.
func TestLessonAfterAReview(t *testing.T) {
	answers := 100
	m, _ := reviewable(t, 0).Here().Sight().Match()
	m, err := match.New(themed{judged{m.Game().(judged).Advisor, m.Game(), &answers}}, m.Setup())
	must(t, err)
	for _, text := range desktest.Atom4Moves {
		m, _, err = m.Play(text)
		must(t, err)
	}
	m.Players[1].Program = false
	got := piped(t, table.New(table.Config{Match: m}), "review;lesson "+missed+";leave;history")
	for _, want := range []string{"Idea missed: " + missed + ".", ", teaches this idea (" + missed + "). Type lesson " + missed + " to open it.", "Through your own colour", "\n1. i10"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// The last step of a hint names the lesson about its idea, and the line that it names begins this lesson; afterwards the game
// continues.
func TestLessonAfterAHint(t *testing.T) {
	race.Plain(t)
	const hints = "fen 1x5/1-2oo-/1xo2x1/1ooo1oo/2ooxxx/1-o1x-x/o6 o;start;hint;hint;hint"
	g, _ := find("ataxx")
	got := piped(t, seat(t, g, game.Setup{}, "person person"), hints)
	told := regexp.MustCompile(`Lesson (\d+), (.+), teaches this idea \(.+\)\. Type (lesson [a-z ]+) to open it\.`).FindStringSubmatch(got)
	if told == nil {
		t.Fatalf("the hint names no lesson:\n%s", got)
	}
	got = piped(t, seat(t, g, game.Setup{}, "person person"), hints+";"+told[3]+";question;leave;a1-b1;history")
	lessons, err := learn.Of(g)
	must(t, err)
	n, _ := strconv.Atoi(told[1])
	if l := lessons[n-1]; l.Title != told[2] || !strings.Contains(got, l.Steps[0].Text) || !strings.HasSuffix(got, "a1-b1\n") {
		t.Errorf("%s leads to\n%s", told[3], got)
	}
}

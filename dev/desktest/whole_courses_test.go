package desktest

import (
	"fmt"
	"testing"

	"attic/dev/race"
	"attic/game"
	"attic/game/learn"
	"attic/games"
)

// Every lesson and up to two puzzles of each theme can be worked through on a screen with the right answers. The board always shows
// the position of the current step.
func TestEveryCourseOnAScreen(t *testing.T) {
	race.Plain(t)
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		name := g.Info().Name
		b := sitBare(t, name, "")
		list, err := learn.Of(g)
		must(t, err)
		for n := range list {
			b.Type(fmt.Sprint("lesson ", n+1))
			goThrough(t, b)
		}
		puzzles, err := learn.PuzzlesOf(g)
		must(t, err)
		taken := map[string]int{}
		for _, p := range puzzles {
			if taken[p.Theme]++; taken[p.Theme] == 1 {
				b.Type("puzzle " + p.ID)
				goThrough(t, b)
			}
		}
		b.Type("leave")
		if b.desk.Play.Study.Course() != nil || len(b.desk.Play.Cursor.Moves) == 0 {
			t.Errorf("%s: the game does not continue:\n%s", name, b.Shown())
		}
	}
}

// goThrough answers all questions of a lesson or puzzle, until it is over or asks for a whole game.
func goThrough(t *testing.T, b *bare) {
	t.Helper()
	p := b.desk.Play
	c := p.Study.Course()
	if c == nil {
		t.Fatalf("there is no lesson or puzzle:\n%s", b.Shown())
	}
	for !c.Over() && !c.Free() {
		seat := max(c.State().ToMove(), 0)
		if p.Info.Open {
			seat = game.Nobody
		}
		if got, want := viewText(t, p.Now.View), viewText(t, c.State().View(seat)); got != want {
			t.Fatalf("%s shows\n%s\nnot\n%s", p.Goal(), got, want)
		}
		if !c.Asks() {
			b.Press("n")
			continue
		}
		answer, err := c.Solution(t.Context())
		must(t, err)
		at, _ := c.Step()
		tries := c.Tries()
		b.Type(answer)
		if now, _ := c.Step(); c.Tries() != tries || now != at {
			t.Fatalf("%s: the answer %s is not accepted:\n%s", p.Goal(), answer, b.Shown())
		}
	}
	if asked := p.Study.Question(); c.Free() && asked != c.Text() {
		t.Errorf("%s does not ask for a game, but %q", p.Goal(), asked)
	}
}

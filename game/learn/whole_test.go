package learn_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"attic/game"
	"attic/game/learn"
	"attic/games"
)

// wholeGame returns the number of the first lesson that asks for a whole game, in its last step, or 0.
func wholeGame(list []learn.Lesson) int {
	return 1 + slices.IndexFunc(list, func(l learn.Lesson) bool { return len(l.Steps) > 0 && l.Steps[len(l.Steps)-1].Goal == game.WholeGame })
}

// TestALessonEndsInAWholeGame plays, for each game, the lesson that ends in a whole game, and that whole game with random moves.
func TestALessonEndsInAWholeGame(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 12))
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		list, err := learn.Of(g)
		if err != nil {
			t.Fatal(err)
		}
		c, err := learn.NewLesson(g, wholeGame(list))
		for err == nil && !c.Last() {
			if c.Asks() {
				var answer string
				if answer, err = c.Solution(context.Background()); err == nil {
					_, err = c.Try(context.Background(), answer)
				}
			}
			if err == nil {
				err = c.Next()
			}
		}
		for n := 0; err == nil && !c.Over(); n++ {
			if n == 2000 {
				t.Fatalf("%s: the game does not end", g.Info().Title)
			}
			seat := c.State().ToMove()
			if n > 0 && g.Info().Open && seat != 0 {
				t.Fatalf("%s: after an answer it is the turn of seat %d", g.Info().Title, seat)
			}
			moves := game.MovesOf(c.State())
			_, err = c.Try(context.Background(), moves[r.IntN(len(moves))].Text)
		}
		switch {
		case err != nil:
			t.Fatalf("%s: %v", g.Info().Title, err)
		case c.State().ToMove() != game.Nobody:
			t.Errorf("%s: the lesson is over, but not the game", g.Info().Title)
		}
	}
}

// Every hint of a lesson, and of two puzzles of each theme, leads to the answer in steps: the idea does not name it, and only one of
// the moves to choose from is right.
func TestHintsLeadToTheAnswer(t *testing.T) {
	for _, g := range games.All() {
		if g.Info().Course.Try == nil {
			continue
		}
		lessons, err := learn.Of(g)
		if err != nil {
			t.Fatal(err)
		}
		for n := range lessons {
			c, err := learn.NewLesson(g, n+1)
			if err != nil {
				t.Fatal(err)
			}
			followHints(t, c)
		}
		puzzles, err := learn.PuzzlesOf(g)
		if err != nil {
			t.Fatal(err)
		}
		taken := map[string]int{}
		for _, p := range puzzles {
			if taken[p.Theme]++; taken[p.Theme] > 2 {
				continue
			}
			c, err := learn.NewPuzzle(g, p)
			if err != nil {
				t.Fatal(err)
			}
			followHints(t, c)
		}
	}
}

// followHints answers every question with the help of its hints, until a whole game is asked for.
func followHints(t *testing.T, c *learn.Course) {
	t.Helper()
	for !c.Over() && !c.Free() {
		if !c.Asks() {
			if err := c.Next(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		answer, err := c.Solution(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		where, text := c.Title(), c.Text()
		shown := func(p string) bool { return strings.HasPrefix(p, "The answer: ") }
		for step, last := 1, ""; !shown(last); step++ {
			p, err := c.Hint(t.Context())
			last = p.Sentence
			if err != nil || step > 3 {
				t.Fatalf("%s, %q, hint %d: %q, %v", where, text, step, p.Sentence, err)
			}
			named := strings.Contains(p.Sentence, answer)
			choices, some := strings.CutPrefix(p.Sentence, "One of these is right: ")
			switch {
			case shown(last) && step == 1 && c.Number > 0:
				t.Errorf("%s, %q: the first hint is the answer", where, text)
			case shown(last) && !named && answer != learn.None:
				t.Errorf("%s, %q: the last hint does not name %s: %q", where, text, answer, p.Sentence)
			case !shown(last) && !some && named:
				t.Errorf("%s, %q: hint %d names the answer %s: %q", where, text, step, answer, p.Sentence)
			case some && !named:
				t.Errorf("%s, %q: %s is not among %q", where, text, answer, choices)
			}
			if !some {
				continue
			}
			for _, move := range strings.Split(strings.TrimSuffix(strings.ReplaceAll(choices, " or ", ", "), "."), ", ") {
				if move == answer {
					continue
				}
				if a, err := c.Try(t.Context(), move); err != nil || a.Good {
					t.Fatalf("%s, %q: %s, offered as wrong, is judged %+v, %v", where, text, move, a, err)
				}
			}
		}
		if a, err := c.Try(t.Context(), answer); err != nil || !a.Good {
			t.Fatalf("%s, %q: %s is judged %+v, %v", where, text, answer, a, err)
		}
	}
}

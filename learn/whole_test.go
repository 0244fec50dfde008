package learn_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"attic/game"
	"attic/games"
	"attic/learn"
)

// TestTheLastLessonEndsInAWholeGame plays the last lesson of each game, and the whole game at its end with random moves.
func TestTheLastLessonEndsInAWholeGame(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 12))
	for _, g := range games.All() {
		if _, ok := g.(game.Teacher); !ok {
			continue
		}
		list, err := learn.Of(g)
		if err != nil {
			t.Fatal(err)
		}
		c, err := learn.NewLesson(g, len(list))
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

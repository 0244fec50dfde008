package learntest

import (
	"strings"
	"testing"

	"attic/game"
	"attic/game/learn"
)

// Tempting is the beginning of the text of a step that asks for a mistake, to show the other side's reply.
const Tempting = "See for yourself"

// Sound checks the right moves in the lessons of a part by searches. A right move must lose at most margin, unless the text of its step begins with
// Tempting: then it must lose more, and each of the moves that follow at most margin. The loss of a move is the difference between the scores of
// searches after the move and after the best move. search returns the score of a position for the side to move, and the best move, or "" if the
// game is over.
func Sound(t *testing.T, g game.Game, part string, margin int, search func(game.State) (score int, best string)) {
	t.Helper()
	list, err := learn.Of(g)
	if err != nil {
		t.Fatal(err)
	}
	type thought struct {
		score int
		best  string
	}
	known := map[string]thought{} // by position
	think := func(s game.State) thought {
		text, err := s.View(max(s.ToMove(), 0)).MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		found, ok := known[string(text)]
		if !ok {
			found.score, found.best = search(s)
			known[string(text)] = found
		}
		return found
	}
	lost := func(where string, s game.State, text string) (game.State, int) {
		next, _, err := s.Play(text)
		best, _, err2 := s.Play(think(s).best)
		if err != nil || err2 != nil {
			t.Fatalf("%s, %s: %v, %v", where, text, err, err2)
		}
		return next, think(next).score - think(best).score
	}
	found := 0
	for _, l := range list {
		if l.Part != part {
			continue
		}
		found++
		lesson(t, g, l, func(a Asked) {
			if a.Goal == game.WholeGame {
				return
			}
			for _, text := range a.Right {
				next, n := lost(a.Where, a.State, text)
				if tempts := strings.HasPrefix(a.Text, Tempting); tempts != (n > margin) {
					t.Errorf("%s, %s loses %d; tempting: %v", a.Where, text, n, tempts)
				}
				for _, reply := range a.Then {
					if next, n = lost(a.Where, next, reply); n > margin {
						t.Errorf("%s, %s: the move %s that follows loses %d", a.Where, text, reply, n)
					}
				}
			}
		})
	}
	if found == 0 {
		t.Errorf("there is no part %q", part)
	}
}

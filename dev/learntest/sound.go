package learntest

import (
	"strings"
	"testing"

	"attic/game"
	"attic/game/learn"
)

// Tempting is how the text of a step begins that asks for a mistake, to show what the other side does to it.
const Tempting = "See for yourself"

// Sound checks what the lessons of a part ask for by searches. A move that a step asks for loses at most margin, unless its text begins with
// Tempting: that loses more, and the moves that follow it lose at most margin each. What a move loses is the difference between the scores of
// searches after it and after the best move. search returns the score of a position for the side to move and the best move, "" if the game is over.
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

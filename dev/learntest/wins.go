package learntest

import (
	"testing"

	"attic/game"
	"attic/game/learn"
)

// WinsAreRight checks that no puzzle of a game calls a move wrong that wins at once, at any move of its solution. wins reports whether a move does that in
// the position of a puzzle; nil means that it ends the round, won by whoever made it.
func WinsAreRight(t *testing.T, g game.Game, wins func(p learn.Puzzle, move string) bool) {
	t.Helper()
	won := 0
	for _, p := range Shipped(t, g) {
		s, err := p.Place.State(g)
		if err != nil {
			t.Fatal(err)
		}
		goal, key := p.Theme, p.Key
		for goal != "" {
			right := ""
			for _, m := range game.MovesOf(s) {
				after, _, err := s.Play(m.Text)
				if err != nil {
					t.Fatal(err)
				}
				over := after.ToMove() == game.Nobody && after.Outcome().Winner == s.ToMove()
				if !over && (wins == nil || goal != p.Theme || !wins(p, m.Text)) {
					continue
				}
				if right, won = m.Text, won+1; key == learn.None {
					t.Errorf("%s: %s wins at once, but the key is %s", p.ID, m.Text, key)
				}
				if tried, err := g.Info().Course.Try(t.Context(), s, goal, m.Text); err != nil || !tried.Good {
					t.Errorf("%s: %s wins at once, but is judged %+v, %v", p.ID, m.Text, tried, err)
				}
			}
			if key == "" { // the moves after the first are not in the list
				if key = right; key == "" {
					break
				}
			}
			if key == learn.None {
				break
			}
			tried, err := g.Info().Course.Try(t.Context(), s, goal, key)
			if err != nil || !tried.Good {
				t.Fatalf("%s: %s: %+v, %v", p.ID, key, tried, err)
			}
			for _, text := range []string{key, tried.Reply} {
				if text != "" {
					if s, _, err = s.Play(text); err != nil {
						t.Fatal(err)
					}
				}
			}
			goal, key = tried.Goal, ""
		}
	}
	if won == 0 {
		t.Error("no move of any puzzle wins at once")
	}
}

package learntest

import (
	"testing"

	"attic/game"
	"attic/game/learn"
)

// WinsAreRight checks that, at every move of its solution, no puzzle of a game calls an immediately winning move wrong. wins reports whether a move wins
// immediately in the position of a puzzle; if it is nil, only moves that end the round as a win count.
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
					t.Errorf("%s: %s wins immediately, but the key is %s", p.ID, m.Text, key)
				}
				if tried, err := g.Info().Course.Try(t.Context(), s, goal, m.Text); err != nil || !tried.Good {
					t.Errorf("%s: %s wins immediately, but is judged %+v, %v", p.ID, m.Text, tried, err)
				}
			}
			if key == "" { // the list has only the first move of a solution
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
		t.Error("no move of any puzzle wins immediately")
	}
}

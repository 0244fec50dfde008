package bridge

import (
	"context"

	"attic/game"
)

// PlayOn judges a move of a whole game for game.Teacher.Try; s is the state after it. Every move is good, and the lowest
// level answers it. At the end of the game nothing more is asked.
func PlayOn(ctx context.Context, g game.Bots, s game.State) (t game.Tried, err error) {
	t = game.Tried{Good: true, Goal: game.WholeGame}
	if s.ToMove() != game.Nobody {
		lowest, _, _ := g.Levels()
		t.Reply, err = g.NewBot(lowest, 1).Choose(ctx, s.View(s.ToMove()), func(game.Report) {})
		if err != nil {
			return t, err
		}
		if s, _, err = s.Play(t.Reply); err != nil {
			return t, err
		}
	}
	t.Why = s.View(max(s.ToMove(), 0)).Status().Last
	if s.ToMove() == game.Nobody {
		o := s.Outcome()
		t.Goal, t.Why = "", o.Text+" "+o.Why
	}
	return t, nil
}

package bridge

import (
	"context"
	"fmt"

	"attic/game"
	"attic/internal/phrase"
)

// Attempt is a legal move that is judged by a goal.
type Attempt[S game.State] struct {
	Before, After S
	Move          game.Move
	Goal          string // the name of the goal, and what else belongs to it
}

// Goal judges attempts. If a move meets the goal and Why is empty, Judge says what the move did.
type Goal[S game.State] func(context.Context, Attempt[S]) (game.Tried, error)

// Judge returns [game.Course.Try] of a game whose states have type S. goals returns the goal of a name, the first word of the goals
// that Try is asked for, or nil. A whole game is a goal of every game. shows draws a wrong move and its Answer for Shown; nil: nothing.
func Judge[S game.State](g interface {
	game.Game
	game.Bots
}, goals func(name string) Goal[S], shows func(before S, move, answer string) game.Preview,
) func(ctx context.Context, s game.State, goal, move string) (game.Tried, error) {
	return func(ctx context.Context, s game.State, goal, move string) (game.Tried, error) {
		next, played, err := s.Play(move)
		if err != nil {
			return game.Tried{}, err
		}
		name, _ := phrase.Cut(goal)
		judge := goals(name)
		switch {
		case judge == nil && name == game.WholeGame:
			return playOn(ctx, g, next)
		case judge == nil:
			return game.Tried{}, fmt.Errorf("there is no goal %q in %s", phrase.Clip(goal), g.Info().Title)
		}
		t, err := judge(ctx, Attempt[S]{s.(S), next.(S), played, goal})
		if t.Good && t.Why == "" {
			t.Why = said(next)
		}
		if !t.Good && t.Answer != "" && shows != nil {
			t.Shown = shows(s.(S), played.Text, t.Answer)
		}
		return t, err
	}
}

// said returns the sentence about the last move.
func said(s game.State) string { return s.View(max(s.ToMove(), 0)).Status().Last }

// playOn judges a move of a whole game; s is the state after it. Every move is good, and the lowest level answers it. At the end of
// the game nothing more is asked.
func playOn(ctx context.Context, g game.Bots, s game.State) (t game.Tried, err error) {
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
	t.Why = said(s)
	if s.ToMove() == game.Nobody {
		o := s.Outcome()
		t.Goal, t.Why = "", o.Text+" "+o.Why
	}
	return t, nil
}

package bridge

import (
	"context"
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
)

// Attempt is a legal move that is judged by a goal.
type Attempt[S game.State] struct {
	Before, After S
	Move          game.Move
	Goal          string // the name of the goal, and its further words
}

// Goal judges attempts. If the result is Good with an empty Why, Judge sets Why to a sentence about what the move did.
type Goal[S game.State] func(context.Context, Attempt[S]) (game.Tried, error)

// Judge returns [game.Course.Try] of a game whose states have type S. The function goals gets a name, which is the first word of the goal given to
// Try, and returns the goal with that name, or nil. Every game also has the goal of a whole game. shows draws a wrong move and its Answer for Shown;
// nil: Shown stays empty.
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

func said(s game.State) string { return s.View(max(s.ToMove(), 0)).Status().Last }

// playOn judges a move of a whole game; s is the state after the move. Every move is good, and the computer at the lowest level answers it. At the
// end of the game nothing more is asked.
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

// Words are the words of a goal that have not been read yet.
type Words struct {
	left  []string
	short bool // a word was missing
}

// Next returns the next word of the goal. If there is none, it returns "", and the goal counts as incomplete.
func (w *Words) Next() (word string) {
	if len(w.left) == 0 {
		w.short = true
		return ""
	}
	word, w.left = w.left[0], w.left[1:]
	return word
}

// Asks holds what the lessons of a game can ask of a move, by name. E is a move with its consequences. Each function reads the words after its
// name that belong to it, and reports whether the move does what is asked, with a sentence about it, or "" if none is needed.
type Asks[E any] map[string]func(e E, words *Words) (done bool, why string)

// Try judges a move by a goal. The goal is one or more names in a, each with its words; the move has to meet all of them.
func (a Asks[E]) Try(e E, goal string) (game.Tried, error) {
	var reasons []string
	for words := (&Words{left: strings.Fields(goal)}); len(words.left) > 0; {
		name := words.Next()
		judge := a[name]
		if judge == nil {
			return game.Tried{}, fmt.Errorf("there is no goal %q", phrase.Clip(name))
		}
		done, why := judge(e, words)
		switch {
		case words.short:
			return game.Tried{}, fmt.Errorf("the goal %q is incomplete", phrase.Clip(goal))
		case !done:
			return game.Tried{Why: why}, nil
		case why != "":
			reasons = append(reasons, why)
		}
	}
	return game.Tried{Good: true, Why: strings.Join(reasons, " ")}, nil
}

// Unless returns the results of a function of Asks: done, and a sentence if the move does not do what is asked.
func Unless(done bool, format string, args ...any) (bool, string) {
	if done {
		return true, ""
	}
	return false, fmt.Sprintf(format, args...)
}

// Rank returns one of the last three parameters, the ends of a sentence. The parameter mine is the count of a move in a theme, and best is the
// highest count of the other moves; none says that there are no other moves. Rank returns the text better if best is higher, the text equal if the
// counts are equal, and otherwise the text most.
func Rank(mine, best int, none bool, better, equal, most string) string {
	switch {
	case none:
		return "; there is no other move."
	case best > mine:
		return "; " + better + "."
	case best == mine:
		return "; " + equal + "."
	}
	return most + "."
}

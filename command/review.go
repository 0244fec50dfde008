package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/later"
	"attic/review"
	"attic/table"
)

// reviewWord is the command that reviews the round.
const reviewWord = "review"

// Analyst returns the game and the view for the review of a round with hidden information, or an error that says why there is no review
// now.
func Analyst(g game.Game, now table.Now) (game.Analyst, game.View, error) {
	switch analyst, ok := g.(game.Analyst); {
	case !ok:
		return nil, nil, fmt.Errorf("there is no review of %s: it judges only games in which both sides see everything", g.Info().Title)
	case !now.Over:
		return nil, nil, errors.New("a round can be reviewed only when it is over")
	default:
		return analyst, now.View, nil
	}
}

// review starts reviewing the round. On a pipe, the next line is read only when the review is done; on a terminal, the next line stops it.
func (s *Session) review(string) error {
	if s.Screen {
		s.page.Kind = ReviewPage
		return nil
	}
	m, open := s.Person.Sight().Match()
	if !open {
		return s.analyse()
	}
	work, err := review.Start(m, 0, s.Person.Wake)
	if err != nil {
		return err
	}
	s.work = work
	s.say("Reviewing; press Enter to stop.")
	return nil
}

// analyse starts reviewing the round of a game with hidden information.
func (s *Session) analyse() error {
	analyst, view, err := Analyst(s.Person.Game(), s.now)
	if err != nil {
		return err
	}
	s.say("Reviewing; press Enter to stop.")
	s.analysis = later.Go(s.Person.Wake, func(ctx context.Context) (game.Analysis, error) { return analyst.Analyse(ctx, view) })
	return nil
}

// reviewed prints the review when it is done.
func (s *Session) reviewed() {
	if s.analysis.Ready() {
		s.stopReview()
	}
	if s.work == nil {
		return
	}
	if r, err := s.work.Now(); err != nil || r.Done() {
		s.stopReview()
	}
}

// stopReview ends the review, if there is one, and prints what it has found so far.
func (s *Session) stopReview() {
	if s.analysis != nil {
		s.analysis.End()
		found, err := s.analysis.Get()
		s.analysis = nil
		if errors.Is(err, context.Canceled) {
			s.print("The review was stopped before anything was judged.")
			return
		}
		s.complain(err)
		s.print(Lines(found.Text, columns(s.Columns)))
	}
	if s.work == nil {
		return
	}
	s.work.Stop()
	r, err := s.work.Now()
	s.work = nil
	switch {
	case r.Judged > 0 && s.Listens:
		s.print(strings.TrimSuffix(r.Said(), "\n"))
	case r.Judged > 0:
		s.draw(game.Typed(strings.TrimSuffix(r.Text(), "\n")))
	case errors.Is(err, context.Canceled):
		s.print("The review was stopped before anything was judged.")
	default:
		s.complain(fmt.Errorf("there is no review: %w", err))
	}
}

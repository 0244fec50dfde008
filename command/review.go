package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/game"
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
	if s.Front != nil {
		s.Front.Review()
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

// analysis is a review of a game with hidden information that runs in the background.
type analysis struct {
	stop  context.CancelFunc
	found chan func() // receives the function that prints it
}

// analyse starts reviewing the round of a game with hidden information.
func (s *Session) analyse() error {
	analyst, view, err := Analyst(s.Person.Game(), s.now)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &analysis{stop, make(chan func(), 1)}
	s.analysis = a
	s.say("Reviewing; press Enter to stop.")
	go func() {
		found, err := analyst.Analyse(ctx, view)
		a.found <- func() {
			if errors.Is(err, context.Canceled) {
				s.print("The review was stopped before anything was judged.")
				return
			}
			s.complain(err)
			s.print(Lines(found.Text, columns(s.Columns)))
		}
		s.Person.Wake()
	}()
	return nil
}

// reviewed prints the review when it is done.
func (s *Session) reviewed() {
	if s.analysis != nil {
		select {
		case show := <-s.analysis.found:
			show()
			s.analysis.stop()
			s.analysis = nil
		default:
		}
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
		s.analysis.stop()
		(<-s.analysis.found)()
		s.analysis = nil
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

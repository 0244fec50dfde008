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

// reviewWord is the word that looks back on the round.
const reviewWord = "review"

// Analyst returns who reviews a round of a game that hides something, and the view of it, or why there is no review now.
func Analyst(g game.Game, now table.Now) (game.Analyst, game.View, error) {
	switch analyst, ok := g.(game.Analyst); {
	case !ok:
		return nil, nil, fmt.Errorf("there is no review of %s: it judges only games in which both sides see everything", g.Info().Title)
	case !now.Over:
		return nil, nil, errors.New("the review comes when the round is over")
	default:
		return analyst, now.View, nil
	}
}

// review begins to look back on the round. On a pipe the next line is read when that is done; on a terminal the next
// line stops it.
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
	s.say("Looking back; Enter stops it.")
	return nil
}

// analysis is a review of a game that hides something, in the background.
type analysis struct {
	stop  context.CancelFunc
	found chan func() // prints it
}

// analyse begins to review the round of a game that hides something.
func (s *Session) analyse() error {
	analyst, view, err := Analyst(s.Person.Game(), s.now)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &analysis{stop, make(chan func(), 1)}
	s.analysis = a
	s.say("Looking back; Enter stops it.")
	go func() {
		text, err := analyst.Analyse(ctx, view)
		a.found <- func() {
			if errors.Is(err, context.Canceled) {
				s.print("The review was stopped.")
				return
			}
			s.complain(err)
			s.print(Lines(text, s.columns()))
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

// stopReview ends the review, if there is one, and prints what it has found out.
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
	case r.Judged > 0:
		s.print(strings.TrimSuffix(r.Text(), "\n"))
	case errors.Is(err, context.Canceled):
		s.print("The review was stopped before anything was judged.")
	default:
		s.complain(fmt.Errorf("there is no review: %w", err))
	}
}

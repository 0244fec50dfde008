package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/review"
)

// reviewWord is the word that looks back on the round.
const reviewWord = "review"

// NoReview returns why a game that hides something cannot be reviewed, also when it is over.
func NoReview(info game.Info) error {
	return fmt.Errorf("there is no review of %s: it judges only games in which both sides see everything", info.Title)
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
		return NoReview(s.Person.Game().Info())
	}
	work, err := review.Start(m, 0, s.Person.Wake)
	if err != nil {
		return err
	}
	s.work = work
	s.say("Looking back; Enter stops it.")
	return nil
}

// reviewed prints the review when it is done.
func (s *Session) reviewed() {
	if s.work == nil {
		return
	}
	if r, err := s.work.Now(); err != nil || r.Done() {
		s.stopReview()
	}
}

// stopReview ends the review, if there is one, and prints what it has found out.
func (s *Session) stopReview() {
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

package lines

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
)

// review starts reviewing the round. On a pipe, the next line is read only when the review is done; on a terminal, the next line stops it.
func (s *Session) review() error {
	err := s.reviewer.Start()
	if s.reviewer.Running {
		s.say("Reviewing; press Enter to stop.")
	}
	return err
}

// missed prints which lessons teach the ideas that the faults of the person's side lacked, or of both sides between two people here, and how many
// blunders come back as puzzles.
func (s *Session) missed() {
	said, err := s.requests.Keep(s.reviewer)
	s.print(said)
	s.complain(err)
	var told []string
	for _, t := range s.reviewer.Mine() {
		if !slices.Contains(told, t.Theme) {
			told = append(told, t.Theme)
			s.teaches(t.Theme)
		}
	}
}

// stopReview ends the review, if one is running, and prints what it has found so far.
func (s *Session) stopReview() {
	s.reviewer.Stop()
	s.reviewed()
}

// reviewed prints the review when it has ended.
func (s *Session) reviewed() {
	switch r := s.reviewer; {
	case !r.Take():
	case r.Analysis.Text != "":
		s.print(s.Lines(r.Analysis.Text))
		s.missed()
	case r.Found.Judged > 0 && s.Listens:
		s.print(strings.TrimSuffix(r.Found.Said(), "\n"))
		s.missed()
	case r.Found.Judged > 0:
		s.draw(game.Typed(strings.TrimSuffix(r.Found.Text(), "\n")))
		s.missed()
	case r.Stopped:
		s.print("The review was stopped before anything was judged.")
	case len(r.Found.Points) == 0:
		s.complain(r.Err)
	default:
		s.complain(fmt.Errorf("there is no review: %w", r.Err))
	}
}

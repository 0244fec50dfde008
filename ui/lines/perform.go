package lines

import (
	"errors"
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/table"
)

// perform carries out a request and prints what it led to, except for what events will report.
func (s *Session) perform(r command.Request) error {
	_, err := s.requests.Check(r)
	s.now = s.Person.Sight().Revealed().Now
	if err != nil {
		return err
	}
	return s.carry(r)
}

// carry carries out a request that may be carried out now, and prints the answer.
func (s *Session) carry(r command.Request) error {
	at, course := s.now.Situation, s.requests.Study.Shows()
	a, err := s.requests.Do(r)
	if a.Sent {
		s.say(at.Sent().Line(table.Typed))
	}
	if s.say(a.Note); s.requests.Coach.Holding() {
		s.say(command.Held)
	}
	switch a.Opens {
	case command.BoardPage:
		s.board(game.Preview{})
	case command.AdvicePage:
		s.advised()
	case command.AnswerPage:
		return s.judged(a.Text, course, err)
	case command.ReviewPage:
		return s.review()
	case command.TextPage:
		s.print(s.Lines(a.Text))
		return err
	case command.SecretPage:
		s.secret = &secret{a.Secret, a.Title}
	case command.QuitPage:
		s.quit(false)
	}
	if a.Asks.Full != "" {
		r.Sure = true
		s.confirm(a.Asks, func() { s.complain(s.carry(r)) })
	}
	if len(a.Marks.Marks)+len(a.Marks.Paths) > 0 {
		s.board(a.Marks)
	}
	s.draw(a.Drawing)
	s.print(a.Text)
	s.list(a.List)
	if said, _ := s.requests.Study.Verdict(); err == nil && s.requests.Study.Shows() != course {
		s.print(said)
	}
	return err
}

// judged prints what a lesson or puzzle says about the answer to its question; reports are what the moves did, before is how often it had said
// something before, and refused says why a move was refused, or is nil.
func (s *Session) judged(reports string, before int, refused error) error {
	study := s.requests.Study
	if study.Shows() == before { // it was not understood
		return refused
	}
	said, good := study.Verdict()
	s.print(said)
	switch {
	case study.Misses(): // a prompt keeps nothing on show
		return errors.Join(refused, study.Next())
	case study.Raced():
		return refused
	case !good:
		s.print(study.Question())
	}
	if !s.Terminal { // on a terminal, the events show it
		s.print(reports)
	}
	rated, shared := study.Rated()
	s.print(strings.TrimSpace(rated + "\n" + shared))
	return refused
}

// act sends a request to the table, and says when it cannot be sent yet.
func (s *Session) act(a table.Act) error {
	before, at := s.requests.Sent(), s.Person.Now().Situation
	err := s.requests.Act(a)
	if s.requests.Sent() > before {
		s.say(at.Sent().Line(table.Typed))
	}
	return err
}

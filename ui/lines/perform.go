package lines

import (
	"strings"

	"attic/desk/command"
	"attic/game"
	"attic/table"
)

// perform carries out a request and prints what it led to, except for what events will report.
func (s *Session) perform(r command.Request) error {
	w, err := s.requests.Check(r)
	s.now = s.Person.Sight().Revealed().Now
	if err != nil {
		return err
	}
	switch r.Verb {
	case command.Layer:
		s.requests.Layers[r.Text] = !s.requests.Layers[r.Text]
		s.board(game.Preview{})
		return nil
	case command.Secret:
		switch {
		case r.Text == "" && s.Terminal:
			s.secret = &w
			return nil
		case s.Terminal:
			return command.Spoken(w)
		}
		return s.played(strings.TrimSpace(w.Name + " " + r.Text))
	case command.Play:
		return command.Unknown(r, s.played(r.Text))
	case command.Hint:
		return s.hint()
	case command.Why:
		return s.why(r.Text)
	case command.Note:
		move, err := s.advice.Note()
		if err == nil {
			err = s.played(move)
		}
		return err
	case command.Review:
		return s.review()
	case command.Stats:
		_, text, err := s.requests.Stats(r.Text)
		if err == nil {
			s.print(s.Lines(text))
		}
		return err
	case command.Quit:
		s.quit(false)
		return nil
	case command.Clear:
		if q := command.Ends(s.now); q.Full != "" && s.Terminal {
			s.confirm(q, func() { s.complain(s.carry(r)) })
			return nil
		}
	}
	return s.carry(r)
}

// carry carries out a request that needs nothing else of the session, and prints the answer.
func (s *Session) carry(r command.Request) error {
	before, now, course := s.requests.Sent(), s.Person.Now(), s.requests.Study.Shows()
	a, err := s.requests.Do(r)
	s.unsent(now, before)
	s.say(a.Note)
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

// act sends a request to the table, and says when it cannot be sent yet.
func (s *Session) act(a table.Act) error {
	before, now := s.requests.Sent(), s.Person.Now()
	err := s.requests.Act(a)
	s.unsent(now, before)
	return err
}

// unsent says when a request cannot be sent yet. now and before are the state of the table and the number of requests without an answer
// before it.
func (s *Session) unsent(now table.Now, before int) {
	if s.requests.Sent() > before {
		s.say(now.Situation.Sent().Line(table.Typed))
	}
}

package command

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// perform carries out a request and prints what it led to, except for what events will report.
func (s *Session) perform(r Request) error {
	w, err := s.requests.Check(r)
	s.now = s.Person.Now()
	if err != nil {
		return err
	}
	switch r.Verb {
	case Layer:
		s.requests.Layers[r.Text] = !s.requests.Layers[r.Text]
		s.board(game.Preview{})
		return nil
	case Secret:
		switch {
		case r.Text == "" && s.Terminal:
			s.secret = &w
			return nil
		case s.Terminal:
			return Spoken(w)
		}
		return s.played(join(w.Name, r.Text))
	case Play:
		return Unknown(r, s.played(r.Text))
	case Hint:
		return s.hint()
	case Why:
		return s.why(r.Text)
	case Note:
		move, err := s.advice.Note()
		if err == nil {
			err = s.played(move)
		}
		return err
	case Review:
		return s.review()
	case Stats:
		_, text, err := s.requests.Stats(r.Text)
		if err == nil {
			s.print(Lines(text, columns(s.Columns)))
		}
		return err
	case Quit:
		s.quit(false)
		return nil
	case Clear:
		if q := Ends(s.now); q.Full != "" && s.Terminal {
			s.confirm(q, func() { s.complain(s.carry(r)) })
			return nil
		}
	}
	return s.carry(r)
}

// carry carries out a request that needs nothing else of the session, and prints the answer.
func (s *Session) carry(r Request) error {
	before, now, course := len(s.requests.sent), s.Person.Now(), s.requests.Study.Shows()
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

// Unknown returns err with what the person typed if a request to play fits neither a command nor a move.
func Unknown(r Request, err error) error {
	if r.By == "" && errors.Is(err, game.ErrNotation) {
		return fmt.Errorf("unknown command or move %q: %w; %s for the commands", phrase.Clip(r.Text), err, game.Type("help"))
	}
	return err
}

// Spoken returns the error for a secret argument that was typed after its command.
func Spoken(w game.Word) error {
	return fmt.Errorf("%s without an argument; attic then asks for it and does not show it", game.Type(w.Name))
}

// act sends a request to the table, and says when it cannot be sent yet.
func (s *Session) act(a table.Act) error {
	before, now := len(s.requests.sent), s.Person.Now()
	err := s.requests.Act(a)
	s.unsent(now, before)
	return err
}

// unsent says when a request cannot be sent yet. now and before are the state of the table and the number of requests without an answer
// before it.
func (s *Session) unsent(now table.Now, before int) {
	if text := Unsent(now, s.Person.Game().Info()); text != "" && len(s.requests.sent) > before {
		s.say(strings.TrimSuffix(text, ".") + ", unless you quit first.")
	}
}

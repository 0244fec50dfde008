package lines

import (
	"errors"

	"attic/desk/command"
	"attic/game"
)

// quit ends the session. During a game with another machine it asks first, unless sure is set.
func (s *Session) quit(sure bool) {
	kept, news := s.Person.Keep()
	now := s.Person.Now()
	q := command.Quits(now, s.Person.Game().Info(), s.May)
	unsaved := s.unsaved()
	if unsaved != "" {
		q.Full = command.Sentence(errors.New(unsaved)) + " Leave it?"
	}
	switch {
	case q.Full == "" || !s.Terminal:
	case !sure:
		s.confirm(q, func() {
			s.Agreed = unsaved != ""
			s.quit(true)
		})
		return
	case s.Agreed:
		s.done = true
		return
	}
	if s.done = true; !s.Terminal && s.First.Verb != command.Host {
		return
	}
	s.say(news)
	switch {
	case now.Situation.Rests && (kept || news == ""): // a guest's game is kept on the host's machine
		s.print(command.Resuming(now) + " continues the game.")
	case now.Kept && kept:
		s.say("The game is kept; " + game.Type("resume") + " to continue it next time.")
	}
}

// unsaved says what is not saved of a person's, or returns "".
func (s *Session) unsaved() string {
	if why := s.Person.Now().Situation.Unsaved; why != "" || !s.Terminal {
		return why
	}
	if err := s.Store.Profile.Owed(true); err != nil {
		return err.Error()
	}
	return ""
}

// confirm asks a yes-or-no question; the next line answers it.
func (s *Session) confirm(q command.Question, do func()) {
	s.asking = do
	s.print(q.Full + " Type yes or no.")
}

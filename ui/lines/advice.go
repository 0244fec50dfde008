package lines

import (
	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/teach/advice"
)

// hint asks for a hint, or prints the next step of the hint for this position.
func (s *Session) hint() error {
	if s.requests.Study.Course() != nil {
		found, err := s.requests.Study.Hint()
		if err != nil {
			return err
		}
		s.advice.Show(found)
		if len(found.Move.Marks) > 0 {
			s.board(found.Move)
		}
		s.print(found.Move.Sentence)
		return nil
	}
	ready, err := s.advice.Hint()
	return s.consulted(ready, err, "Thinking of a hint.")
}

// why asks whether a move is as good as the best one, and why, or prints the next step of the answer.
func (s *Session) why(move string) error {
	ready, err := s.advice.Why(move)
	return s.consulted(ready, err, "Comparing "+phrase.Clip(move)+" with the best move.")
}

// consulted prints the current step if it is ready, otherwise that the person has to wait.
func (s *Session) consulted(ready bool, err error, waiting string) error {
	switch {
	case ready:
		s.advised()
	case err == nil:
		s.say(waiting)
	}
	return err
}

// advised prints the current step of a hint, and on a terminal the board.
func (s *Session) advised() {
	if p, ok := s.advice.Shown(); ok {
		s.board(p)
		s.print(p.Sentence)
		s.teaches(s.advice.Theme())
	}
}

// teaches names the lesson about an idea, if there is one and lessons can be begun here.
func (s *Session) teaches(idea string) {
	if said := command.Taught(s.Person.Game(), idea); said != "" && s.requests.Has(command.Lesson) {
		s.print(said + " " + phrase.Capital(game.Type("lesson "+idea)) + " to take it.")
	}
}

// threat returns the threat that the person is to be warned about. A script is warned only if it asked for warnings.
func (s *Session) threat() (game.Preview, bool) {
	if s.requests.Study.Course() != nil || !s.Terminal && s.Settings.Warn != "on" {
		return game.Preview{}, false
	}
	return advice.Threat(s.Person.Game(), s.now, s.Settings.Warn)
}

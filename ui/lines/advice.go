package lines

import (
	"attic/desk/command"
	"attic/game"
	"attic/internal/phrase"
	"attic/teach/advice"
)

// advised prints the current step of a hint, and on a terminal the board.
func (s *Session) advised() {
	p, ok := s.requests.Advice.Shown()
	course := s.requests.Study.Course() != nil
	if !ok {
		return
	}
	if !course || len(p.Marks) > 0 {
		s.board(p)
	}
	if s.print(p.Sentence); !course {
		s.teaches(s.requests.Advice.Theme())
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

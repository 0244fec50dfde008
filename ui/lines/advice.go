package lines

import (
	"fmt"
	"slices"
	"strings"

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

// looked handles the coach's judgement: it asks whether to take the move back, or to play it, or lets the game go on.
func (s *Session) looked() {
	v, ok := s.requests.Coach.Verdict()
	switch {
	case !ok || v.Warning == "" && v.Move.Text == "":
	case v.Warning == "":
		s.complain(s.act(v.Act))
	default:
		question, _ := v.Question()
		s.confirm(command.Question{Full: question}, func() { s.complain(s.act(v.Act)) })
	}
}

// answered takes a line as the answer to a question and reports whether it was only an answer. Any other line means no.
func (s *Session) answered(line string) bool {
	do, word := s.asking, strings.ToLower(strings.TrimSpace(line))
	yes := do != nil && (slices.Contains([]string{"yes", "y"}, word) || s.requests.Coach.Asks() && slices.Contains([]string{"undo", "u"}, word))
	s.asking = nil
	if yes {
		do()
	}
	s.requests.Coach.Stop()
	return yes || do != nil && slices.Contains([]string{"no", "n", ""}, word)
}

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

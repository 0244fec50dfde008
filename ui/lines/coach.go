package lines

import (
	"slices"
	"strings"

	"attic/desk/command"
	"attic/table"
)

// played plays a move or answers a lesson; the coach may judge it.
func (s *Session) played(line string) error {
	if s.requests.Study.Course() != nil {
		return s.answer(line)
	}
	return s.coach.Play(table.Play(line), s.act)
}

// looked handles the coach's judgement: it asks whether to take the move back, or to play it, or lets the game go on.
func (s *Session) looked() {
	v, ok := s.coach.Verdict()
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
	yes := do != nil && (slices.Contains([]string{"yes", "y"}, word) || s.coach.Asks() && slices.Contains([]string{"undo", "u"}, word))
	s.asking = nil
	if yes {
		do()
	}
	s.coach.Stop()
	return yes || do != nil && slices.Contains([]string{"no", "n", ""}, word)
}

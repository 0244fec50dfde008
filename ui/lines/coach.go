package lines

import (
	"slices"
	"strings"

	"attic/desk/command"
)

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

package command

import (
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// coachWord is the command that turns the coach on or off. The coach asks after a move that loses much.
const coachWord = "coach"

// coach turns the coach on or off and prints its new state.
func (s *Session) coach(arg string) error {
	switch how := strings.ToLower(arg); how {
	case "":
		s.Settings.Coach = !s.Settings.Coach
	case "on", "off":
		s.Settings.Coach = how == "on"
	default:
		return fmt.Errorf("coach takes on or off, not %q", phrase.Clip(arg))
	}
	if err := s.keepSettings(); err != nil {
		return err
	}
	_, before := s.Person.Game().(game.Cautious)
	switch {
	case !s.Settings.Coach:
		s.print("The coach is off.")
	case before:
		s.print("The coach is on: it asks before you evaluate too early.")
	default:
		s.print("The coach is on: after a move that loses 20% or more you can take it back before the computer answers.")
	}
	return nil
}

// played plays a move or answers a lesson; the coach may judge it.
func (s *Session) played(line string) error {
	if s.Study.Course() != nil {
		return s.answer(line)
	}
	return s.Coach.Play(table.Play(line), s.act)
}

// looked handles the coach's judgement: it asks whether to take the move back, or to play it, or lets the game go on.
func (s *Session) looked() {
	v, ok := s.Coach.Verdict()
	switch {
	case !ok || v.Warning == "" && v.Move.Text == "":
	case v.Warning == "":
		s.complain(s.act(v.Act))
	default:
		question, _ := v.Question()
		s.confirm(Question{Full: question}, func() {
			if v.Move.Text == "" {
				s.complain(s.act(table.Undo()))
			} else {
				s.complain(s.act(v.Act))
			}
		})
	}
}

// answered takes a line as the answer to a question and reports whether it was only an answer. Any other line means no.
func (s *Session) answered(line string) bool {
	do, word := s.asking, strings.ToLower(strings.TrimSpace(line))
	yes := do != nil && (slices.Contains([]string{"yes", "y"}, word) || s.Coach.Asks() && slices.Contains([]string{"undo", "u"}, word))
	s.asking = nil
	if yes {
		do()
	}
	s.Coach.Stop()
	return yes || do != nil && slices.Contains([]string{"no", "n", ""}, word)
}

package command

import (
	"fmt"
	"strings"

	"attic/internal/phrase"
)

// coachWord switches the coach of a screen, which asks after a move that loses much.
const coachWord = "coach"

// coach switches the coach, or says whether it is on.
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
	if s.Settings.Coach {
		s.print("The coach is on: after a move that loses 20% or more you can take it back before the computer answers.")
	} else {
		s.print("The coach is off.")
	}
	return nil
}

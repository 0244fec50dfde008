package gametest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"attic/game"
)

// mostGoal is the maximum number of columns of a goal, so that it fits into a line of 80 columns.
const mostGoal = 76

// goalsAndResultsAreTold checks that every viewer is told the goal, and is told the result only when the game is over.
func goalsAndResultsAreTold(t *trial) error {
	return t.each(func(s game.State) error {
		for _, seen := range t.views(s) {
			status := seen.view.Status()
			switch over := s.ToMove() == game.Nobody; {
			case status.Goal == "" || strings.Contains(status.Goal, "\n") || utf8.RuneCountInString(status.Goal) > mostGoal:
				return fmt.Errorf("seat %d is told the goal %q, which is not a line of at most %d columns", seen.seat, status.Goal, mostGoal)
			case over != (status.Result != "") || strings.Contains(status.Result, "\n"):
				return fmt.Errorf("seat %d is told the result %q, over: %v", seen.seat, status.Result, over)
			}
		}
		return nil
	})
}

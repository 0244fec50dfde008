package command

import (
	"fmt"
	"strings"

	"attic/advice"
	"attic/game"
	"attic/grid"
	"attic/internal/phrase"
)

const (
	hintWord = "hint"
	whyWord  = "why"
	warnWord = "warn"
)

// hint asks for a hint, or prints the next step of the hint for this position.
func (s *Session) hint(string) error {
	ready, err := s.Advice.Hint()
	return s.consulted(ready, err, "Thinking of a hint.")
}

// why asks whether a move is as good as the best one, and why, or prints the next step of the answer.
func (s *Session) why(move string) error {
	ready, err := s.Advice.Why(move)
	return s.consulted(ready, err, "Comparing "+phrase.Clip(move)+" with the best move.")
}

// consulted prints the current step if it is ready, otherwise that the person has to wait. A screen shows both itself.
func (s *Session) consulted(ready bool, err error, waiting string) error {
	if err == nil && !ready && !s.Screen {
		s.say(waiting)
	}
	s.advised(ready)
	return err
}

// advised prints the current step of a hint if it is ready, and on a terminal the board.
func (s *Session) advised(ready bool) {
	if p, ok := s.Advice.Shown(); ok && ready && !s.Screen {
		s.boardWith(p)
		s.print(p.Sentence)
	}
}

// marked returns a board with the marks and paths of a preview.
func marked(g grid.Grid, p game.Preview) grid.Grid { return g.Trace(p.Paths...).Mark(p.Marks...) }

// threat returns the threat that the person is to be warned about. A script is warned only if it asked for warnings.
func (s *Session) threat() (game.Preview, bool) {
	if s.Study.Course() != nil || !s.Terminal && s.Settings.Warn != "on" {
		return game.Preview{}, false
	}
	return advice.Threat(s.Person.Game(), s.now, s.Settings.Warn)
}

func (s *Session) warn(arg string) error {
	switch how := strings.ToLower(arg); how {
	case "":
	case "on", "off":
		s.Settings.Warn = how
	case "auto":
		s.Settings.Warn = ""
	default:
		return fmt.Errorf("warn takes on, off or auto, not %q", phrase.Clip(arg))
	}
	if arg != "" {
		if err := s.keepSettings(); err != nil {
			return err
		}
	}
	if arg == "" || s.Terminal {
		s.print(map[string]string{
			"on":  "You will be told when the opponent threatens to win.",
			"off": "You will not be told when the opponent threatens to win.",
			"":    fmt.Sprintf("You will be told when the computer threatens to win at level %d or lower.", advice.LowLevel),
		}[s.Settings.Warn])
	}
	return nil
}

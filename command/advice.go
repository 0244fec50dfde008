package command

import (
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/grid"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

const (
	hintWord = "hint"
	whyWord  = "why"
	warnWord = "warn"
)

// hint asks for a hint, or prints the next step of the hint for this position.
func (s *Session) hint(string) error {
	if s.Front != nil {
		return s.Front.Hint()
	}
	if s.advice != nil && s.compared == "" {
		s.advised(s.advice.Next())
		return nil
	}
	if err := s.Person.Hint(""); err != nil {
		return err
	}
	s.compared = ""
	s.say("Thinking of a hint.")
	return nil
}

// why asks whether a move is as good as the best one, and why, or prints the next step of the answer.
func (s *Session) why(move string) error {
	if s.Front != nil {
		return s.Front.Why(move)
	}
	if move == "" {
		return errors.New("why needs a move: why MOVE; " + game.Type("moves") + " to list them")
	}
	if s.advice != nil && s.compared == move {
		s.advised(s.advice.Next())
		return nil
	}
	if err := s.Person.Why(move); err != nil {
		return err
	}
	s.compared = move
	s.say("Comparing " + phrase.Clip(move) + " with the best move.")
	return nil
}

// advised prints a step of a hint, and on a terminal the board.
func (s *Session) advised(p game.Preview) {
	s.boardWith(p)
	s.print(p.Sentence)
}

// marked returns a board with the marks and paths of a preview.
func marked(g grid.Grid, p game.Preview) grid.Grid { return g.Trace(p.Paths...).Mark(p.Marks...) }

// Advice leads a person through the steps of a game.Advice: first where to look and the case against another move, if the game gives them,
// then the move, then what follows. After the last step it starts over.
type Advice struct {
	game.Advice
	step int
}

// Shown returns the current step.
func (a *Advice) Shown() game.Preview { return a.steps()[a.step] }

// Next goes to the next step and returns it.
func (a *Advice) Next() game.Preview {
	a.step = (a.step + 1) % len(a.steps())
	return a.Shown()
}

func (a *Advice) steps() []game.Preview {
	steps := []game.Preview{a.Move, a.Follow}
	if a.Idea.Sentence != "" {
		steps[0] = a.Idea
	}
	if a.Area.Sentence != "" {
		steps = append([]game.Preview{a.Area}, steps...)
	}
	return steps
}

// Outdates reports whether an event makes a hint out of date.
func Outdates(e table.Event) bool {
	switch e.What {
	case table.Thinking, table.Hinted, table.Seated, table.Paced, table.NotKept, table.KeptAgain, table.Failed:
		return false
	}
	return true
}

// lowLevel is the highest level of the computer at which a person is warned of threats by default.
const lowLevel = 2

// Threat returns how the opponent of the person to move threatens to win, and whether to warn the person about it: warn is "on",
// "off", or "" to warn only against the computer at levels up to lowLevel.
func Threat(g game.Game, now table.Now, warn string) (game.Preview, bool) {
	warner, ok := g.(game.Warner)
	if !ok || warn == "off" || now.ToMove < 0 || now.Thinking || now.Waits || !g.Info().Open && now.Seat != now.ToMove {
		return game.Preview{}, false
	}
	if warn != "on" && !weak(now.Players, now.ToMove) {
		return game.Preview{}, false
	}
	return warner.Threat(now.View)
}

// weak reports whether the computer at a level up to lowLevel plays all other seats.
func weak(players []match.Player, seat int) bool {
	for i, p := range players {
		if i != seat && (!p.Program || p.Engine != "" || p.Level > lowLevel) {
			return false
		}
	}
	return true
}

// threat returns the threat that the person is to be warned about. A script is warned only if it asked for warnings.
func (s *Session) threat() (game.Preview, bool) {
	if s.course != nil || !s.Terminal && s.Settings.Warn != "on" {
		return game.Preview{}, false
	}
	return Threat(s.Person.Game(), s.now, s.Settings.Warn)
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
			"":    fmt.Sprintf("You will be told when the computer threatens to win at level %d or lower.", lowLevel),
		}[s.Settings.Warn])
	}
	return nil
}

// hinted prints the result of a hint.
func (s *Session) hinted(e table.Event) {
	if e.Err != nil {
		s.complain(fmt.Errorf("no hint was found: %w", e.Err))
		return
	}
	s.advice = &Advice{Advice: e.Advice}
	s.advised(s.advice.Shown())
}

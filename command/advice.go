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

// hint asks for advice, or says what follows on the advice for this position.
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

// why asks why a move is or is not as good as the best one, or says what follows on the answer.
func (s *Session) why(move string) error {
	if s.Front != nil {
		return s.Front.Why(move)
	}
	if move == "" {
		return errors.New("say which move: why MOVE; " + game.Type("moves") + " to list them")
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

// advised prints advice: to a terminal with the board.
func (s *Session) advised(p game.Preview) {
	s.boardWith(p)
	s.print(p.Sentence)
}

// marked returns a board with what a preview draws on it.
func marked(g grid.Grid, p game.Preview) grid.Grid { return g.Trace(p.Paths...).Mark(p.Marks...) }

// Advice is advice as a person looks at it, step by step: where to look and what speaks against another move, if the game says
// so, the move, what follows, and again from the first.
type Advice struct {
	game.Advice
	step int
}

// Shown returns what is looked at.
func (a *Advice) Shown() game.Preview { return a.steps()[a.step] }

// Next turns to the next step.
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

// Outdates reports whether an event ends what was advised before it.
func Outdates(e table.Event) bool {
	switch e.What {
	case table.Thinking, table.Hinted, table.Seated, table.Paced, table.NotKept, table.KeptAgain, table.Failed:
		return false
	}
	return true
}

// lowLevel is the highest level of a program whose threats a person is told of, if nothing else is chosen.
const lowLevel = 2

// Threat returns how the opponent of the person to move threatens to win, if the person wants to be told: warn
// is "on", "off", or "" for against a program of the lowest levels.
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

// weak reports whether a program of a low level plays against a seat, and nobody else.
func weak(players []match.Player, seat int) bool {
	for i, p := range players {
		if i != seat && (!p.Program || p.Engine != "" || p.Level > lowLevel) {
			return false
		}
	}
	return true
}

// threat returns what a person at the table is told of threats. A script is told if it has said so.
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
			"":    fmt.Sprintf("You will be told when a program of a level up to %d threatens to win.", lowLevel),
		}[s.Settings.Warn])
	}
	return nil
}

// hinted prints the answer to a question for advice.
func (s *Session) hinted(e table.Event) {
	if e.Err != nil {
		s.complain(fmt.Errorf("no hint was found: %w", e.Err))
		return
	}
	s.advice = &Advice{Advice: e.Advice}
	s.advised(s.advice.Shown())
}

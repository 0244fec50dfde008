package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/table"
)

const (
	speedWord = "speed"
	pauseWord = "pause"
)

// enginePrefix comes before the command of an engine as an opponent.
const enginePrefix = "engine:"

func (s *Session) opponent(arg string) error {
	seats := s.Person.Game().Info().Seats
	other := (s.now.Side + 1) % len(seats)
	was := s.now.Players[other]
	var err error
	switch word := strings.ToLower(arg); {
	case word == "":
	case word == "human" || word == "person":
		if was.Program {
			err = s.act(table.PersonIn(other))
		}
	case word == "ai" || word == "program":
		if !was.Program || was.Engine != "" {
			err = s.act(table.ProgramIn(other))
		}
	case match.IsThink(word):
		err = s.seatEngine(other, word)
	case strings.HasPrefix(word, enginePrefix):
		err = s.seatEngine(other, strings.TrimSpace(arg[len(enginePrefix):]))
	default:
		return fmt.Errorf("an opponent must be human, ai, think:5s or engine:COMMAND, not %q", phrase.Clip(arg))
	}
	if err != nil {
		return err
	}
	if arg == "" || s.Terminal {
		p := s.Person.Now().Players[other]
		who := "a person"
		switch {
		case p.Engine != "":
			who = Who(s.Person.Game(), p)
		case p.Program:
			who = "the computer"
		}
		s.print(fmt.Sprintf("%s is played by %s.", seats[other].Name, who))
	}
	return nil
}

// seatEngine gives a seat to an engine if the person may start one.
func (s *Session) seatEngine(seat int, engine string) error {
	if !s.May.Has(Engines) {
		return errors.New("you cannot start engines here")
	}
	return s.act(table.EngineIn(seat, engine))
}

// Who describes the player of a seat: a name, "a person", "the computer, level 3, beginner" or "the engine tiktaxx".
func Who(g game.Game, p match.Player) string {
	each, thinks := p.Thinks()
	switch {
	case p.Program && thinks:
		return fmt.Sprintf("the computer, %v a move", each)
	case p.Program && p.Engine != "":
		return "the engine " + p.EngineName()
	case p.Program:
		return "the computer, " + match.LevelText(g, p.Level)
	case p.Name != "":
		return p.Name
	}
	return "a person"
}

// Failed returns the sentence for a Failed event: the engine or bot of a seat has stopped playing.
func Failed(g game.Game, e table.Event) string {
	if e.Player.Engine != "" {
		return fmt.Sprintf("%s You play on in place of %s.", Sentence(e.Err), Who(g, e.Player))
	}
	return fmt.Sprintf("The computer found no move (%v); you play on in its place.", e.Err)
}

func (s *Session) auto(string) error {
	if err := s.act(table.ProgramIn(s.now.Side)); err != nil {
		return err
	}
	s.say(fmt.Sprintf("The computer plays %s; %s to end that.", s.Person.Game().Info().Seats[s.now.Side].Name, game.Type("clear")))
	return nil
}

// The computer's pace at normal and slow speed, and the slowest pace that can be set.
const (
	normalPace = 700 * time.Millisecond
	slowPace   = 2 * time.Second
	mostPace   = 60 * time.Second
)

// Speeds returns the speeds that the keys step through, from fastest to slowest, as ParseSpeed reads them.
func Speeds() []string { return strings.Fields("fast 0.3 normal 1.2 slow 4 8") }

// ParseSpeed returns the pace of a speed: "slow", "normal", "fast" or seconds a move. The default, "normal" or "", applies only if the
// computer plays all seats; any other speed also applies against a person.
func ParseSpeed(speed string) (table.Pace, error) {
	switch speed {
	case "", "normal":
		return table.Pace{Least: normalPace}, nil
	case "slow":
		return table.Pace{Least: slowPace, Always: true}, nil
	case "fast":
		return table.Pace{Always: true}, nil
	}
	seconds, err := strconv.ParseFloat(speed, 64)
	if least := time.Duration(seconds * float64(time.Second)); err == nil && seconds >= 0 && seconds <= mostPace.Seconds() {
		return table.Pace{Least: least, Always: true}, nil
	}
	return table.Pace{}, fmt.Errorf("a speed must be slow, normal, fast, or seconds a move from 0 to %d, not %q", mostPace/time.Second, phrase.Clip(speed))
}

// SpeedLabel returns a speed in the form that people read.
func SpeedLabel(speed string) string {
	switch speed {
	case "":
		return "normal"
	case "slow", "normal", "fast":
		return speed
	}
	return speed + " seconds a move"
}

// Pace sets the table's speed from the settings. An invalid speed, from a file edited by hand, counts as the default.
func (s *Session) Pace() {
	pace, err := ParseSpeed(s.Settings.Speed)
	if err != nil {
		s.Settings.Speed = ""
		pace, _ = ParseSpeed("")
	}
	_ = s.act(table.Speed(pace)) // refused for a guest, for whom the host's pace applies
}

func (s *Session) speed(arg string) error {
	if speed := strings.ToLower(arg); speed != "" {
		if _, err := ParseSpeed(speed); err != nil {
			return err
		}
		if speed == "normal" {
			speed = ""
		}
		s.Settings.Speed = speed
		s.Pace()
		if err := s.keepSettings(); err != nil {
			return err
		}
	}
	if arg == "" || s.Terminal {
		s.print(fmt.Sprintf("The computer's speed is %s.", SpeedLabel(s.Settings.Speed)))
	}
	return nil
}

func (s *Session) pause(string) error {
	if !s.Terminal {
		return errors.New("pause works only interactively; a script waits for the computer")
	}
	if !slices.ContainsFunc(s.now.Players, func(p match.Player) bool { return p.Program }) {
		return errors.New("the computer does not play here, so there is nothing to pause")
	}
	paused := !s.now.Paused
	act := table.GoOn()
	if paused {
		act = table.Pause()
	}
	if err := s.act(act); err != nil {
		return err
	}
	if paused {
		s.say("The computer is paused; " + game.Type(pauseWord) + " to go on, " + game.Type("now") + " for one move.")
	} else {
		s.say("The computer continues.")
	}
	return nil
}

// keepSettings saves the settings of a person, but not those of a script.
func (s *Session) keepSettings() error {
	if !s.Terminal || !s.May.Has(Remember) {
		return nil
	}
	if err := s.Store.SaveSettings(*s.Settings); err != nil {
		return fmt.Errorf("the settings cannot be saved: %w", err)
	}
	return nil
}

// expectation prints what the computer expected when it moved.
func (s *Session) expectation() {
	if len(s.expected.Line) > 0 {
		s.print(fmt.Sprintf("It looked %s ahead and expects %s.", plural(s.expected.Depth, "ply", "plies"), strings.Join(s.expected.Line, " ")))
	}
	s.expected = game.Report{}
}

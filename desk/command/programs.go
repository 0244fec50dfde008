package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// enginePrefix comes before the command of an engine as an opponent.
const enginePrefix = "engine:"

// computer is how the computer plays at a table, as a person sets it.
type computer struct {
	person *table.Person
	act    func(table.Act) error
	may    May
	wishes wishes
	result int // the result of the game just ended, for a level that follows results: 1 won, -1 lost, 0 otherwise
}

// opponent shows or sets who plays the other side.
func (c *computer) opponent(arg string) (Answer, error) {
	g, now := c.person.Game(), c.person.Now()
	seats := g.Info().Seats
	other := (now.Side + 1) % len(seats)
	was := now.Players[other]
	var err error
	switch word := strings.ToLower(arg); {
	case word == "":
	case word == "human" || word == "person":
		if was.Program {
			err = c.act(table.PersonIn(other))
		}
	case word == "ai" || word == "program":
		if !was.Program || was.Engine != "" {
			err = c.act(table.ProgramIn(other))
		}
	case !match.IsThink(word) && !strings.HasPrefix(word, enginePrefix):
		err = fmt.Errorf("an opponent must be human, ai, think:5s or engine:COMMAND, not %q", phrase.Clip(arg))
	case !c.may.Has(Engines):
		err = errors.New("you cannot start engines here")
	case match.IsThink(word):
		err = c.act(table.EngineIn(other, word))
	default:
		err = c.act(table.EngineIn(other, strings.TrimSpace(arg[len(enginePrefix):])))
	}
	if err != nil {
		return Answer{}, err
	}
	p := c.person.Now().Players[other]
	who := "a person"
	switch {
	case p.Engine != "":
		who = Who(g, p)
	case p.Program:
		who = "the computer"
	}
	return shown(fmt.Sprintf("%s is played by %s.", seats[other].Name, who), arg == ""), nil
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

// auto lets the computer play the person's side.
func (c *computer) auto() (Answer, error) {
	now := c.person.Now()
	if err := c.act(table.ProgramIn(now.Side)); err != nil {
		return Answer{}, err
	}
	return Answer{Note: fmt.Sprintf("The computer plays %s; %s to end that.", c.person.Game().Info().Seats[now.Side].Name, game.Type("clear"))}, nil
}

// seed sets the random seed of the computer's play.
func (c *computer) seed(arg string) error {
	if arg == "" {
		return errors.New("seed needs a whole number: seed N")
	}
	seed, err := game.ParseSeed(arg)
	if err != nil {
		return err
	}
	return c.act(table.Seed(seed))
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

// pace sets the table's speed from the settings. An invalid speed, from a file edited by hand, counts as the default.
func (c *computer) pace() {
	pace, err := ParseSpeed(c.wishes.Speed)
	if err != nil {
		c.wishes.Speed = ""
		pace, _ = ParseSpeed("")
	}
	_ = c.act(table.Speed(pace)) // refused for a guest, for whom the host's pace applies
}

// speed shows or sets how fast the computer plays.
func (c *computer) speed(arg string) (Answer, error) {
	if speed := strings.ToLower(arg); speed != "" {
		if _, err := ParseSpeed(speed); err != nil {
			return Answer{}, err
		}
		if speed == "normal" {
			speed = ""
		}
		err := c.wishes.set(func(s *store.Settings) { s.Speed = speed })
		if c.pace(); err != nil {
			return Answer{}, err
		}
	}
	return shown(fmt.Sprintf("The computer's speed is %s.", SpeedLabel(c.wishes.Speed)), arg == ""), nil
}

// pause pauses the computer, or lets it go on, for a person; not for a script.
func (c *computer) pause(person bool) (Answer, error) {
	now := c.person.Now()
	if !person {
		return Answer{}, errors.New("pause works only interactively; a script waits for the computer")
	}
	if now.Programs() == 0 {
		return Answer{}, errors.New("the computer does not play here, so there is nothing to pause")
	}
	act, said := table.GoOn(), "The computer continues."
	if !now.Paused {
		act, said = table.Pause(), "The computer is paused; "+game.Type("pause")+" to go on, "+game.Type("now")+" for one move."
	}
	if err := c.act(act); err != nil {
		return Answer{}, err
	}
	return Answer{Note: said}, nil
}

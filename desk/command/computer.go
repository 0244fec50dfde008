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
	"attic/teach/advice"
)

// The arguments of the command level that are not numbers.
const (
	autoLevel = "auto" // the level follows the person's results
	listLevel = "list"
)

// level shows, lists or sets the computer's level.
func (c *computer) level(arg string) (Answer, error) {
	g, now := c.person.Game(), c.person.Now()
	bots := g.(game.Bots) // the command exists only if the game has bots
	low, high, usual := bots.Levels()
	level := now.Players[now.Side].Level
	switch strings.ToLower(arg) {
	case "":
		said := LevelIs(g, level)
		if c.following(now) {
			said += ", and adapts to your results"
		}
		return Answer{Text: said + "; " + match.Levels(bots) + "."}, nil
	case listLevel:
		var list []string
		for level := low; level <= game.HighestListed(bots); level++ {
			line := fmt.Sprintf("%2d  %s", level, bots.LevelName(level))
			if level == usual {
				line += " (default)"
			}
			list = append(list, strings.TrimRight(line, " "))
		}
		return Answer{List: Listing{"levels", list, "\n"}}, nil
	case autoLevel:
		if low == high {
			return Answer{}, fmt.Errorf("the level cannot adapt to your results; %s", match.Levels(bots))
		}
		if err := c.choose(&level, true); err != nil {
			return Answer{}, err
		}
		return Answer{Note: LevelIs(g, level) + ", and adapts to your results: up when you win, down when you lose."}, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return Answer{}, fmt.Errorf("%q is not a level; %s", phrase.Clip(arg), match.Levels(bots))
	}
	if err := c.act(table.Level(n)); err != nil {
		return Answer{}, err
	}
	if c.wish().Auto {
		if err := c.choose(&n, false); err != nil {
			return Answer{}, err
		}
	}
	return Answer{Note: LevelIs(g, n) + "."}, nil
}

// LevelIs returns the start of a sentence about the computer's level: "The level is 3, beginner".
func LevelIs(g game.Game, level int) string {
	return "The level is " + strings.TrimPrefix(match.LevelText(g, level), "level ")
}

func (c *computer) wish() store.GameSettings { return c.wishes.Game(c.person.Game().Info().Name) }

// choose stores the level, and whether it follows the person's results.
func (c *computer) choose(level *int, auto bool) error {
	wish := c.wish()
	wish.Level, wish.Auto, wish.Half, wish.Trend, wish.Step = level, auto, false, 0, 0
	return c.wishes.set(func(s *store.Settings) { s.Choose(c.person.Game().Info().Name, wish) })
}

// following reports whether the level at this table follows the person's results: one person plays against the computer, and the level is
// set to follow.
func (c *computer) following(now table.Now) bool {
	wish := c.wish()
	if !wish.Auto || wish.Level == nil || now.Shared() {
		return false
	}
	for seat, p := range now.Players {
		if p.Program == (seat == now.Side) || p.Engine != "" || p.Level != *wish.Level {
			return false
		}
	}
	return true
}

// follow handles an event of the table. If the level follows the person's results, it prepares to raise the level after a win, or to lower it after a
// loss. The level changes only when the person leaves the game, because until then the end of the game can be taken back.
func (c *computer) follow(e table.Event) {
	switch e.What {
	case table.Played, table.Resigned, table.Undone, table.Redone:
	default:
		return
	}
	c.result = 0
	switch {
	case !e.Now.Over || e.What == table.Undone || !c.following(e.Now) || e.Now.Outcome.Winner == game.Nobody:
	case e.Now.Outcome.Winner == e.Now.Side:
		c.result = 1
	default:
		c.result = -1
	}
}

// adjust updates, after a game, the level that follows the person's results, stores it, and returns the level and whether it changed.
func (c *computer) adjust() (level int, changed bool, err error) {
	by := c.result
	c.result = 0
	wish := c.wish()
	if by == 0 || !wish.Auto || wish.Level == nil {
		return 0, false, nil
	}
	low, high, _ := c.person.Game().(game.Bots).Levels()
	next := wish.Followed(by, low, high)
	err = c.wishes.set(func(s *store.Settings) { s.Choose(c.person.Game().Info().Name, next) })
	return *next.Level, *next.Level != *wish.Level, err
}

// settle is called before the next game starts. If the level follows the results, settle changes it according to the last game and returns the message.
func (c *computer) settle() string {
	level, changed, err := c.adjust()
	if !changed {
		return ""
	}
	said := "The level adapts to your result. " + LevelIs(c.person.Game(), level) + "."
	if refused := c.act(table.Level(level)); refused != nil {
		said = Sentence(refused)
	}
	if err != nil {
		said = lined(Sentence(err), said)
	}
	return said
}

// enginePrefix comes before the command of an engine that is an opponent.
const enginePrefix = "engine:"

// computer holds a person's settings for the computer at a table.
type computer struct {
	person *table.Person
	act    func(table.Act) error
	may    May
	wishes wishes
	result int // the result of the game just ended, for a level that follows results: 1 won, -1 lost, 0 otherwise
}

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

func (c *computer) auto() (Answer, error) {
	now := c.person.Now()
	if err := c.act(table.ProgramIn(now.Side)); err != nil {
		return Answer{}, err
	}
	return Answer{Note: fmt.Sprintf("The computer plays %s; %s to end that.", c.person.Game().Info().Seats[now.Side].Name, game.Type("clear"))}, nil
}

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

// ParseSpeed returns the pace of a speed: "slow", "normal", "fast" or a number of seconds per move. The default, "normal" or "", applies
// only if the computer plays all seats; any other speed also applies against a person.
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
	return table.Pace{}, fmt.Errorf("a speed must be slow, normal, fast or 0 to %d seconds a move, not %q", mostPace/time.Second, phrase.Clip(speed))
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
	_ = c.act(table.Speed(pace)) // refused if the person is a guest, because the host's pace applies then
}

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

// pause pauses the computer, or lets it continue. It is for people, not for scripts.
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

// ofJudgements is the start of the message that judgements of games are not saved; see store.Debts.Owe.
const ofJudgements = "the judgement of a game is"

// wishes are the settings that commands change.
type wishes struct {
	*store.Settings
	store store.Store
	keeps bool // changes are saved, because they are made by a person who may save settings
}

func (w wishes) set(change func(*store.Settings)) error {
	if !w.keeps {
		change(w.Settings)
		return nil
	}
	if err := w.store.Profile.Set(w.Settings, change); err != nil {
		return fmt.Errorf("the settings cannot be saved: %w", err)
	}
	return nil
}

// warn shows or sets when the person is warned that the opponent threatens to win.
func (w wishes) warn(arg string) (Answer, error) {
	how := strings.ToLower(arg)
	switch how {
	case "", "on", "off", "auto":
	default:
		return Answer{}, fmt.Errorf("warn takes on, off or auto, not %q", phrase.Clip(arg))
	}
	if arg != "" {
		if err := w.set(func(s *store.Settings) { s.Warn = strings.TrimSuffix(how, "auto") }); err != nil {
			return Answer{}, err
		}
	}
	return shown(map[string]string{
		"on":  "You will be warned when the opponent threatens to win.",
		"off": "You will not be warned when the opponent threatens to win.",
		"":    fmt.Sprintf("You will be warned when the computer threatens to win at level %d or lower.", advice.LowLevel),
	}[w.Warn], arg == ""), nil
}

func (w wishes) coach(arg string, g game.Game) (Answer, error) {
	on := !w.Coach
	switch how := strings.ToLower(arg); how {
	case "":
	case "on", "off":
		on = how == "on"
	default:
		return Answer{}, fmt.Errorf("coach takes on or off, not %q", phrase.Clip(arg))
	}
	if err := w.set(func(s *store.Settings) { s.Coach = on }); err != nil {
		return Answer{}, err
	}
	_, before := g.(game.Cautious)
	switch {
	case !w.Coach:
		return Answer{Text: "The coach is off."}, nil
	case before:
		return Answer{Text: "The coach is on: it asks before you evaluate too early."}, nil
	}
	return Answer{Text: "The coach is on: if a move costs you a lot, you can take it back before the computer answers."}, nil
}

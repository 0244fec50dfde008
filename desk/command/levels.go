package command

import (
	"fmt"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// The arguments of the command level besides a number.
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
			said += ", and follows your results"
		}
		return Answer{Text: said + "; " + match.Levels(bots) + "."}, nil
	case listLevel:
		var list []string
		for level := low; level <= high && level < low+game.MostLevels; level++ {
			line := fmt.Sprintf("%2d  %s", level, bots.LevelName(level))
			if level == usual {
				line += " (default)"
			}
			list = append(list, strings.TrimRight(line, " "))
		}
		return Answer{List: Listing{"levels", list, "\n"}}, nil
	case autoLevel:
		if low == high {
			return Answer{}, fmt.Errorf("the level cannot follow your results; %s", match.Levels(bots))
		}
		if err := c.choose(&level, true); err != nil {
			return Answer{}, err
		}
		return Answer{Note: LevelIs(g, level) + ", and follows your results: up when you win, down when you lose."}, nil
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

// wish returns the person's choices for this game.
func (c *computer) wish() store.GameSettings { return c.wishes.Game(c.person.Game().Info().Name) }

// choose stores the level, and whether it follows the person's results.
func (c *computer) choose(level *int, auto bool) error {
	wish := c.wish()
	wish.Level, wish.Auto, wish.Half, wish.Trend = level, auto, false, 0
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

// follow prepares to change a level that follows the person's results after an event of the table: up after a win, down after a
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

// adjust stores what a game changes of a level that follows the person's results, and reports whether that is another level now.
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

// settle is called before the next game starts. It changes the level if it follows the result of the last game, and returns what to say.
func (c *computer) settle() string {
	level, changed, err := c.adjust()
	if !changed {
		return ""
	}
	said := "The level follows your result. " + LevelIs(c.person.Game(), level) + "."
	if refused := c.act(table.Level(level)); refused != nil {
		said = Sentence(refused)
	}
	if err != nil {
		said = lined(Sentence(err), said)
	}
	return said
}

package command

import (
	"fmt"
	"strconv"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/match"
	"attic/store"
	"attic/table"
)

// The arguments of the command level besides a number.
const (
	autoLevel = "auto" // the level follows the person's results
	listLevel = "list"
)

// mostListed is the number of levels in the list for a game without a highest level.
const mostListed = 12

// level shows, lists or sets the computer's level.
func (s *Session) level(arg string) error {
	g := s.Person.Game()
	bots := g.(game.Bots) // the command exists only if the game has bots
	low, high, usual := bots.Levels()
	switch strings.ToLower(arg) {
	case "":
		now := LevelIs(g, s.now.Players[s.now.Side].Level)
		if s.following(s.now) {
			now += ", and follows your results"
		}
		s.print(now + "; " + match.Levels(bots) + ".")
		return nil
	case listLevel:
		var list []string
		for level := low; level <= high && level < low+mostListed; level++ {
			line := fmt.Sprintf("%2d  %s", level, bots.LevelName(level))
			if level == usual {
				line += " (default)"
			}
			list = append(list, strings.TrimRight(line, " "))
		}
		s.list("levels", list, "\n")
		return nil
	case autoLevel:
		if low == high {
			return fmt.Errorf("the level cannot follow your results; %s", match.Levels(bots))
		}
		level := s.now.Players[s.now.Side].Level
		if err := s.choose(&level, true); err != nil {
			return err
		}
		s.say(LevelIs(g, level) + ", and follows your results: up when you win, down when you lose.")
		return nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return fmt.Errorf("%q is not a level; %s", phrase.Clip(arg), match.Levels(bots))
	}
	if err := s.act(table.Level(n)); err != nil {
		return err
	}
	if s.wish().Auto {
		if err := s.choose(&n, false); err != nil {
			return err
		}
	}
	s.say(LevelIs(g, n) + ".")
	return nil
}

// LevelIs returns the start of a sentence about the computer's level: "The level is 3, beginner".
func LevelIs(g game.Game, level int) string {
	return "The level is " + strings.TrimPrefix(match.LevelText(g, level), "level ")
}

// wish returns the person's choices for this game.
func (s *Session) wish() store.GameSettings { return s.Settings.Game(s.Person.Game().Info().Name) }

// choose stores the level, and whether it follows the person's results.
func (s *Session) choose(level *int, auto bool) error {
	wish := s.wish()
	wish.Level, wish.Auto = level, auto
	s.Settings.Choose(s.Person.Game().Info().Name, wish)
	return s.keepSettings()
}

// following reports whether the level at this table follows the person's results: one person plays against the computer, and the level is
// set to follow.
func (s *Session) following(now table.Now) bool {
	wish := s.wish()
	if !wish.Auto || wish.Level == nil || now.Other != table.Near {
		return false
	}
	for seat, p := range now.Players {
		if p.Program == (seat == now.Side) || p.Engine != "" || p.Level != *wish.Level {
			return false
		}
	}
	return true
}

// Follow updates a level that follows the person's results after an event of the table: one up after a win, one down after a
// loss. The level changes only when the person leaves the game, because until then the end of the game can be taken back.
func (s *Session) Follow(e table.Event) {
	switch e.What {
	case table.Played, table.Resigned, table.Undone, table.Redone:
	default:
		return
	}
	s.result = 0
	switch {
	case !e.Now.Over || e.What == table.Undone || !s.following(e.Now) || e.Now.Outcome.Winner == game.Nobody:
	case e.Now.Outcome.Winner == e.Now.Side:
		s.result = 1
	default:
		s.result = -1
	}
}

// settle changes the level after a game if it follows the person's results, and reports whether it changed.
func (s *Session) settle() (level int, moved bool) {
	by := s.result
	s.result = 0
	wish := s.wish()
	if by == 0 || !wish.Auto || wish.Level == nil {
		return 0, false
	}
	low, high, _ := s.Person.Game().(game.Bots).Levels()
	level = max(low, min(*wish.Level+by, high))
	if level == *wish.Level {
		return 0, false
	}
	s.complain(s.choose(&level, true))
	return level, true
}

// before prepares for an act that starts the next game: the level may change because of the last one.
func (s *Session) before(a table.Act) {
	if a.Verb != table.Next().Verb && a.Verb != table.Clear().Verb {
		return
	}
	level, moved := s.settle()
	if !moved {
		return
	}
	if err := s.act(table.Level(level)); err != nil {
		s.complain(err)
		return
	}
	s.say("The level follows your result. " + LevelIs(s.Person.Game(), level) + ".")
}

package command

import (
	"attic/game"
	"attic/match"
	"attic/store"
	"attic/table"
)

// again starts another game like this one.
func (s *Session) again(string) error {
	if err := s.apart(); err != nil {
		return err
	}
	setup, before := Again(s.Person.Game(), s.Person.Sight())
	err := s.act(table.Start(setup))
	for _, text := range before {
		if err == nil {
			err = s.act(table.Play(text))
		}
	}
	return err
}

// Again returns what starts another game like the one of a sight, without its seed: the setup, and the moves of the set-up to play
// then. Where there are none the game begins without set-up.
func Again(g game.Game, now table.Sight) (setup game.Setup, before []string) {
	setup, _ = now.Setup()
	setup.Seed = 0
	if _, rounds := g.(game.Rounds); rounds {
		setup = game.Setup{}
	} else if now.ToMove != game.Anyone {
		before = preparation(now.History())
	}
	if len(before) == 0 {
		setup = setup.With(g.Info().Started)
	}
	return setup, before
}

// preparation returns the set-up moves of the last round.
func preparation(entries []match.Entry) (list []string) {
	for _, e := range entries {
		switch {
		case e.Text == "":
			list = nil
		case e.Seat == game.Anyone:
			list = append(list, e.Text)
		}
	}
	return list
}

// Against returns how a person who has a wish for g plays a new game of the menu: against the computer, or watching it play both sides
// if the wish says so, and without the set-up.
func Against(g game.Game, wish store.GameSettings) store.GameSettings {
	if _, bots := g.(game.Bots); bots && wish.Opponent != "both" {
		wish.Opponent = "program"
	}
	wish.Options = game.Setup{Options: wish.Options}.With(g.Info().Started).Options
	return wish
}

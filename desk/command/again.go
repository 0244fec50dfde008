package command

import (
	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// Again starts another game like the one of a sight: with the same setup except for the seed, and with the same set-up moves already
// played. If there were none, it starts without a set-up phase.
func Again(g game.Game, now table.Sight) table.Act {
	setup, _ := now.Setup()
	setup.Seed = 0
	var before []string
	if _, rounds := g.(game.Rounds); rounds {
		setup = game.Setup{}
	} else if now.ToMove != game.Anyone {
		before = preparation(now.History())
	}
	if len(before) == 0 {
		setup = setup.With(g.Info().Started)
	}
	return table.Start(setup, before...)
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

// Against returns wish with the changes for a new game from the menu: against the computer, or with the computer in all seats if the wish
// says so, and without a set-up.
func Against(g game.Game, wish store.GameSettings) store.GameSettings {
	if _, bots := g.(game.Bots); bots && wish.Opponent != store.OpponentBoth {
		wish.Opponent = store.OpponentProgram
	}
	wish.Options = game.Setup{Options: wish.Options}.With(g.Info().Started).Options
	return wish
}

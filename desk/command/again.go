package command

import (
	"fmt"

	"attic/game"
	"attic/internal/phrase"
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

// taken returns what, followed by the steps of g in longer that shorter lacks: "Taken back: Red's a7-a6 and Blue's g7-f6."
func taken(what string, g game.Game, longer, shorter []match.Entry) string {
	n := 0
	for n < min(len(longer), len(shorter)) && longer[n] == shorter[n] {
		n++
	}
	var list []string
	for _, e := range longer[n:] {
		list = append(list, step(g, e))
	}
	switch {
	case len(list) == 0:
		return what + "."
	case len(list) > pageOf:
		return fmt.Sprintf("%s: %s, from %s to %s.", what, phrase.Count(len(list), "move"), list[0], list[len(list)-1])
	}
	return what + ": " + phrase.List(list) + "."
}

// step names an entry in a history of g: "Red's a7-a6".
func step(g game.Game, e match.Entry) string {
	who := ""
	if e.Seat >= 0 && g.Info().Open { // otherwise only one side moves
		who = g.Info().Seats[e.Seat].Name + "'s "
	}
	switch {
	case e.Text == "":
		return fmt.Sprintf("the start of round %d", e.Round)
	case e.Ended && e.Seat >= 0 && e.Text == "resign":
		return g.Info().Seats[e.Seat].Name + "'s resignation"
	case e.Ended:
		return "the end of the game"
	case e.Seat == game.Anyone && g.Info().Open:
		return e.Text + " in the set-up"
	}
	return who + e.Text
}

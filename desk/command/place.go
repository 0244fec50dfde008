package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"attic/game"
	"attic/table"
)

// What people are told and can do depends on their role in a game between two machines: host, guest or spectator.

// ErrWatching refuses what only a player can do.
var ErrWatching = errors.New(table.Watching.In(table.Situation{}).Line(table.Typed))

// Commands by who can use them in a game between two machines. Commands in none of these lists are for both players.
var (
	forSpectators = strings.Fields("help mute describe preview dump board at last threats who history score clock review id save games stats clear menu quit")
	forTheHost    = strings.Fields("side auto seed")
	forOneMachine = strings.Fields("new opponent level redo finish resume host join coach lesson puzzle")
	forTwo        = strings.Fields("undo draw resign rematch claim say mute") // commands that help names first between two machines
)

// Usable reports whether a person can ever use a command in their role in the game. At one machine, every command is usable.
func Usable(w game.Word, now table.Now) bool {
	name := cmp.Or(w.Same, w.Name)
	set := now.Prepares && !now.Follows() // the host sets up
	switch {
	case !now.Shared():
		return true
	case w.Alone, slices.Contains(forOneMachine, name) && !(name == "redo" && set):
		return false
	case now.Follows() && (w.Host && !now.Prepares || slices.Contains(forTheHost, name)):
		return false
	case now.Watches():
		return slices.Contains(forSpectators, name) || w.Show != nil || w.Says != ""
	}
	return true
}

// usable returns the commands that are Usable.
func usable(words []word, now table.Now) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return !Usable(w.Word, now) })
}

// Goal says what the person has to achieve; it is empty for a player who waits for the host's set-up.
func Goal(now table.Now) string {
	if now.ToMove == game.Anyone && !now.Prepares && now.Follows() {
		return ""
	}
	goal := now.View.Status().Goal
	if now.Situation.Hints {
		goal = join(goal, "Hints are allowed.")
	}
	return goal
}

// Turn says whose turn it is and what the person can do: "Your move: red." It is empty when the game is over.
func Turn(now table.Now, info game.Info) string {
	text := now.View.Status().Turn
	switch {
	case now.Over:
		return ""
	case !now.Shared():
		return text
	case now.ToMove == game.Anyone && !now.Prepares && (now.Situation.Hall || now.Follows()):
		return table.TheirSetUp.In(now.Situation).Line(table.Typed)
	case now.ToMove == game.Anyone:
		return text
	case now.Situation.Awaits():
		return "Play begins when the other player has joined."
	case now.ToMove != now.Seat && game.Typed(text) != text: // the instructions are for the other side
		return info.Seats[now.ToMove].Name + " to move."
	case now.ToMove == now.Seat && !now.Players[now.Seat].Program && !strings.HasPrefix(text, "You"):
		return "Your move. " + text
	}
	return text
}

// sharedHelp replaces the help of commands that work differently between two machines.
var sharedHelp = map[string]string{
	"undo":  "ask the other player to take moves back to your last turn",
	"clear": "leave the game; it ends without a result, unless it is over",
}

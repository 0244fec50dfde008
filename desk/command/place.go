package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/internal/phrase"
	"attic/table"
)

// What people are told and can do depends on their role in a game between two machines: host, guest or spectator.

// ErrWatching refuses what only a player can do.
var ErrWatching = errors.New("you are watching, not playing")

// Connecting is said until the host has answered.
const Connecting = "Connecting to the host."

// Watches reports whether the person here watches a game on another machine.
func Watches(now table.Now) bool { return now.Situation.Other != table.Near && now.Seat < 0 }

// Follows reports whether another machine hosts the game, so that the person here is a guest or a spectator.
func Follows(now table.Now) bool {
	return now.Situation.Other != table.Near && now.Situation.Invite == ""
}

// Commands by who can use them in a game between two machines. Commands in none of these lists are for both players.
var (
	forSpectators = strings.Fields("help mute describe preview dump board at last threats who history score clock review id save games stats clear menu quit")
	forTheHost    = strings.Fields("side auto seed")
	forOneMachine = strings.Fields("new opponent redo finish resume host join coach lesson puzzle")
	forTwo        = strings.Fields("undo draw resign rematch claim say mute") // commands that help names first between two machines
)

// Usable reports whether a person can ever use a command in their role in the game. At one machine, every command is usable.
func Usable(w game.Word, now table.Now) bool {
	name := cmp.Or(w.Same, w.Name)
	set := now.Prepares && !Follows(now) // the host sets up
	switch {
	case now.Situation.Other == table.Near:
		return true
	case w.Alone, slices.Contains(forOneMachine, name) && !(name == "redo" && set):
		return false
	case Follows(now) && (w.Host && !now.Prepares || slices.Contains(forTheHost, name)):
		return false
	case Watches(now):
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
	if now.ToMove == game.Anyone && !now.Prepares && Follows(now) {
		return ""
	}
	goal := now.View.Status().Goal
	if now.Situation.Hints {
		goal = join(goal, "Hints are allowed.")
	}
	return goal
}

// allowed says that help is allowed, and how often each player has used it; "" if it is not.
func allowed(now table.Now, info game.Info) string {
	if !now.Situation.Hints {
		return ""
	}
	text := "Hints are allowed; both players are told of each use."
	for seat, n := range now.Situation.Aids {
		if n > 0 {
			text += fmt.Sprintf(" %s has used help %s.", nameOf(now.Players, info, seat), phrase.Count(n, "time"))
		}
	}
	return text
}

// helps says what a player did to get help, by its kind.
var helps = map[table.Help]string{
	table.HintHelp: "asked for a hint", table.WhyHelp: "asked how good a move is", table.ReviewHelp: "asked for a review", table.ComputerHelp: "lets the computer play",
	"certain": "asked whether more can be deduced", "left": "asked how many layouts are left", "threats": "asked about threats",
}

// assisted says that a player has used help.
func assisted(e table.Event, by string) string {
	did := helps[table.Help(e.Text)]
	switch {
	case e.Text == "" && e.By < len(e.Situation.Aids):
		did = "has used help " + phrase.Count(e.Situation.Aids[e.By], "time")
	case did == "":
		did = "used help"
	}
	return by + " " + did + "."
}

// Turn says whose turn it is and what the person can do: "Your move: red." It is empty when the game is over.
func Turn(now table.Now, info game.Info) string {
	text := now.View.Status().Turn
	switch {
	case now.Over:
		return ""
	case now.Situation.Other == table.Near:
		return text
	case now.ToMove == game.Anyone && !now.Prepares && now.Situation.Hall:
		return "The other player sets up the game."
	case now.ToMove == game.Anyone && !now.Prepares && Follows(now):
		return "The host sets up the game."
	case now.ToMove == game.Anyone:
		return text
	case now.Situation.Other == table.Awaited:
		return "Play begins when the other player has joined."
	case now.ToMove != now.Seat && game.Typed(text) != text: // the instructions are for the other side
		return info.Seats[now.ToMove].Name + " to move."
	case now.ToMove == now.Seat && !now.Players[now.Seat].Program && !strings.HasPrefix(text, "You"):
		return "Your move. " + text
	}
	return text
}

// Unsent says when a request without an answer is sent, or nothing if it has been sent already.
func Unsent(now table.Now, info game.Info) string {
	if now.Situation.Other != table.Away {
		return ""
	}
	return Other(now, info) + " is away: attic sends it when they are back."
}

// away says that the other side is away, or that nothing is known of it.
func away(now table.Now, other string) string {
	switch {
	case now.Situation.Lost:
		return Unreached
	case now.Situation.Hall:
		return other + " is away."
	}
	return other + " is away. attic reconnects by itself."
}

// Unreached is said while a hall cannot be reached.
const Unreached = "The hall cannot be reached. attic reconnects by itself."

// Joined greets a person who has just joined a host's game.
func Joined(now table.Now, info game.Info) string {
	host := ""
	if name := now.Players[Opposite(now, info)].Name; name != "" && now.Seat >= 0 {
		host = " of " + name
	}
	text := "You have joined the game as a spectator."
	switch {
	case now.Seat >= 0:
		text = "You have joined the game" + host + " as " + info.Side(now.Seat) + "."
	case now.Situation.Crowded:
		text = "Both sides of this game are taken, so you are watching. If you took one, go on in the browser or program in which you did."
	}
	return join(text, warning(now), allowed(now, info))
}

// sharedHelp replaces the help of commands that work differently between two machines.
var sharedHelp = map[string]string{
	"undo":  "ask the other player to take moves back to your last turn",
	"clear": "leave the game; it ends without a result, unless it is over",
}

// Opposite returns the seat of the person at the other machine.
func Opposite(now table.Now, info game.Info) int { return (max(now.Seat, 0) + 1) % len(info.Seats) }

// Other returns the name of the person at the other machine, in the form for the beginning of a sentence.
func Other(now table.Now, info game.Info) string {
	switch name := now.Players[Opposite(now, info)].Name; {
	case Watches(now):
		return "The host"
	case name != "":
		return name
	}
	return "The other player"
}

// Inside returns a name in the form for the middle of a sentence.
func Inside(name string) string {
	if strings.HasPrefix(name, "The other ") || name == "The host" {
		return "the" + name[len("The"):]
	}
	return name
}

// spectators tells the players that spectators have come or gone; before and now are their numbers.
func spectators(before, now int) string {
	switch more := now - before; {
	case now == 0:
		return "Nobody is watching any more."
	case more > 0 && before == 0:
		return watching(now) + "."
	case more > 0:
		return fmt.Sprintf("%d more: %s.", more, watching(now))
	case more < 0:
		return fmt.Sprintf("%s left: %s.", counted(-more, "has", "have"), watching(now))
	}
	return "" // the same number again, after a reconnection
}

// watching returns a sentence with the number of people who watch.
func watching(n int) string { return counted(n, "is", "are") + " watching" }

// counted returns a number of spectators with the form of a verb that fits: "1 spectator has", "2 spectators have".
func counted(n int, one, more string) string {
	if n == 1 {
		more = one
	}
	return phrase.Count(n, "spectator") + " " + more
}

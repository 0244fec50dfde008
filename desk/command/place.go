package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"attic/game"
	"attic/match"
	"attic/match/store"
	"attic/table"
)

// In a game between two machines, people's texts and rights depend on their roles: host, guest or spectator.

// ErrWatching is the error for a spectator's request that only a player can make.
var ErrWatching = errors.New(table.Watching.In(table.Situation{}).Line(table.Typed))

// Commands, grouped by the people who can use them in a game between two machines. Commands in none of these lists are for both players.
var (
	forSpectators = strings.Fields("help mute describe preview dump board at last threats who history score clock review id save games stats clear menu quit")
	forTheHost    = strings.Fields("side auto seed")
	forOneMachine = strings.Fields("new opponent level redo finish resume host join coach lesson puzzle table")
	forTwo        = strings.Fields("undo draw resign rematch claim say mute") // in such a game, the command help adds these to its short list
)

// Usable reports whether a person can ever use a command in their role in the game. In a game on one machine, every command is usable.
func Usable(w game.Word, now table.Now) bool {
	name := cmp.Or(w.Same, w.Name)
	set := now.Prepares && !now.Follows() // the host sets up
	inStudy := slices.ContainsFunc(studyWords[1:], func(s word) bool { return s.Name == name })
	switch {
	case inStudy, now.Studies && slices.Contains(notStudied, Verb(name)):
		return now.Studies && inStudy
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

// notStudied lists the commands that an analysis does not have.
var notStudied = []Verb{Resign, Next, Finish, NewGame, Clear, Opponent, Auto, Level, Hurry, Speed, Pause, Thoughts, Seed, Host, Join, Coach}

// Goal returns the person's goal, or "" for a player who waits for the host's set-up.
func Goal(now table.Now) string {
	if now.ToMove == game.Anyone && !now.Prepares && now.Follows() {
		return ""
	}
	goal := now.View.Status().Goal
	if now.Studies {
		goal = join("Analysis.", goal)
	}
	if now.Situation.Hints {
		goal = join(goal, "Hints are allowed.")
	}
	return goal
}

// Turn returns whose turn it is and what the person can do: "Your move: red." It returns "" when the game is over.
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
	"undo":  "ask the other player to take back your last move and what followed",
	"clear": "leave the game; it ends without a result, unless it is over",
}

// Result describes how the round in the parameter now ended. It addresses the person here if they are one of the players: "You resigned."
func Result(now table.Now, info game.Info) string {
	if played := now.View.Status().Result; played != "" {
		return played
	}
	return Verdict(now.Outcome, info, now.Self())
}

// Verdict describes how a round ended. It addresses the person at the seat self, or a spectator if self is game.Nobody.
func Verdict(o game.Outcome, info game.Info, self int) string {
	why := past.Replace(o.Why)
	if self >= 0 {
		if rest, ok := strings.CutPrefix(why, info.Seats[self].Name+" "); ok {
			why = "You " + strings.Replace(rest, "was ", "were ", 1)
		}
	}
	text := o.Text
	switch {
	case why == "You resigned.":
		return why
	case o.Winner < 0:
	case self == o.Winner:
		text = "You won."
	case self >= 0:
		text = "You lost."
	default:
		text = info.Seats[o.Winner].Name + " won."
	}
	return join(text, why)
}

// past puts the reasons of outcomes, which are worded for scripts, into the past tense.
var past = strings.NewReplacer(" has resigned.", " resigned.", " has left.", " left.", " has not moved.", " did not move.", " has run out of time.", " ran out of time.", " have agreed.", " agreed.")

// Question is asked before something ends or interrupts a game with another machine. Line mode prints Full; Short is for a screen, at most
// 76 columns wide.
type Question struct{ Full, Short string }

// Quits returns the question before the program ends, or goes to the menu, while a game with another machine is running. The question has
// no text if there is nothing to ask.
func Quits(now table.Now, info game.Info, may May) Question {
	if !now.Situation.Rests {
		return Question{}
	}
	how := Resuming(now)
	switch page := !may.Has(Engines); { // in a browser there is nothing to type a shell command into
	case page && now.Follows():
		how = "The link"
	case page:
		how = "The menu"
	}
	return Question{
		"Leave now? " + how + " continues the game. On your turn " + now.Situation.Name + " can claim it after a minute.",
		"Leave? " + how + " continues it; on your turn it can be claimed.",
	}
}

// Ends returns the question before a running game with another machine is left for good. The question has no text if there is nothing to
// ask.
func Ends(now table.Now) Question {
	if !now.Situation.Rests {
		return Question{}
	}
	text := "Leave this game for good? It ends without a result for both of you."
	if now.Situation.Hall {
		text = "Leave this game? It does not end: the same link or attic join command continues it."
	}
	return Question{text, text}
}

// Resuming returns the shell command that continues a game with another machine, for the start of a sentence.
func Resuming(now table.Now) string {
	if now.Follows() {
		return "The same attic join command"
	}
	return "attic host --resume"
}

// Again starts another game like the one in the parameter now: with the same setup except for the seed, and with the same set-up moves already
// played. If there were no such moves, the game starts without a set-up phase.
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

// Against returns the parameter wish, changed for a new game from the menu. Such a game has no set-up and is against the computer, or the
// computer plays all seats if wish says so.
func Against(g game.Game, wish store.GameSettings) store.GameSettings {
	if _, bots := g.(game.Bots); bots && wish.Opponent != store.OpponentBoth {
		wish.Opponent = store.OpponentProgram
	}
	wish.Options = game.Setup{Options: wish.Options}.With(g.Info().Started).Options
	return wish
}

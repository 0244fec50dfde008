package command

import (
	"attic/game"
	"attic/table"
)

// Question is asked before something ends or interrupts a game with another machine. Line mode prints Full; Short is for a screen, at most
// 76 columns wide.
type Question struct{ Full, Short string }

// Quits asks whether to end the program, or to go to the menu, while a game with another machine is running. It has no text if there is
// nothing to ask.
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

// Ends asks whether to leave a running game with another machine for good. It has no text if there is nothing to ask.
func Ends(now table.Now) Question {
	if !now.Situation.Rests {
		return Question{}
	}
	text := "Leave this game for good? It ends without a result for both of you."
	if now.Situation.Hall {
		text = "Leave this game? It goes on: the same link or attic join command continues it."
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

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
	if !now.Rests {
		return Question{}
	}
	how := resuming(now)
	switch page := !may.Has(Engines); { // in a browser there is nothing to type a shell command into
	case page && Follows(now):
		how = "The link"
	case page:
		how = "The menu"
	}
	return Question{
		"Leave now? " + how + " continues the game. On your turn " + Inside(Other(now, info)) + " can claim it after a minute.",
		"Leave? " + how + " continues it; on your turn it can be claimed.",
	}
}

// Ends asks whether to leave a running game with another machine for good. It has no text if there is nothing to ask.
func Ends(now table.Now) Question {
	if !now.Rests {
		return Question{}
	}
	text := "Leave this game for good? It ends without a result for both of you."
	if now.Hall {
		text = "Leave this game? It goes on: the same link or attic join command continues it."
	}
	return Question{text, text}
}

// resuming returns the shell command that continues a game with another machine.
func resuming(now table.Now) string {
	if Follows(now) {
		return "The same attic join command"
	}
	return "attic host --resume"
}

// quit ends the session. During a game with another machine it asks first, unless sure is set.
func (s *Session) quit(sure bool) {
	now := s.Person.Now()
	q := Quits(now, s.Person.Game().Info(), s.May)
	switch {
	case q.Full == "" || !s.Terminal:
	case !sure:
		s.confirm(q, func() { s.quit(true) })
		return
	}
	if s.done = true; !s.Terminal {
		return
	}
	kept, news := s.Person.Keep()
	s.say(news)
	switch {
	case now.Rests && (kept || news == ""): // a guest's game is kept on the host's machine
		s.print(resuming(now) + " continues the game.")
	case now.Kept && kept:
		s.say("The game is kept; " + game.Type("resume") + " to continue it next time.")
	}
}

// confirm asks a yes-or-no question; the next line answers it.
func (s *Session) confirm(q Question, do func()) {
	s.asking = do
	s.print(q.Full + " Type yes or no.")
}

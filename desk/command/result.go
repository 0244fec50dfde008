package command

import (
	"strings"

	"attic/game"
	"attic/table"
)

// Result describes how the round of now ended. It addresses the person here if they are one of the players: "You resigned."
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

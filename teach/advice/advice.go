// Package advice leads a person at a table through hints and answers to why, one step at a time, and finds the threats to warn of. It shows
// nothing itself; front-ends show what it returns.
package advice

import (
	"cmp"
	"errors"

	"attic/game"
	"attic/match"
	"attic/table"
)

// Advice is a hint or an answer to why that a person has asked for. Its steps are Area (if the game gives one), Idea or otherwise Move, and
// Follow. After the last step it starts over. It is not safe for concurrent use.
type Advice struct {
	person *table.Person
	mind   func() (ply int, move string)
	found  *game.Advice // nil: there is none
	about  string       // the move that the answer is about; "" for a hint
	step   int
	ahead  int // the number of requests for the next step before the hint arrived
	shows  int
}

// New returns the advice for p. The function mind returns the number of steps before the position on screen, or [table.Latest], and the legal
// move that the person has in mind there, such as the one under a cursor, or "". A nil mind means that the person has no cursor and sees the
// latest position.
func New(p *table.Person, mind func() (ply int, move string)) *Advice {
	return &Advice{person: p, mind: mind}
}

// Hint goes to the next step of the hint and returns true or, if there is no hint, asks the table for one, which Take receives.
func (a *Advice) Hint() (ready bool, err error) {
	if a.about == "" {
		switch {
		case a.found != nil:
			return true, a.further(table.HintHelp)
		case a.person.Hinting():
			a.ahead++
			return false, nil
		}
	}
	a.Cancel()
	return false, a.person.Hint(a.place())
}

// further goes to the next step. If help is reported to the other player, the step counts as one more use of help.
func (a *Advice) further(help table.Help) error {
	err := a.person.Assist(help)
	if err == nil {
		a.Next()
	}
	return err
}

func (a *Advice) place() (ply int, move string) {
	if a.mind == nil {
		return table.Latest, ""
	}
	return a.mind()
}

// bestMove is the value of about for a question without a move, which is answered for the best move.
const bestMove = "?"

// Why goes to the next step of the answer about a move and returns true or, if there is no such answer, asks the table whether and why the move
// is as good as the best one. If move is "", the question is about the move that the person has in mind or, if there is none, about the best
// move.
func (a *Advice) Why(move string) (ready bool, err error) {
	ply, pointed := a.place()
	if move == "" {
		move = pointed
	}
	switch {
	case a.found == nil && a.about != "" && move == a.about && a.person.Hinting():
		return false, nil
	case a.found != nil && a.about != "" && (move == a.about || move == "" && (a.mind != nil || a.about == bestMove)):
		return true, a.further(table.WhyHelp)
	}
	a.Cancel()
	if err := a.person.Why(ply, move); err != nil {
		return false, err
	}
	a.about, a.ahead = cmp.Or(move, bestMove), 0
	return false, nil
}

// Take handles an event of the table. It returns true if the event is the requested hint or answer. Other events may drop outdated advice.
func (a *Advice) Take(e table.Event) (ready bool, err error) {
	switch e.What {
	case table.Played, table.Resigned, table.Undone, table.Redone, table.Round, table.Began, table.Loaded, table.Parted, table.Missed:
		a.found = nil
	case table.Hinted:
		if e.Err != nil {
			return false, e.Err
		}
		n := a.ahead
		for a.Show(e.Advice); n > 0; n-- {
			a.Next()
		}
		return true, nil
	}
	return false, nil
}

// Show makes found, which may come from a lesson, the current advice.
func (a *Advice) Show(found game.Advice) {
	a.found, a.step, a.ahead = &found, 0, 0
	a.shows++
}

// Note returns the move that notes everything that the current step shows, or an error that explains how to get to such a step.
func (a *Advice) Note() (string, error) {
	switch {
	case a.found == nil:
		return "", errors.New("there is no hint to note; ask for one first")
	case a.found.Note == "":
		return "", errors.New("there is nothing certain to note here")
	case a.step == 0 && len(a.steps()) > 2:
		return "", errors.New("the hint has not named its squares yet; ask for the next step")
	}
	return a.found.Note, nil
}

// Next goes to the next step. There must be advice.
func (a *Advice) Next() {
	a.step = (a.step + 1) % len(a.steps())
	a.shows++
}

// Shown returns the current step, and whether there is one.
func (a *Advice) Shown() (game.Preview, bool) {
	if a.found == nil {
		return game.Preview{}, false
	}
	return a.steps()[a.step], true
}

// Theme returns the name of the advice's idea at the last step. It returns "" at earlier steps and if the advice has no idea.
func (a *Advice) Theme() string {
	if a.found == nil || a.step < len(a.steps())-1 {
		return ""
	}
	return a.found.Theme
}

// Shows returns the number of times that the step has changed, so that a caller notices a change.
func (a *Advice) Shows() int { return a.shows }

// Cancel drops the advice, and stops computing it.
func (a *Advice) Cancel() {
	a.found, a.about, a.ahead = nil, "", 0
	a.person.Unhint()
}

func (a *Advice) steps() []game.Preview {
	steps := []game.Preview{a.found.Move, a.found.Follow}
	if a.found.Idea.Sentence != "" {
		steps[0] = a.found.Idea
	}
	if a.found.Area.Sentence != "" {
		steps = append([]game.Preview{a.found.Area}, steps...)
	}
	return steps
}

// LowLevel is the highest level of the computer at which a person is warned of threats by default.
const LowLevel = 4

// Threat returns the opponent's threat to win, and whether to warn the person to move about it. warn is "on", "off", or "" to warn only against
// the computer at levels up to LowLevel.
func Threat(g game.Game, now table.Now, warn string) (game.Preview, bool) {
	warner, ok := g.(game.Warner)
	if !ok || warn == "off" || now.Situation.Unaided || now.ToMove < 0 || now.Thinking || now.Situation.Waits || !g.Info().Open && now.Seat != now.ToMove {
		return game.Preview{}, false
	}
	if warn != "on" && !weak(now.Players, now.ToMove) {
		return game.Preview{}, false
	}
	return warner.Threat(now.View)
}

// weak reports whether the computer plays all seats except seat, at levels up to LowLevel.
func weak(players []match.Player, seat int) bool {
	for i, p := range players {
		if i != seat && (!p.Program || p.Engine != "" || p.Level > LowLevel) {
			return false
		}
	}
	return true
}

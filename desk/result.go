package desk

import (
	"fmt"
	"strconv"
	"strings"
)

// Result returns how the round that is shown ended, as the person here takes it: "You lost, 23 to 26.", between two people
// "Blue won, 26 to 23.". It returns "" while the round goes on, and while one looks back.
func (p *Play) Result() string {
	text, _ := p.result()
	return text
}

// result returns the Result, and whether it is one of the game's own, such as a score.
func (p *Play) result() (text string, own bool) {
	o, mine := p.Now.Outcome, p.mine()
	switch {
	case !p.Now.Over || p.Back:
		return "", false
	case o.Winner < 0 && o.Text == "Draw.":
		return "Draw" + p.score(0) + ".", false
	case o.Winner < 0 || o.Text != p.Info.Seats[o.Winner].Name+" wins.":
		return o.Text, true
	case mine == o.Winner:
		return "You won" + p.score(mine) + ".", false
	case mine >= 0:
		return "You lost" + p.score(mine) + ".", false
	}
	return p.Info.Seats[o.Winner].Name + " won" + p.score(o.Winner) + ".", false
}

// score returns what two seats have in the end, as ", 23 to 26", first that of one seat; "" if the game counts nothing or did
// not end by its rules.
func (p *Play) score(first int) string {
	scores := p.Now.View.Status().Scores
	entries := p.past.of(p.Person.Sight())
	if len(scores) != 2 || len(p.Info.Seats) != 2 || entries[len(entries)-1].Ended {
		return ""
	}
	var points [2]int
	for seat, s := range p.Info.Seats {
		n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(scores[seat], s.Name)))
		if err != nil {
			return ""
		}
		points[seat] = n
	}
	return fmt.Sprintf(", %d to %d", points[first], points[1-first])
}

// Won reports whether a seat has won the round that is shown.
func (p *Play) Won(seat int) bool { return p.Now.Over && p.Now.Outcome.Winner == seat }

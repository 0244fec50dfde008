package atom4

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// lessonGoals holds what lessons can ask for; values are the words after the name of a goal. Each function reports whether a move meets
// the goal, and returns a sentence about it, or "" if none is needed.
var lessonGoals = map[string]func(e effect, values []string) (done bool, why string){
	"change": func(e effect, values []string) (bool, string) {
		n := fmt.Sprint(len(e.changes))
		return n == values[0], fmt.Sprintf("That changes %s; find the move that changes %s.", piecesOf(n), piecesOf(values[0]))
	},
	"turn": func(e effect, values []string) (bool, string) {
		for _, c := range e.changes {
			switch {
			case c.At.String() != values[0]:
			case c.New.String() == values[1]:
				return true, ""
			default:
				return false, fmt.Sprintf("That turns %s %v; turn it %s instead.", values[0], c.New, values[1])
			}
		}
		return false, fmt.Sprintf("That does not change %s; turn it %s.", values[0], values[1])
	},
	"make": func(e effect, values []string) (bool, string) {
		n := fmt.Sprint(len(e.made))
		return n == values[0], fmt.Sprintf("That turns %s %v; find the move that turns %s.", piecesOf(n), e.goal(), piecesOf(values[0]))
	},
	"win": func(e effect, _ []string) (bool, string) {
		if e.next.Won() {
			return true, ""
		}
		if len(e.made) == 0 {
			return false, fmt.Sprintf("That turns nothing %v, so it completes no row.", e.goal())
		}
		return false, fmt.Sprintf("That makes %s %v, but no row of four.", phrase.Number(len(e.made)), e.goal())
	},
	"hold": func(e effect, _ []string) (bool, string) {
		if wins := e.hits(); len(wins) > 0 {
			return false, fmt.Sprintf("Then %v on %v would win.", e.next.Turn(), wins[0])
		}
		return true, fmt.Sprintf("Now %v cannot win on the next move.", e.next.Player())
	},
	"threat": func(e effect, _ []string) (bool, string) {
		wins := e.aims()
		if len(wins) == 0 {
			return false, fmt.Sprintf("As the board would stand, your next piece, %v, could not win anywhere.", e.own())
		}
		return true, fmt.Sprintf("If nothing changes, %v on %v wins next.", e.own(), wins[0])
	},
	"sure": func(e effect, _ []string) (bool, string) {
		if wins := e.hits(); len(wins) > 0 {
			return false, fmt.Sprintf("Then %v on %v would win at once.", e.next.Turn(), wins[0])
		}
		for _, r := range e.replies() {
			after := e.next.Play(r)
			if after.Threats(after.Turn()).Count() == 0 {
				return false, fmt.Sprintf("After %v on %v you could not win with your next move.", e.next.Turn(), r)
			}
		}
		return true, fmt.Sprintf("Whatever %v plays, %v wins next.", e.next.Player(), e.own())
	},
}

// named returns the reply that a sentence names with its colour, "cyan on h12", and whether there is one.
func (e effect) named(sentence string) (rules.Square, bool) {
	_, after, _ := strings.Cut(sentence, e.next.Turn().String()+" on ")
	name, _, _ := strings.Cut(after, " ")
	at := slices.IndexFunc(e.replies(), func(r rules.Square) bool { return r.String() == strings.TrimRight(name, ".,;:") })
	if at < 0 {
		return 0, false
	}
	return e.replies()[at], true
}

// piecesOf writes a number of pieces.
func piecesOf(n string) string {
	switch n {
	case "0":
		return "nothing"
	case "1":
		return "one piece"
	}
	return n + " pieces"
}

// tryLesson judges a move by a goal of lessonGoals.
func tryLesson(_ context.Context, a bridge.Attempt[state]) (t game.Tried, err error) {
	words := strings.Fields(a.Goal)
	if needs := map[string]int{"change": 2, "turn": 3, "make": 2}[words[0]]; len(words) < needs {
		return t, fmt.Errorf("the goal %q of Atom-4 is incomplete", phrase.Clip(a.Goal))
	}
	e := effectOf(a.Before.pos, a.After.last)
	t.Good, t.Why = lessonGoals[words[0]](e, words[1:])
	if reply, ok := e.named(t.Why); ok && !t.Good {
		t.Answer = reply.String()
	}
	if t.Good && !slices.Contains([]string{"hold", "threat", "sure"}, words[0]) {
		t.Why = "" // what the move did
	}
	return t, nil
}

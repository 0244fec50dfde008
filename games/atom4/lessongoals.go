package atom4

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atom4/idea"
	"attic/games/atom4/puzzle"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

var lessonGoals = bridge.Asks[effect]{
	"on": func(e effect, w *bridge.Words) (bool, string) {
		at := w.Next()
		return bridge.Unless(e.move.String() == at, "This step is about %s.", at)
	},
	"change": func(e effect, w *bridge.Words) (bool, string) {
		n, want := fmt.Sprint(len(e.changes)), w.Next()
		return bridge.Unless(n == want, "That changes %s; find the move that changes %s.", piecesOf(n), piecesOf(want))
	},
	"turn": func(e effect, w *bridge.Words) (bool, string) {
		at, colour := w.Next(), w.Next()
		for _, c := range e.changes {
			if c.At.String() == at {
				return bridge.Unless(c.New.String() == colour, "That turns %s %v; turn it %s instead.", at, c.New, colour)
			}
		}
		return false, fmt.Sprintf("That does not change %s; turn it %s.", at, colour)
	},
	"make": func(e effect, w *bridge.Words) (bool, string) {
		n, want := fmt.Sprint(len(e.made)), w.Next()
		return bridge.Unless(n == want, "That turns %s %v; find the move that turns %s.", piecesOf(n), e.goal(), piecesOf(want))
	},
	"win": func(e effect, _ *bridge.Words) (bool, string) {
		if len(e.made) == 0 {
			return bridge.Unless(e.next.Won(), "That turns no piece %v, so it completes no line.", e.goal())
		}
		return bridge.Unless(e.next.Won(), "That makes %s %v, but no line of four.", phrase.Number(len(e.made)), e.goal())
	},
	"hold":   func(e effect, _ *bridge.Words) (bool, string) { return e.holds() },
	"threat": func(e effect, _ *bridge.Words) (bool, string) { return e.threatens() },
	"idea": func(e effect, w *bridge.Words) (bool, string) {
		name := w.Next()
		for _, i := range idea.Of(e.p, e.move) {
			if hyphens(i.Name) == name {
				return true, fmt.Sprintf("The idea is to %s.", tells(e.p, i))
			}
		}
		return false, e.lacks(name)
	},
	"sure": func(e effect, _ *bridge.Words) (bool, string) {
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

// holds reports whether no reply wins for the other player, and returns a sentence that tells the player so.
func (e effect) holds() (bool, string) {
	if wins := e.hits(); len(wins) > 0 {
		return false, fmt.Sprintf("Then %v on %v would win.", e.next.Turn(), wins[0])
	}
	return true, fmt.Sprintf("Now %v cannot win on the next move.", e.next.Player())
}

// threatens reports whether the mover's next colour could win on the board as it is after the move, and returns a sentence
// that tells the player so.
func (e effect) threatens() (bool, string) {
	wins := e.aims()
	if len(wins) == 0 {
		return false, fmt.Sprintf("If nothing changed, your next piece, %v, could not win anywhere.", e.own())
	}
	return true, fmt.Sprintf("If nothing changes, %v on %v wins next.", e.own(), wins[0])
}

// lacks explains why the move does not have the idea with this name (with hyphens for blanks), for all ideas that lessons
// ask for.
func (e effect) lacks(name string) string {
	reply, own, goal, target := e.next.Turn(), e.own(), e.goal(), e.goal().Opposite()
	if held, why := e.holds(); !held {
		return why
	}
	switch name {
	case hyphens(idea.CounterThreat):
		_, why := e.threatens()
		return why
	case hyphens(idea.ToCome):
		return fmt.Sprintf("That prepares nothing new for your next colours, %v and %v.", own, own.Next().Next())
	case hyphens(idea.SafePieces):
		if r, at, ok := puzzle.Changer(e.next, e.made); ok {
			return fmt.Sprintf("Then %v on %v would change %v.", reply, r, at)
		}
		return fmt.Sprintf("That makes no safe %v piece.", goal)
	case hyphens(idea.FarPropagator):
		return fmt.Sprintf("That neither turns a piece %v through %v pieces nor changes a %v piece through them.", goal, goal, target)
	case hyphens(idea.Crossing):
		return fmt.Sprintf("That changes no %v piece on which lines of %v pieces cross.", target, target)
	case hyphens(idea.BrokenLine):
		return fmt.Sprintf("That changes no piece of a line with three %v pieces.", target)
	case hyphens(idea.BrokenPlan):
		return fmt.Sprintf("Then %v and %v, one after the other, could still complete a line.", reply, reply.Next().Next())
	case hyphens(idea.TwoWays):
		for _, r := range e.replies() {
			if _, n := puzzle.Maker(e.next.Play(r).WithTurn(own)); n < 2 {
				return fmt.Sprintf("After %v on %v, %v could turn %s %v.", reply, r, own, pieceCount(n), goal)
			}
		}
	case hyphens(idea.SpoiledColour):
		at, n := puzzle.Maker(e.next)
		return fmt.Sprintf("Then %v on %v could still turn %s %v.", reply, at, pieceCount(n), target)
	}
	return ""
}

func hyphens(name string) string { return strings.ReplaceAll(name, " ", "-") }

// pieceCount describes a number of pieces turned: "no piece", "only one piece", "two pieces".
func pieceCount(n int) string {
	switch n {
	case 0:
		return "no piece"
	case 1:
		return "only one piece"
	}
	return phrase.Number(n) + " pieces"
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

func piecesOf(n string) string {
	switch n {
	case "0":
		return "no piece"
	case "1":
		return "one piece"
	}
	return n + " pieces"
}

func tryLesson(_ context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	e := effectOf(a.Before.pos, a.After.last)
	t, err := lessonGoals.Try(e, a.Goal)
	if reply, ok := e.named(t.Why); ok && !t.Good {
		t.Answer = reply.String()
	}
	return t, err
}

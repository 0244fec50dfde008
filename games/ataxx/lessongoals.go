package ataxx

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/idea"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// lessonGoals holds the goals that lessons can set, as in "take 2 safe". Some take a number, a square, or the name of an idea with hyphens in
// place of blanks.
var lessonGoals = bridge.Asks[effect]{
	"extend": func(e effect, _ *bridge.Words) (bool, string) {
		if e.move.IsJump() {
			return false, "That is a jump, which leaves its square. Go to a square that touches your piece."
		}
		return e.move.IsExtension(), ""
	},
	"jump": func(e effect, _ *bridge.Words) (bool, string) {
		if e.move.IsExtension() {
			return false, "That is an extension. Go to a square exactly two away instead."
		}
		return e.move.IsJump(), ""
	},
	"pass": func(e effect, _ *bridge.Words) (bool, string) { return e.move == rules.Pass, "" },
	"from": func(e effect, w *bridge.Words) (bool, string) {
		square := w.Next()
		return bridge.Unless(e.move.From().String() == square, "That moves the piece on %v; move the one on %s.", e.move.From(), square)
	},
	"to": func(e effect, w *bridge.Words) (bool, string) {
		square := w.Next()
		return bridge.Unless(e.move.To().String() == square, "That goes to %v; go to %s.", e.move.To(), square)
	},
	"take": func(e effect, w *bridge.Words) (bool, string) {
		number := w.Next()
		if fmt.Sprint(e.taken) == number {
			return true, fmt.Sprintf("That took %s.", phrase.Number(e.taken))
		}
		n, _ := strconv.Atoi(number)
		return false, fmt.Sprintf("That takes %s; find the move that takes %s.", phrase.Number(e.taken), phrase.Number(n))
	},
	"most": func(e effect, _ *bridge.Words) (bool, string) {
		if best := e.bestBy(func(other effect) int { return other.taken }); e.taken < best {
			return false, fmt.Sprintf("That takes %s; another move takes %s.", phrase.Number(e.taken), phrase.Number(best))
		}
		return true, fmt.Sprintf("That took %s, and no move could have taken more.", phrase.Number(e.taken))
	},
	"many": func(e effect, _ *bridge.Words) (bool, string) {
		own := func(e effect) int { return e.next.Count(e.pos.Turn()) }
		if best := e.bestBy(own); own(e) < best {
			return false, fmt.Sprintf("That would leave you with %s; another move leaves you with %d.", phrase.Count(own(e), "piece"), best)
		}
		return true, fmt.Sprintf("You have %s now, and no move could have given you more.", phrase.Count(own(e), "piece"))
	},
	"safe": func(e effect, _ *bridge.Words) (bool, string) {
		other := e.next.Turn()
		if e.lost == 0 {
			return true, fmt.Sprintf("No move of %v can take anything now.", other)
		}
		return false, fmt.Sprintf("Then %v could answer %v and take %s.", other, e.taker, phrase.Number(e.lost))
	},
	"ahead": func(e effect, _ *bridge.Words) (bool, string) {
		worst := func(e effect) int { _, n := e.worst(e.ahead); return n }
		reply, n := e.worst(e.ahead)
		then := fmt.Sprintf("If %v %s, you are %s", e.next.Turn(), answers(reply), standing(n))
		if best := e.bestBy(worst); n < best {
			return false, fmt.Sprintf("%s; another move leaves you %s.", then, standing(best))
		}
		return true, then + ", and no other move leaves you better off."
	},
	"shut": func(e effect, _ *bridge.Words) (bool, string) {
		other := e.next.Turn()
		if len(e.replies()) == 1 && e.replies()[0] == rules.Pass {
			return true, fmt.Sprintf("Now %v has no legal move and must pass.", other)
		}
		return false, fmt.Sprintf("Then %v could still move.", other)
	},
	"win": func(e effect, _ *bridge.Words) (bool, string) {
		loses, known := puzzle.NewSolver().Loses(e.next, endingWork)
		if loses && known {
			return true, fmt.Sprintf("Now %v wins, whatever %v plays.", e.pos.Turn(), e.next.Turn())
		}
		return false, fmt.Sprintf("After that, %v no longer wins if %v plays well.", e.pos.Turn(), e.next.Turn())
	},
	"idea": func(e effect, w *bridge.Words) (bool, string) {
		name := strings.ReplaceAll(w.Next(), "-", " ")
		for _, f := range idea.Of(e.pos, e.move) {
			if f.Kind.String() == name {
				return true, fmt.Sprintf("The idea is to %s.", e.tell(f))
			}
		}
		return false, e.lacks(name)
	},
	"prevent": func(e effect, w *bridge.Words) (bool, string) {
		name := strings.ReplaceAll(w.Next(), "-", " ")
		for _, m := range e.replies() {
			for _, f := range idea.Of(e.next, m) {
				if r := effectOf(e.next, m); f.Kind.String() == name && f.Kind != idea.Fill {
					return false, fmt.Sprintf("Then %v could answer %v: that would %s.", e.next.Turn(), r.move, r.tell(f))
				}
			}
		}
		return true, fmt.Sprintf("Now %v has no such answer.", e.next.Turn())
	},
	"finish": func(e effect, _ *bridge.Words) (bool, string) {
		counts := fmt.Sprintf("with %s to %d", phrase.Count(e.next.Count(e.pos.Turn()), "piece"), e.next.Count(e.next.Turn()))
		switch {
		case !e.next.Over():
			return false, "After that the game would continue. Find the move that ends it with a win."
		case e.ahead(e.next) > 0:
			return true, fmt.Sprintf("Nobody can move any more, and you win %s.", counts)
		}
		return false, fmt.Sprintf("That would end the game %s, which does not win.", counts)
	},
}

// lacks explains why the move does not have the idea with this name, for the ideas that lessons ask for.
func (e effect) lacks(name string) string {
	other, to := e.next.Turn(), e.move.To()
	cut := idea.CutOff(e.pos, e.next).Count()
	then := fmt.Sprintf("Then %v could answer %v and take ", other, e.taker)
	switch name {
	case "hole":
		switch {
		case e.lost >= idea.Crowd:
			return then + phrase.Number(e.lost) + "."
		case (to.Near() & e.pos.Own()).Count() >= idea.Crowd:
			return fmt.Sprintf("%s could not have reached %v, so you did not need to fill it.", phrase.Capital(other.String()), to)
		}
		return fmt.Sprintf("Fewer than four pieces of each side touch %v, so it is not a hole.", to)
	case "cut", "sacrifice":
		if cut < idea.Wide {
			return fmt.Sprintf("That cuts %v off from %s; find the move that cuts it off from at least four squares.", other, nothing(cut))
		}
		return fmt.Sprintf("Then %v could take no more than you did, so you would give nothing up.", other)
	case "safe capture":
		if e.taken == 0 {
			return "That takes nothing."
		}
		reply, back := e.hitting(e.pos.Turned(to))
		return fmt.Sprintf("Then %v could answer %v and take back %s.", other, reply, phrase.Number(back))
	case "edge":
		reply, _ := e.hitting(1 << to)
		switch {
		case !idea.OnEdge(to):
			return "That does not go to the edge of the board."
		case reply == rules.Pass:
			return "That jump takes nothing: it only moves a piece."
		}
		return fmt.Sprintf("Then %v could answer %v and take your piece on %v.", other, reply, to)
	case "jump":
		most := idea.Extending(e.pos)
		switch {
		case !e.move.IsJump():
			return fmt.Sprintf("That is an extension, which takes %s. Find a jump that takes at least two more than any extension.", nothing(e.taken))
		case e.taken < most+2:
			return fmt.Sprintf("That jump takes %s, and an extension could take %s.", nothing(e.taken), nothing(most))
		}
		return fmt.Sprintf("That jump leaves a hole at %v, from which %v could take %s.", e.move.From(), other, phrase.Number((e.move.From().Near() & e.next.Theirs()).Count()))
	case "consolidate":
		switch {
		case e.lost > 2:
			return then + phrase.Number(e.lost) + "."
		case e.move.IsJump():
			return "That is a jump, which adds no piece."
		}
		return fmt.Sprintf("That takes %s. A move that consolidates takes one at most.", phrase.Number(e.taken))
	case "last squares":
		switch {
		case e.pos.Empty() <= idea.Last:
			return fmt.Sprintf("That leaves %s, an odd number.", phrase.Count(e.next.Empty(), "empty square"))
		case e.move.IsJump():
			return "That is a jump, which fills one square and opens another one."
		case !e.pos.Theirs().Reach().Has(to):
			return fmt.Sprintf("%s cannot reach %v, so that square can wait.", phrase.Capital(other.String()), to)
		}
		return "That leaves you no square that only you can reach."
	}
	return ""
}

// nothing returns a number in words, or "nothing".
func nothing(n int) string {
	if n == 0 {
		return "nothing"
	}
	return phrase.Number(n)
}

// hitting returns the reply that takes the most pieces on the given squares, and their number; a pass if none takes any.
func (e effect) hitting(on rules.Bitboard) (reply rules.Move, n int) {
	reply = rules.Pass
	for _, r := range e.replies() {
		if r == rules.Pass {
			continue
		}
		if k := (e.next.Turned(r.To()) & on).Count(); k > n {
			reply, n = e.next.Sourced(r), k
		}
	}
	return reply, n
}

// answers describes a reply, to follow the name of the side.
func answers(reply rules.Move) string {
	if reply == rules.Pass {
		return "passes"
	}
	return fmt.Sprintf("answers %v", reply)
}

// bestBy returns the highest value among all legal moves.
func (e effect) bestBy(value func(effect) int) int {
	best := value(e)
	for _, m := range e.pos.Moves(nil) {
		best = max(best, value(effectOf(e.pos, m)))
	}
	return best
}

func tryLesson(_ context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	m, err := rules.ParseMove(a.Move.Text)
	if err != nil {
		return game.Tried{}, game.Illegal("%s is not what this step asks for", phrase.Clip(a.Move.Text))
	}
	e := effectOf(a.Before.pos, m)
	t, err := lessonGoals.Try(e, a.Goal)
	if replies := e.named(t.Why); len(replies) > 0 && !t.Good {
		t.Answer = replies[0].String()
	}
	return t, err
}

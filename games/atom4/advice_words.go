package atom4

import (
	"fmt"
	"slices"
	"strings"

	"attic/game/bridge"
	"attic/games/atom4/bot"
	"attic/games/atom4/idea"
	"attic/games/atom4/rules"
	"attic/internal/phrase"
)

// The maximum number of vertices that a sentence offers as a choice, and of rows that it lists.
const (
	someSquares = 3
	fewSquares  = 2
	someRows    = 4
)

// would begins a reason that describes the effect of the move.
const would = bridge.Would

func (v view) reason(a bot.Advice) string {
	r, self, other := a.Reason, v.pos.Player(), v.pos.Player().Other()
	text := ""
	switch r.Kind {
	case bot.Wins:
		var rows []string
		for _, row := range r.Rows[:min(len(r.Rows), someRows)] {
			rows = append(rows, completed(row, self.Goal()))
		}
		if more := len(r.Rows) - someRows; more > 0 {
			rows = append(rows, phrase.Number(more)+" more "+phrase.Plural(more, "line"))
		}
		text = would + "win: " + phrase.List(rows)
	case bot.Forces:
		text = would + "win by force within " + phrase.Count(ownMoves(r.Plies), "move")
		if r.Plies == 3 { // exactly 3: no win immediately
			text = would + "win by force in 2 moves"
		}
		if len(r.At) > 0 {
			text += fmt.Sprintf(": %s on %s would complete a line", r.Colour, either(r.At, someSquares))
		}
	case bot.Alone:
		text = "the only legal move"
	case bot.Dead:
		text = "the round is dead: nobody can complete a line any more, and it ends in a draw"
	case bot.Drawn:
		text = "leads to a draw: neither player can force a line"
	case bot.Loses:
		text = fmt.Sprintf("the longest defence found, but %s can then win within %s", other, phrase.Count(ownMoves(r.Plies-1), "move"))
		if r.Plies == 2 {
			text = fmt.Sprintf("no move helps; %s on %s would then win", r.Colour, either(r.At, someSquares))
		}
	case bot.Threatens:
		text = fmt.Sprintf("%s; next turn %s on %s would complete it", turned(r), r.Colour, either(r.At, someSquares))
	case bot.Opens:
		text = fmt.Sprintf("next turn %s on %s would complete %s", r.Colour, either(r.At, someSquares), completed(r.Rows[0], self.Goal()))
	case bot.Prepares:
		text = fmt.Sprintf("%s; in two turns %s on %s would complete it", turned(r), r.Colour, either(r.At, someSquares))
	case bot.Stops, bot.Forestalls:
		text = fmt.Sprintf(would+"stop the %ss on %s, which %s on %s would complete", other.Goal(), ends(r.Rows[0]), r.Colour, either(r.At, fewSquares))
		if r.Kind == bot.Forestalls {
			text += " in two turns"
		}
		if len(r.Next) > 0 && r.Else == 0 { // the sentence has no room for both
			text += fmt.Sprintf(", and threaten %s on %s", v.pos.Turn().Next().Next(), either(r.Next, fewSquares))
		}
	case bot.Searched:
		text = v.searched(a)
	}
	return text + others(r.Else)
}

// planned begins a reason that shows what the move prepares.
const planned = "if "

// every begins a reason that holds for every move, early in a round.
const every = "every move would "

// searched returns the reason for a move that only the search prefers: what it prepares or changes.
func (v view) searched(a bot.Advice) string {
	if says, plan := v.planned(a); plan != nil {
		return says
	}
	e := effectOf(v.pos, a.Line[0])
	does := e.does()
	switch {
	case v.pos.Count() < firstPieces && !slices.ContainsFunc(v.pos.Moves(nil), func(s rules.Square) bool { return effectOf(v.pos, s).does() != does }):
		return every + does
	case len(e.made) > 0 || len(e.taken()) > 0:
		return would + does
	}
	if a.Reason.Plies == 1 {
		return "best move found at a glance"
	}
	return fmt.Sprintf("best move found, looking %s ahead", phrase.Count(ownMoves(a.Reason.Plies), "move"))
}

// planned describes the mover's next move after the expected reply, if it makes at least three in line or two pieces, and more than without
// the recommended move. The result plan holds its vertex and line as an idea without a name; it is nil if there is no such move.
func (v view) planned(a bot.Advice) (says string, plan *idea.Idea) {
	if a.Reason.Kind != bot.Searched || len(a.Line) < 3 {
		return "", nil
	}
	reply, next := a.Line[1], a.Line[2]
	after := v.pos.Play(a.Line[0]).Play(reply)
	then := effectOf(after, next)
	if then.most < 3 && len(then.made) < 2 {
		return "", nil
	}
	if idle := v.pos.WithTurn(v.pos.Turn().Next()); idle.Legal(reply) {
		if idle = idle.Play(reply); !idle.Over() && idle.Legal(next) {
			if e := effectOf(idle, next); e.most >= then.most && len(e.made) >= len(then.made) {
				return "", nil
			}
		}
	}
	plan = &idea.Idea{Colour: after.Turn(), At: []rules.Square{next}}
	makes := fmt.Sprintf("turn %s %s", phrase.List(texts(then.made)), then.goal())
	if then.most > 2 {
		plan.Rows, makes = []rules.Row{then.line}, then.does()
	}
	return fmt.Sprintf(planned+"%s on %s follows, %s on %s would %s", v.pos.Turn().Next(), reply, after.Turn(), next, makes), plan
}

// ownMoves converts plies to the winner's own moves, in which a forced win is counted.
func ownMoves(plies int) int { return (plies + 1) / 2 }

// others returns the end of a reason, which says that every other move loses within plies, or "" if plies is 0.
func others(plies int) string {
	switch plies {
	case 0:
		return ""
	case 2:
		return "; the only move that does not lose at once"
	}
	return "; every other move loses within " + phrase.Count(ownMoves(plies), "move")
}

// turned names the pieces that a move would turn to the goal colour, and their number on the line: "would turn h9 white, the third on h9-j12".
func turned(r bot.Reason) string {
	now := phrase.Number(r.Count)
	if len(r.Turned) == 1 {
		now = [...]string{1: "the first", 2: "the second", 3: "the third"}[r.Count]
	}
	return fmt.Sprintf(would+"turn %s %s, %s on %s", phrase.List(texts(r.Turned)), r.Colour.Owner().Goal(), now, ends(r.Rows[0]))
}

// completed describes a row of the colour goal: "four whites from g7 to j7".
func completed(row rules.Row, goal rules.Color) string {
	first, last := firstAndLast(row)
	return fmt.Sprintf("%s %ss from %s to %s", phrase.Number(row.Len), goal, first, last)
}

// ends names a row by its ends: "g7-j7".
func ends(row rules.Row) string {
	first, last := firstAndLast(row)
	return fmt.Sprintf("%s-%s", first, last)
}

func firstAndLast(row rules.Row) (first, last rules.Square) {
	on := row.Squares(nil)
	return on[0], on[len(on)-1]
}

// either joins squares as a choice and names at most the given number: "i9, j10 or elsewhere".
func either(list []rules.Square, most int) string {
	names := texts(list)
	if len(names) > most {
		names = append(names[:most:most], "elsewhere")
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func texts(list []rules.Square) []string { return bridge.Texts(list, rules.Square.String) }

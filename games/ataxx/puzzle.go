package ataxx

import (
	"context"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/ataxx/puzzle"
	"attic/games/ataxx/rules"
	"attic/internal/phrase"
)

// themes lists the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: puzzle.Exchange, Title: "Best exchange",
		Task: "Find the move that leaves you at least two pieces better than any other, after your move, the answer and your next move.",
		Hint: "Count what each move takes, what the answer takes back, and what you take after that.",
	},
	{
		Name: puzzle.Ending, Title: "Ending", Task: "Find the only move that wins by force.",
		Hint: "Few squares are left, so play each move to the end: count who fills them, and what the last moves take.",
	},
}

// Limits on the work of judging a move, in positions; together they take less than half a second.
const (
	endingWork = 100_000 // to find out who wins
	lineWork   = 200_000 // to find out by how much
)

// judgeOf returns the judge of a goal of lessons or puzzles.
func judgeOf(name string) bridge.Goal[state] {
	switch {
	case lessonGoals[name] != nil:
		return tryLesson
	case name == puzzle.Ending || name == puzzle.Exchange:
		return tryPuzzle
	}
	return nil
}

// tryPuzzle judges a move by a goal of the puzzles.
func tryPuzzle(_ context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	switch {
	case a.Before.setting || a.After.setting:
		return game.Tried{}, game.Illegal("the game has not started")
	case a.Goal == puzzle.Ending:
		return tryEnding(a.Before, a.After)
	}
	return tryExchange(a.Before, a.After), nil
}

// tryEnding judges a move by who wins after it.
func tryEnding(st, after state) (game.Tried, error) {
	solver, name := puzzle.NewSolver(), st.move(after.last).Text
	good, known := solver.Loses(after.pos, endingWork)
	if !known {
		return game.Tried{}, fmt.Errorf("it takes too much work to find out who wins after %s", name)
	}
	t := game.Tried{Good: good, Why: fmt.Sprintf("%s wins by force.", phrase.Capital(st.pos.Turn().String()))}
	if !good {
		t.Why = fmt.Sprintf("After %s %s no longer wins.", name, st.pos.Turn())
	}
	_, moves, known := solver.Best(after.pos, lineWork)
	switch {
	case !known:
	case after.pos.Over():
		t.Why = fmt.Sprintf("%s ends the game: %s.", name, ended(after.pos, ""))
	case good:
		t.Why = phrase.Capital(ended(last(after.pos, moves), " with best play")) + continued(after.pos, moves)
	default:
		t.Why = fmt.Sprintf("After %s %s%s", name, ended(last(after.pos, moves), " with best play"), continued(after.pos, moves))
	}
	return t, nil
}

// ended says how a game ends, with how after the verb: "blue wins with best play, 27 to 22".
func ended(end rules.Position, how string) string {
	red, blue := end.Count(rules.Red), end.Count(rules.Blue)
	winner := rules.Red
	if blue > red {
		winner = rules.Blue
	}
	switch {
	case red == blue:
		return fmt.Sprintf("the game ends in a draw%s, %d each", how, red)
	case red == 0 || blue == 0:
		return fmt.Sprintf("%s takes every %s piece%s", winner, winner.Other(), how)
	}
	return fmt.Sprintf("%s wins%s, %d to %d", winner, how, max(red, blue), min(red, blue))
}

// last returns the position after moves have been played from pos.
func last(pos rules.Position, moves []rules.Move) rules.Position {
	for _, m := range moves {
		pos = pos.Play(m)
	}
	return pos
}

// fewMoves is the number of moves of a line that a sentence names.
const fewMoves = 8

// continued ends a sentence with a line from a position: ": b3-c4, a1-a2."
func continued(pos rules.Position, moves []rules.Move) string {
	if len(moves) == 0 {
		return "."
	}
	texts := named(pos, moves)
	if len(texts) > fewMoves {
		texts = append(texts[:fewMoves:fewMoves], "...")
	}
	return ": " + strings.Join(texts, ", ") + "."
}

// named returns the moves of a line as a sentence names them.
func named(pos rules.Position, moves []rules.Move) []string {
	texts := line(pos, moves...)
	for i, m := range moves {
		if m == rules.Pass {
			texts[i] = "a pass"
		}
	}
	return texts
}

// tryExchange judges a move by the pieces after it, the answer and the next move.
func tryExchange(st, after state) game.Tried {
	lead, moves := puzzle.Exchanged(after.pos, puzzle.Exchanges-1)
	lead = -lead
	other := -puzzle.Wiped
	for _, m := range st.pos.Moves(nil) {
		if m != after.last.Canonical() {
			value, _ := puzzle.Exchanged(st.pos.Play(m), puzzle.Exchanges-1)
			other = max(other, -value)
		}
	}
	names := append([]string{st.move(after.last).Text}, named(after.pos, moves)...)
	t := game.Tried{Good: lead >= other+puzzle.Standout, Why: fmt.Sprintf("After %s you are %s", phrase.List(names), ahead(lead))}
	switch {
	case other == -puzzle.Wiped:
		t.Why += "; there is no other move."
	case t.Good:
		t.Why += "; no other move leaves you better than " + ahead(other) + "."
	case other < lead:
		t.Why += fmt.Sprintf("; another move leaves you %s, only one piece worse.", ahead(other))
	case other == lead:
		t.Why += "; another move leaves you just as well off."
	default:
		t.Why += fmt.Sprintf("; another move leaves you %s.", ahead(other))
	}
	return t
}

// ahead describes a lead in pieces: "two pieces ahead".
func ahead(lead int) string {
	return leading(lead, phrase.Number)
}

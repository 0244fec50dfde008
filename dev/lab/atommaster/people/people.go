// Package people holds the reference players for Atommaster, which answer puzzles like people. Their answers are the measure for the levels of the
// puzzles. Each player thinks of only a few arrangements of the atoms that fit, and answers as if no others did.
package people

import (
	"context"
	"math/rand/v2"
	"slices"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
)

// Person is a reference player.
type Person struct {
	Name string
	Held bool // its answers do not influence the levels, so it can check them

	thinks  int // the number of arrangements that it thinks of
	forgets int // it forgets one beam in this many; 0 for none
	hurries int // one time in this many, it thinks of a single arrangement; 0 for never
}

// All lists the reference players, weakest first, and then the players held out.
var All = []Person{
	{Name: "thinks of one", thinks: 1},
	{Name: "thinks of two", thinks: 2},
	{Name: "thinks of three", thinks: 3},
	{Name: "thinks of five", thinks: 5},
	{Name: "thinks of eight", thinks: 8},
	{Name: "thinks of 14", thinks: 14},
	{Name: "thinks of 25", thinks: 25},
	{Name: "forgetful", Held: true, thinks: 10, forgets: 8},
	{Name: "hasty", Held: true, thinks: 10, hurries: 3},
}

// Ask returns the question for the answers to beams and for the atoms that are set. Its Set is empty if too many arrangements fit.
func Ask(ctx context.Context, k infer.Knowledge, marks rules.Layout) puzzle.Question {
	survey, ok := puzzle.Left(ctx, k)
	if !ok {
		survey.Set = nil
	}
	return puzzle.Question{Knowledge: k, Survey: puzzle.Containing(survey, marks), Marks: marks}
}

// Answer returns the person's answer to a puzzle of a theme, a move as players write it, or "none".
func (who Person) Answer(ctx context.Context, q puzzle.Question, theme string, r *rand.Rand) string {
	if who.forgets > 0 {
		q.Knowledge.Shots = slices.DeleteFunc(slices.Clone(q.Shots), func(rules.Shot) bool { return r.IntN(who.forgets) == 0 })
		q = Ask(ctx, q.Knowledge, q.Marks)
	}
	thinks := who.thinks
	if who.hurries > 0 && r.IntN(who.hurries) == 0 {
		thinks = 1
	}
	if len(q.Set) == 0 {
		return "none"
	}
	thought := infer.Survey{Boards: q.Boards}
	for range thinks {
		i := q.Set[r.IntN(len(q.Set))]
		if !slices.Contains(thought.Set, i) {
			thought.Set = append(thought.Set, i)
		}
	}
	q.Survey = thought
	moves := q.Right(theme)
	if len(moves) == 0 {
		return "none"
	}
	return moves[r.IntN(len(moves))]
}

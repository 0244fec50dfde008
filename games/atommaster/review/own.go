package review

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"attic/game"
	"attic/games/atommaster/bot"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
)

// leastAsked is the smallest loss of a decision, in tenths of a point, for which there is a question.
const leastAsked = 5

// muchWorse is the smallest ratio of layouts left in the worst case, by the fired beam and by the best one, for which there is a question.
const muchWorse = 2

// asks returns the question about decision i, which lost points. It returns the zero Ask if no question has exactly one right answer that a person can
// find. All layouts that fit decide which answer is right:
//
//   - A beam was fired though a single layout fitted, the first such beam: is it decided?
//   - A beam was fired that leaves twice as many layouts in the worst case as the single best beam: which beam?
//   - The deal was evaluated with one wrong atom, or with the right ones by luck: all others are set; is the last one decided?
//   - The deal was evaluated without an atom that is proved: which atom is certain? If several are: all others are set; where is the last one?
//
// If setting atoms was better than a beam while several layouts fitted, there is no question, because only probabilities show that.
func asks(ctx context.Context, v deal.View, j bot.Judgement, i int, d decision) game.Ask {
	k := v.Knowledge()
	k.Shots = k.Shots[:i:i]
	survey, ok := puzzle.Left(ctx, k)
	if !ok {
		return game.Ask{}
	}
	ask := func(theme string, marks rules.Layout, says string, right func(key string) bool) (game.Ask, bool) {
		q := puzzle.Question{Knowledge: k, Survey: puzzle.Containing(survey, marks), Marks: marks}
		key, ok := q.Key(ctx, theme)
		if !ok || !right(key) {
			return game.Ask{}, false
		}
		return game.Ask{Place: placed(v, i, marks), Theme: theme, Key: key, Says: fmt.Sprintf("%s lost %v points.", says, d.Lost)}, true
	}
	const here = "Your decision here"
	anything := func(string) bool { return true }
	if fired := j.Steps[i].Shot.Port; fired != rules.NoPort {
		switch {
		case len(survey.Set) == 1 && i > 0 && j.Steps[i-1].Left == 1: // the previous beam has the same question
			return game.Ask{}
		case len(survey.Set) == 1:
			atoms := slices.Collect(v.Layout.Atoms())
			last := max(0, slices.IndexFunc(atoms, func(s rules.Square) bool { return !v.Marks.Has(s) })) // all atoms are decided
			a, _ := ask(puzzle.Decided, v.Layout.Without(atoms[last]), here, anything)
			return a
		case !strings.HasPrefix(d.Better, "fire"):
			return game.Ask{}
		}
		says, other := fmt.Sprintf("Here you fired a beam at port %d, which", fired), func(key string) bool { return strings.HasPrefix(key, "fire ") && key != d.Played }
		if a, ok := ask(puzzle.Beam, v.Field.Empty(), says, other); ok {
			return a
		}
		_, played := puzzle.Groups(survey, fired)
		a, _ := ask(puzzle.Tells, v.Field.Empty(), says, func(key string) bool {
			best, err := v.Field.ParsePort(strings.TrimPrefix(key, "fire "))
			_, most := puzzle.Groups(survey, best)
			return err == nil && other(key) && played >= muchWorse*most
		})
		return a
	}
	if v.GaveUp || v.Marks.Count() < v.Atoms {
		return game.Ask{}
	}
	right := v.Field.Empty()
	for s := range v.Marks.Atoms() {
		if v.Layout.Has(s) {
			right = right.With(s)
		}
	}
	switch right.Count() {
	case v.Atoms - 1:
		if a, ok := ask(puzzle.Decided, right, here, anything); ok {
			return a
		}
	case v.Atoms:
		for s := range v.Layout.Atoms() {
			if a, ok := ask(puzzle.Decided, v.Layout.Without(s), here, func(key string) bool { return key == puzzle.None }); ok {
				return a
			}
		}
		return game.Ask{}
	}
	if a, ok := ask(puzzle.Atom, v.Field.Empty(), here, func(key string) bool {
		s, err := v.Field.ParseSquare(strings.TrimPrefix(key, "set "))
		return err == nil && !v.Marks.Has(s)
	}); ok {
		return a
	}
	for s := range v.Layout.Atoms() {
		if !v.Marks.Has(s) && (i == 0 || j.Steps[i-1].Left != 1) { // otherwise an earlier beam has the same question
			if a, ok := ask(puzzle.Decided, v.Layout.Without(s), here, func(key string) bool { return key != puzzle.None }); ok {
				return a
			}
		}
	}
	return game.Ask{}
}

func placed(v deal.View, shots int, marks rules.Layout) string {
	moves := []string{fmt.Sprintf("size=%d atoms=%d|hide %s", v.Field.W, v.Atoms, deal.Squares(v.Layout))}
	for _, s := range v.Shots[:shots] {
		moves = append(moves, fmt.Sprintf("fire %d", s.Port))
	}
	for s := range marks.Atoms() {
		moves = append(moves, deal.Set(s))
	}
	return strings.Join(moves, ";")
}

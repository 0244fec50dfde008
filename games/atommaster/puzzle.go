package atommaster

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/deal"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/picture"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// themes lists the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: puzzle.Known, Title: "Known answer", Task: "Find the only beam whose answer is certain already: all arrangements of the atoms that fit give the same. Fire it.",
		Hint: "Look for a beam whose whole way you know: squares that are certainly empty, or an atom that certainly stops it.",
	},
	{
		Name: puzzle.Decided, Title: "Is it decided?",
		Task: "All atoms but one are set, and these are right. If the answers leave a single square for the last atom, set it there; if they leave several, say that there is none.",
		Hint: "Follow each beam past the atoms that are set. Which of them still need another atom, and on which squares could it stand?",
	},
	{
		Name: puzzle.Atom, Title: "Certain atom", Task: "Set an atom on the only square that certainly has one.",
		Hint: "Assume that there is no atom on a square, and look for a beam that could not have answered as it did.",
	},
	{
		Name: puzzle.Beam, Title: "Deciding beam", Task: "Fire the only beam that is sure to leave a single possible arrangement of the atoms.",
		Hint: "Find the arrangements of the atoms that still fit, and a port at which each of them gives another answer.",
	},
	{
		Name: puzzle.Tells, Title: "Which beam tells most?", Task: "Fire the beam that leaves the fewest possible arrangements of the atoms in the worst case.",
		Hint: "Find the arrangements of the atoms that still fit, and a port at which as few as possible of them give the same answer.",
	},
}

// tryPuzzle judges a move by a goal of the puzzles and the answers of the beams alone.
func tryPuzzle(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	st, goal := a.Before, a.Goal
	word, rest := phrase.Cut(a.Move.Text)
	sets := goal == puzzle.Atom || goal == puzzle.Decided
	switch {
	case sets && word != "set":
		return game.Tried{Aside: true, Why: "Set an atom to answer: name its square."}, nil
	case !sets && word != "fire":
		return game.Tried{Aside: true, Why: "Fire a beam to answer: name its port."}, nil
	}
	survey, ok := puzzle.Left(ctx, st.Knowledge())
	switch {
	case ctx.Err() != nil:
		return game.Tried{}, ctx.Err()
	case !ok:
		return game.Tried{}, errors.New("too many arrangements fit the answers to judge a move")
	}
	q := puzzle.Question{Knowledge: st.Knowledge(), Survey: survey, Marks: st.Field.Empty()}
	switch goal {
	case puzzle.Decided:
		q.Marks = st.Marks
		q.Survey = puzzle.Containing(survey, q.Marks)
		s, err := st.Field.ParseSquare(rest)
		return st.trySquare(q.Survey, s, "that fits the answers and the atoms set", "that fit the answers and the atoms set"), err
	case puzzle.Atom:
		s, err := st.Field.ParseSquare(rest)
		return st.trySquare(survey, s, "that fits", "that fit"), err
	}
	p, err := st.Field.ParsePort(rest)
	if goal == puzzle.Beam || err != nil {
		return st.tryBeam(survey, p), err
	}
	return st.tryPort(q, p, goal), nil
}

// tryPort judges a beam by how many of the layouts that fit give the same answer.
func (st state) tryPort(q puzzle.Question, p rules.Port, goal string) game.Tried {
	right := q.Right(goal)
	t := game.Tried{Good: len(right) == 1 && right[0] == fmt.Sprintf("fire %d", p)}
	kinds, most := puzzle.Groups(q.Survey, p)
	if goal == puzzle.Known {
		answer := q.Boards.Answers(p)[q.Set[0]]
		t.Why = fmt.Sprintf("All %s that fit answer %v at %d.", phrase.Count(len(q.Set), "arrangement"), answer, p)
		if kinds > 1 {
			other := slices.IndexFunc(q.Set, func(i int32) bool { return q.Boards.Answers(p)[i] != answer })
			a, b := q.Boards.Layout(q.Set[0]), q.Boards.Layout(q.Set[other])
			t.Why = fmt.Sprintf("%d may answer %v or %v: atoms on %s, or on %s.", p, answer, q.Boards.Answers(p)[q.Set[other]], deal.Listed(a), deal.Listed(b))
			t.Shown = picture.Either(st.Work, a, b)
		}
		return t
	}
	t.Why = fmt.Sprintf("In the worst case %d leaves %d of %s", p, most, phrase.Count(len(q.Set), "arrangement"))
	best := len(q.Set)
	for _, other := range q.Free() {
		if other != p {
			_, n := puzzle.Groups(q.Survey, other)
			best = min(best, n)
		}
	}
	t.Why += bridge.Rank(-most, -best, false, fmt.Sprintf("another beam leaves at most %d", best), "another beam does as well", "; every other beam may leave more")
	if a, b, _, alike := puzzle.Alike(q.Survey, p); alike && !t.Good {
		t.Shown = picture.Either(st.Work, a, b)
	}
	return t
}

// trySquare judges an atom on a square by the layouts of a survey; one says which one of them is, and many which several are: "that fits".
func (st state) trySquare(s infer.Survey, square rules.Square, one, many string) game.Tried {
	with, without := 0, -1
	for i, n := range s.Set {
		if s.Boards.Layout(n).Has(square) {
			with++
		} else if without < 0 {
			without = i
		}
	}
	switch {
	case st.Marks.Has(square):
		return game.Tried{Why: fmt.Sprintf("That would remove the atom on %v.", square)}
	case with == len(s.Set) && with == 1:
		return game.Tried{Good: true, Why: fmt.Sprintf("The only arrangement of the atoms %s has one on %v.", one, square)}
	case with == len(s.Set):
		return game.Tried{Good: true, Why: fmt.Sprintf("All %s %s have an atom on %v.", phrase.Count(with, "arrangement"), many, square)}
	}
	l := s.Boards.Layout(s.Set[without])
	example, shown := "an arrangement with atoms on "+deal.Listed(l)+" fits", picture.Overlooked(st.Work, square, l)
	if with == 0 {
		return game.Tried{Shown: shown, Why: fmt.Sprintf("No arrangement %s has an atom on %v; %s, for example.", one, square, example)}
	}
	return game.Tried{Shown: shown, Why: fmt.Sprintf("%v may be empty: %s too.", square, example)}
}

// tryBeam judges a beam by the answers of the layouts that fit.
func (st state) tryBeam(s infer.Survey, p rules.Port) game.Tried {
	a, b, answer, alike := puzzle.Alike(s, p)
	if !alike {
		return game.Tried{Good: true, Why: fmt.Sprintf("Each of the %d arrangements that fit answers differently at %d.", len(s.Set), p)}
	}
	return game.Tried{Shown: picture.Either(st.Work, a, b), Why: fmt.Sprintf("If %d answers %v, two or more arrangements fit: atoms on %s, and on %s.", p, answer, deal.Listed(a), deal.Listed(b))}
}

package atommaster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"attic/game"
	"attic/game/bridge"
	"attic/games/atommaster/infer"
	"attic/games/atommaster/puzzle"
	"attic/games/atommaster/rules"
	"attic/internal/phrase"
)

// themes lists the kinds of puzzles, the easiest first.
var themes = []game.Theme{
	{
		Name: puzzle.Atom, Title: "Certain atom", Task: "Set an atom on the only square that certainly has one.",
		Hint: "Assume that there is no atom on a square, and look for a beam that could not have answered as it did.",
	},
	{
		Name: puzzle.Beam, Title: "Deciding beam", Task: "Fire the only beam that is sure to leave a single possible arrangement of the atoms.",
		Hint: "Find the arrangements of the atoms that still fit, and a port at which each of them gives another answer.",
	},
}

// tryPuzzle judges a move by a goal of the puzzles and the answers of the beams alone.
func tryPuzzle(ctx context.Context, a bridge.Attempt[state]) (game.Tried, error) {
	st, goal := a.Before, a.Goal
	word, rest := phrase.Cut(a.Move.Text)
	switch {
	case goal == puzzle.Atom && word != "set":
		return game.Tried{Aside: true, Why: "Set an atom to answer: name its square."}, nil
	case goal == puzzle.Beam && word != "fire":
		return game.Tried{Aside: true, Why: "Fire a beam to answer: name its port."}, nil
	}
	survey, ok := puzzle.Left(ctx, st.knowledge())
	switch {
	case ctx.Err() != nil:
		return game.Tried{}, ctx.Err()
	case !ok:
		return game.Tried{}, errors.New("too many arrangements fit the answers to judge a move")
	}
	if goal == puzzle.Atom {
		s, err := st.Field.ParseSquare(rest)
		return st.trySquare(survey, s), err
	}
	p, err := st.Field.ParsePort(rest)
	return st.tryBeam(survey, p), err
}

// trySquare judges an atom on a square by the layouts that fit.
func (st state) trySquare(s infer.Survey, square rules.Square) game.Tried {
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
		return game.Tried{Good: true, Why: fmt.Sprintf("The only arrangement of the atoms that fits has one on %v.", square)}
	case with == len(s.Set):
		return game.Tried{Good: true, Why: fmt.Sprintf("All %s that fit have an atom on %v.", phrase.Count(with, "arrangement"), square)}
	}
	l := s.Boards.Layout(s.Set[without])
	example, shown := "an arrangement with atoms on "+listed(l)+" fits", st.overlooked(square, l)
	if with == 0 {
		return game.Tried{Shown: shown, Why: fmt.Sprintf("No arrangement that fits has an atom on %v; %s, for example.", square, example)}
	}
	return game.Tried{Shown: shown, Why: fmt.Sprintf("%v may be empty: %s too.", square, example)}
}

// tryBeam judges a beam by the answers of the layouts that fit.
func (st state) tryBeam(s infer.Survey, p rules.Port) game.Tried {
	a, b, answer, alike := puzzle.Alike(s, p)
	if !alike {
		return game.Tried{Good: true, Why: fmt.Sprintf("Each of the %d arrangements that fit answers differently at %d.", len(s.Set), p)}
	}
	return game.Tried{Shown: st.either(a, b), Why: fmt.Sprintf("If %d answers %v, two or more arrangements fit: atoms on %s, and on %s.", p, answer, listed(a), listed(b))}
}

// listed names the atoms of a layout: "a1, b2 and c3".
func listed(l rules.Layout) string { return phrase.List(strings.Split(squares(l), ",")) }

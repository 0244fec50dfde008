// Package puzzle finds the right answers of Atommaster's puzzles.
package puzzle

import (
	"context"
	"fmt"
	"strings"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// The themes. A layout fits if it gives all answers.
const (
	Atom    = "atom"    // the only square with an atom in all layouts that fit
	Beam    = "beam"    // the only port that leaves a single layout whatever the answer
	Tells   = "tells"   // the port that leaves the fewest layouts in the worst case
	Known   = "known"   // the only port at which all layouts that fit give the same answer
	Decided = "decided" // all atoms but one are set; the only square for the last atom
)

// Left returns the layouts that fit the answers. ok is false if there are too many to list, or if Look fails.
func Left(ctx context.Context, k infer.Knowledge) (survey infer.Survey, ok bool) {
	survey, err := infer.Look(ctx, k, 0)
	return survey, err == nil && survey.Listed
}

// Question is the position of a puzzle, with the layouts that fit.
type Question struct {
	infer.Knowledge
	infer.Survey
	Marks rules.Layout // the atoms set, which are right
}

// Containing returns the survey of those layouts that have all the atoms set.
func Containing(s infer.Survey, set rules.Layout) infer.Survey {
	all := s.Set
	s.Set = nil
	for _, i := range all {
		l, fits := s.Boards.Layout(i), true
		for sq := range set.Atoms() {
			fits = fits && l.Has(sq)
		}
		if fits {
			s.Set = append(s.Set, i)
		}
	}
	return s
}

// Right returns the moves that are right for a theme, in the notation of keys. For Tells it returns all beams that leave equally few layouts.
func (q Question) Right(theme string) (moves []string) {
	if theme == Atom || theme == Decided {
		for _, sq := range q.Certain() {
			moves = append(moves, fmt.Sprintf("set %v", sq))
		}
		return moves
	}
	least := len(q.Set)
	for _, p := range q.Free() {
		kinds, most := Groups(q.Survey, p)
		right := kinds == len(q.Set)
		switch theme {
		case Known:
			right = kinds == 1
		case Tells:
			if right = most <= least; most < least {
				least, moves = most, nil
			}
		}
		if right {
			moves = append(moves, fmt.Sprintf("fire %d", p))
		}
	}
	return moves
}

// None is the key of a question without a right move.
const None = "none"

// The largest numbers of fitting layouts for which a person can be expected to find the answer.
const (
	mostLeft  = 60 // for Decided, and for Atom if no square certainly has an atom
	mostBeams = 6  // for Beam
	mostTells = 14 // for Tells and Known
)

// Key returns the only right answer for a theme: a move in the notation of keys, or None. It returns false if several answers are right, or if a person
// cannot be expected to find the answer.
func (q Question) Key(ctx context.Context, theme string) (key string, ok bool) {
	moves := q.Right(theme)
	none := len(moves) == 0
	most := map[string]int{Beam: mostBeams, Tells: mostTells, Known: mostTells, Decided: mostLeft, Atom: mostLeft}[theme]
	switch {
	case len(q.Set) == 0, len(moves) > 1, len(q.Set) > most && (none || theme != Atom):
		return "", false
	case theme == Tells && (none || len(q.Set) < 5), theme == Known && len(q.Set) < 3:
		return "", false
	case theme == Decided && none && len(q.Set) > 3:
		return "", false
	case none:
		return None, true
	}
	if theme == Atom {
		sq, _ := q.Field.ParseSquare(strings.TrimPrefix(moves[0], "set "))
		claim := infer.Claim{Square: sq, Atom: true}
		if _, found, sure, err := infer.Prove(ctx, q.Knowledge, func(c infer.Claim) bool { return c == claim }, q.Field.Empty()); err != nil || !found || !sure {
			return "", false
		}
	}
	return moves[0], true
}

// Certain returns the squares on which all layouts that fit have an atom that is not set.
func (q Question) Certain() (squares []rules.Square) {
	if len(q.Set) == 0 {
		return nil
	}
	count := q.Boards.Marginals(q.Set)
	for _, sq := range q.Boards.Squares(q.Set[0]) {
		if !q.Marks.Has(sq) && int(count[sq]) == len(q.Set) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// Groups returns the number of different answers that the layouts of s give at a port, and the number of layouts that give the most frequent answer.
func Groups(s infer.Survey, p rules.Port) (kinds, most int) {
	parts := s.Split(p)
	for _, part := range parts {
		most = max(most, len(part))
	}
	return len(parts), most
}

// Alike returns two layouts of s that give the same answer at a port, and that answer; false if there are no such layouts.
func Alike(s infer.Survey, p rules.Port) (a, b rules.Layout, answer rules.Answer, alike bool) {
	seen := map[rules.Answer]int32{}
	for _, i := range s.Set {
		answer := s.Boards.Answers(p)[i]
		if before, ok := seen[answer]; ok {
			return s.Boards.Layout(before), s.Boards.Layout(i), answer, true
		}
		seen[answer] = i
	}
	return a, b, 0, false
}

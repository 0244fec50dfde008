// Package puzzle solves the puzzles of Atommaster.
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
	Beam    = "beam"    // the only port that is sure to leave a single layout, whatever it answers
	Tells   = "tells"   // the port that leaves the fewest layouts at worst
	Known   = "known"   // the only port at which all layouts that fit give the same answer
	Decided = "decided" // all atoms but one are set; the only square for the last one
)

// Left returns the layouts that fit the answers. ok is false if they are too many to list.
func Left(ctx context.Context, k infer.Knowledge) (survey infer.Survey, ok bool) {
	survey, err := infer.Look(ctx, k, 0)
	return survey, err == nil && survey.Listed
}

// Question is what a puzzle tells, with the layouts that fit.
type Question struct {
	infer.Knowledge
	infer.Survey
	Marks rules.Layout // atoms that are set, and right
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

// Right returns the moves that are right by a theme, in the notation of keys. With Tells several are right if they leave equally few.
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

// None is the key of a question whose answer is that there is no such move.
const None = "none"

// The numbers of layouts that fit among which a person can find the answer.
const (
	mostLeft  = 60 // if no square certainly has an atom
	mostBeams = 6  // of which a beam must leave one
	mostTells = 14 // of which a beam leaves the fewest or that all answer alike
)

// Key returns the only right answer by a theme: a move in the notation of keys, or None. It returns false if several are right, or if a person cannot be
// expected to find it.
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

// Groups returns how many different answers the layouts that fit give at a port, and how many give the most frequent one.
func Groups(s infer.Survey, p rules.Port) (kinds, most int) {
	parts := s.Split(p)
	for _, part := range parts {
		most = max(most, len(part))
	}
	return len(parts), most
}

// Alike returns two fitting layouts that give the same answer at a port, and that answer; false if there are none.
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

// Package puzzle solves the puzzles of Atommaster.
package puzzle

import (
	"context"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// The themes.
const (
	Atom = "atom" // one square certainly has an atom
	Beam = "beam" // one port is sure to leave a single layout, whatever it answers
)

// Left returns the layouts that fit the answers. ok is false if they are too many to list.
func Left(ctx context.Context, k infer.Knowledge) (survey infer.Survey, ok bool) {
	survey, err := infer.Look(ctx, k, 0)
	return survey, err == nil && survey.Listed
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

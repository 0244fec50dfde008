// Package puzzle proves the puzzles of Atom-4.
package puzzle

import (
	"context"

	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// Defence is the theme in which all moves except one let the opponent win by force within Defended of the opponent's own moves.
const (
	Defence  = "defence"
	Defended = 3
)

// Plies converts a number of the winner's own moves to plies.
func Plies(moves int) int { return 2*moves - 1 }

// Within reports whether the player to move wins by force within the given number of their own moves. known is false if more than nodes
// positions would have to be searched.
func Within(ctx context.Context, s *solve.Solver, p rules.Position, moves int, nodes int64) (r solve.Result, known bool) {
	r = s.Win(ctx, p, p.Player(), Plies(moves), nodes)
	return r, r.Win > 0 || r.None >= Plies(moves)
}

// After reports whether the move m wins by force: immediately, or with fewer further moves by the same player than the parameter
// moves.
func After(ctx context.Context, s *solve.Solver, p rules.Position, m rules.Square, moves int, nodes int64) (r solve.Result, known bool) {
	next := p.Play(m)
	if next.Over() || moves == 1 {
		if next.Won() {
			r.Winner, r.Win, r.Line = p.Player(), 1, []rules.Square{m}
		}
		return r, true
	}
	r = s.Win(ctx, next, p.Player(), Plies(moves)-1, nodes)
	known = r.Win > 0 || r.None >= Plies(moves)-1
	return r, known
}

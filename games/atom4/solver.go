package atom4

import (
	"context"

	"attic/game"
	"attic/games/atom4/solve"
)

// The table sizes of short and long proofs, in megabytes. A proof counts as long if it would take more than a minute from the start.
const (
	smallTable = 64
	largeTable = 512
	shortProof = 22 // the most plies of a short proof
)

// Solve looks for a forced win with package solve.
func (g Game) Solve(ctx context.Context, text string, plies int, progress func(game.Solution)) (game.Solution, error) {
	p, err := g.ReadPosition(text)
	if err != nil {
		return game.Solution{}, err
	}
	megabytes := smallTable
	if plies > shortProof {
		megabytes = largeTable
	}
	var tell func(solve.Result)
	if progress != nil {
		tell = func(r solve.Result) { progress(solution(r)) }
	}
	return solution(solve.New(megabytes).Solve(ctx, p.(position).pos, plies, tell)), nil
}

func solution(r solve.Result) game.Solution {
	s := game.Solution{Winner: game.Nobody, Win: r.Win, None: r.None, Nodes: r.Nodes}
	if r.Win > 0 {
		s.Winner = seat(r.Winner)
	}
	for _, m := range r.Line {
		s.Line = append(s.Line, m.String())
	}
	return s
}

// SolvePlies returns a number of plies that takes a few seconds from the start.
func (Game) SolvePlies() int { return 20 }

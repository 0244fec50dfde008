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

// SolvePlies is a number of plies within which Solve takes a few seconds from the start.
const SolvePlies = 20

// Solution is what has been proved about a position.
type Solution = solve.Result

// Solve looks with package solve for a forced win of either player, within the given number of plies, from a position of ReadPosition. progress,
// unless nil, is called with what is proved so far. When ctx is done Solve returns that.
func (Game) Solve(ctx context.Context, p game.Position, plies int, progress func(Solution)) Solution {
	megabytes := smallTable
	if plies > shortProof {
		megabytes = largeTable
	}
	return solve.New(megabytes).Solve(ctx, p.(position).pos, plies, progress)
}

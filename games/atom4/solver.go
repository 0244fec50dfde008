package atom4

import (
	"context"
	"io"

	"attic/game"
	"attic/games/atom4/rules"
	"attic/games/atom4/solve"
)

// The table sizes of short and long proofs, in megabytes. A proof counts as long if it would take more than a minute from the start.
const (
	smallTable = 64
	largeTable = 512
	shortProof = 22 // the most plies of a short proof
)

// SolvePlies is the default number of plies of a proof. From the start it takes a few seconds.
const SolvePlies = 20

// Solution holds the proved facts about a position.
type Solution = solve.Result

// Proof is a search of package solve for a win within a number of plies. It can be kept and continued.
type Proof struct {
	plies  int
	pos    rules.Position
	solver *solve.Solver
	known  Solution
}

// NewProof returns the proof from a position of ReadPosition, with the given threads, and a table of the given megabytes or, if megabytes is 0, a
// table that suits the plies. Unless kept is nil, it continues the proof that Keep wrote to kept, with a table of the same size.
func (Game) NewProof(p game.Position, plies, threads, megabytes int, kept io.Reader) (*Proof, error) {
	proof := &Proof{plies: plies, pos: p.(position).pos}
	if kept != nil {
		var err error
		if proof.solver, proof.known, err = solve.Load(kept, proof.pos); err != nil {
			return nil, err
		}
	} else {
		if megabytes == 0 {
			if megabytes = smallTable; plies > shortProof {
				megabytes = largeTable
			}
		}
		proof.solver = solve.New(megabytes)
	}
	proof.solver.Share(threads)
	return proof, nil
}

// Run looks for a forced win of either player. progress, unless nil, is called with each result. When ctx is done, Run returns the result so far.
func (p *Proof) Run(ctx context.Context, progress func(Solution)) Solution {
	return p.solver.Solve(ctx, p.pos, p.plies, p.known, progress)
}

// Threats looks for a win of the player to move by continuous threats, which may take more plies than Run looks ahead; it takes at most a few
// seconds.
func (p *Proof) Threats() Solution {
	r, _ := solve.Threats(p.pos, threatPlies, proofThreats)
	return r
}

// Now may be called while Run is running. It returns the result so far, and an estimate of the share of the search for the next number of plies
// that is done.
func (p *Proof) Now() (Solution, float64) { return p.solver.Now() }

// Keep writes the result so far, also while Run is running.
func (p *Proof) Keep(w io.Writer) error {
	r, _ := p.solver.Now()
	return p.solver.Save(w, p.pos, r)
}

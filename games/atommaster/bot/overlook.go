package bot

import (
	"math/rand/v2"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// missed says that one of so many beams is overlooked.
const missed = 4

// Overlook returns what somebody knows who overlooks one beam in four, each with the same chance, and goes on overlooking
// it. Equal knowledge and seeds give equal results; a beam that is fired later changes nothing for the others.
func Overlook(k infer.Knowledge, seed uint64) infer.Knowledge {
	part := infer.Knowledge{Field: k.Field, Atoms: k.Atoms}
	for _, s := range k.Shots {
		if rand.New(rand.NewPCG(seed, uint64(s.Port))).IntN(missed) > 0 {
			part.Shots = append(part.Shots, s)
			continue
		}
		part.Spent = append(part.Spent, s.Port)
		if exit := s.Answer.Port(); exit != rules.NoPort {
			part.Spent = append(part.Spent, exit)
		}
	}
	return part
}

package bot

import (
	"math/rand/v2"

	"attic/games/atommaster/infer"
	"attic/games/atommaster/rules"
)

// missed is the number of beams of which, on average, one is overlooked.
const missed = 4

// Overlook returns the knowledge of a player who overlooks one beam in four at random and keeps overlooking it. Equal
// knowledge and seeds give equal results; later beams do not change which of the earlier ones are overlooked.
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
